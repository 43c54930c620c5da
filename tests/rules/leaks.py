"""Looks for a leak: two states that differ only in what a viewer cannot see must look the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from games.rules.deals import DealKey, Stream
from games.rules.protocol import IllegalMove, Json, RulesError, Seat
from games.rules.registry import AnyRules
from tests.rules.hooks import dealt_again
from tests.rules.playouts import played

Viewer = Seat | None
ATTEMPTS = 6


def leaks_of_a_table(
    rules: AnyRules, seats: int, number: int, every: int | None = None
) -> Iterator[str]:
    """What leaked at some positions of one random table, as sentences; by default at about ten."""
    chance = DealKey(number.to_bytes(32, "big")).stream("leaks")
    plies = list(played(rules, seats, number, leave_chance=20))
    every = every or max(7, len(plies) // 10)
    plies = list(played(rules, seats, number, leave_chance=20))
    moves = [ply.entry.move for ply in plies if ply.entry.move is not None]
    for ply in plies[::every]:
        for viewer in (*map(Seat, range(seats)), None):
            # Moves of the whole table, later ones too: they name cards that others still hold.
            attempts = [moves[chance.below(len(moves))] for _ in range(ATTEMPTS if moves else 0)]
            yield from leaks_of_a_state(rules, ply.before, viewer, attempts, chance)


def leaks_of_a_state(
    rules: AnyRules, state: Any, viewer: Viewer, attempts: list[Json], chance: Stream
) -> Iterator[str]:
    """`attempts` are moves, legal or not, that any seat may try."""
    other = dealt_again(rules, state, viewer, chance)
    for name in ("seen", "moved", "others", "left"):
        here = list(_LOOKS[name](rules, state, other, viewer, attempts))
        if any(one != two for one, two in here):
            yield f"viewer {viewer} can tell two deals apart by what is {name}"


def _seen(rules: AnyRules, one: Any, two: Any, viewer: Viewer, _: Any) -> Iterator[Any]:
    yield _view(rules, one, viewer), _view(rules, two, viewer)
    yield rules.to_act(one), rules.to_act(two)
    yield rules.in_play(one), rules.in_play(two)
    yield rules.cards_left(one), rules.cards_left(two)
    if viewer is not None:
        yield rules.legal_moves(one, viewer), rules.legal_moves(two, viewer)


def _moved(
    rules: AnyRules, one: Any, two: Any, viewer: Viewer, attempts: list[Json]
) -> Iterator[Any]:
    """The viewer's own attempts: what comes of them, or the words in which they are refused."""
    if viewer is None:
        return
    own = [rules.dump_move(move) for move in rules.legal_moves(one, viewer)]
    for attempt in attempts + own[:ATTEMPTS]:
        yield _try(rules, one, viewer, attempt, viewer), _try(rules, two, viewer, attempt, viewer)


def _others(rules: AnyRules, one: Any, two: Any, viewer: Viewer, _: Any) -> Iterator[Any]:
    """Moves of others that both states allow."""
    for seat in rules.to_act(one):
        if seat == viewer:
            continue
        both = [x for x in rules.legal_moves(one, seat) if x in rules.legal_moves(two, seat)]
        for move in both[:ATTEMPTS]:
            attempt = rules.dump_move(move)
            yield _try(rules, one, seat, attempt, viewer), _try(rules, two, seat, attempt, viewer)


def _left(rules: AnyRules, one: Any, two: Any, viewer: Viewer, _: Any) -> Iterator[Any]:
    for seat in rules.in_play(one):
        yield _leave(rules, one, seat, viewer), _leave(rules, two, seat, viewer)


_LOOKS = {"seen": _seen, "moved": _moved, "others": _others, "left": _left}


def _try(rules: AnyRules, state: Any, seat: Seat, attempt: Json, viewer: Viewer) -> str:
    try:
        move = rules.parse(attempt)
        after = rules.apply(state, seat, move)
    except RulesError as refused:
        extra = [refused.reason, refused.standing] if isinstance(refused, IllegalMove) else []
        return json.dumps([refused.code, str(refused), *extra])
    return _told(rules, state, seat, move, after, viewer)


def _leave(rules: AnyRules, state: Any, seat: Seat, viewer: Viewer) -> str:
    after = rules.leave(state, seat, "resigned")
    return _told(rules, state, seat, None, after, viewer)


def _told(rules: AnyRules, before: Any, seat: Seat, move: Any, after: Any, viewer: Viewer) -> str:
    events = rules.events(before, seat, move, after)
    private = () if viewer is None else events.private.get(viewer, ())
    return json.dumps([events.public, private, _view(rules, after, viewer)])


def _view(rules: AnyRules, state: Any, viewer: Viewer) -> str:
    return json.dumps(rules.dump_view(rules.view(state, viewer)))
