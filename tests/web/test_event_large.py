"""Large events: few statements, pages of rows, and the chances of who wins."""

from __future__ import annotations

import gzip
import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.helpers import a_running_event, an_event, bots
from tests.web.test_event_sections import event_of
from tests.web.worlds import BROWSER, text_of, visit
from tournaments import actions
from tournaments.models import Tournament
from web.views.events import TABS

pytestmark = pytest.mark.django_db


def statements(event: Tournament, query: str = "") -> int:
    path = f"/events/{event.public_id}{query}"
    BROWSER.get(path)
    cache.clear()
    with CaptureQueriesContext(connection) as asked:
        assert BROWSER.get(path).status_code == 200
    return len(asked)


@pytest.mark.parametrize(
    ("format", "config"),
    [
        ("double-elimination", {}),
        ("swiss", {"rounds": 3}),
        ("pods", {"rounds": 2}),
        ("round-robin", {"groups": 4}),
        ("arena", {}),
    ],
)
def test_an_event_of_any_format_asks_twelve_times_at_most(format, config):
    event = a_running_event(*bots(16), format=format, config=config)
    actions.foretell(event.pk, "")
    for query in ("", *(f"?tab={tab}" for tab in TABS)):
        assert statements(event, query) <= 12, query


def test_a_large_event_before_its_start_asks_no_more():
    assert statements(event_of(1024)) <= 12


def test_who_will_probably_win_stands_beside_the_bracket_and_in_a_tab():
    event = a_running_event(*bots(8))
    page = text_of(visit(f"/events/{event.public_id}"))
    assert 'id="odds" aria-labelledby="odds-title" hidden' in page
    actions.foretell(event.pk, "")
    page = " ".join(text_of(visit(f"/events/{event.public_id}")).split())
    assert "Chance to win it" in page
    assert len(re.findall(r'<td class="num">\d+%</td>', page)) == 6
    tab = text_of(visit(f"/events/{event.public_id}?tab=odds"))
    assert len(re.findall(r'<td class="num">\d+%</td>', tab)) == 8


def test_long_standings_and_lists_come_in_pages():
    event = a_running_event(*bots(82), format="swiss", config={"rounds": 1})
    path = f"/events/{event.public_id}?tab=standings"
    first, last = text_of(visit(path)), text_of(visit(f"{path}&page=2"))
    assert (first.count("<tr class"), last.count("<tr class")) == (80, 2)
    assert 'aria-current="page">81–82</a>' in last
    assert len(first) <= 100_000


@pytest.mark.parametrize("format", ["swiss", "double-elimination"])
def test_what_is_shown_of_a_large_event_keeps_its_budget(format):
    event = an_event(format=format, config={}, seeding="entry")
    actions.open_entry(tournament_id=event.pk, by=None)
    for bot in bots(100):
        actions.enter(tournament_id=event.pk, player_id=bot.pk, by=None)
    actions.start_tournament(tournament_id=event.pk, by=None)
    for query in ("", "?section=2", "?section=1-2", "?section=losers", "?tab=tables"):
        page = visit(f"/events/{event.public_id}{query}").content
        assert len(page) <= 100_000, query
        assert len(gzip.compress(page)) <= 20_000, query


def test_the_losers_of_a_large_double_elimination_have_sections_of_their_own():
    event = an_event(format="double-elimination", config={}, seeding="entry")
    actions.open_entry(tournament_id=event.pk, by=None)
    for bot in bots(70):
        actions.enter(tournament_id=event.pk, player_id=bot.pk, by=None)
    page = text_of(visit(f"/events/{event.public_id}?section=losers"))
    assert 'aria-current="page">Losers, top</a>' in page
    assert re.search(r">Losers 1</a>", page)
    assert not re.search(r'id="m-W', page)
