"""The games that are played here, as a bot author wants to know them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any, TypedDict

from django.http import HttpResponse

from api.answers import json_response
from api.problems import NotFound
from api.views import ApiView, Call, operation
from bots.strategies import strategy, strategy_names
from games.rules.deals import Stream, deal_key
from games.rules.protocol import BadOptions, Option, UnknownGame
from games.rules.registry import AnyRules, game, games


class OptionShape(TypedDict):
    """One setting of a game; `choices` lists every allowed value."""

    name: str
    default: Any
    choices: list[Any]
    text: str


class GameShape(TypedDict):
    """A game: seats, options, moves as it writes them, and the house bots that play it."""

    code: str
    name: str
    version: int
    min_seats: int
    max_seats: int
    cooperative: bool
    ties_possible: bool
    options: list[OptionShape]
    move_examples: list[Any]
    strategies: list[str]
    rules: str


class GamesShape(TypedDict):
    """Every game that is played here."""

    games: list[GameShape]


class Games(ApiView):
    """The catalogue."""

    @operation("List the games", answers={200: GamesShape})
    def get(self, call: Call) -> HttpResponse:
        return json_response(GamesShape(games=[_game_shape(kind) for kind in games()]))


class OneGame(ApiView):
    """A game of the catalogue."""

    @operation("A game", answers={200: GameShape})
    def get(self, call: Call, code: str) -> HttpResponse:
        try:
            return json_response(_game_shape(game(code)))
        except UnknownGame as error:
            raise NotFound(str(error)) from error


def _game_shape(kind: type[AnyRules]) -> GameShape:
    return GameShape(
        code=kind.code,
        name=kind.name,
        version=kind.version,
        min_seats=kind.min_seats,
        max_seats=kind.max_seats,
        cooperative=kind.cooperative,
        ties_possible=kind.ties_possible,
        options=[_option_shape(option) for option in kind.declared_options],
        move_examples=list(_move_examples(kind)),
        strategies=list(strategy_names(kind.code)),
        rules=f"/rules/{kind.code}",
    )


def _option_shape(option: Option) -> OptionShape:
    return OptionShape(
        name=option.name,
        default=option.default,
        choices=list(option.choices),
        text=option.text,
    )


@cache
def _move_examples(kind: type[AnyRules]) -> tuple[Any, ...]:
    """One legal move of each form, from sample games of house bots: examples cannot go stale."""
    found: dict[str, Any] = {}
    plain, *others = _sample_rules(kind)
    _add_examples(found, plain, kind.max_seats, tries=False)
    for rules in others:
        _add_examples(found, rules, kind.max_seats, tries=True)
    return tuple(found[form] for form in sorted(found))


def _sample_rules(kind: type[AnyRules]) -> Iterator[AnyRules]:
    """The game as it is by default, then with every other choice of each option by itself."""
    yield kind.with_options({}, kind.max_seats)
    for option in kind.declared_options:
        for choice in option.choices:
            if choice != option.default:
                # Not every choice goes with the most seats.
                with suppress(BadOptions):
                    yield kind.with_options({option.name: choice}, kind.max_seats)


def _add_examples(found: dict[str, Any], rules: AnyRules, seats: int, *, tries: bool) -> None:
    """Plays a sample game; one that `tries` plays a form that is new as soon as it is met."""
    key = deal_key(
        bytes(32),
        game=rules.code,
        deal_id="sample",
        options=rules.deal_options(),
        nonces=[b""] * seats,
    )
    state = rules.start(seats, rules.deal(key, seats))
    # Not the strongest: a search would think for seconds.
    name = "greedy" if "greedy" in strategy_names(rules.code) else "random"
    player = strategy(name, rules.code)
    while seats_to_act := rules.to_act(state):
        seat = seats_to_act[0]
        new = _new_of(found, rules, rules.legal_moves(state, seat))
        chosen = player.choose(rules, rules.view(state, seat), Stream(bytes(32), "sample"))
        state = rules.apply(state, seat, new if tries and new else chosen)


def _new_of(found: dict[str, Any], rules: AnyRules, moves: Iterable[Any]) -> Any:  # noqa: ANN401 -- of any game
    """The first move of a form that was not found before; all such forms are found now."""
    new = None
    for move in moves:
        written = rules.dump_move(move)
        if found.setdefault(_form_of(written), written) is written:
            new = new or move
    return new


def _form_of(written: Any, key: str = "") -> str:  # noqa: ANN401 -- JSON of any game
    """Moves of one type with the same keys, and lists of the same length, have one form."""
    if isinstance(written, dict):
        return ",".join(f"{key}:{_form_of(written[key], key)}" for key in sorted(written))
    if key == "type":
        return str(written)
    return str(len(written)) if isinstance(written, list) else type(written).__name__
