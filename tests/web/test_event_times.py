"""When an event and its rounds begin, as the form of a new event takes it and tells it back."""

from __future__ import annotations

import pytest

from tests.web.test_event_new import PATH, USUAL, created, page_of, refusal_beside, shown, staff
from tests.web.worlds import send
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

BERLIN = {"time_zone": "Europe/Berlin"}


def refused(label: str, **fields: str) -> str:
    """The sentence beside the field; nothing is set up."""
    response = send(PATH, staff(), create="1", **{**USUAL, **BERLIN, **fields})
    assert response.status_code == 422
    assert Tournament.objects.count() == 0
    return refusal_beside(page_of(response), label)


def test_a_start_that_the_spring_leaves_out_is_refused_with_the_times_around_it():
    assert refused("Starts at", starts_at="2031-03-30T02:30") == (
        "There is no 02:30 on 30 Mar 2031 by the clocks of Europe/Berlin: from 02:00 they go "
        "straight to 03:00. Take a time before 02:00, or 03:00 or later."
    )


def test_a_start_is_told_back_with_its_weekday_and_its_offset():
    dora = staff()
    page = shown(dora, starts_at="2031-07-04T19:00", **BERLIN)
    assert "<small>Friday 4 Jul 2031, 19:00 (UTC+2).</small>" in page
    assert "Wednesday 1 Jan 2031, 19:00 (UTC)." in shown(dora, starts_at="2031-01-01T19:00")


def test_of_a_start_that_comes_twice_in_autumn_the_first_is_taken_and_told():
    dora, fields = staff(), {"starts_at": "2031-10-26T02:30", **BERLIN}
    assert (
        "Sunday 26 Oct 2031, 02:30 (UTC+2). The clocks show it twice that night; the first of "
        "both is meant."
    ) in shown(dora, **fields)
    event = created(dora, **fields)
    assert event.starts_at
    assert event.starts_at.isoformat() == "2031-10-26T00:30:00+00:00"


def test_only_the_fields_of_the_chosen_pace_are_asked_for():
    dora = staff()
    assert 'name="every"' not in shown(dora)
    assert "<span>Minutes from round to round</span>" in shown(dora, schedule="every_minutes")
    assert "<span>Days from round to round</span>" in shown(dora, schedule="every_days")
    assert '<textarea id="of-schedule.rounds"' in shown(dora, schedule="rounds")
    assert 'name="schedule.rule"' in shown(dora, schedule="rule")


def test_choosing_a_pace_is_no_error_yet():
    dora = staff()
    for pace in ("every_days", "rounds", "rule"):
        assert 'class="wrong"' not in shown(dora, schedule=pace), pace


@pytest.mark.parametrize(
    ("pace", "label", "sentence"),
    [
        ("every_minutes", "Minutes from round to round", "Say how many lie between two rounds."),
        (
            "rounds",
            "Times of the rounds",
            "Write a line for each round that has a time of its own.",
        ),
        ("rule", "Rule of the rounds", "Write a rule such as FREQ=WEEKLY;BYDAY=FR."),
    ],
)
def test_a_pace_that_says_nothing_more_is_not_set_up(pace, label, sentence):
    assert refused(label, schedule=pace) == sentence


def test_rounds_get_times_of_their_own_with_or_without_an_end():
    written = (
        "2031-05-04 19:00\r\n"
        "2031-05-11 9:30 – 11:00\r\n"
        "\r\n"
        "2031-05-18T22:00 to 2031-05-19 01:00\r\n"
        "2031-05-25 19:00-21:00"
    )
    event = created(staff(), schedule="rounds", **{"schedule.rounds": written}, **BERLIN)
    assert event.schedule == {
        "rounds": [
            {"opens_at": "2031-05-04T19:00"},
            {"opens_at": "2031-05-11T09:30", "closes_at": "2031-05-11T11:00"},
            {"opens_at": "2031-05-18T22:00", "closes_at": "2031-05-19T01:00"},
            {"opens_at": "2031-05-25T19:00", "closes_at": "2031-05-25T21:00"},
        ]
    }


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (
            "2031-05-04 19:00\nsoon",
            "Line 2: expected 2031-05-04 19:00, or 2031-05-04 19:00 – 21:00, not &#x27;soon&#x27;.",
        ),
        ("2031-05-04 19:00 – 18:00", "Line 1: a window closes after it opens."),
        (
            "2031-05-04 19:00\n\n2031-05-03 19:00",
            "Line 3: a round opens after the one before it.",
        ),
        ("2031-13-04 19:00", "Line 1: expected a time such as"),
        ("2031-03-30 01:00\n2031-03-30 02:30", "Line 2: there is no 02:30 on 30 Mar 2031"),
    ],
)
def test_a_line_that_no_round_can_keep_is_refused_by_its_number(written, sentence):
    found = refused("Times of the rounds", schedule="rounds", **{"schedule.rounds": written})
    assert found.startswith(sentence)


def test_what_was_written_for_the_rounds_is_still_there_after_a_refusal():
    fields = {"schedule": "rounds", "schedule.rounds": "2031-05-04 19:00\nsoon"}
    response = send(PATH, staff(), create="1", **{**USUAL, **fields})
    assert ">2031-05-04 19:00\nsoon</textarea>" in response.content.decode()


def test_rounds_come_by_a_rule_whose_first_times_are_shown():
    dora = staff()
    rule = {"schedule": "rule", "schedule.rule": "FREQ=WEEKLY;BYDAY=FR,SU"}
    fields = {**rule, "starts_at": "2031-10-24T19:00", **BERLIN}
    assert (
        "Rounds begin Friday 24 Oct 2031, 19:00; Sunday 26 Oct 2031, 19:00; "
        "Friday 31 Oct 2031, 19:00."
    ) in shown(dora, **fields)
    event = created(dora, **fields)
    assert event.schedule == {"rule": "FREQ=WEEKLY;BYDAY=FR,SU"}


def test_a_rule_of_the_rounds_that_cannot_be_kept_is_refused_beside_it():
    fields = {"schedule": "rule", "schedule.rule": "FREQ=SECONDLY"}
    assert "FREQ is one of" in refused("Rule of the rounds", **fields)


def test_a_pace_out_of_bounds_is_refused_beside_its_number():
    sentence = refused("Days from round to round", schedule="every_days", every="1000")
    assert sentence == "Expected a whole number from 1 to 365, not 1000."
