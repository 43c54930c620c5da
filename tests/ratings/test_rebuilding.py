"""The ledger folded again gives the same ratings, and the audit finds where it does not."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.management import CommandError, call_command

from players.models import Player
from ratings.actions import (
    rebuild_ratings,
)
from ratings.models import Contest, ContestTeam, Pool, Rating, RatingChange
from ratings.queries import (
    audit_findings,
)
from ratings.skill import Belief
from tests.builders import a_bot, some_bots
from tests.ratings.helpers import NOON, a_contest, folded, the_pool

pytestmark = pytest.mark.django_db


def beliefs() -> dict[str, Belief]:
    return {
        rating.player.handle: rating.belief for rating in Rating.objects.select_related("player")
    }


def codes() -> list[str]:
    return [finding.code for finding in audit_findings()]


@pytest.fixture
def season() -> list[Player]:
    """Thirty folded contests of four players, in ever new orders."""
    players = some_bots("ada", "ben", "cat", "dan")
    for number in range(30):
        turned = players[number % 4 :] + players[: number % 4]
        if number % 3 == 0:
            turned.reverse()
        a_contest(f"table:{number}", *turned[: 2 + number % 3], minute=number)
    assert folded() == 30
    return players


def rows() -> list[tuple[object, ...]]:
    return [
        *Rating.objects.order_by("id").values_list(),
        *RatingChange.objects.order_by("id").values_list(),
        *Contest.objects.order_by("id").values_list(),
        *Pool.objects.order_by("id").values_list(),
    ]


@pytest.mark.parametrize("write", [False, True])
def test_a_rebuild_changes_no_row(season, write):
    before = rows()
    rebuilt = rebuild_ratings(the_pool().pk, write=write)
    assert (rebuilt.differences, rebuilt.is_written) == ((), False)
    assert rows() == before


def test_the_command_says_that_no_row_changes(season, capsys):
    call_command("rebuild_ratings")
    assert capsys.readouterr().out == "big_two, bot: no row changes\n"


def test_a_rating_that_the_ledger_does_not_support_is_found_and_mended(season, capsys):
    ada = season[0]
    true = beliefs()["ada"]
    Rating.objects.filter(player=ada).update(mu=true.mu + 1e-6)
    assert codes() == ["ratings_differ"]
    with pytest.raises(CommandError, match="not what the ledgers say"):
        call_command("rebuild_ratings")
    assert "1 rows differ" in capsys.readouterr().out
    call_command("rebuild_ratings", "--write")
    assert capsys.readouterr().out.startswith("big_two, bot: 1 rows differ, stored\n")
    assert beliefs()["ada"] == true
    assert codes() == []


def test_the_audit_of_a_folded_ledger_is_clean(season):
    assert audit_findings() == []


@pytest.mark.parametrize(
    "harm",
    [
        lambda: RatingChange.objects.order_by("?").first().delete(),
        lambda: RatingChange.objects.filter(sequence=7).update(mu_after=1),
        lambda: RatingChange.objects.filter(sequence=7).update(place=9),
        lambda: Rating.objects.first().delete(),
        lambda: Rating.objects.filter(player__handle="ben").update(contests=1),
        lambda: Rating.objects.filter(player__handle="ben").update(last_played_at=NOON),
        lambda: ContestTeam.objects.filter(contest__sequence=7).update(place=1),
        lambda: Rating.objects.create(
            pool=the_pool(),
            player=a_bot("eve"),
            mu=25,
            sigma=8,
            exposure=1,
            contests=1,
            last_sequence=1,
            last_played_at=NOON,
        ),
    ],
)
def test_the_audit_finds_ratings_that_do_not_follow_from_the_ledger(season, harm):
    harm()
    assert "ratings_differ" in codes()


def test_the_audit_finds_a_gap_in_the_numbers(season):
    Contest.objects.filter(sequence=30).update(sequence=31)
    assert "ledger_gap" in codes()


def test_the_audit_finds_a_contest_that_waits_too_long():
    a_contest("table:1", *some_bots("ada", "ben"))
    assert codes() == []
    long_ago = dt.datetime.now(dt.UTC) - dt.timedelta(seconds=20)
    Contest.objects.update(recorded_at=long_ago)
    assert codes() == ["contest_unfolded"]


def test_the_audit_finds_contests_that_lost_their_teams(season):
    contest = Contest.objects.get(sequence=30)
    contest.players.filter(team__seat=0).delete()
    assert "team_without_players" in codes()
    contest.teams.all().delete()
    assert "contest_without_teams" in codes()
