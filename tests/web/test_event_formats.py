"""Pages of events of every format: parts, rounds, groups, standings, plans."""

from __future__ import annotations

import re

import pytest

from tests.builders import a_bot, a_user
from tests.tournaments.helpers import (
    a_running_event,
    an_event,
    an_open_event,
    bots,
    play_out,
    table_of,
    win,
)
from tests.web.worlds import send, text_of, visit
from tournaments import actions
from tournaments.actions import directing
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


def a_director():
    return a_user("dora", staff=True)


def test_a_double_elimination_is_drawn_as_winners_with_the_final_above_the_losers():
    event = a_running_event(*bots(6), format="double-elimination", config={})
    page = page_of(event)
    assert parts_of(page) == ["Winners and losers, 8 rounds"]
    assert "loser of W2.1" in page
    ids = re.findall(r'id="m-([^"]+)"', page)
    assert len(ids) == len(set(ids)) == 11


def test_a_reset_that_was_not_needed_is_told():
    event = a_running_event(*bots(2), format="double-elimination", config={})
    win(event, "GF1", "bot-01", "bot-02")
    page = page_of(event)
    states = {key: state for state, key in re.findall(r'<a class="node (\w+)" id="m-(\w+)"', page)}
    assert states == {"GF1": "done", "GF2": "skipped"}
    assert "not played" in page


def test_the_match_for_third_place_stands_apart():
    event = a_running_event(*bots(4), config={"seats": 2, "third_place": True})
    assert parts_of(page_of(event)) == ["Main bracket, 2 rounds", "Third place, 1 round"]


def test_rounds_of_a_swiss_have_no_connectors_and_say_why_they_are_paired():
    event = a_running_event(*bots(5), format="swiss", config={"rounds": 2})
    page = page_of(event)
    assert parts_of(page) == ["Bracket, 1 round"]
    assert 'class="con' not in page
    assert "Why these pairings" in page
    assert page.count("no match in this round") == 1
    assert re.search(r"bot-\d\d rests\.", page)


def test_an_arena_shows_its_newest_rounds_and_leads_to_the_older_ones():
    config = {"matches_each": 16}
    event = play_out(a_running_event(*bots(8), format="arena", config=config))
    page = page_of(event)
    assert page.count('<a class="node ') <= 48
    links = re.findall(r'<a class="chip" href="(\?section=\d+)"', page)
    assert len(links) > 1
    assert 'aria-current="page">Wave' in page
    assert set(re.findall(r'id="m-([^"]+)"', page)).isdisjoint(
        re.findall(r'id="m-([^"]+)"', page_of(event, links[-1]))
    )


def test_groups_of_a_league_are_called_tiers_on_every_page():
    event = a_running_event(*bots(6), format="league", config={})
    page = page_of(event)
    assert re.findall(r'<h2 class="minor">(Tier \d)</h2>', page) == ["Tier 1", "Tier 2"]
    win(event, "R1.T1.1", "bot-01", "bot-03")
    assert "Group T" not in page_of(event) + page_of(event, "?tab=standings")


def test_groups_show_who_stands_where_and_who_met_whom_above_the_cut():
    knockout = {"format": "single-elimination", "cut": {"per_group": 1}}
    event = a_running_event(
        *bots(6), format="round-robin", config={"groups": 2}, later_stages=[knockout]
    )
    win(event, "R1.A1", "bot-04", "bot-05")
    page = page_of(event)
    assert re.findall(r'<h2 class="minor">(Group \w)</h2>', page) == ["Group A", "Group B"]
    assert page.count('class="cut"') + page.count(' cut"') == 2
    assert "2 Single elimination · to come" in page
    assert len(re.findall(r"bot-\d\d rests", page)) == 6


def test_the_stages_of_an_event_have_pages_of_their_own():
    knockout = {"format": "single-elimination", "cut": {"take": 2}}
    event = a_running_event(*bots(4), format="round-robin", config={}, later_stages=[knockout])
    play_out(event)
    newest, first = page_of(event), page_of(event, "?stage=1")
    assert parts_of(newest) == ["Bracket, 1 round"]
    assert 'class="dense cross"' in first
    assert 'href="?tab=bracket&amp;stage=1"' in newest
    whole = page_of(event, "?tab=standings&stage=0")
    assert "Whole event" in whole
    assert whole.count("<tr class") == 4
    assert "Sonneborn" not in whole
    assert "Sonneborn" in page_of(event, "?tab=standings&stage=1")
    assert parts_of(page_of(event, "?stage=9")) == ["Bracket, 1 round"]


def test_the_sums_of_points_and_tie_breaks_open_in_the_standings():
    event = play_out(a_running_event(*bots(4), format="swiss", config={"rounds": 2}))
    page = page_of(event, "?tab=standings")
    assert "Buchholz cut 1" in page
    assert page.count("<dt>Points</dt>") == 4
    assert "How equals are parted, in this order" in page


def test_a_plan_tells_rounds_tables_and_length_before_the_start():
    knockout = {"format": "single-elimination", "cut": {"take": 4}}
    event = an_open_event(*bots(7), format="swiss", config={"rounds": 3}, later_stages=[knockout])
    page = page_of(event)
    assert "Plan for 7 entrants" in page
    assert "3 of 2" in page
    assert "12 tables at most, 3 byes, about" in page


def test_a_paused_event_says_so():
    event = a_running_event(*bots(2))
    directing.pause_tournament(tournament_id=event.pk, by=a_director(), reason="lunch")
    page = page_of(event)
    assert '<span class="chip warn">paused</span>' in page
    assert "No clock runs, and nothing is dealt." in page


def test_a_director_opens_starts_and_cancels_an_event_on_its_page():
    dora = a_director()
    event = an_event(organiser=dora)
    assert visit(f"/events/{event.public_id}").status_code == 404
    page = text_of(visit(f"/events/{event.public_id}", dora))
    assert f'action="/events/{event.public_id}/open"' in page
    send(f"/events/{event.public_id}/open", dora)
    for bot in bots(2):
        actions.enter(tournament_id=event.pk, player_id=bot.pk, by=None)
    refused = send(f"/events/{event.public_id}/start", a_user("eve"))
    event.refresh_from_db()
    assert (refused.status_code, event.state) == (302, "open")
    send(f"/events/{event.public_id}/start", dora)
    event.refresh_from_db()
    assert event.state == "running"
    send(f"/events/{event.public_id}/cancel", dora, reason="No light")
    event.refresh_from_db()
    assert (event.state, event.closed_reason) == ("cancelled", "No light")
    assert "Undo" not in page_of(event, "?tab=acts")


def test_a_team_is_listed_with_its_players_and_who_is_gone_with_the_reason():
    event = an_open_event(*bots(3))
    entrant = event.entrants.get(player__handle="bot-02")
    actions.disqualify(entrant_id=entrant.pk, by=a_director(), reason="two accounts")
    page = page_of(event, "?tab=entrants")
    assert "disqualified" in page
    assert "two accounts" in page


def test_a_table_of_a_paused_event_shows_what_its_clocks_keep():
    event = a_running_event(*bots(2))
    directing.pause_tournament(tournament_id=event.pk, by=a_director(), reason="lunch")
    table = table_of(event, "W1.1")
    page = " ".join(text_of(visit(f"/tables/{table.public_id}")).split())
    assert '<span class="chip warn">paused</span>' in page
    assert re.search(r"No clock runs and no move is taken\. bot-0\d keeps \d:\d\d\.", page)


def test_a_team_is_entered_with_its_players_and_its_name():
    mina = a_user("mina")
    for handle in ("ada", "ben"):
        a_bot(handle, owner=mina)
    event = an_open_event(
        game="the-game",
        options={"start": "random"},
        config={"seats": 2},
        team_size=2,
        match_plan={"kind": "compare"},
    )
    page = text_of(visit(f"/events/{event.public_id}", mina))
    ids = dict(re.findall(r'<option value="(\w{12})">(ada|ben)</option>', page))
    ada, ben = (next(key for key, name in ids.items() if name == one) for one in ("ada", "ben"))
    path = f"/events/{event.public_id}/enter"
    refused = send(path, mina, player=ada, name="Two of us")
    assert (refused.status_code, event.entrants.count()) == (302, 0)
    send(path, mina, player=ada, mate=ben, name="Two of us", club="Zug")
    entrant = event.entrants.get()
    assert (entrant.name, entrant.club, entrant.members.count()) == ("Two of us", "Zug", 2)
    assert "Two of us" in page_of(event, "?tab=entrants")
    send(f"/events/{event.public_id}/withdraw", mina, player=ada)
    entrant.refresh_from_db()
    assert entrant.status == "withdrawn"
    assert send(path, mina, player=ada, mate="nobody").status_code == 404
