"""Every address of the service with real ids in it, and the cards that an answer shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product

from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
RANK_WORDS = "three four five six seven eight nine ten jack queen king ace two"
RANKS = dict(zip(RANK_WORDS.split(" "), "3456789TJQKA2", strict=True))
SIGNS = dict(zip("♦♣♥♠", "DCHS", strict=True))
CODE = re.compile(r"(?<![\w-])([2-9TJQKA]|10)([DCHS♦♣♥♠])(?![\w-])")
DRAWN = re.compile(r'class="(?:s|t t)-([dchs])"[^>]*>\s*([2-9TJQKA]|10)\s*<')
SPOKEN = re.compile(rf"\b({'|'.join(RANKS)}) of (diamond|club|heart|spade)s?\b", re.IGNORECASE)


def addresses(ids: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """addresses[route]: its addresses with every id that `ids` knows for its parameters."""
    return {route: list(_filled(route, ids)) for route in _routes("/", get_resolver())}


def cards_in(text: str) -> set[str]:
    """The cards that a text names, in whatever form pages and answers name them: {"9S", ...}."""
    by_code = {_code(rank, suit) for rank, suit in CODE.findall(text)}
    drawn = {_code(rank, suit.upper()) for suit, rank in DRAWN.findall(text)}
    spoken = {_code(RANKS[rank.lower()], suit[0].upper()) for rank, suit in SPOKEN.findall(text)}
    return by_code | drawn | spoken


def _code(rank: str, suit: str) -> str:
    return ("T" if rank == "10" else rank) + SIGNS.get(suit, suit)


def _routes(prefix: str, resolver: URLResolver) -> Iterator[str]:
    for part in resolver.url_patterns:
        if not isinstance(part.pattern, RoutePattern):
            continue  # a catch-all, which shows nothing
        route = prefix + str(part.pattern)
        if isinstance(part, URLPattern):
            yield route
        else:
            yield from _routes(route, part)


def _filled(route: str, ids: Mapping[str, list[str]]) -> Iterator[str]:
    names = PARAMETER.findall(route)
    if "object_id" in names:
        ids = {**ids, "object_id": _keys_of(route)}
    for values in product(*(ids.get(name, []) for name in names)):
        chosen = iter(values)
        yield PARAMETER.sub(lambda _, left=chosen: next(left), route)


def _keys_of(admin_route: str) -> list[str]:
    """Two rows of the model that an admin page is about: the first and the last."""
    _, _, app, model, *_ = admin_route.split("/")
    if app not in apps.app_configs:
        return ["1"]
    keys = list(apps.get_model(app, model).objects.order_by("pk").values_list("pk", flat=True))
    return [str(key) for key in dict.fromkeys([*keys[:1], *keys[-1:]])]
