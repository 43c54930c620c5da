"""What a viewer's own part of a table page shows: a way in, its turn, its wait, or the result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bots.strategies import strategy_names
from games.seen import SeatSeen, TableSeen
from ratings.queries import Change, ContestSeen, contest_seen
from web.felts.hand import Fields
from web.felts.registry import play_module
from web.viewer import Viewer
from web.words import leaving

NOTHING: Fields = {}


@dataclass(frozen=True, slots=True)
class Finisher:
    """A seat in finishing order, with what the table did to its rating."""

    seat: SeatSeen
    change: Change | None
    is_own: bool


def seat_context(seen: TableSeen, viewer: Viewer, fields: Fields = NOTHING) -> dict[str, Any]:
    """`part` names the piece of template to show.

    It is join, start, turn, wait, gone, over, unplayed or none.
    """
    part = part_of(seen, viewer)
    contest = contest_seen(f"table:{seen.public_id}") if seen.status == "over" else None
    helps = leaving.is_unrated(seen)
    return {
        "part": part,
        "own": None if seen.viewer_seat is None else seen.seats[seen.viewer_seat],
        "panel": _panel(seen, fields, helps) if part in {"turn", "wait"} else None,
        "helps": helps,
        "page_title": page_title(seen, part),
        "price": leaving.price(seen) if part in {"turn", "wait", "start"} else "",
        "fillers": strategy_names(seen.game) if part == "start" else (),
        "acting": " and ".join(seen.seats[seat].handle or "" for seat in seen.to_act),
        "contest": contest,
        "finishers": _finishers(seen, viewer, contest) if part == "over" else (),
    }


def part_of(seen: TableSeen, viewer: Viewer) -> str:
    is_seated = seen.viewer_seat is not None
    if seen.status == "over":
        return "over"
    if seen.status == "void":
        return "unplayed"
    if seen.status == "open":
        return "start" if is_seated else "join"
    if seen.status != "running" or not is_seated:
        return "none"
    if seen.is_viewer_to_act:
        return "turn"
    return "wait" if _still_plays(seen.seats[seen.viewer_seat or 0]) else "gone"


def page_title(seen: TableSeen, part: str) -> str:
    """What stands in the window's title while it is the viewer's turn."""
    return f"(1) your turn, table {seen.public_id}" if part == "turn" else ""


def is_settled(seen: TableSeen, context: Mapping[str, Any]) -> bool:
    """Nothing will change any more: the secret is open, and the ratings have moved.

    Just after the end there is neither a contest nor a reason why there is none.
    """
    contest: ContestSeen | None = context["contest"]
    is_rated = contest and (contest.is_folded or contest.is_void or bool(contest.refusal))
    is_ended = seen.status == "void" or (seen.status == "over" and seen.revealed)
    return is_ended and bool(is_rated or seen.unrated_code)


def _still_plays(own: SeatSeen) -> bool:
    return not own.left_reason and bool(own.cards_left) and not own.place


def _panel(seen: TableSeen, fields: Fields, helps: bool) -> Any:  # noqa: ANN401 -- of any game
    module = play_module(seen.game)
    return module.panel_of(seen, fields, helps=helps) if module else None


def _finishers(seen: TableSeen, viewer: Viewer, contest: ContestSeen | None) -> list[Finisher]:
    changes = {one.player_public_id: one for one in contest.changes} if contest else {}
    order = sorted(seen.seats, key=lambda seat: (seat.place or len(seen.seats), seat.number))
    return [
        Finisher(
            seat,
            changes.get(seat.player_public_id or ""),
            seat.player_public_id in viewer.own_ids,
        )
        for seat in order
    ]
