"""Tables over HTTP: open, join, start, look, leave, record, log."""

from __future__ import annotations

import pytest

from games.models import Seat, Table
from games.rules.deals import commitment
from tests.api.calling import Api, as_player, table_path
from tests.builders import a_bot, some_bots
from tests.games.helpers import (
    a_table,
    let_time_pass,
    play_one,
    play_to_the_end,
    player_to_act,
)

pytestmark = pytest.mark.django_db

OPENED = {"game": "big-two", "seats": 3, "patience_seconds": 60}


def opened(api, **other):
    answer = api.post("/tables", {**OPENED, **other})
    assert answer.status == 201, answer.json
    return answer.json


def test_who_opens_a_table_takes_its_first_seat():
    table = opened(as_player(a_bot("ant")))
    assert (table["status"], table["viewer_seat"], table["seat_count"]) == ("open", 0, 3)
    assert [seat["handle"] for seat in table["seats"]] == ["ant", None, None]
    assert len(table["commitment"]) == 64
    assert table["view"] is None


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"game": "chess"}, 422, "unknown_game"),
        ({"game": ""}, 422, "unknown_game"),
        ({"game": 7}, 400, "bad_input"),
        ({"seats": 5}, 422, "bad_options"),
        ({"seats": 1}, 422, "bad_options"),
        ({"seats": "3"}, 400, "bad_input"),
        ({"seats": 3.0}, 400, "bad_input"),
        ({"seats": True}, 400, "bad_input"),
        ({"patience_seconds": 0}, 400, "bad_input"),
        ({"patience_seconds": 1_209_601}, 400, "bad_input"),
        ({"patience_seconds": "soon"}, 400, "bad_input"),
        ({"patience_seconds": -1}, 400, "bad_input"),
        ({"patience_seconds": None}, 400, "bad_input"),
        ({"options": {"jokers": 2}}, 422, "bad_options"),
        ({"options": []}, 400, "bad_input"),
        ({"casual": "yes"}, 400, "bad_input"),
        ({"nonce": "xyz"}, 400, "bad_input"),
        ({"nonce": "ab cd "}, 400, "bad_input"),
        ({"nonce": "ab" * 65}, 400, "bad_input"),
        ({"jokers": 2}, 400, "bad_input"),
    ],
)
def test_a_table_that_cannot_be_is_refused(changed, status, code):
    answer = as_player(a_bot()).post("/tables", {**OPENED, **changed})
    assert (answer.status, answer.code) == (status, code)
    assert answer.json["detail"]
    assert Table.objects.count() == 0


def test_a_refusal_says_what_was_expected_and_what_came():
    answer = as_player(a_bot()).post("/tables", {**OPENED, "patience_seconds": "soon"})
    assert answer.json["detail"] == (
        'patience_seconds is a whole number from 1 to 1209600, not "soon".'
    )
    assert answer.json["field"] == "patience_seconds"


def test_a_full_table_starts():
    table = opened(as_player(a_bot("ant")))
    path = f"/tables/{table['id']}/join"
    assert as_player(a_bot("bee")).post(path).json["status"] == "open"
    joined = as_player(a_bot("cat")).post(path, {"nonce": "00ff"}).json
    assert (joined["status"], joined["viewer_seat"]) == ("running", 2)
    assert len(joined["view"]["hand"]) in {17, 18}  # the 52nd card goes with the lowest one
    late = as_player(a_bot("dog")).post(path)
    assert (late.status, late.code) == (409, "table_not_open")


def test_nobody_sits_down_twice():
    api = as_player(a_bot("ant"))
    answer = api.post(f"/tables/{opened(api)['id']}/join")
    assert (answer.status, answer.code) == (409, "already_seated")


def test_house_bots_fill_a_table_that_is_started():
    api = as_player(a_bot("ant"))
    path = f"/tables/{opened(api)['id']}/start"
    started = api.post(path, {"fillers": ["greedy", "random"]}).json
    assert started["status"] == "running"
    assert [seat["handle"] for seat in started["seats"]] == ["ant", "greedy-1", "random-2"]
    assert [seat["filler"] for seat in started["seats"]] == [False, True, True]


@pytest.mark.parametrize("fillers", [["grandmaster"], ["greedy", "x"], ["\u0661"]])
def test_a_house_bot_that_there_is_not_cannot_be_asked_for(fillers):
    api = as_player(a_bot("ant"))
    answer = api.post(f"/tables/{opened(api)['id']}/start", {"fillers": fillers})
    assert (answer.status, answer.code) == (422, "unknown_strategy")
    assert "greedy" in answer.json["detail"]


def test_only_a_seat_starts_a_table():
    table = opened(as_player(a_bot("ant")))
    answer = as_player(a_bot("eve")).post(f"/tables/{table['id']}/start")
    assert (answer.status, answer.code) == (403, "not_seated")


def test_a_nonce_may_be_sent_until_the_start():
    api = as_player(a_bot("ant"))
    table = opened(api)
    path = f"/tables/{table['id']}/nonce"
    assert api.post(path, {"nonce": "c0ffee"}).status == 200
    assert bytes(Seat.objects.get(number=0).nonce) == b"\xc0\xff\xee"
    api.post(f"/tables/{table['id']}/start")
    assert api.post(path, {"nonce": ""}).code == "table_not_open"


def test_a_seat_sees_its_own_hand_and_others_see_none():
    ant, bee, cat = some_bots("ant", "bee", "cat")
    table = a_table(ant, bee, cat)
    own = as_player(ant).get(table_path(table)).json
    assert (own["viewer_seat"], own["turn"]) == (0, 0)
    assert len(own["view"]["hand"]) in {17, 18}
    for api in (Api(), as_player(a_bot("eve"))):
        seen = api.get(table_path(table)).json
        assert (seen["viewer_seat"], seen["turn"], seen["legal_count"]) == (None, None, 0)
        assert not seen["view"].get("hand")


def test_a_token_that_may_neither_play_nor_read_sees_no_hand():
    ant, bee = some_bots("ant", "bee")
    seen = as_player(ant, "enter").get(table_path(a_table(ant, bee))).json
    assert seen["viewer_seat"] is None


def test_the_seat_to_act_is_told_its_moves_and_its_time():
    table = a_table(*some_bots("ant", "bee"), patience=60)
    seen = as_player(player_to_act(table)).get(table_path(table)).json
    assert seen["to_act"] == [seen["viewer_seat"]]
    assert seen["legal_count"] >= 1
    assert 58_000 <= seen["remaining_ms"] <= 60_000
    assert seen["deadline_at"] > seen["server_time"]


@pytest.mark.parametrize("table_id", ["unknownunkno", "1", "x" * 300, "%00", "..%2f", "7' OR 1=1"])
def test_a_table_that_there_is_not_is_not_found(table_id):
    for method, rest in [("GET", ""), ("POST", "/moves"), ("POST", "/join"), ("GET", "/record")]:
        answer = as_player(a_bot(f"b{len(rest)}-{method}")).call(
            method,
            f"/tables/{table_id}{rest}",
            {"turn": 0, "move": 0} if rest == "/moves" else None,
        )
        assert answer.status == 404
        assert answer.code in {"table_not_found", "not_found"}


def test_leaving_puts_the_seat_last_and_again_changes_nothing():
    ant, bee, cat = some_bots("ant", "bee", "cat")
    table = a_table(ant, bee, cat)
    api = as_player(bee)
    for _ in range(2):
        answer = api.post(table_path(table, "leave"))
        assert (answer.status, answer.json["seats"][1]["left"]) == (200, "resigned")
    assert table.moves.count() == 1


def test_who_does_not_sit_there_cannot_leave():
    table = a_table(*some_bots("ant", "bee"))
    answer = as_player(a_bot("eve")).post(table_path(table, "leave"))
    assert (answer.status, answer.code) == (403, "not_seated")


def test_nobody_leaves_a_table_that_is_over():
    table = play_to_the_end(a_table(*some_bots("ant", "bee")))
    answer = as_player(table.seats.get(number=0).player).post(table_path(table, "leave"))
    assert (answer.status, answer.code) == (409, "table_over")
    assert sorted(answer.json["outcome"]["places"]) == [1, 2]


def test_looking_at_a_table_expires_what_is_overdue():
    ant, bee = some_bots("ant", "bee")
    table = a_table(ant, bee)
    slow = player_to_act(table)
    let_time_pass(table, 62)
    seen = Api().get(table_path(table)).json
    assert seen["status"] == "over"
    assert {seat["handle"]: seat["left"] for seat in seen["seats"]}[slow.handle] == "deadline"


def test_the_record_is_closed_until_the_end():
    ant, bee = some_bots("ant", "bee")
    table = a_table(ant, bee)
    for api in (Api(), as_player(ant)):
        for rest in ("record", "verify"):
            answer = api.get(table_path(table, rest))
            assert (answer.status, answer.code) == (409, "record_closed")


def test_the_record_of_a_finished_table_opens_the_secret():
    table = play_to_the_end(a_table(*some_bots("ant", "bee")))
    record = Api().get(table_path(table, "record")).json
    assert commitment(bytes.fromhex(record["secret"])) == record["commitment"]
    assert len(record["moves"]) == table.ply
    assert sorted(record["places"]) == [1, 2]


def test_the_service_says_that_its_record_holds():
    table = play_to_the_end(a_table(*some_bots("ant", "bee")))
    verdict = Api().get(table_path(table, "verify")).json
    assert (verdict["holds"], verdict["where"]) == (True, "")
    assert verdict["sentence"].startswith("The record holds")


def test_the_service_names_where_its_record_does_not_hold():
    table = play_to_the_end(a_table(*some_bots("ant", "bee")))
    Seat.objects.filter(table=table).update(place=1)
    verdict = Api().get(table_path(table, "verify")).json
    assert verdict["holds"] is False
    assert verdict["where"].startswith("places[")
    assert verdict["sentence"] == "2 is expected; 1 came."


def test_the_log_is_read_page_by_page():
    table = a_table(*some_bots("ant", "bee"))
    for _ in range(5):
        play_one(table)
    first = Api().get(table_path(table, "log"), limit=3).json
    assert [line["ply"] for line in first["items"]] == [0, 1, 2]
    rest = Api().get(table_path(table, "log"), limit=3, cursor=first["next"]).json
    assert [line["ply"] for line in rest["items"]] == [3, 4]
    assert rest["next"] is None
    later = Api().get(table_path(table, "log"), after_ply=4).json
    assert [line["ply"] for line in later["items"]] == [4]


def test_after_ply_brings_the_log_from_there():
    table = a_table(*some_bots("ant", "bee"))
    for _ in range(3):
        play_one(table)
    seen = Api().get(table_path(table), after_ply=1).json
    assert [line["ply"] for line in seen["log"]] == [1, 2]
    assert "log" not in Api().get(table_path(table)).json


@pytest.mark.parametrize(
    "query",
    [
        {"wait": "26"},
        {"wait": "-1"},
        {"wait": "soon"},
        {"wait": "1.5"},
        {"after_ply": "x"},
        {"afterply": "1"},
        {"wait": ""},
        {"after_ply": "9" * 30},
    ],
)
def test_a_wrong_parameter_is_named(query):
    table = a_table(*some_bots("ant", "bee"))
    answer = Api().get(table_path(table), **query)
    assert (answer.status, answer.code) == (400, "bad_input")
    assert answer.json["field"] == next(iter(query))


def test_tables_are_listed_the_newest_first_page_by_page():
    ant, bee, cat = some_bots("ant", "bee", "cat")
    tables = [a_table(ant, bee), a_table(ant, cat), a_table(bee, cat)]
    first = Api().get("/tables", limit=2).json
    assert [line["id"] for line in first["items"]] == [tables[2].public_id, tables[1].public_id]
    rest = Api().get("/tables", limit=2, cursor=first["next"]).json
    assert [line["id"] for line in rest["items"]] == [tables[0].public_id]
    assert rest["next"] is None
    of_cat = Api().get("/tables", player=cat.public_id).json
    assert len(of_cat["items"]) == 2
    assert Api().get("/tables", status="over").json["items"] == []


@pytest.mark.parametrize("limit", ["0", "101", "-1", "x", "1e2", ""])
def test_a_page_has_one_to_a_hundred_lines(limit):
    assert Api().get("/tables", limit=limit).code == "bad_input"


@pytest.mark.parametrize("cursor", ["", "x", "AAAA", "A" * 400, "é", "%%%", "MTIz"])
def test_a_made_up_cursor_is_refused(cursor):
    answer = Api().get("/tables", cursor=cursor)
    assert (answer.status, answer.code) == (400, "bad_cursor")


def test_a_cursor_of_another_list_is_refused():
    some_bots("ant", "bee")
    cursor = Api().get("/players", limit=1).json["next"]
    assert Api().get("/players", cursor=cursor).status == 200
    assert Api().get("/tables", cursor=cursor).code == "bad_cursor"


def test_a_cursor_tells_no_key():
    some_bots("ant", "bee")
    one, other = (Api().get("/players", limit=n).json["next"] for n in (1, 2))
    assert one != other
    assert len(one) < 40
