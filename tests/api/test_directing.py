"""Directing over HTTP: what an event waits for, previews, acts, and taking them back."""

from __future__ import annotations

import datetime as dt

import pytest

from games.models import Seat
from ratings.tasks import fold_due
from tests.api.calling import Api, as_player
from tests.builders import a_bot, a_user, own_player
from tests.tournaments.helpers import a_running_event, bots, table_of, win

pytestmark = pytest.mark.django_db
WHY = "the wrong bot was connected"


def a_director():
    return as_player(own_player(a_user("dora", staff=True)))


def acts(event):
    return f"/tournaments/{event.public_id}/acts"


def test_a_wrong_result_is_decided_otherwise_after_a_look_at_what_follows():
    director, event = a_director(), a_running_event(*(players := bots(4)))
    win(event, "W1.1", "bot-01", "bot-04")
    fold_due()
    places = {players[0].public_id: 2, players[3].public_id: 1}
    act = {"kind": "override", "match": "W1.1", "places": places, "reason": WHY}
    seen = director.post(acts(event), {**act, "preview": True})
    assert seen.status == 200
    assert seen.json["matches"] == [
        {
            "stage": 1,
            "key": "W1.1",
            "label": "W1.1",
            "before": "bot-01 before bot-04",
            "after": "bot-04 before bot-01",
        },
        {
            "stage": 1,
            "key": "W2.1",
            "label": "Final",
            "before": "bot-01 – somebody: waits",
            "after": "bot-04 – somebody: waits",
        },
    ]
    assert seen.json["contests"] == 1
    assert {move["handle"] for move in seen.json["ratings"]} == {"bot-01", "bot-04"}
    done = director.post(acts(event), act)
    assert (done.status, done.json["kind"], done.json["reason"]) == (201, "override", WHY)
    bracket = Api().get(f"/tournaments/{event.public_id}/bracket").json
    first = bracket["rounds"][0]["matches"][0]
    assert {row["handle"]: row["place"] for row in first["rows"]} == {"bot-01": 2, "bot-04": 1}


def test_an_act_is_taken_back_by_its_number():
    director, event = a_director(), a_running_event(*bots(2))
    paused = director.post(acts(event), {"kind": "pause", "reason": WHY}).json
    undone = director.post(acts(event), {"kind": "undo", "act": paused["id"], "reason": WHY})
    assert (undone.status, undone.json["kind"]) == (201, "resumed")


def test_a_seat_gets_more_time_or_is_removed():
    director, event = a_director(), a_running_event(*bots(2))
    table = table_of(event, "W1.1")
    seat = Seat.objects.get(table=table, deadline_at__isnull=False)
    player = seat.player.public_id
    asked = {"table": table.public_id, "players": [player], "reason": WHY}
    given = director.post(acts(event), {**asked, "kind": "give_time", "seconds": 120})
    assert given.json["text"] == f"{seat.player.handle} got 120 s more in Final."
    before = seat.deadline_at
    seat.refresh_from_db()
    assert seat.deadline_at - before == dt.timedelta(seconds=120)
    removed = director.post(acts(event), {**asked, "kind": "remove"})
    assert removed.json["text"] == f"{seat.player.handle} was removed from Final."
    table.refresh_from_db()
    assert table.status == "over"


def test_the_answer_is_what_was_done_though_the_event_ends_with_it():
    director, event = a_director(), a_running_event(*(players := bots(2)))
    one = players[0].public_id
    asked = {"kind": "walkover", "match": "W1.1", "players": [one], "reason": WHY}
    done = director.post(acts(event), asked)
    event.refresh_from_db()
    assert (event.state, done.json["kind"]) == ("closed", "walkover")
    again = director.post(acts(event), {"kind": "disqualify", "players": [one], "reason": WHY})
    assert again.json["text"] == "bot-01 was disqualified and comes last."


def test_what_an_act_lacks_is_named():
    director, event = a_director(), a_running_event(*bots(2))
    for act, field in [
        ({"kind": "walkover", "match": "W1.1"}, "players"),
        ({"kind": "override", "match": "W1.1"}, "places"),
        ({"kind": "undo"}, "act"),
        ({"kind": "give_time", "table": "abc", "players": ["abc"]}, "seconds"),
    ]:
        answer = director.post(acts(event), {**act, "reason": WHY})
        assert (answer.status, answer.json["field"]) == (400, field)
    answer = director.post(acts(event), {"kind": "pause", "reason": "  "})
    assert (answer.status, answer.code) == (400, "reason_needed")


@pytest.mark.parametrize(
    ("kind", "named", "says"),
    [
        ("withdraw", 2, "players names 1 at most; withdraw got 2."),
        ("disqualify", 3, "players names 1 at most; disqualify got 3."),
        ("replace", 1, "players names who goes, then who comes; replace got 1."),
        ("replace", 3, "players names who goes, then who comes; replace got 3."),
    ],
)
def test_nobody_is_named_in_vain(kind, named, says):
    director, event = a_director(), a_running_event(*(players := bots(4)))
    who = [player.public_id for player in players[:named]]
    answer = director.post(acts(event), {"kind": kind, "players": who, "reason": WHY})
    assert (answer.status, answer.json["field"], answer.json["detail"]) == (400, "players", says)


@pytest.mark.parametrize("reason", ["", "  ", "\u200b"])
@pytest.mark.parametrize("kind", ["withdraw", "disqualify", "replace", "pause"])
def test_no_act_is_done_without_a_reason_that_can_be_read(kind, reason):
    director, event = a_director(), a_running_event(*(players := bots(3)))
    who = [players[0].public_id, a_bot("newcomer").public_id][: 2 if kind == "replace" else 1]
    answer = director.post(acts(event), {"kind": kind, "players": who, "reason": reason})
    assert (answer.status, answer.code) == (400, "reason_needed")


def test_an_act_that_had_been_done_before_is_answered_with_its_own_line():
    director, event = a_director(), a_running_event(*(players := bots(4)))
    asked = [
        {"kind": "resume"},
        {"kind": "withdraw", "players": [players[0].public_id]},
        {"kind": "pause"},
        {"kind": "disqualify", "players": [players[1].public_id]},
    ]
    first = [director.post(acts(event), {**each, "reason": WHY}).json for each in asked]
    again = [director.post(acts(event), {**each, "reason": WHY}).json for each in asked[1:]]
    assert [each["kind"] for each in first] == ["started", "withdrawn", "paused", "disqualified"]
    assert [each["id"] for each in again] == [each["id"] for each in first[1:]]


def test_blockers_say_who_is_awaited_until_when_and_what_can_be_done():
    event = a_running_event(*bots(2))
    blockers = Api().get(f"/tournaments/{event.public_id}/blockers").json["items"]
    seat = Seat.objects.get(deadline_at__isnull=False)
    (blocker,) = blockers
    assert (blocker["label"], blocker["title"]) == ("Final", f"{seat.player.handle} must act")
    assert blocker["text"].endswith("left of 1:00; then it takes last place")
    assert blocker["acts"] == ["give_time", "remove"]
    assert blocker["player"] == seat.player.public_id


def test_a_seat_short_of_time_comes_before_the_others_and_a_pause_before_all():
    event = a_running_event(*bots(4))
    seat = Seat.objects.filter(deadline_at__isnull=False).order_by("-table_id")[0]
    seat.deadline_at -= dt.timedelta(seconds=50)
    seat.save()
    blockers = Api().get(f"/tournaments/{event.public_id}/blockers").json["items"]
    assert (blockers[0]["weight"], blockers[0]["seat"]) == ("warn", seat.number)
    a_director().post(acts(event), {"kind": "pause", "reason": WHY})
    blockers = Api().get(f"/tournaments/{event.public_id}/blockers").json["items"]
    assert [(each["weight"], each["title"]) for each in blockers] == [("bad", "is paused")]
