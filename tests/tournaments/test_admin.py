"""Organisers run an event from the admin pages, and nothing is written past the actions."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import a_user, an_admin
from tests.tournaments.helpers import a_running_event, an_event, an_open_event, bots, entrant_of
from tests.web.worlds import a_series
from tournaments.models import Act, Entrant, Match, Tournament

pytestmark = pytest.mark.django_db

NEW = {
    "name": "Thursday Fours",
    "description": "",
    "game": "big-two",
    "options": "{}",
    "format": "single-elimination",
    "seats": "4",
    "advance": "2",
    "tie_policy": "higher_seed",
    "patience_seconds": "30",
    "seeding": "rating",
    "starts_at_0": "",
    "starts_at_1": "",
    "check_in_seconds": "1800",
    "min_entrants": "2",
    "max_entrants": "",
    "config": "{}",
    "match_plan": "{}",
    "later_stages": "[]",
    "schedule": "{}",
    "team_size": "1",
    "late_entry_rounds": "0",
    "max_tables_each": "",
    "time_zone": "UTC",
}


@pytest.fixture
def console(client: Client) -> Client:
    client.force_login(an_admin())
    return client


def page(model: str, view: str, *args: Any) -> str:
    return reverse(f"admin:tournaments_{model}_{view}", args=args)


def run(console: Client, action: str, *rows: Any) -> str:
    """Choose rows in the list, press the action; what the page then says."""
    model = rows[0]._meta.model_name
    answer = console.post(
        page(model, "changelist"),
        {"action": action, "_selected_action": [row.pk for row in rows]},
        follow=True,
    )
    assert answer.status_code == 200
    return answer.content.decode()


def press(console: Client, button: str, row: Any, **fields: str) -> str:
    """Open the dialog of the row's page and submit it; what the page then says."""
    address = page(row._meta.model_name, button, row.pk)
    assert console.get(address).status_code == 200
    answer = console.post(address, {"_form_submitted": "on", **fields}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_organiser_creates_an_event(console):
    answer = console.post(page("tournament", "add"), NEW, follow=True)
    event = Tournament.objects.get()
    assert event.config == {"seats": 4, "advance": 2, "tie_policy": "higher_seed"}
    assert (event.state, event.organiser.username) == ("draft", "root")
    assert event.draw.commitment
    assert "Thursday Fours" in answer.content.decode()
    assert [act.kind for act in Act.objects.all()] == ["created"]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"seats": "5"}, "Big Two is played by 2 to 4, not 5."),
        ({"advance": "4"}, "At 4 seats 1 to 3 can go on, not 4."),
        ({"patience_seconds": "0"}, "Patience is a whole number of seconds"),
        ({"options": '{"jokers": 2}'}, "jokers"),
        ({"min_entrants": "1"}, "An event needs 2 to 4096 entrants, not 1."),
        ({"check_in": "on"}, "it needs a time of start."),
    ],
)
def test_what_cannot_be_played_is_refused_beside_its_field(console, change, text):
    answer = console.post(page("tournament", "add"), {**NEW, **change})
    assert text in answer.content.decode()
    assert Tournament.objects.count() == 0


def test_a_format_gets_the_settings_it_has_and_those_of_its_json(console):
    later = '[{"format": "single-elimination", "cut": {"take": 4}}]'
    swiss = {"format": "swiss", "config": '{"rounds": 3}', "later_stages": later}
    console.post(page("tournament", "add"), {**NEW, **swiss})
    event = Tournament.objects.get()
    assert (event.format, event.config) == ("swiss", {"rounds": 3})
    assert event.later_stages == [{"format": "single-elimination", "cut": {"take": 4}}]


def test_the_page_of_an_event_leads_to_its_console(console):
    event = a_running_event(*bots(2))
    answer = console.get(page("tournament", "console", event.pk), follow=True)
    assert "you direct this" in answer.content.decode()


def test_the_page_of_a_series_leads_to_what_everybody_sees(console):
    series = a_series()
    assert "FREQ=DAILY" in console.get(page("series", "changelist")).content.decode()
    answer = console.get(page("series", "page", series.pk), follow=True)
    assert answer.redirect_chain == [(f"/series/{series.public_id}", 302)]
    assert "Stop the series" in answer.content.decode()


def test_an_entrant_is_disqualified_with_a_reason(console):
    event = a_running_event(*(players := bots(4)))
    entrant = entrant_of(event, players[0])
    said = press(console, "disqualify", entrant, reason="two programs at one seat")
    assert "bot-01 is disqualified." in said
    entrant.refresh_from_db()
    assert (entrant.status, entrant.reason) == ("disqualified", "two programs at one seat")


def test_the_form_of_a_new_event_opens(console):
    assert "Entrants a match." in console.get(page("tournament", "add")).content.decode()


def test_an_organiser_opens_starts_and_cancels_from_the_list(console):
    event = an_event()
    assert "takes entries" in run(console, "open_entry_of", event)
    for bot in bots(2):
        Entrant.objects.create(tournament=event, player=bot, entered_at=event.created_at)
    run(console, "start_those", event)
    event.refresh_from_db()
    assert event.state == "running"
    assert "running tables are void" in run(console, "cancel_those", event)
    event.refresh_from_db()
    assert event.state == "cancelled"


def test_an_organiser_opens_starts_and_cancels_from_the_page_of_the_event(console):
    event = an_event()
    assert "takes entries" in press(console, "open_entry", event)
    for bot in bots(2):
        Entrant.objects.create(tournament=event, player=bot, entered_at=event.created_at)
    press(console, "start", event)
    event.refresh_from_db()
    assert event.state == "running"
    press(console, "cancel", event, reason="the hall is closed")
    event.refresh_from_db()
    assert (event.state, event.closed_reason) == ("cancelled", "the hall is closed")
    assert Act.objects.get(kind="cancelled").actor.username == "root"


def test_opening_the_dialog_does_nothing_yet(console):
    event = an_event()
    console.get(page("tournament", "open_entry", event.pk))
    event.refresh_from_db()
    assert event.state == "draft"


def test_a_dialog_opened_by_script_is_told_where_to_go(console):
    event = an_event()
    answer = console.post(
        page("tournament", "open_entry", event.pk),
        {"_form_submitted": "on"},
        headers={"HX-Request": "true"},
    )
    assert answer.headers["HX-Redirect"] == page("tournament", "change", event.pk)


def test_a_cancellation_needs_its_reason(console):
    event = an_open_event()
    press(console, "cancel", event, reason="")
    event.refresh_from_db()
    assert event.state == "open"


def test_a_refusal_is_shown_and_nothing_has_changed(console):
    event = an_event()
    assert "is a draft; open its entry first." in run(console, "start_those", event)


def test_a_start_with_too_few_says_that_it_closed(console):
    event = an_open_event(*bots(1))
    assert "one entrant had entered, two are needed." in run(console, "start_those", event)


def test_an_organiser_enters_and_withdraws_an_entrant(console):
    one, two = bots(2)
    event = an_open_event(one)
    console.post(page("entrant", "add"), {"tournament": event.pk, "player": two.pk})
    entrant = entrant_of(event, two)
    assert "bot-02 is withdrawn." in press(console, "withdraw", entrant, reason="asked to")
    entrant.refresh_from_db()
    assert (entrant.status, entrant.reason) == ("withdrawn", "asked to")
    run(console, "withdraw_those", entrant_of(event, one))
    assert entrant_of(event, one).status == "withdrawn"


def test_an_entry_that_cannot_be_is_refused_in_the_form(console):
    one, two = bots(2)
    event = an_open_event(one, max_entrants=2)
    answer = console.post(page("entrant", "add"), {"tournament": event.pk, "player": one.pk})
    assert "bot-01 has entered Autumn Open already." in answer.content.decode()
    draft = an_event(name="Draft")
    answer = console.post(page("entrant", "add"), {"tournament": draft.pk, "player": two.pk})
    assert "it takes no entries." in answer.content.decode()
    assert Entrant.objects.count() == 1


def test_nothing_can_be_edited_or_deleted(console):
    event = a_running_event(*bots(2))
    entrant, match = entrant_of(event, bots_of(event)[0]), Match.objects.get()
    rows = [event, entrant, match, Act.objects.first(), a_series()]
    for row in rows:
        name = row._meta.model_name
        shown = console.get(page(name, "change", row.pk))
        assert shown.status_code == 200
        assert 'name="_save"' not in shown.content.decode()
        assert console.post(page(name, "change", row.pk), {"name": "x"}).status_code == 403
        assert console.post(page(name, "delete", row.pk), {"post": "yes"}).status_code == 403
        assert console.get(page(name, "changelist")).status_code == 200
    event.refresh_from_db()
    assert event.name == "Autumn Open"


def bots_of(event: Tournament) -> list:
    return [entrant.player for entrant in event.entrants.order_by("pk")]


def test_staff_without_the_right_direct_nothing(client):
    event = an_event()
    client.force_login(a_user("helper", staff=True))
    answer = client.post(page("tournament", "open_entry", event.pk), {"_form_submitted": "on"})
    assert answer.status_code == 403
    event.refresh_from_db()
    assert event.state == "draft"
