"""Facts enter the ledger: a contest was played, a contest does not count any more."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from players.transactions import database_now, in_one_transaction
from ratings import fold, ledger
from ratings.errors import BadContest, SourceTaken
from ratings.models import Contest, ContestPlayer, ContestTeam, Pool
from ratings.queries.policy import usual_draw_probability


@in_one_transaction
def record_contest(
    *,
    game: str,
    division: str,
    source: str,
    played_at: dt.datetime,
    teams: Sequence[Sequence[int]],
    places: Sequence[int],
    draw_probability: float | None = None,
    weights: Sequence[Sequence[float]] | None = None,
) -> Contest:
    """One row of the ledger, once per source; a repetition finds the row of the first time.

    `teams[seat]` are the ids of players; `places[seat]` is 1 for the best, ties share, the next
    is skipped. A draw probability of 0 says that this contest cannot tie; without one the
    pool's policy decides. Raises BadContest, TieImpossible, SourceTaken.
    """
    pool, _ = Pool.objects.get_or_create(game=game, division=division)
    if draw_probability is None:
        draw_probability = usual_draw_probability(pool)
    contest = fold.Contest(_teams(teams, places, weights), draw_probability)
    fold.check(pool.parameters, contest)
    row, is_new = Contest.objects.get_or_create(
        source=source,
        defaults={"pool": pool, "played_at": played_at, "draw_probability": draw_probability},
    )
    if is_new:
        _write_teams(row, contest)
    else:
        _check_same(row, pool, contest)
    return row


@in_one_transaction
def void_contest(*, source: str) -> Contest | None:
    """Strike the result, if there is one. A folded one keeps its number and its history.

    The next tick folds the ledger of its pool again without it.
    """
    contest = Contest.objects.select_for_update(no_key=True).filter(source=source).first()
    if contest is not None and contest.voided_at is None:
        contest.voided_at = database_now()
        contest.save(update_fields=["voided_at"])
    return contest


@in_one_transaction
def restore_contest(*, source: str) -> Contest | None:
    """A struck result counts again, at its old place in the ledger; None where there is none."""
    # The pool first, as the folder takes them: two that wait for each other help nobody.
    pools = Pool.objects.select_for_update(no_key=True, of=("self",))
    list(pools.filter(contests__source=source).values_list("pk", flat=True))
    contest = Contest.objects.select_for_update(no_key=True).filter(source=source).first()
    if contest is not None and contest.voided_at is not None:
        contest.voided_at = None
        contest.save(update_fields=["voided_at"])
        if contest.sequence is not None:
            Pool.objects.filter(pk=contest.pool_id).update(is_stale=True)
    return contest


def _teams(
    teams: Sequence[Sequence[int]],
    places: Sequence[int],
    weights: Sequence[Sequence[float]] | None,
) -> tuple[fold.ContestTeam, ...]:
    shares = [[1.0] * len(team) for team in teams] if weights is None else weights
    if not len(teams) == len(places) == len(shares):
        raise BadContest(
            f"Each of {len(teams)} teams has a place and weights; got {len(places)} places"
            f" and {len(shares)} weights."
        )
    return tuple(
        fold.ContestTeam(tuple(players), place, tuple(share))
        for players, place, share in zip(teams, places, shares, strict=True)
    )


def _write_teams(row: Contest, contest: fold.Contest) -> None:
    teams = ContestTeam.objects.bulk_create(
        ContestTeam(contest=row, seat=seat, place=team.place)
        for seat, team in enumerate(contest.teams)
    )
    ContestPlayer.objects.bulk_create(
        ContestPlayer(contest=row, team=team_row, number=number, player_id=player, weight=weight)
        for team_row, team in zip(teams, contest.teams, strict=True)
        for number, (player, weight) in enumerate(
            zip(team.players, team.weights or (), strict=True)
        )
    )


def _check_same(row: Contest, pool: Pool, contest: fold.Contest) -> None:
    (entry,) = ledger.entries(Contest.objects.filter(pk=row.pk))
    if row.pool_id != pool.pk or entry.contest.teams != contest.teams:
        raise SourceTaken(
            f"{row.source} was recorded in {row.pool} as {entry.contest.teams};"
            f" now came for {pool} {contest.teams}."
        )
