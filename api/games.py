"""The games that are played here, as a bot author wants to know them."""

from __future__ import annotations

from functools import cache
from typing import Any, TypedDict

from django.http import HttpResponse

from api.answers import json_response
from api.problems import NotFound
from api.views import ApiView, Call, operation
from bots.strategies import strategy, strategy_names
from games.rules.deals import Stream, deal_key
from games.rules.protocol import Option, UnknownGame
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
    """Moves of one sample game of house bots, one of each form: examples that cannot go stale."""
    seats = kind.max_seats
    rules = kind.with_options({}, seats)
    key = deal_key(
        bytes(32),
        game=kind.code,
        deal_id="sample",
        options=rules.deal_options(),
        nonces=[b""] * seats,
    )
    state = rules.start(seats, rules.deal(key, seats))
    # Not the strongest: a search would think for seconds.
    name = "greedy" if "greedy" in strategy_names(kind.code) else "random"
    player = strategy(name, kind.code)
    found: dict[str, Any] = {}
    while seats_to_act := rules.to_act(state):
        seat = seats_to_act[0]
        move = player.choose(rules, rules.view(state, seat), Stream(bytes(32), "sample"))
        written = rules.dump_move(move)
        found.setdefault(_form_of(written), written)
        state = rules.apply(state, seat, move)
    return tuple(found[form] for form in sorted(found))


def _form_of(written: Any) -> str:  # noqa: ANN401 -- JSON of any game
    if isinstance(written, dict):
        return ",".join(f"{key}:{_form_of(written[key])}" for key in sorted(written))
    return str(len(written)) if isinstance(written, list) else type(written).__name__
