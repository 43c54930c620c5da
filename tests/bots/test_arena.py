"""The arena by example: who sits where, what is repeatable, what a broken bot costs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bots.arena.command import main
from bots.arena.figures import Figures, Mean, resampled, wilson
from bots.arena.plan import BadPlan, Plan, checked, labels, seats_for
from bots.arena.playing import Table, play_deal
from games.rules.deals import Stream
from games.rules.protocol import BadOptions, Outcome
from games.verify import verify

ROOT = Path(__file__).parents[2]


def a_plan(*bots: str, seats: int = 2, **other: Any) -> Plan:
    asked = {"deals": 3, "duplicate": False, "seed": b"\x01", "options": {}, "game": "big-two"}
    return Plan(bots=bots, seats=seats, **{**asked, **other})


def records(tables: tuple[Table, ...]) -> list[Any]:
    return [table.record for table in tables]


def a_file(folder: Path, body: str) -> str:
    path = folder / "mine.py"
    path.write_text(f"class Mine:\n    def choose(self, view):\n        {body}\n")
    return f"{path}:Mine"


# ------------------------------------------------------------------ who sits where


def test_in_duplicate_every_bot_plays_every_seat_of_the_same_deal() -> None:
    plan = a_plan("house", "greedy", "random", seats=3, duplicate=True)
    seatings = plan.seatings(0)
    assert [sorted(seating) for seating in seatings] == [[0, 1, 2]] * 3
    assert [sorted(seat) for seat in zip(*seatings, strict=True)] == [[0, 1, 2]] * 3
    assert {record["deal_id"] for record in records(play_deal(plan, 0))} == {"arena-1"}


def test_the_neighbours_change_from_deal_to_deal() -> None:
    plan = a_plan("a", "b", "c", "d", seats=4)
    assert len({plan.seatings(deal)[0] for deal in range(20)}) > 5


def test_with_more_bots_than_seats_every_pair_meets() -> None:
    plan = a_plan("a", "b", "c")
    fields = [tuple(sorted(plan.seatings(deal)[0])) for deal in range(4)]
    assert fields == [(0, 1), (0, 2), (1, 2), (0, 1)]


def test_fewer_bots_than_seats_are_refused() -> None:
    with pytest.raises(BadPlan, match="4 seats need as many bots; 2 came"):
        checked(a_plan("greedy", "random", seats=4))


def test_options_that_the_game_does_not_have_are_refused() -> None:
    with pytest.raises(BadOptions, match="no options"):
        checked(a_plan("greedy", "random", options={"target": 3}))


@pytest.mark.parametrize(("bots", "seats"), [(1, 2), (3, 3), (7, 4)])
def test_there_are_as_many_seats_as_bots_where_the_game_has_them(bots: int, seats: int) -> None:
    assert seats_for("big-two", bots) == seats


def test_the_same_bot_twice_is_two_entrants() -> None:
    assert labels(("house", "greedy", "my/bot.py:Mine", "greedy")) == (
        "house",
        "greedy",
        "Mine",
        "greedy#2",
    )


# ------------------------------------------------------------------ playing


def test_a_deal_plays_the_same_twice_and_another_seed_plays_another() -> None:
    plan = a_plan("random", "greedy", duplicate=True)
    assert records(play_deal(plan, 1)) == records(play_deal(plan, 1))
    other = a_plan("random", "greedy", duplicate=True, seed=b"\x02")
    assert records(play_deal(plan, 1)) != records(play_deal(other, 1))


def test_every_record_holds() -> None:
    plan = a_plan("random", "greedy", "house", seats=3, duplicate=True)
    for deal in range(3):
        for record in records(play_deal(plan, deal)):
            assert verify(json.loads(json.dumps(record))).holds


def test_a_class_that_takes_the_view_alone_plays_as_it_does_over_http(tmp_path: Path) -> None:
    plan = a_plan(a_file(tmp_path, 'return view["legal_moves"][-1]'), "greedy")
    [table] = play_deal(plan, 0)
    assert table.faults == ()
    assert verify(table.record).holds


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('raise ValueError("no idea")', "ValueError: no idea"),
        ('return {"type": "fold"}', "MoveNotUnderstood: A move is"),
        ('return {"type": "play", "cards": ["3D", "2S"]}', "IllegalMove: "),
    ],
)
def test_a_bot_that_breaks_down_leaves_the_table_and_the_record_still_holds(
    tmp_path: Path, body: str, fault: str
) -> None:
    plan = a_plan(a_file(tmp_path, body), "greedy", duplicate=True)
    for table in play_deal(plan, 0):
        [(entrant, said)] = table.faults
        assert entrant == 0
        assert said.startswith(fault)
        assert table.record["places"][table.seating.index(0)] == 2
        assert verify(table.record).holds


def test_a_team_that_breaks_down_in_the_vote_is_last_and_its_void_record_holds(
    tmp_path: Path,
) -> None:
    mine = a_file(tmp_path, 'raise ValueError("no idea")')
    plan = a_plan(mine, "greedy", game="the-game")
    tables = play_deal(plan, 0)
    [void] = [table for table in tables if table.faults]
    assert void.record["why"] == "void_start"
    assert (void.record["places"], void.record["scores"]) == ([None, None], [None, None])
    assert verify(void.record).holds
    figures = Figures(plan)
    figures.add(tables)
    assert (figures.rows[0].places, figures.rows[0].scores) == ([2.0], [98.0])


def test_seats_of_one_class_share_no_memory(tmp_path: Path) -> None:
    body = 'self.seen = getattr(self, "seen", view["seat"]); '
    body += 'return view["legal_moves"][0] if self.seen == view["seat"] else None'
    mine = a_file(tmp_path, body)
    assert play_deal(a_plan(mine, mine), 0)[0].faults == ()


# ------------------------------------------------------------------ figures


def a_table(seating: tuple[int, ...], places: list[int]) -> Table:
    outcome = Outcome(tuple(places), (None,) * len(places), (), "played_out")
    return Table(seating, {"table": "1.1", "moves": []}, outcome, ())


def test_a_duplicate_set_counts_once_with_the_mean_of_its_tables() -> None:
    figures = Figures(a_plan("house", "greedy", duplicate=True))
    figures.add([a_table((0, 1), [1, 2]), a_table((1, 0), [1, 2])])
    figures.add([a_table((0, 1), [1, 2]), a_table((1, 0), [2, 1])])
    assert figures.rows[0].firsts == [0.5, 1.0]
    assert figures.rows[0].places == [1.5, 1.0]
    assert figures.rows[0].place_counts == {1: 3, 2: 1}
    assert (figures.deals, figures.tables) == (2, 4)


def test_a_duplicate_set_is_one_contest_of_the_rating() -> None:
    figures = Figures(a_plan("house", "greedy", duplicate=True))
    figures.add([a_table((0, 1), [1, 2]), a_table((1, 0), [1, 2])])
    even = figures.ratings()
    assert even[0].mu == even[1].mu == pytest.approx(25.0)
    figures.add([a_table((0, 1), [1, 2]), a_table((1, 0), [2, 1])])
    won = figures.ratings()
    assert won[0].mu > 25.0 > won[1].mu


def test_a_shared_first_counts_in_part() -> None:
    figures = Figures(a_plan("a", "b", "c", seats=3))
    figures.add([a_table((2, 0, 1), [1, 1, 3])])
    assert [row.firsts for row in figures.rows] == [[0.5], [0.0], [0.5]]


def test_the_interval_of_a_share_is_the_one_by_wilson() -> None:
    assert wilson(8, 10) == Mean(
        0.8, pytest.approx(0.4902, abs=1e-4), pytest.approx(0.9433, abs=1e-4)
    )
    assert wilson(0, 20).low == 0.0
    assert wilson(0, 20).high == pytest.approx(0.1611, abs=1e-4)


def test_the_resampled_interval_is_as_wide_as_the_normal_one() -> None:
    values = [0.0, 0.25, 0.5, 1.0] * 100
    mean = resampled(values, Stream(bytes(32), "resample"))
    assert mean.value == 0.4375
    assert mean.high - mean.low == pytest.approx(2 * 1.96 * 0.3706 / 20, rel=0.12)


# ------------------------------------------------------------------ the command


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bots.arena", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


def test_the_report_and_the_records_are_the_same_whatever_the_number_of_jobs(
    tmp_path: Path,
) -> None:
    said, written = set(), set()
    for jobs in ("1", "2"):
        out = tmp_path / f"{jobs}.jsonl"
        asked = ("big-two", "house,greedy,random", "--deals", "6", "--duplicate", "--seed", "0a")
        done = run(*asked, "--jobs", jobs, "--records", str(out))
        assert done.returncode == 0, done.stderr
        said.add(done.stdout)
        written.add(out.read_text())
    assert len(said) == len(written) == 1
    lines = written.pop().splitlines()
    assert len(lines) == 18
    assert all(verify(json.loads(line)).holds for line in lines)
    assert "Big Two, 3 seats: 6 deals (in duplicate), 18 tables; --seed 0a" in said.pop()


def test_the_arena_needs_no_django() -> None:
    look = "import sys; import bots.arena.command; assert 'django' not in sys.modules"
    subprocess.run([sys.executable, "-c", look], cwd=ROOT, check=True, timeout=60)


def test_a_breakdown_is_told_and_is_the_exit_code(tmp_path: Path, capsys: Any) -> None:
    mine = a_file(tmp_path, 'raise ValueError("no idea")')
    assert main(["big-two", f"{mine},greedy", "--deals", "2", "--jobs", "1"]) == 1
    assert "Mine broke down at 2 tables and left; first: ValueError: no idea (table 1.1)" in (
        capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess", "greedy"], '"chess" came'),
        (["big-two", "genius,greedy"], "'genius' came"),
        (["big-two", "nowhere.py:Mine,greedy"], "there is no file nowhere.py"),
        (["big-two", "greedy,random", "--seats", "5"], "2, 3 or 4 seats; 5 came"),
        (["big-two", "greedy,random", "--options", "{"], "--options is JSON"),
        (["big-two", "greedy,random", "--options", "[1]"], "--options is a JSON object"),
        (["big-two", "greedy,random", "--seed", "xyz"], "--seed is hexadecimal"),
        (["big-two", "greedy,random", "--deals", "0"], "At least one deal"),
        (["big-two", ","], "Name the bots"),
        (
            ["big-two", "greedy,random", "--records", "/nowhere/records.jsonl"],
            "--records cannot be written: No such file or directory.",
        ),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(
    arguments: list[str], sentence: str, capsys: Any
) -> None:
    assert main(arguments) == 2
    assert sentence in capsys.readouterr().err
