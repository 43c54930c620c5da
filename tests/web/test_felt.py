"""A table of Big Two as rows and words: tricks are cut where they were won."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from games.queries import LogLine
from games.seen import SeatSeen, TableSeen
from web.felts.big_two import felt_of, tricks_of

NOON = dt.datetime(2026, 11, 1, 12, tzinfo=dt.UTC)
NAMES = ("overcall", "sevenfold", "pairhound", "kestrel")


def log(*plies: str) -> list[LogLine]:
    """Each ply as `seat cards`: "0 4D 4S", "1 -" for a pass, "2 deadline" for a leave."""
    return [_line(number, *ply.split()) for number, ply in enumerate(plies)]


def _line(ply: int, seat: str, *what: str) -> LogLine:
    if what[0] in {"deadline", "resigned", "removed"}:
        return LogLine(ply, int(seat), None, None, "", what[0], NOON)
    move = {"type": "pass"} if what == ("-",) else {"type": "play", "cards": list(what)}
    return LogLine(ply, int(seat), 0, move, "", "move", NOON)


def seen(
    *cards_left: int, to_act: tuple[int, ...] = (), status: str = "running", **seat_facts: object
) -> TableSeen:
    seats = tuple(
        SeatSeen(
            number=number,
            handle=NAMES[number],
            player_public_id=f"p{number}",
            kind="bot",
            filler=False,
            cards_left=left,
            turns=0,
            deadline_at=None,
            place=None,
            score=None,
            left_reason="",
            driver="",
        )
        for number, left in enumerate(cards_left)
    )
    return TableSeen(
        id=1,
        public_id="k3m9",
        game="big-two",
        rules_version=1,
        options={},
        seat_count=len(seats),
        status=status,
        casual=False,
        ply=0,
        patience_seconds=30,
        seats=seats,
        to_act=to_act,
        viewer_seat=None,
        turn=None,
        deadline_at=None,
        server_now=NOON,
        view={"out": []},
        legal=None,
        legal_count=0,
        commitment="",
        deal_id="",
        revealed=False,
        why="",
        unrated_code="",
        opened_at=NOON,
        started_at=NOON,
        over_at=None,
        paused_at=None,
    )


def plies(seen_table: TableSeen, *told: str) -> list[list[int]]:
    return [[line.ply for line in trick.lines] for trick in tricks_of(seen_table, log(*told))]


def test_a_trick_ends_when_all_others_have_passed():
    table = seen(10, 10, 10)
    assert plies(table, "0 3D", "1 4D", "2 -", "0 -", "1 5D") == [[0, 1, 2, 3], [4]]


def test_a_play_makes_earlier_passes_count_no_more():
    table = seen(10, 10, 10)
    assert plies(table, "0 3D", "1 -", "2 4D", "0 -", "1 -") == [[0, 1, 2, 3, 4], []]


def test_who_has_gone_out_need_not_pass():
    table = seen(0, 10, 10)
    assert plies(table, "0 3D", "1 -", "2 -", "1 4D") == [[0, 1, 2], [3]]


def test_everybody_left_must_pass_on_the_play_of_one_who_went_out():
    table = seen(0, 9, 10)
    assert plies(table, "0 3D", "1 4D", "2 -", "1 5D") == [[0, 1, 2], [3]]


def test_a_leave_can_end_a_trick():
    table = seen(10, 10, 10)
    assert plies(table, "0 3D", "1 -", "2 deadline", "0 4D") == [[0, 1, 2], [3]]


def test_a_leave_before_a_lead_ends_no_trick():
    table = seen(10, 10, 10)
    assert plies(table, "0 resigned", "1 3D") == [[0, 1]]


def test_a_new_row_begins_where_the_turn_passes_the_right_edge():
    felt = felt_of(
        seen(3, 8, 10, 7, to_act=(1,)),
        log("0 4D 4S", "1 6C 6H", "2 -", "3 9D 9H", "0 -"),
    )
    assert [[cell.kind for cell in row] for row in felt.rows] == [
        ["play", "play", "pass", "play"],
        ["pass", "next", "empty", "empty"],
    ]


def test_the_lead_the_others_and_what_is_to_beat_are_told_apart():
    felt = felt_of(seen(3, 8, 10, 7, to_act=(1,)), log("0 4D 4S", "1 6C 6H", "2 -", "3 9D 9H"))
    words = [cell.words for cell in felt.rows[0]]
    assert words == ["leads fours", "sixes", "pass", "nines, to beat"]
    assert [cell.to_beat for cell in felt.rows[0]] == [False, False, False, True]


def test_a_trick_is_named_by_its_number_and_kind():
    felt = felt_of(seen(10, 10), log("0 3D", "1 4D", "0 -", "1 5D 5H"))
    assert (felt.number, felt.kind, felt.asked) == (2, "pairs", "a higher pair or pass")


def test_seats_say_where_they_stand():
    felt = felt_of(seen(3, 8, 10, 7, to_act=(1,)), log("0 4D", "1 6C", "2 -", "3 9D", "0 -"))
    assert [one.word for one in felt.seats] == ["passed", "to act", "passed", "holds the trick"]


def test_who_left_is_told_with_the_reason():
    table = seen(3, 8, 10, to_act=(1,))
    gone = replace(table.seats[0], left_reason="deadline", place=3)
    felt = felt_of(replace(table, seats=(gone, *table.seats[1:])), log("0 deadline"))
    assert felt.seats[0].word == "left, missed its time, 3rd"


def test_a_seat_that_a_house_bot_plays_on_says_so():
    table = seen(3, 8, 10, to_act=(1,))
    gone = replace(table.seats[0], driver="greedy")
    felt = felt_of(replace(table, seats=(gone, *table.seats[1:])), log("0 3D"))
    assert felt.seats[0].word == "left, a house bot plays on"


def test_earlier_tricks_tell_who_won_with_what_newest_first():
    told = log("0 3D", "1 4D", "0 -", "1 5D 5H", "0 -", "1 6D")
    felt = felt_of(seen(10, 10), told)
    assert [(trick.number, trick.handle, trick.words) for trick in felt.earlier] == [
        (2, "sevenfold", "fives"),
        (1, "sevenfold", "four of diamonds"),
    ]


def test_the_log_is_newest_first_and_grouped_by_trick():
    felt = felt_of(seen(10, 10), log("0 3D", "1 4D", "0 -", "1 5D"))
    assert [part.heading for part in felt.log] == ["", "trick 1: sevenfold"]
    assert [[line.ply for line in part.lines] for part in felt.log] == [[3], [2, 1, 0]]


def test_a_finished_table_shows_its_last_trick_and_nothing_to_beat():
    felt = felt_of(seen(0, 5, status="over"), log("0 3D", "1 4D", "0 5D"))
    assert not any(cell.to_beat for row in felt.rows for cell in row)


@pytest.mark.parametrize(("cards", "narrow"), [("4D 5S 6C 7C 8H", 5), ("4D 4S", 0)])
def test_five_cards_become_slips_where_a_column_is_narrow(cards, narrow):
    felt = felt_of(seen(8, 13, to_act=(1,)), log(f"0 {cards}"))
    assert len(felt.rows[0][0].slips) == narrow


def test_only_the_newest_ply_arrives():
    table = seen(3, 8, 10, 7, to_act=(1,))
    played = felt_of(table, log("0 4D 4S", "1 6C 6H", "2 -", "3 9D 9H"))
    assert [cell.is_new for cell in played.rows[0]] == [False, False, False, True]
    passed = felt_of(table, log("0 4D 4S", "1 6C 6H", "2 -", "3 9D 9H", "0 -"))
    assert not any(cell.is_new for row in passed.rows for cell in row)


def test_a_trick_without_plies_is_no_part_of_the_log():
    assert felt_of(seen(10, 10), []).log == ()
    told = felt_of(seen(10, 10), log("0 3D", "1 -"))
    assert [part.heading for part in told.log] == ["trick 1: overcall"]
