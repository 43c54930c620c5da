"""Every page answers everybody, says what it is, and keeps to its own origin."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from games.models import Table
from players.models import Player
from ratings.actions import fold_ledger
from ratings.models import Pool
from tests.builders import a_bot, a_user, an_admin, some_bots
from tests.games.helpers import play_one, play_to_the_end
from tests.web.worlds import (
    a_running_event,
    a_series,
    an_event,
    rated,
    send,
    table_of,
    text_of,
    visit,
)
from tournaments import actions

pytestmark = pytest.mark.django_db

HOSTILE = '"><script>alert(1)</script>'


def every_page() -> dict[str, str]:
    """Address -> title of a page in a world where something is going on."""
    event = a_running_event("kestrel", "brine", "moth", "quorum")
    coming = an_event(*some_bots("early", "late"), name="Winter Cup")
    rated(*Player.objects.filter(handle__in=["kestrel", "brine"]).order_by("-handle"))
    table = table_of(event)
    play_one(table)
    bot = Player.objects.get(handle="kestrel")
    tabs = ("bracket", "standings", "tables", "entrants", "acts")
    return {
        "/": "What is on",
        "/events": "Events",
        **{f"/events/{event.public_id}?tab={tab}": "Autumn Open" for tab in tabs},
        **{f"/events/{coming.public_id}?tab={tab}": "Winter Cup" for tab in tabs},
        "/series": "Series",
        f"/series/{a_series().public_id}": "Daily Cup",
        "/tables": "Tables",
        "/tables?status=open": "Tables",
        f"/tables/{table.public_id}": "W1.1, Autumn Open",
        "/boards/big-two/bot": "Big Two, bots",
        f"/players/{bot.public_id}": "kestrel",
        "/rules": "Rules",
        "/rules/big-two": "Rules of Big Two",
        "/sign-in": "Sign in",
        "/sign-up": "Sign up",
        "/password/forgotten": "A new password",
        "/password/new/MQ/some-key": "A new password",
    }


@pytest.mark.parametrize("role", ["nobody", "user", "owner", "staff"])
def test_every_page_answers_every_role_and_says_what_it_is(role):
    pages = every_page()
    user = {
        "nobody": lambda: None,
        "user": lambda: a_user("mina"),
        "owner": lambda: Player.objects.get(handle="kestrel").owner,
        "staff": lambda: an_admin(),
    }[role]()
    for path, title in pages.items():
        response = visit(path, user)
        assert response.status_code == 200, path
        assert f"<title>{title} · Podium</title>" in text_of(response), path


def test_every_page_has_one_first_heading_landmarks_and_a_skip_link():
    for path in every_page():
        page = text_of(visit(path))
        assert page.count("<h1") == 1, path
        assert page.count("<main") == page.count("<header class") == page.count("<footer") == 1
        assert '<a class="skip" href="#main">' in page
        assert '<html lang="en"' in page


def test_headings_never_skip_a_level():
    for path in every_page():
        levels = [int(level) for level in re.findall(r"<h([1-6])", text_of(visit(path)))]
        assert levels[0] == 1, path
        steps = [after - before for before, after in pairwise(levels)]
        assert max(steps, default=0) <= 1, path


def test_every_page_keeps_to_its_own_origin_without_inline_script_or_style():
    for path in every_page():
        response = visit(path)
        assert response.headers["Content-Security-Policy"].startswith("default-src 'self';"), path
        page = text_of(response)
        assert not re.findall(r"<script(?![^>]*\ssrc=)", page), path
        assert not re.findall(r"\s(style|on[a-z]+)=\"", page), path
        addresses = re.findall(r'(?:src|href|action)="(https?:[^"]*)"', page)
        assert addresses == [], path


def test_no_page_is_larger_than_100_kb():
    for path in every_page():
        assert len(visit(path).content) <= 100_000, path


def test_the_admin_may_run_the_scripts_of_its_theme():
    response = visit("/admin/")
    assert "'unsafe-inline'" in response.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    "path",
    [
        "/events/nosuchevent1",
        "/series/nosuchseries",
        "/tables/nosuchtable1",
        "/players/nosuchplayer",
        "/boards/big-two/team",
        "/boards/chess/bot",
        "/rules/chess",
        "/events?state=never",
        "/tables?status=never",
        "/boards/big-two/bot?after=nonsense",
        "/nothing/here",
    ],
)
def test_what_is_not_there_is_a_page_that_says_so(path):
    response = visit(path)
    assert response.status_code == 404
    assert "<h1>Not here</h1>" in text_of(response)
    assert "Resolver" not in text_of(response)


def test_an_event_has_no_other_tabs():
    event = an_event()
    assert visit(f"/events/{event.public_id}?tab=prizes").status_code == 404


def test_a_draft_is_shown_to_nobody():
    event = actions.create_tournament(
        name="Secret Cup", game="big-two", format="single-elimination", organiser=None
    )
    assert visit(f"/events/{event.public_id}").status_code == 404
    assert "Secret Cup" not in text_of(visit("/events"))


def test_names_are_text_on_every_page():
    event = a_running_event("kestrel", "brine")
    table = table_of(event)
    play_one(table)
    rated(*Player.objects.filter(handle__in=["kestrel", "brine"]))
    Player.objects.filter(handle="kestrel").update(handle=HOSTILE[:24], version_label=HOSTILE)
    event.name, event.description = HOSTILE, HOSTILE
    event.save()
    player = Player.objects.get(handle=HOSTILE[:24])
    tabs = ("bracket", "standings", "tables", "entrants", "acts")
    paths = [
        "/",
        "/events",
        *(f"/events/{event.public_id}?tab={tab}" for tab in tabs),
        "/tables",
        f"/tables/{table.public_id}",
        "/boards/big-two/bot",
        f"/players/{player.public_id}",
    ]
    for path in paths:
        page = text_of(visit(path))
        assert "<script>" not in page, path
        assert "&lt;script&gt;" in page, path


def test_a_page_with_nothing_in_it_still_reads():
    page = text_of(visit("/"))
    assert "No table is live." in page
    assert "No event takes entries at present." in page
    assert "No rated table is over yet." in text_of(visit("/boards"))


def test_boards_lead_to_the_fullest_one():
    rated(*some_bots("kestrel", "brine"))
    response = visit("/boards")
    assert (response.status_code, response.url) == (302, "/boards/big-two/bot")


def test_a_finished_event_stands_on_the_home_page_with_its_podium():
    event = a_running_event("kestrel", "brine")
    play_to_the_end(table_of(event))
    actions.settle_table(table_of(event).pk)
    event.refresh_from_db()
    assert event.state == "closed"
    page = text_of(visit("/"))
    assert "Finished lately" in page
    assert 'class="podium"' in page


def test_an_own_entrant_is_followed_without_being_asked_for():
    event = a_running_event("kestrel", "brine", "moth", "quorum")
    owner = Player.objects.get(handle="kestrel").owner
    assert "data-own" in text_of(visit(f"/events/{event.public_id}", owner))
    assert "data-own" not in text_of(visit(f"/events/{event.public_id}"))


def test_somebody_else_is_followed_by_the_address():
    event = a_running_event("kestrel", "brine")
    page = text_of(visit(f"/events/{event.public_id}?follow=2"))
    assert re.search(r'class="row [a-z ]*f" data-e="2"', page)
    assert "?follow=all" in page


def test_a_live_page_without_script_offers_to_be_loaded_again():
    event = a_running_event("kestrel", "brine")
    page = text_of(visit(f"/events/{event.public_id}"))
    assert re.search(r"<noscript>.*Reload</a></noscript>", page, re.S)


def test_a_page_that_moves_names_its_stream_and_a_finished_one_none():
    event = a_running_event("kestrel", "brine")
    table = table_of(event)
    assert f'sse-connect="/live/table/{table.public_id}"' in text_of(
        visit(f"/tables/{table.public_id}")
    )
    play_to_the_end(table)
    actions.settle_table(table.pk)
    assert Table.objects.get(pk=table.pk).status == "over"
    fold_ledger(Pool.objects.get().pk, limit=10)
    assert "sse-connect" not in text_of(visit(f"/tables/{table.public_id}"))


def test_the_row_of_ones_own_bot_can_be_jumped_to():
    bot = a_bot("tidewater")
    rated(bot, *some_bots("brine"))
    page = text_of(visit("/boards/big-two/bot", bot.owner))
    assert page.count('id="me"') == 1
    assert 'class="you"' in page


def test_unplaced_players_stand_below_a_line():
    rated(*some_bots("kestrel", "brine"))
    page = text_of(visit("/boards/big-two/bot"))
    assert "Not placed yet: still too uncertain (deviation above 2.5)" in page
    assert page.count("provisional</span>") == 2


def test_a_player_without_a_rated_game_is_not_placed():
    bot = a_bot("fresh")
    assert "Not placed yet: no rated game played." in text_of(visit(f"/players/{bot.public_id}"))


def test_the_plot_is_told_as_a_table_too():
    kestrel, brine = some_bots("kestrel", "brine")
    rated(kestrel, brine, times=3)
    page = text_of(visit(f"/players/{kestrel.public_id}"))
    assert 'class="plot' in page
    assert "The same as a table" in page


def test_sending_a_form_to_a_page_that_only_shows_is_refused():
    event = an_event()
    assert send(f"/events/{event.public_id}/enter").status_code == 302  # to the sign-in page
    assert visit(f"/events/{event.public_id}/enter", a_user("mina")).status_code == 405
