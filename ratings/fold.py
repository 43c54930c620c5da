"""From contests to beliefs: the ledger, folded one contest after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ratings.errors import BadContest
from ratings.skill import Belief, Parameters, Weights, expected_places, update


@dataclass(frozen=True, slots=True)
class ContestTeam:
    """A team and its place, 1 the best; `weights[player]` is 1 for everybody if absent."""

    players: tuple[int, ...]
    place: int
    weights: Weights | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """One finishing order; the teams stand in seat order."""

    teams: tuple[ContestTeam, ...]
    draw_probability: float


@dataclass(frozen=True, slots=True)
class Change:
    """What one contest taught about one player."""

    player: int
    before: Belief
    after: Belief
    place: int
    expected_place: float


def fold(
    parameters: Parameters, beliefs: Mapping[int, Belief], contest: Contest
) -> tuple[Change, ...]:
    """The change of every player of the contest, in seat order; strangers begin as newcomers.

    Raises BadContest, TieImpossible, OutOfReach; `beliefs` stays as it is.
    """
    _check_players(contest.teams)
    before = tuple(
        tuple(beliefs.get(player) or parameters.newcomer() for player in team.players)
        for team in contest.teams
    )
    places = tuple(team.place for team in contest.teams)
    weights = _weights(contest.teams)
    after = update(parameters, before, places, contest.draw_probability, weights)
    expected = expected_places(parameters, before, weights)
    return tuple(
        Change(player, before[seat][number], after[seat][number], team.place, expected[seat])
        for seat, team in enumerate(contest.teams)
        for number, player in enumerate(team.players)
    )


def fold_all(
    parameters: Parameters, beliefs: Mapping[int, Belief], contests: Iterable[Contest]
) -> dict[int, Belief]:
    """The beliefs after all contests, those of players who took part in none included."""
    after = dict(beliefs)
    for contest in contests:
        after.update((change.player, change.after) for change in fold(parameters, after, contest))
    return after


def check(parameters: Parameters, contest: Contest) -> None:
    """Refuse, by BadContest or TieImpossible, what could never be folded, whatever the beliefs."""
    fold(parameters, {}, contest)
    places = sorted(team.place for team in contest.teams)
    skipping = [1 + places.index(place) for place in places]
    if places != skipping:
        raise BadContest(f"Places begin at 1, and ties skip: {skipping}; got {places}.")


def _check_players(teams: Iterable[ContestTeam]) -> None:
    count = Counter(player for team in teams for player in team.players)
    twice = sorted(player for player, times in count.items() if times > 1)
    if twice:
        raise BadContest(f"Everybody plays once in a contest; twice came {twice}.")


def _weights(teams: tuple[ContestTeam, ...]) -> tuple[Weights, ...] | None:
    if all(team.weights is None for team in teams):
        return None
    return tuple(team.weights or (1.0,) * len(team.players) for team in teams)
