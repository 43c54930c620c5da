"""A table as the API shows it to the seat that is to act, made from the rules alone."""

from __future__ import annotations

from typing import Any

from games.rules.deals import deal_key
from games.rules.registry import rules_for


def a_waiting_table(table_id: str = "t1", *, secret: int = 1, seats: int = 2) -> dict[str, Any]:
    """The first turn of a Big Two table; other secrets deal other hands."""
    rules = rules_for("big-two", {}, seats)
    key = deal_key(
        bytes([secret] * 32),
        game="big-two",
        deal_id="d",
        options=rules.deal_options(),
        nonces=[b""] * seats,
    )
    state = rules.start(seats, rules.deal(key, seats))
    seat = rules.to_act(state)[0]
    return {
        "id": table_id,
        "game": "big-two",
        "rules_version": rules.version,
        "options": {},
        "status": "running",
        "seats": [{"number": number, "place": None} for number in range(seats)],
        "viewer_seat": int(seat),
        "turn": 0,
        "view": rules.dump_view(rules.view(state, seat)),
    }
