"""What leaving a table costs, told before it is done."""

from __future__ import annotations

from games.rules.protocol import UnknownGame
from games.rules.registry import game
from games.seen import TableSeen
from web.words.seats import ordinal


def price(seen: TableSeen) -> str:
    """What the viewer's seat loses by leaving now."""
    if seen.status == "open":
        taken = sum(1 for seat in seen.seats if seat.handle)
        return "Your seat is free again." if taken > 1 else "Nobody else is here: the table closes."
    counts = "It does not count." if is_unrated(seen) else "It counts."
    if _is_cooperative(seen.game):
        if seen.options.get("on_leave") == "house_bot":
            return "A house bot plays on for you, and the table is not rated."
        return f"The table ends for the whole team, and your place is the last. {counts}"
    place = seen.seat_count - sum(1 for seat in seen.seats if seat.left_reason)
    rest = f"You take last place, {ordinal(place)} of {seen.seat_count}."
    return f"{rest} {counts}"


def is_unrated(seen: TableSeen) -> bool:
    """Known before the end: nothing that happens at the table can make it count."""
    kinds = {seat.kind for seat in seen.seats if seat.kind}
    return seen.casual or len(kinds) > 1 or any(seat.filler for seat in seen.seats)


def _is_cooperative(code: str) -> bool:
    try:
        return game(code).cooperative
    except UnknownGame:
        return False
