"""Series, forecasts, seeds by hand, stages and teams over HTTP."""

from __future__ import annotations

import pytest

from tests.api.calling import Api, as_player
from tests.api.test_tournaments import CUP, a_cup, a_director, an_open_cup
from tests.builders import a_bot, a_user, some_bots
from tournaments import tasks
from tournaments.models import Series

pytestmark = pytest.mark.django_db

FRIDAYS = {
    "name": "Friday cup",
    "template": {"game": "big-two", "format": "single-elimination", "config": {"seats": 2}},
    "rule": "FREQ=WEEKLY;BYDAY=FR",
    "first_at": "2099-01-02T19:00:00+01:00",
    "time_zone": "Europe/Zurich",
}
TOP_FOUR = {"format": "single-elimination", "config": {"seats": 2}, "cut": {"take": 4}}


def test_a_series_is_set_up_shown_and_stopped():
    director = a_director()
    made = director.post("/series", FRIDAYS)
    assert (made.status, made.json["next_at"]) == (201, "2099-01-02T18:00:00Z")
    assert made.json["organiser"] == "dora"
    address = f"/series/{made.json['id']}"
    assert Api().get(address).json == made.json
    assert Api().get("/series").json == {"items": [made.json], "next": None}
    assert director.post(f"{address}/stop").json["next_at"] is None
    tasks.series_due()
    assert Api().get("/tournaments").json["items"] == []


def test_a_rule_that_cannot_be_kept_is_refused_by_name():
    answer = a_director().post("/series", {**FRIDAYS, "rule": "FREQ=MINUTELY"})
    assert (answer.status, answer.code, answer.json["field"]) == (422, "bad_tournament", "rule")
    assert Api().get("/series/000000000000").code == "series_not_found"
    assert not Series.objects.exists()


def test_an_event_of_two_stages_is_foretold_before_it_starts():
    director = a_director()
    cup = an_open_cup(
        director, format="swiss", config={"rounds": 3}, later_stages=[TOP_FOUR], patience_seconds=8
    )
    seen = Api().get(f"/tournaments/{cup}/forecast", entrants="9").json
    assert (seen["rounds"], seen["tables"], seen["byes"], seen["seconds"]) == (5, 15, 3, 300)
    assert [stage["entrants"] for stage in seen["stages"]] == [9, 4]
    fewest = Api().get(f"/tournaments/{cup}/forecast").json
    assert fewest["stages"][0]["entrants"] == 5
    few = Api().get(f"/tournaments/{cup}/forecast", entrants="2").json
    assert few["stages"][0]["problem"].startswith("A Swiss needs at least 4 entrants, not 2")


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"later_stages": [{**TOP_FOUR, "cut": {"take": 1}}]}, "later_stages[0].cut.take"),
        ({"schedule": {"every_minutes": 0}}, "schedule.every_minutes"),
        ({"time_zone": "Middle/Earth"}, "time_zone"),
        ({"late_entry_rounds": 2}, "late_entry_rounds"),
        ({"match_plan": {"kind": "magic"}}, "match_plan.kind"),
    ],
)
def test_what_cannot_be_played_is_refused_by_name(changed, field):
    answer = a_director().post("/tournaments", {**CUP, **changed})
    assert (answer.status, answer.code, answer.json["field"]) == (422, "bad_tournament", field)


def test_a_director_seeds_by_hand():
    director = a_director()
    cup = an_open_cup(director, seeding="manual")
    ant, bee = some_bots("ant", "bee")
    for bot in (ant, bee):
        as_player(bot).post(f"/tournaments/{cup}/entrants")
    answer = director.post(f"/tournaments/{cup}/seeds", {"seeds": {bee.public_id: 1}})
    assert answer.status == 200
    director.post(f"/tournaments/{cup}/start")
    seeded = Api().get(f"/tournaments/{cup}/entrants").json["items"]
    assert [(each["handle"], each["seed"]) for each in seeded] == [("bee", 1), ("ant", 2)]
    refused = director.post(f"/tournaments/{cup}/seeds", {"seeds": {a_bot("cat").public_id: 1}})
    assert (refused.status, refused.code) == (400, "bad_input")


def test_a_team_enters_together():
    owner = a_user("olga")
    one, two = a_bot("one", owner=owner), a_bot("two", owner=owner)
    director = a_director()
    cup = an_open_cup(
        director, game="the-game", config={"seats": 2}, match_plan={"kind": "compare"}, team_size=2
    )
    alone = as_player(one).post(f"/tournaments/{cup}/entrants")
    assert (alone.status, alone.code) == (422, "bad_team")
    body = {"team": [two.public_id], "name": "The pair"}
    answer = as_player(one).post(f"/tournaments/{cup}/entrants", body)
    assert answer.status == 201, answer.json
    stranger = as_player(a_bot("eve")).post(f"/tournaments/{cup}/entrants", body)
    assert (stranger.status, stranger.code) == (403, "not_your_entrant")


def test_a_draft_is_foretold_to_its_directors_only():
    cup = a_cup(a_director())
    assert Api().get(f"/tournaments/{cup}/forecast").code == "tournament_not_found"
