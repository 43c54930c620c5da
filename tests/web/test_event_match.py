"""The page of a match: closed while its deals are played, then every seat of every deal."""

from __future__ import annotations

import re

import pytest

from tests.tournaments.helpers import a_running_event, bots, finish, play_out, settle_all, win
from tests.tournaments.sets import a_team_event, leave_cards, running_of
from tests.web.worlds import text_of, visit
from tournaments.models import Tournament
from web.event_sections import Asked
from web.viewer import NOBODY
from web.views.event_match import match_context
from web.views.live import MATCH_UNITS, rendered

pytestmark = pytest.mark.django_db

FOURS = {"seats": 4, "advance": 2}


def match_page(event: Tournament, key: str) -> str:
    response = visit(f"/events/{event.public_id}/matches/{key}")
    assert response.status_code == 200
    return " ".join(text_of(response).split())


def the_key(event: Tournament) -> str:
    return str(event.stages.get().matches.get().key)


def test_nothing_of_a_shared_deal_is_told_until_its_last_table_ends():
    event = a_running_event(*bots(4), config=FOURS, match_plan={"kind": "duplicate", "deals": 1})
    key = the_key(event)
    tables = running_of(event, key)
    finish(tables[0])
    settle_all()
    page = match_page(event, key)
    assert "4 tables are closed." in page
    tab = text_of(visit(f"/events/{event.public_id}?tab=tables"))
    assert "closed" in tab
    assert not any(table.public_id in page + tab for table in tables)


def test_a_duplicate_shows_every_seat_of_every_deal_once_it_is_open():
    event = a_running_event(*bots(4), config=FOURS, match_plan={"kind": "duplicate", "deals": 2})
    key = the_key(event)
    for table in running_of(event, key):
        finish(table)
    settle_all()
    page = match_page(event, key)
    assert re.findall(r'<h2 class="minor">(Deal \d)</h2>', page) == ["Deal 1", "Deal 2"]
    assert page.count("equal seats held the same cards") == 2
    assert page.count(">1st</span>") == 8
    assert "Match points" in page


def test_a_team_comparison_shows_the_cards_left_of_every_team():
    event = a_team_event(3)
    key = the_key(event)
    for cards, table in zip((0, 4, 1), running_of(event, key), strict=True):
        leave_cards(table, cards)
    settle_all()
    page = match_page(event, key)
    assert re.findall(r"<td>(\d+ cards? left)</td>", page) == [
        "0 cards left", "4 cards left", "1 card left",
    ]  # fmt: skip
    assert "<b>team-1</b>" in text_of(visit(f"/events/{event.public_id}?tab=entrants"))


def test_a_best_of_three_counts_its_tables():
    event = a_running_event(*bots(2), match_plan={"kind": "versus", "best_of": 3})
    key = the_key(event)
    win(event, key, "bot-01", "bot-02")
    page = " ".join(text_of(visit(f"/events/{event.public_id}")).split())
    assert "table 2 of 3" in page
    assert "best of three" in page
    assert f'href="/events/{event.public_id}/matches/{key}"' in page
    assert "live, table 2 of 3" in match_page(event, key)


def test_there_is_no_page_of_a_match_that_is_none():
    event = a_running_event(*bots(2))
    for path in ("matches/W9.9", "matches/<b>"):
        assert visit(f"/events/{event.public_id}/{path}").status_code == 404


def test_a_match_in_play_has_a_stream_of_its_own_and_one_of_an_ended_event_has_none():
    event = a_running_event(*bots(2), match_plan={"kind": "versus", "best_of": 3})
    key = the_key(event)
    assert f'sse-connect="/live/event/{event.public_id}/matches/{key}"' in match_page(event, key)
    play_out(event)
    assert "sse-connect" not in match_page(event, key)


def test_the_units_of_a_match_are_those_of_its_page_and_follow_its_tables():
    event = a_running_event(*bots(2), match_plan={"kind": "versus", "best_of": 3})
    key = the_key(event)
    before = units_of(event, key)
    page = match_page(event, key)
    for name, html in before.items():
        assert f'sse-swap="{name}" hx-swap="outerHTML"' in html
        assert f'id="{name}"' in page
    win(event, key, "bot-01", "bot-02")
    after = units_of(event, key)
    assert "live, table 1 of 3" in before["match-state"]
    assert "live, table 2 of 3" in after["match-state"]
    assert before["hands"].count(">1st") == 0
    assert after["hands"].count(">1st") == 1


def test_the_clock_of_an_open_table_runs_on_the_page_of_its_match():
    event = a_running_event(*bots(2), match_plan={"kind": "versus", "best_of": 3})
    assert "to act · <time data-deadline" in units_of(event, the_key(event))["hands"]


def test_no_clock_of_a_shared_deal_runs_on_the_page_of_its_match():
    event = a_running_event(*bots(4), config=FOURS, match_plan={"kind": "duplicate", "deals": 1})
    assert "data-deadline" not in "".join(units_of(event, the_key(event)).values())


def units_of(event: Tournament, key: str) -> dict[str, str]:
    context = match_context(event.public_id, key, NOBODY, Asked.of({}))
    return rendered(MATCH_UNITS, context)
