"""A finished table at any of its plies, played again from its open record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.queries import LogLine
from games.replay import Entry, replay
from games.rules.deals import deal_key
from games.rules.protocol import Json, Seat
from games.rules.registry import AnyRules, rules_for
from games.seen import TableSeen


@dataclass(frozen=True, slots=True)
class Replayed:
    """`seen` is the table as it stood before the ply; `hands[seat]` are all cards, open by now."""

    seen: TableSeen
    log: tuple[LogLine, ...]
    hands: tuple[Json, ...]
    ply: int
    last: int


def replayed(seen: TableSeen, record: Mapping[str, Json], log: list[LogLine], ply: int) -> Replayed:
    """The table before `ply` was made; the ply after the last shows the end."""
    moves = record["moves"]
    at = min(max(ply, 0), len(moves))
    rules = rules_for(seen.game, seen.options, seen.seat_count, version=seen.rules_version)
    entries = [Entry(one["seat"], one["move"], one["cause"]) for one in moves[:at]]
    state = replay(rules, seen.seat_count, _deal(rules, record), entries)
    views = [rules.dump_view(rules.view(state, Seat(seat))) for seat in range(seen.seat_count)]
    return Replayed(
        seen=_as_it_stood(seen, rules, state, at, len(moves)),
        log=tuple(log[:at]),
        hands=tuple(view["hand"] for view in views),
        ply=at,
        last=len(moves),
    )


def _deal(rules: AnyRules, record: Mapping[str, Json]) -> Any:  # noqa: ANN401 -- each game has its own
    key = deal_key(
        bytes.fromhex(record["secret"]),
        game=rules.code,
        deal_id=record["deal_id"],
        options=rules.deal_options(),
        nonces=[bytes.fromhex(nonce) for nonce in record["nonces"]],
    )
    return rules.deal(key, record["seats"])


def _as_it_stood(seen: TableSeen, rules: AnyRules, state: Any, ply: int, last: int) -> TableSeen:  # noqa: ANN401
    """Nobody's clock runs in a replay, and places are told at its end only."""
    counts = rules.cards_left(state)
    is_over = ply == last
    seats = tuple(
        seat
        if is_over
        else replace(
            seat, cards_left=counts[seat.number], place=None, left_reason="", deadline_at=None
        )
        for seat in seen.seats
    )
    return replace(
        seen,
        seats=seats,
        status=seen.status if is_over else "running",
        ply=ply,
        to_act=tuple(rules.to_act(state)),
        viewer_seat=None,
        turn=None,
        view=rules.dump_view(rules.view(state, None)),
    )
