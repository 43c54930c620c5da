"""Tournaments over HTTP: set up, enter, check in, start, look, withdraw, cancel."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.api.calling import BROWSER, ROOT, Api, as_player
from tests.builders import a_bot, a_user, own_player, some_bots
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db

CUP = {
    "name": "Sunday cup",
    "game": "big-two",
    "format": "single-elimination",
    "config": {"seats": 2},
}


def a_director():
    return as_player(own_player(a_user("dora", staff=True)))


def a_cup(director, **other):
    answer = director.post("/tournaments", {**CUP, **other})
    assert answer.status == 201, answer.json
    return answer.json["id"]


def an_open_cup(director, **other):
    cup = a_cup(director, **other)
    assert director.post(f"/tournaments/{cup}/open").json["state"] == "open"
    return cup


def test_a_cup_goes_from_draft_to_bracket():
    director = a_director()
    cup = an_open_cup(director)
    bots = some_bots("ant", "bee", "cat")
    for bot in bots:
        answer = as_player(bot).post(f"/tournaments/{cup}/entrants")
        assert (answer.status, answer.json["handle"]) == (201, bot.handle)
    started = director.post(f"/tournaments/{cup}/start").json
    assert (started["state"], started["entrants"]) == ("running", 3)
    bracket = Api().get(f"/tournaments/{cup}/bracket").json
    assert bracket["drawn"]
    assert [column["name"] for column in bracket["rounds"]][-1] == "Final"
    semi = bracket["rounds"][0]["matches"][0]
    assert semi["state"] == "live"
    assert semi["table"]
    standings = Api().get(f"/tournaments/{cup}/standings").json["items"]
    assert {line["handle"] for line in standings} == {"ant", "bee", "cat"}
    acts = Api().get(f"/tournaments/{cup}/acts").json["items"]
    assert [act["kind"] for act in acts][-3:] == ["started", "opened", "created"]


def test_a_draft_is_seen_by_its_directors_only():
    director = a_director()
    cup = a_cup(director)
    assert director.get(f"/tournaments/{cup}").json["state"] == "draft"
    for api in (Api(), as_player(a_bot())):
        assert api.get(f"/tournaments/{cup}").code == "tournament_not_found"
        assert api.get("/tournaments").json["items"] == []
    refused = as_player(a_bot("eve")).post(f"/tournaments/{cup}/entrants")
    assert (refused.status, refused.code) == (404, "tournament_not_found")


def test_only_staff_directs():
    cup = an_open_cup(a_director())
    own = as_player(own_player(a_user("ada")))
    for path in ("", f"/{cup}/open", f"/{cup}/start", f"/{cup}/cancel"):
        answer = own.post(f"/tournaments{path}", CUP if path == "" else None)
        assert (answer.status, answer.code) == (403, "not_allowed")


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"game": "chess"}, 422, "unknown_game"),
        ({"format": "ladder"}, 422, "bad_tournament"),
        ({"config": {"seats": 5}}, 422, "bad_tournament"),
        ({"config": {"seats": "two"}}, 422, "bad_tournament"),
        ({"config": {"rounds": 3}}, 422, "bad_tournament"),
        ({"config": []}, 400, "bad_input"),
        ({"name": ""}, 422, "bad_name"),
        ({"name": "🏆🏆🏆"}, 422, "bad_name"),
        ({"name": "x" * 300}, 400, "bad_input"),
        ({"name": "cup\u202e"}, 422, "bad_name"),
        ({"patience_seconds": 0}, 400, "bad_input"),
        ({"patience_seconds": "soon"}, 400, "bad_input"),
        ({"starts_at": "tomorrow"}, 400, "bad_input"),
        ({"starts_at": "2031-01-01T10:00:00"}, 400, "bad_input"),
        ({"starts_at": "2001-01-01T10:00:00Z"}, 422, "bad_tournament"),
        ({"min_entrants": 1}, 422, "bad_tournament"),
        ({"max_entrants": 1}, 422, "bad_tournament"),
        ({"check_in": True}, 422, "bad_tournament"),
        ({"seeding": "luck"}, 400, "bad_input"),
        ({"prize": 100}, 400, "bad_input"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(changed, status, code):
    answer = a_director().post("/tournaments", {**CUP, **changed})
    assert (answer.status, answer.code) == (status, code)
    assert Tournament.objects.count() == 0


def test_nobody_enters_twice_or_after_the_start():
    director = a_director()
    cup = an_open_cup(director)
    for bot in some_bots("ant", "bee"):
        as_player(bot).post(f"/tournaments/{cup}/entrants")
    again = as_player(Entrant.objects.first().player).post(f"/tournaments/{cup}/entrants")
    assert (again.status, again.code) == (409, "already_entered")
    director.post(f"/tournaments/{cup}/start")
    late = as_player(a_bot("cat")).post(f"/tournaments/{cup}/entrants")
    assert (late.status, late.code) == (409, "entry_not_open")


def test_a_person_enters_its_own_bots_and_no_others():
    cup = an_open_cup(a_director())
    ada = a_user("ada")
    own_bot, other_bot = a_bot("robo", owner=ada), a_bot("other")
    api = as_player(own_player(ada))
    path = f"/tournaments/{cup}/entrants"
    assert api.post(path, {"player": own_bot.public_id}).json["handle"] == "robo"
    assert api.post(path, {"player": other_bot.public_id}).code == "not_your_entrant"
    assert api.post(path, {"player": "nobody"}).code == "player_not_found"


def test_the_token_of_a_bot_speaks_for_no_other_bot_of_its_owner():
    cup = an_open_cup(a_director())
    ada = a_user("ada")
    one, other = a_bot("one", owner=ada), a_bot("other", owner=ada)
    answer = as_player(one).post(f"/tournaments/{cup}/entrants", {"player": other.public_id})
    assert (answer.status, answer.code) == (403, "not_allowed")


def test_who_withdraws_leaves_its_table_and_never_blocks():
    director = a_director()
    cup = an_open_cup(director)
    ant, bee = some_bots("ant", "bee")
    for bot in (ant, bee):
        as_player(bot).post(f"/tournaments/{cup}/entrants")
    director.post(f"/tournaments/{cup}/start")
    for _ in range(2):
        gone = as_player(ant).post(f"/tournaments/{cup}/withdraw", {"reason": "power cut"})
        assert (gone.status, gone.json["status"]) == (200, "withdrawn")
    table = Api().get("/tables").json["items"][0]
    assert table["status"] == "over"


def test_who_never_entered_cannot_withdraw():
    cup = an_open_cup(a_director())
    answer = as_player(a_bot("eve")).post(f"/tournaments/{cup}/withdraw")
    assert (answer.status, answer.code) == (404, "entrant_not_found")


def test_check_in_happens_in_its_time():
    director = a_director()
    starts = dt.datetime.now(dt.UTC) + dt.timedelta(minutes=10)
    cup = an_open_cup(director, starts_at=starts.isoformat(), check_in=True, check_in_seconds=1200)
    ant = as_player(a_bot("ant"))
    ant.post(f"/tournaments/{cup}/entrants")
    assert ant.post(f"/tournaments/{cup}/check-in").json["checked_in_at"]
    assert Api().get(f"/tournaments/{cup}").json["checked_in"] == 1
    without = an_open_cup(director)
    ant.post(f"/tournaments/{without}/entrants")
    assert ant.post(f"/tournaments/{without}/check-in").code == "check_in_not_open"


def test_a_tournament_with_too_few_closes_and_says_so():
    director = a_director()
    cup = an_open_cup(director)
    as_player(a_bot("ant")).post(f"/tournaments/{cup}/entrants")
    closed = director.post(f"/tournaments/{cup}/start").json
    assert closed["state"] == "closed"
    assert closed["closed_reason"]
    assert director.post(f"/tournaments/{cup}/start").code == "tournament_over"


def test_a_cancelled_tournament_voids_its_running_tables():
    director = a_director()
    cup = an_open_cup(director)
    for bot in some_bots("ant", "bee"):
        as_player(bot).post(f"/tournaments/{cup}/entrants")
    director.post(f"/tournaments/{cup}/start")
    cancelled = director.post(f"/tournaments/{cup}/cancel", {"reason": "rain"}).json
    assert (cancelled["state"], cancelled["closed_reason"]) == ("cancelled", "rain")
    assert Api().get("/tables").json["items"][0]["status"] == "void"


def test_the_draw_is_sealed_until_the_end():
    director = a_director()
    cup = an_open_cup(director)
    sealed = Api().get(f"/tournaments/{cup}").json["draw"]
    assert (len(sealed["commitment"]), sealed["secret"]) == (64, None)
    refused = director.post(f"/tournaments/{cup}/cancel")
    assert (refused.status, refused.code) == (400, "reason_needed")
    director.post(f"/tournaments/{cup}/cancel", {"reason": "rain"})
    assert len(Api().get(f"/tournaments/{cup}").json["draw"]["secret"]) == 64


def test_entrants_and_tournaments_are_listed_page_by_page():
    director = a_director()
    cups = [an_open_cup(director, name=f"Cup {number}") for number in range(3)]
    for bot in some_bots("ant", "bee", "cat"):
        as_player(bot).post(f"/tournaments/{cups[0]}/entrants")
    first = Api().get("/tournaments", limit=2).json
    assert [line["name"] for line in first["items"]] == ["Cup 2", "Cup 1"]
    rest = Api().get("/tournaments", limit=2, cursor=first["next"]).json
    assert [line["name"] for line in rest["items"]] == ["Cup 0"]
    entrants = Api().get(f"/tournaments/{cups[0]}/entrants", limit=2).json
    assert [line["handle"] for line in entrants["items"]] == ["ant", "bee"]
    last = Api().get(f"/tournaments/{cups[0]}/entrants", cursor=entrants["next"]).json
    assert [line["handle"] for line in last["items"]] == ["cat"]


def test_the_catalogue_says_what_every_format_may_be_told():
    formats = {one["code"]: one for one in Api().get("/formats").json["formats"]}
    assert list(formats)[:3] == ["single-elimination", "double-elimination", "round-robin"]
    seats = formats["pods"]["settings"][0]
    assert (seats["name"], seats["kind"], seats["low"], seats["high"]) == ("seats", "whole", 3, 6)
    kinds = [one["kind"] for one in Api().get("/formats").json["match_kinds"]]
    assert kinds == ["versus", "duplicate", "compare"]


def test_the_stages_of_a_cup_are_told_one_by_one():
    director = a_director()
    later = [{"format": "single-elimination", "cut": {"take": 2}}]
    cup = an_open_cup(director, format="swiss", config={"rounds": 2}, later_stages=later)
    for bot in some_bots("ant", "bee", "cat", "dog", "eel"):
        as_player(bot).post(f"/tournaments/{cup}/entrants")
    director.post(f"/tournaments/{cup}/start")
    bracket = Api().get(f"/tournaments/{cup}/bracket", stage=1).json
    assert (bracket["stage"], bracket["shape"]) == (1, "rounds")
    assert [stage["state"] for stage in bracket["stages"]] == ["live", "to come"]
    (column,) = bracket["rounds"]
    assert len(column["resting"]) == 1
    assert column["matches"][0]["why"]
    row = Api().get(f"/tournaments/{cup}/standings", stage=1).json["items"][0]
    assert row["tie_breaks"][0]["code"] == "buchholz_cut1"
    answer = Api().get(f"/tournaments/{cup}/bracket", stage=2)
    assert (answer.status, answer.code) == (404, "stage_not_found")
    seen = Api().get(f"/tournaments/{cup}").json
    assert (seen["later_stages"], seen["match"], seen["paused_at"]) == (later, "", None)


def test_a_cup_is_taken_elsewhere_as_a_file():
    director = a_director()
    cup = an_open_cup(director)
    for bot in some_bots("ant", "bee"):
        as_player(bot).post(f"/tournaments/{cup}/entrants")
    early = Api().get(f"/tournaments/{cup}/export?as=csv")
    assert (early.status, early.code) == (409, "not_exportable")
    director.post(f"/tournaments/{cup}/start")
    answer = BROWSER.get(f"{ROOT}/tournaments/{cup}/export", {"as": "csv"})
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert f'filename="{cup}-1.csv"' in answer["Content-Disposition"]
    assert "ant" in answer.content.decode()
    unknown = Api().get(f"/tournaments/{cup}/export?as=pdf")
    assert (unknown.status, unknown.code) == (400, "bad_input")
