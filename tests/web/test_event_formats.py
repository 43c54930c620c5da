"""Pages of events of every format: parts, rounds, groups, standings, plans."""

from __future__ import annotations

import re

import pytest

from tests.builders import a_user
from tests.tournaments.helpers import (
    a_running_event,
    an_event,
    an_open_event,
    bots,
    play_out,
    win,
)
from tests.web.worlds import text_of, visit
from tournaments import actions
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def page_of(event: Tournament, query: str = "") -> str:
    response = visit(f"/events/{event.public_id}{query}")
    assert response.status_code == 200
    return " ".join(text_of(response).split())


def parts_of(page: str) -> list[str]:
    return re.findall(r'<svg class="bracket[^"]*" role="group" aria-label="([^"]+)"', page)


@pytest.mark.parametrize(
    ("format", "config", "count"),
    [
        ("single-elimination", {"third_place": True, "consolation": True}, 7),
        ("single-elimination", {"seats": 3, "advance": 2}, 8),
        ("double-elimination", {}, 6),
        ("double-elimination", {"seats": 3, "advance": 1}, 9),
        ("round-robin", {"groups": 2}, 7),
        ("swiss", {"rounds": 3}, 5),
        ("pods", {"rounds": 2}, 7),
        ("stepladder", {}, 4),
        ("arena", {"matches_each": 2}, 4),
        ("ladder", {"matches_each": 2}, 4),
        ("league", {"tiers": 2}, 6),
    ],
)
def test_every_tab_of_every_format_is_shown_from_entry_to_the_end(format, config, count):
    event = an_open_event(*bots(count), format=format, config=config)
    tabs = ("bracket", "standings", "tables", "entrants", "acts")
    for tab in tabs:
        page_of(event, f"?tab={tab}")
    assert "not drawn yet" in page_of(event)
    actions.start_tournament(tournament_id=event.pk, by=None)
    actions.advance(event.pk)
    for tab in tabs:
        page_of(event, f"?tab={tab}")
    play_out(event)
    for tab in tabs:
        page_of(event, f"?tab={tab}")
