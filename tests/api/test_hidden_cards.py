"""While a table runs, no role finds another seat's cards, or the secret, on any endpoint."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.queries import table_seen
from games.secrets import DealSecret
from tests.api.calling import BROWSER, ROOT
from tests.api.matrix import MATRIX, a_world, asked
from tests.games.helpers import play_one

pytestmark = pytest.mark.django_db


def hand_of(table, seat) -> set[str]:
    seen = table_seen(public_id=table.public_id, viewer=seat.player_id)
    return set(seen.view["hand"])


def texts_in(value: Any) -> set[str]:
    """Every text anywhere in some JSON."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return set(value) | texts_in(list(value.values()))
    return set().union(*map(texts_in, value)) if isinstance(value, list) else set()


@pytest.mark.parametrize("role", ["anonymous", "other", "owner", "seated", "staff"])
def test_no_endpoint_shows_a_canary(role):
    world = a_world()
    table = world.running_table
    for _ in range(4):
        play_one(table)
    seats = list(table.seats.order_by("number"))
    secret = bytes(DealSecret.objects.get(deal=table.deal).secret).hex()
    own = next(seat for seat in seats if seat.player == world.bot)
    foe = next(seat for seat in seats if seat.player != world.bot)
    hidden = hand_of(table, foe)
    if role != "seated":
        hidden |= hand_of(table, own)
    assert len(hidden) > 10
    found = {}
    for method, path in MATRIX:
        response = asked(world, role, method, path, token=world.tokens[role], table=table)
        assert secret not in response.content.decode(), path
        if path not in {"/games", "/games/{code}"}:  # Sample moves of no table.
            shown = texts_in(json.loads(response.content)) if response.content else set()
            found[method, path] = shown & hidden
    assert {key: cards for key, cards in found.items() if cards} == {}


def test_a_refused_move_tells_nothing_of_other_hands():
    world = a_world()
    table = world.running_table
    foe = table.seats.exclude(player=world.bot).get()
    hidden = hand_of(table, foe)
    for card in sorted(hidden):
        body = {"turn": 0, "move": {"type": "play", "cards": [card]}}
        response = BROWSER.post(
            f"{ROOT}/tables/{table.public_id}/moves",
            json.dumps(body),
            content_type="application/json",
            headers={"Authorization": f"Bearer {world.tokens['seated']}"},
        )
        shown = json.loads(response.content)
        assert shown["status"] in {409, 422}
        detail = shown.pop("detail").replace(card, "")
        assert not texts_in(shown) & hidden
        assert not any(other in detail for other in hidden)
