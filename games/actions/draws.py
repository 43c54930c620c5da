"""Draws that anybody can check later: a sealed secret, labelled streams, a reveal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games import secrets
from games.models import Deal
from games.rules.deals import Stream
from players.transactions import database_now, in_one_transaction


@dataclass(frozen=True, slots=True)
class DrawSeal:
    """A draw whose commitment may be published; `deal_id` is its key."""

    deal_id: int
    public_id: str
    commitment: str


@in_one_transaction
def seal_draw() -> DrawSeal:
    """Fix the chance of an event before anything is drawn from it."""
    deal = secrets.seal_deal()
    return DrawSeal(deal.pk, deal.public_id, deal.commitment)


def draw_stream(*, deal_id: int, label: str) -> Stream:
    """Chance of the draw under a label; the same words every time it is asked for."""
    return secrets.draw_key(deal_id).stream(label)


def draw_streams(*, deal_id: int) -> Callable[[str], Stream]:
    """The same for many labels, with one look at the secret."""
    return secrets.draw_key(deal_id).stream


@in_one_transaction
def reveal_draw(*, deal_id: int) -> None:
    """The event has ended: from now on anybody may check its draws."""
    Deal.objects.filter(pk=deal_id, revealed_at=None).update(revealed_at=database_now())
