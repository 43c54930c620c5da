"""Checking a record: what holds, and where a forged one differs."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.verify import main, verify
from tests.rules.big_two_builders import RULES
from tests.rules.playouts import recorded

ROOT = Path(__file__).parents[2]
RECORD = recorded(RULES, 4, 3, leave_chance=10)


def _changed(**parts):
    return {**copy.deepcopy(RECORD), **parts}


def _differs(record):
    verdict = verify(record)
    assert not verdict.holds
    return verdict.where, verdict.sentence


def _ply_of_first_play_of(seat):
    return next(
        line["ply"] for line in RECORD["moves"] if line["seat"] == seat and "cards" in line["move"]
    )


def test_an_honest_record_holds():
    verdict = verify(RECORD)
    assert (verdict.holds, verdict.where) == (True, "")
    assert verdict.sentence.startswith("The record holds")


def test_a_record_without_its_deal_holds_too():
    record = _changed()
    del record["deal"]
    assert verify(record).holds


def test_an_altered_card_of_the_deal_is_named_by_seat_and_number():
    record = _changed()
    hand = record["deal"]["hands"][2]
    came, expected = record["deal"]["hands"][3][0], hand[4]
    hand[4] = came
    assert _differs(record) == ("deal.hands[2][4]", f'"{expected}" is expected; "{came}" came.')


def test_a_played_card_that_was_not_dealt_is_named_by_its_ply():
    record = _changed()
    ply = _ply_of_first_play_of(1)
    taken = record["deal"]["hands"][0][0]
    record["moves"][ply]["move"]["cards"] = [taken]
    where, sentence = _differs(record)
    assert where == f"moves[{ply}]"
    assert sentence == f"You do not hold {taken}."


def test_cards_of_a_ply_in_another_order_are_not_what_was_logged():
    record = _changed()
    line = next(one for one in record["moves"] if len((one["move"] or {}).get("cards", [])) > 1)
    line["move"]["cards"].reverse()
    assert _differs(record)[0] == f"moves[{line['ply']}].move.cards[0]"


def test_a_ply_that_was_struck_out_is_missed():
    record = _changed()
    del record["moves"][3]
    assert _differs(record)[0] == "moves[3]"


def test_a_log_cut_short_gives_no_places():
    record = _changed()
    record["moves"].pop()
    assert _differs(record) == (
        "places",
        "The log stops before the end, so there are no places yet.",
    )


def test_a_leave_has_neither_a_turn_nor_a_move():
    for part, value in (("turn", 1), ("move", {"type": "pass"})):
        record = _changed()
        line = next(one for one in record["moves"] if one["cause"] != "move")
        line[part] = value
        assert _differs(record) == (
            f"moves[{line['ply']}].{part}",
            "A leave has neither a turn nor a move.",
        )


def test_swapped_places_differ_at_the_seat():
    record = _changed(places=RECORD["places"][::-1])
    assert _differs(record)[0] == "places[0]"


def test_a_voided_table_holds_without_places():
    record = _changed(places=[None] * 4, scores=[None] * 4, why="void")
    record["moves"] = record["moves"][:5]
    assert verify(record).holds


@pytest.mark.parametrize(
    ("part", "value", "where", "sentence"),
    [
        ("scheme", "vdeal-9", "scheme", 'This checks vdeal-1; "vdeal-9" came.'),
        ("rules_version", 9, "game", "big-two has the rules versions 1; 9 came."),
        ("seats", 5, "game", "Big Two has 2, 3 or 4 seats; 5 came."),
        ("seats", True, "seats", "A whole number is expected; true came."),
        ("seats", 3, "nonces", "One a seat is expected; 4 came."),
        ("secret", None, "secret",
         "The secret is not revealed yet, so the deal cannot be checked."),
        ("secret", "00" * 32, "commitment", "The secret is not the one that was committed to."),
        ("secret", "00", "secret", "32 to 32 bytes are expected; 1 came."),
        ("secret", "zz", "secret", 'Hexadecimal digits are expected; "zz" came.'),
        ("secret", 7, "secret", "Hexadecimal digits are expected; 7 came."),
        ("commitment", "00", "commitment", "The secret is not the one that was committed to."),
        ("nonces", ["6e", "6e", "6e", "00" * 65], "nonces[3]",
         "0 to 64 bytes are expected; 65 came."),
        ("deal_id", "\ud800", "deal_id",
         r'A text is expected; "\ud800" came.'),
        ("moves", {}, "moves", "A list is expected; an object came."),
        ("moves", ["3D"], "moves[0]", 'A ply is an object; "3D" came.'),
        ("scores", [1] * 4, "scores[0]", "null is expected; 1 came."),
        ("why", "bored", "why", '"played_out" is expected; "bored" came.'),
    ],
)  # fmt: skip
def test_a_record_that_does_not_hold_is_told_where_and_why(part, value, where, sentence):
    assert _differs(_changed(**{part: value})) == (where, sentence)


def test_a_record_of_an_unknown_game_is_told_the_games_there_are():
    where, sentence = _differs(_changed(game="chess"))
    assert where == "game"
    assert sentence.startswith("The games are big-two")


@pytest.mark.parametrize(
    ("part", "value", "where"),
    [
        ("ply", 1, "moves[0]"),
        ("seat", 4, "moves[0]"),
        ("seat", -1, "moves[0]"),
        ("seat", "0", "moves[0].seat"),
        ("turn", 1, "moves[0].turn"),
        ("cause", "bored", "moves[0].cause"),
        ("cause", None, "moves[0].cause"),
        ("ply", False, "moves[0].ply"),
        ("cause", "resigned", "moves[0].turn"),
        ("move", None, "moves[0]"),
    ],
)
def test_a_line_of_the_log_that_does_not_hold_is_told_where(part, value, where):
    record = _changed()
    record["moves"][0][part] = value
    assert _differs(record)[0] == where


def _paths(value, path=()):
    yield path
    parts = {list: enumerate, dict: dict.items}.get(type(value), lambda _: ())
    for name, part in parts(value):
        yield from _paths(part, (*path, name))


JUNK = st.sampled_from([None, True, -1, 2**70, 0.5, float("nan"), "", "D3", "\ud800", [], {}, [[]]])


@given(path=st.sampled_from([path for path in _paths(RECORD) if path]), junk=JUNK)
def test_no_junk_anywhere_in_a_record_breaks_the_check(path, junk):
    record = _changed()
    *way, last = path
    part = record
    for name in way:
        part = part[name]
    part[last] = junk
    assert verify(record).sentence


def test_the_program_tells_by_its_exit_code(tmp_path, capsys):
    file = tmp_path / "record.json"
    file.write_text(json.dumps(RECORD))
    assert main([str(file)]) == 0
    assert capsys.readouterr().out.startswith("The record holds")
    file.write_text(json.dumps(_changed(why="bored")))
    assert main([str(file)]) == 1
    assert capsys.readouterr().out == 'Differs at why: "played_out" is expected; "bored" came.\n'


@pytest.mark.parametrize("text", ["", "[]", "[" * 100_000, "\xff"])
def test_the_program_tells_when_a_file_is_no_record(tmp_path, capsys, text):
    file = tmp_path / "record.json"
    file.write_text(text, encoding="latin-1")
    assert main([str(file)]) == 2
    assert capsys.readouterr().out == ""


def test_the_program_checks_every_line_of_a_file_of_records(tmp_path, capsys):
    file = tmp_path / "records.jsonl"
    file.write_text(f"{json.dumps(RECORD)}\n{json.dumps(_changed(why='bored'))}\n")
    assert main([str(file)]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("The record holds")
    assert second == 'Differs at why: "played_out" is expected; "bored" came.'
    file.write_text("\n")
    assert main([str(file)]) == 2


def test_the_program_runs_where_no_django_is_installed(tmp_path):
    file = tmp_path / "record.json"
    file.write_text(json.dumps(RECORD))
    program = (
        "import runpy, sys; sys.modules['django'] = None; "
        f"sys.argv[1:] = [{str(file)!r}]; runpy.run_module('games.verify', run_name='__main__')"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("The record holds")


def test_the_program_tells_how_it_is_called(capsys):
    assert main([]) == 2
    assert "record.json" in capsys.readouterr().err
