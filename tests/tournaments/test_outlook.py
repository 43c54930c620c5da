"""What an event would be like is told before anything starts."""

from __future__ import annotations

import datetime as dt

import pytest

from games.models import Table
from tests.tournaments.helpers import FOURS, a_running_event, an_event, bots, finish
from tournaments.forecasts import guessed_seconds, imagined
from tournaments.formats.chain import StagePlan
from tournaments.queries.outlook import forecast_of

pytestmark = pytest.mark.django_db

TOP_TWO = [{"format": "single-elimination", "config": {"seats": 2}, "cut": {"take": 2}}]


def test_a_tree_of_six_has_three_rounds_two_byes_and_five_tables():
    seen = forecast_of(an_event(patience_seconds=8), 6)
    assert (seen.rounds, seen.byes, seen.tables, seen.problems) == (3, 2, 5, ())
    # Two seats, 15 moves each, 2 of the 8 seconds for each move; three rounds of that.
    assert (seen.table_seconds, seen.is_measured, seen.seconds) == (60, False, 180)


def test_later_stages_are_counted_with_those_who_reach_them():
    seen = forecast_of(an_event(config=FOURS, later_stages=TOP_TWO), 16)
    assert [(stage.entrants, len(stage.rounds), stage.tables) for stage in seen.stages] == [
        (16, 3, 7), (2, 1, 1),
    ]  # fmt: skip
    assert [stage.name for stage in seen.stages] == ["Single elimination", "Single elimination"]


def test_a_number_that_cannot_play_is_told_with_the_reason():
    seen = forecast_of(an_event(format="swiss", config={}), 3)
    assert seen.problems == ("A Swiss needs at least 4 entrants, not 3: take a round robin.",)
    assert (seen.rounds, seen.tables, seen.seconds) == (0, 0, 0)


def test_a_match_of_several_tables_takes_them_one_after_another():
    seen = forecast_of(an_event(match_plan={"kind": "versus", "best_of": 3}, patience_seconds=8), 2)
    assert (seen.rounds, seen.tables, seen.seconds) == (1, 3, 180)


def test_equal_deals_are_played_at_once_unless_a_player_may_sit_at_so_many_tables_only():
    plan = {"kind": "duplicate", "deals": 2}
    assert forecast_of(an_event(match_plan=plan, patience_seconds=8), 2).seconds == 60
    limited = an_event(match_plan=plan, patience_seconds=8, max_tables_each=1)
    seen = forecast_of(limited, 2)
    assert (seen.tables, seen.seconds) == (4, 240)


def test_windows_stretch_it():
    seen = forecast_of(an_event(schedule={"every_days": 1}, patience_seconds=8), 4)
    assert seen.seconds == 86_400 + 60


def test_how_long_tables_last_is_measured_once_some_have_ended():
    event = a_running_event(*bots(16))
    assert not forecast_of(event, 4).is_measured
    for table in Table.objects.filter(status="running"):
        finish(table)
        table.over_at = table.started_at + dt.timedelta(seconds=40)
        table.save(update_fields=["over_at"])
    seen = forecast_of(an_event(), 4)
    assert (seen.is_measured, seen.table_seconds, seen.seconds) == (True, 40, 80)


def test_a_guess_does_not_take_all_patience():
    assert guessed_seconds(4, 1) == 15
    assert guessed_seconds(4, 86_400) == 300


def arena(**config: int) -> StagePlan:
    return StagePlan(1, "arena", config, {}, None)


def test_a_stage_that_time_ends_is_imagined_at_the_pace_it_has():
    # 20 of 60 minutes are over, and each has had 5 matches: in all that makes 15.
    seen = imagined(arena(minutes=60, matches_each=0), played=5, elapsed=1200, table_seconds=600)
    assert seen.config == {"minutes": 0, "matches_each": 15}


def test_before_the_first_match_a_guess_has_to_do():
    seen = imagined(arena(minutes=60, matches_each=0), table_seconds=600)
    assert seen.config == {"minutes": 0, "matches_each": 6}


def test_nobody_is_imagined_to_play_more_than_the_stage_allows_or_anybody_waits_for():
    assert imagined(arena(minutes=60), table_seconds=60).config["matches_each"] == 10
    assert imagined(arena(minutes=600, matches_each=0), table_seconds=60).config == {
        "minutes": 0, "matches_each": 40,
    }  # fmt: skip
    assert imagined(arena(minutes=1, matches_each=0), table_seconds=600).config == {
        "minutes": 0, "matches_each": 1,
    }  # fmt: skip


def test_a_stage_that_ends_by_itself_is_imagined_as_it_is():
    swiss = StagePlan(1, "swiss", {"rounds": 3}, {}, None)
    assert imagined(swiss, played=2, elapsed=99, table_seconds=60) is swiss
