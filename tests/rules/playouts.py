"""Tables of any game played at random: what the contract tests look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.replay import MOVE, Entry, step
from games.rules.deals import DealKey, Stream, commitment, deal_key
from games.rules.protocol import LEAVE_REASONS, Json
from games.rules.registry import AnyRules, games

SECRET = bytes(range(32))

Choice = Callable[[AnyRules, Any, Sequence[Any], Stream], Any]
"""From rules, state, legal moves and chance to one of the moves."""


def any_move(rules: AnyRules, state: Any, moves: Sequence[Any], chance: Stream) -> Any:
    return moves[chance.below(len(moves))]


def shapes() -> list[tuple[type[AnyRules], int]]:
    """Every registered game at every number of seats."""
    return [
        (rules, seats) for rules in games() for seats in range(rules.min_seats, rules.max_seats + 1)
    ]


@dataclass(frozen=True)
class Ply:
    """One step of a table; `after` of the last one is over."""

    before: Any
    entry: Entry
    after: Any


def key_of(rules: AnyRules, number: int, seats: int) -> DealKey:
    return deal_key(
        SECRET,
        game=rules.code,
        deal_id=f"deal-{number}",
        options=rules.deal_options(),
        nonces=[b"n"] * seats,
    )


def played(
    rules: AnyRules,
    seats: int,
    number: int,
    leave_chance: int = 0,
    choose: Choice = any_move,
) -> Iterator[Ply]:
    """A whole table; before each ply one seat leaves with a chance of `leave_chance` in 1000."""
    key = key_of(rules, number, seats)
    chance = key.stream("playout")
    state = rules.start(seats, rules.deal(key, seats))
    while rules.outcome(state) is None:
        entry = _next_entry(rules, state, chance, leave_chance, choose)
        after = step(rules, state, entry)
        yield Ply(state, entry, after)
        state = after


def _next_entry(
    rules: AnyRules, state: Any, chance: Stream, leave_chance: int, choose: Choice
) -> Entry:
    if chance.below(1000) < leave_chance:
        seats = rules.in_play(state)
        reason = LEAVE_REASONS[chance.below(len(LEAVE_REASONS))]
        return Entry(seats[chance.below(len(seats))], None, reason)
    actors = rules.to_act(state)
    seat = actors[chance.below(len(actors))]
    move = choose(rules, state, rules.legal_moves(state, seat), chance)
    return Entry(seat, rules.dump_move(move))


def recorded(
    rules: AnyRules,
    seats: int,
    number: int,
    leave_chance: int = 0,
    choose: Choice = any_move,
) -> dict[str, Json]:
    """The record of such a table, as the service publishes it after the end."""
    plies = list(played(rules, seats, number, leave_chance, choose))
    outcome = rules.outcome(plies[-1].after)
    assert outcome is not None
    nothing = [None] * seats
    return {
        "scheme": "vdeal-1",
        "table": "t1",
        "game": rules.code,
        "rules_version": rules.version,
        "options": dict(rules.options),
        "seats": seats,
        "deal_id": f"deal-{number}",
        "commitment": commitment(SECRET),
        "secret": SECRET.hex(),
        "nonces": [b"n".hex()] * seats,
        "deal": rules.dump_deal(rules.deal(key_of(rules, number, seats), seats)),
        "moves": _lines(seats, plies),
        "places": nothing if outcome.is_void else list(outcome.places),
        "scores": nothing if outcome.is_void else list(outcome.scores),
        "why": outcome.why,
    }


def _lines(seats: int, plies: list[Ply]) -> list[Mapping[str, Json]]:
    turns, lines = [0] * seats, []
    for number, ply in enumerate(plies):
        seat, is_move = ply.entry.seat, ply.entry.cause == MOVE
        turn = turns[seat] if is_move else None
        turns[seat] += is_move
        lines.append(
            {
                "ply": number,
                "seat": seat,
                "turn": turn,
                "move": ply.entry.move,
                "cause": ply.entry.cause,
            }
        )
    return lines
