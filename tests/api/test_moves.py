"""The move endpoint: every case of a move, a retry and a refusal."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.actions import leave_table
from games.models import Move
from tests.api.calling import Api, as_player, table_path
from tests.builders import a_bot, a_token, some_bots
from tests.games.helpers import a_table, first_move, let_time_pass, play_one, play_to_the_end

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return a_table(*some_bots("ant", "bee", "cat"))


def other_than(table, player):
    seat = table.seats.exclude(player=player).order_by("number").first()
    return seat.player


def test_a_move_answers_with_the_table_as_the_mover_now_sees_it(table):
    player, move = first_move(table)
    answer = as_player(player).post(table_path(table, "moves"), {"turn": 0, "move": move})
    assert answer.status == 200
    assert (answer.json["ply"], answer.json["turn"], answer.json["status"]) == (1, 1, "running")
    assert "Replayed" not in answer.headers


def test_the_same_turn_and_move_again_is_answered_and_not_made_twice(table):
    player, move = first_move(table)
    api = as_player(player)
    api.post(table_path(table, "moves"), {"turn": 0, "move": move})
    play_one(table)
    again = api.post(table_path(table, "moves"), {"turn": 0, "move": move})
    assert (again.status, again.headers["Replayed"]) == (200, "true")
    assert again.json["ply"] == 2
    assert Move.objects.filter(table=table).count() == 2


def test_a_retry_is_known_even_after_the_end(table):
    player, move = first_move(table)
    api = as_player(player)
    api.post(table_path(table, "moves"), {"turn": 0, "move": move})
    play_to_the_end(table)
    again = api.post(table_path(table, "moves"), {"turn": 0, "move": move})
    assert (again.status, again.headers["Replayed"]) == (200, "true")
    assert again.json["status"] == "over"


def test_another_move_for_a_turn_already_made_is_stale_and_shows_the_table(table):
    player, move = first_move(table)
    api = as_player(player)
    api.post(table_path(table, "moves"), {"turn": 0, "move": move})
    answer = api.post(table_path(table, "moves"), {"turn": 0, "move": {"type": "pass"}})
    assert (answer.status, answer.code) == (409, "stale_turn")
    assert answer.json["turn"] == 1
    assert answer.json["table"]["view"]["hand"]
    assert answer.json["table"]["ply"] == 1


def test_a_turn_not_yet_due_is_ahead(table):
    player, move = first_move(table)
    answer = as_player(player).post(table_path(table, "moves"), {"turn": 3, "move": move})
    assert (answer.status, answer.code, answer.json["turn"]) == (409, "turn_ahead", 0)


def test_a_move_for_anothers_seat_names_who_is_to_act(table):
    player, move = first_move(table)
    other = other_than(table, player)
    answer = as_player(other).post(table_path(table, "moves"), {"turn": 0, "move": move})
    assert (answer.status, answer.code) == (409, "not_your_turn")
    assert answer.json["to_act"] == [table.seats.get(player=player).number]


def test_who_has_no_seat_may_not_move(table):
    _, move = first_move(table)
    answer = as_player(a_bot("eve")).post(table_path(table, "moves"), {"turn": 0, "move": move})
    assert (answer.status, answer.code) == (403, "not_seated")


@pytest.mark.parametrize(
    "move",
    [
        {"type": "play", "cards": ["D3"]},
        {"type": "play", "cards": []},
        {"type": "play", "cards": ["3D", "3D"]},
        {"type": "play", "cards": "3D"},
        {"type": "dance"},
        {"cards": ["3D"]},
        {"type": "pass", "cards": ["3D"]},
        [],
        None,
        7,
        "pass",
        {"type": {"type": "play"}},
    ],
)
def test_what_is_no_move_of_the_game_is_not_understood(table, move):
    player, _ = first_move(table)
    answer = as_player(player).post(table_path(table, "moves"), {"turn": 0, "move": move})
    assert (answer.status, answer.code) == (422, "move_not_understood")
    assert answer.json["reason"]
    assert answer.json["legal_count"] > 0
    assert Move.objects.count() == 0


def test_a_pass_on_the_lead_is_illegal_and_a_few_legal_moves_are_shown(table):
    player, _ = first_move(table)
    answer = as_player(player).post(
        table_path(table, "moves"), {"turn": 0, "move": {"type": "pass"}}
    )
    assert (answer.status, answer.code) == (422, "illegal_move")
    assert answer.json["reason"] == "pass_on_lead"
    assert answer.json["standing"] is None
    assert 1 <= len(answer.json["legal_moves"]) <= 5


def test_a_card_that_is_not_in_the_hand_is_illegal(table):
    player, _ = first_move(table)
    other = other_than(table, player)
    theirs = as_player(other).get(table_path(table)).json["view"]["hand"][0]
    answer = as_player(player).post(
        table_path(table, "moves"), {"turn": 0, "move": {"type": "play", "cards": [theirs]}}
    )
    assert (answer.status, answer.code) == (422, "illegal_move")
    assert answer.json["reason"] == "not_in_hand"


@pytest.mark.parametrize("turn", [-1, "0", 0.0, True, None, 10**30, [0], {}])
def test_a_turn_is_a_whole_number(table, turn):
    player, move = first_move(table)
    answer = as_player(player).post(table_path(table, "moves"), {"turn": turn, "move": move})
    assert answer.status in {409, 422}
    assert answer.code in {"bad_turn", "turn_ahead"}
    assert Move.objects.count() == 0


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"turn": 0}, "move"),
        ({"move": {"type": "pass"}}, "turn"),
        ({"turn": 0, "move": 1, "x": 1}, "x"),
    ],
)
def test_a_body_names_what_is_missing_or_unknown(table, body, field):
    player, _ = first_move(table)
    answer = as_player(player).post(table_path(table, "moves"), body)
    assert (answer.status, answer.code, answer.json["field"]) == (400, "bad_input", field)


def test_a_late_move_is_told_when_its_time_ended(table):
    player, move = first_move(table)
    let_time_pass(table, 90)
    answer = as_player(player).post(table_path(table, "moves"), {"turn": 0, "move": move})
    assert (answer.status, answer.code) == (409, "deadline_passed")
    assert answer.json["deadline_at"] < answer.json["received_at"]
    table.refresh_from_db()
    assert table.seats.get(player=player).left_reason == "deadline"


def test_a_table_that_is_over_tells_its_outcome():
    table = a_table(*some_bots("ant", "bee"))
    player, move = first_move(table)
    loser = other_than(table, player)
    leave_table(public_id=table.public_id, player_id=loser.pk)
    answer = as_player(player).post(table_path(table, "moves"), {"turn": 0, "move": move})
    assert (answer.status, answer.code) == (409, "table_over")
    number = table.seats.get(player=player).number
    assert answer.json["outcome"]["places"][number] == 1
    assert answer.json["outcome"]["left"][1 - number] == "resigned"


def test_a_revoked_token_moves_nothing(table):
    player, move = first_move(table)
    token = a_token(player)
    api = Api(token)
    assert api.delete("/token").status == 204
    answer = api.post(table_path(table, "moves"), {"turn": 0, "move": move})
    assert (answer.status, answer.code) == (401, "bad_token")
    assert Move.objects.count() == 0


def test_a_token_to_read_does_not_move(table):
    player, move = first_move(table)
    answer = as_player(player, "read").post(table_path(table, "moves"), {"turn": 0, "move": move})
    assert (answer.status, answer.code) == (403, "missing_scope")
    assert answer.json["scopes"] == ["play"]


def test_an_ordinary_move_takes_at_most_nine_statements(table):
    for _ in range(3):
        play_one(table)
    player, move = first_move(table)
    api = as_player(player)
    turn = api.get(table_path(table)).json["turn"]
    with CaptureQueriesContext(connection) as statements:
        answer = api.post(table_path(table, "moves"), {"turn": turn, "move": move})
    assert answer.status == 200
    ours = [one["sql"] for one in statements if "SAVEPOINT" not in one["sql"]]
    assert len(ours) <= 9, "\n".join(ours)
