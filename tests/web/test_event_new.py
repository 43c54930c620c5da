"""Setting up an event in the browser: the form follows the format, refusals stand beside fields."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.builders import a_user
from tests.web.worlds import send, text_of, visit
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

PATH = "/events/new"
USUAL = {"name": "Autumn Open", "game": "big-two", "format": "single-elimination"}


def staff():
    return a_user("dora", staff=True)


def page_of(response: Any) -> str:
    return " ".join(text_of(response).split())


def shown(user: Any, **fields: Any) -> str:
    response = send(PATH, user, show="1", **{**USUAL, **fields})
    assert response.status_code == 200
    return page_of(response)


def created(user: Any, **fields: Any) -> Tournament:
    response = send(PATH, user, create="1", **{**USUAL, **fields})
    assert response.status_code == 302, page_of(response)
    event = Tournament.objects.get()
    assert response["Location"] == f"/events/{event.public_id}"
    return event


def refusal_beside(page: str, label: str) -> str:
    found = re.search(rf"<span>{label}</span>.*?</label>", page)
    assert found, page
    (sentence,) = re.findall(r'<small class="wrong">([^<]+)</small>', found[0])
    return str(sentence)


def test_only_staff_sets_up_events():
    assert visit(PATH).status_code == 302
    assert visit(PATH, a_user("eve")).status_code == 404
    assert send(PATH, a_user("ann"), create="1", **USUAL).status_code == 404
    assert Tournament.objects.count() == 0


def test_the_list_of_events_leads_staff_to_the_form():
    assert PATH in page_of(visit("/events", staff()))
    assert PATH not in page_of(visit("/events"))


def test_the_fields_are_those_of_the_format():
    dora = staff()
    page = shown(dora, format="pods")
    assert 'name="config.rounds"' in page
    assert 'name="config.third_place"' not in page
    assert 'name="config.third_place"' in shown(dora)


def test_a_plan_is_shown_before_anything_is_made():
    page = shown(staff(), format="swiss", entrants="14", **{"config.rounds": "4"})
    assert "Plan for 14 entrants" in page
    assert "28 tables at most" in page
    assert Tournament.objects.count() == 0


def test_an_event_is_made_as_it_was_asked_for():
    event = created(
        staff(),
        format="round-robin",
        **{
            "config.groups": "2",
            "match_plan.kind": "versus",
            "match_plan.best_of": "3",
            "later_stages[0].format": "single-elimination",
            "later_stages[0].cut": "per_group",
            "later_stages[0].cut.take": "2",
            "later_stages[0].config.third_place": "on",
            "later_stages[0].config.seats": "2",
            "starts_at": "2031-07-01T19:00",
            "time_zone": "Europe/Zurich",
            "check_in": "on",
            "check_in_seconds": "20",
            "seeding": "random",
            "min_entrants": "4",
            "schedule": "every_minutes",
            "every": "45",
        },
    )
    assert (event.config, event.match_plan) == ({"groups": 2}, {"kind": "versus", "best_of": 3})
    assert event.later_stages == [
        {
            "format": "single-elimination",
            "config": {"third_place": True},
            "match_plan": {},
            "cut": {"per_group": 2},
        }
    ]
    assert event.starts_at
    assert event.starts_at.isoformat() == "2031-07-01T17:00:00+00:00"
    assert (event.check_in_seconds, event.seeding) == (1200, "random")
    assert event.schedule == {"every_minutes": 45}
    assert (event.state, event.organiser.username) == ("draft", "dora")


@pytest.mark.parametrize(
    ("fields", "label", "words"),
    [
        ({"config.seats": "9"}, "Seats", "a whole number from 2 to 6"),
        ({"config.seats": "many"}, "Seats", "Expected a whole number"),
        ({"match_plan.kind": "versus", "match_plan.best_of": "4"}, "Best of", "1, 3, 5 or 7"),
        ({"min_entrants": "1"}, "Entrants, at least", "2 to 4096"),
        ({"starts_at": "2001-01-01T10:00"}, "Starts at", "A start lies ahead"),
        ({"starts_at": "soon"}, "Starts at", "a day and a time"),
        (
            {"starts_at": "2031-01-01T10:00", "time_zone": "Mars"},
            "By the clocks of",
            "Europe/Zurich",
        ),
        ({"name": " "}, "Name", "name"),
        ({"late_entry_rounds": "2"}, "Late entry until round", "drawn whole at the start"),
        (
            {"later_stages[0].format": "swiss", "later_stages[0].cut.take": "1"},
            "How many",
            "from 2 to 4096",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_beside_its_field(fields, label, words):
    response = send(PATH, staff(), create="1", **{**USUAL, **fields})
    assert response.status_code == 422
    assert words in refusal_beside(page_of(response), label)
    assert Tournament.objects.count() == 0


def test_what_was_typed_is_still_there_after_a_refusal():
    fields = {**USUAL, "name": "Cup of <Zug>", "config.seats": "9"}
    page = page_of(send(PATH, staff(), create="1", **fields))
    assert 'value="Cup of &lt;Zug&gt;"' in page
    assert 'value="9"' in page


def test_what_was_typed_for_another_format_counts_no_more():
    fields = {"format": "pods", "config.of": "single-elimination", "config.seats": "2"}
    page = shown(staff(), entrants="9", **fields)
    assert 'name="config.seats" type="number" value="4"' in page
    assert "Plan for 9 entrants" in page
