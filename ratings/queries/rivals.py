"""Whom a player met how often, and who came out ahead."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import F

from ratings.models import RatingChange
from ratings.queries.seen import HeadToHead
from ratings.skill import Belief, Parameters, expected_places


class _Meeting(NamedTuple):
    """Two players of one contest as they were before it."""

    place: int
    mu: float
    sigma: float
    other: int
    handle: str
    public_id: str
    other_place: int
    other_mu: float
    other_sigma: float
    pool_mu: float
    pool_sigma: float
    beta: float
    tau: float

    @property
    def expected_share(self) -> float:
        """The chance to come out ahead."""
        pair = ((Belief(self.mu, self.sigma),), (Belief(self.other_mu, self.other_sigma),))
        parameters = Parameters(self.pool_mu, self.pool_sigma, self.beta, self.tau)
        return 2 - expected_places(parameters, pair)[0]


def heads_to_heads(
    player_id: int, pool_id: int, *, since: int = 0, limit: int = 10
) -> tuple[HeadToHead, ...]:
    """The opponents met most often in contests from number `since` on, in one statement.

    For pools in which everybody plays alone: partners would count as opponents.
    """
    met = defaultdict(list)
    for meeting in _meetings(player_id, pool_id, since):
        if meeting.other != player_id:
            met[meeting.other].append(meeting)
    rivals = sorted(met.values(), key=lambda meetings: (-len(meetings), meetings[0].handle))
    return tuple(_head_to_head(meetings) for meetings in rivals[:limit])


def _meetings(player_id: int, pool_id: int, since: int) -> Iterable[_Meeting]:
    own = RatingChange.objects.filter(
        pool=pool_id,
        player=player_id,
        generation=F("pool__generation"),
        sequence__gte=since,
        contest__changes__generation=F("generation"),
    )
    rows = own.values_list(
        "place",
        "mu_before",
        "sigma_before",
        "contest__changes__player_id",
        "contest__changes__player__handle",
        "contest__changes__player__public_id",
        "contest__changes__place",
        "contest__changes__mu_before",
        "contest__changes__sigma_before",
        "pool__mu",
        "pool__sigma",
        "pool__beta",
        "pool__tau",
    )
    return (_Meeting(*row) for row in rows)


def _head_to_head(meetings: list[_Meeting]) -> HeadToHead:
    return HeadToHead(
        handle=meetings[0].handle,
        player_public_id=meetings[0].public_id,
        ahead=sum(one.place < one.other_place for one in meetings),
        behind=sum(one.place > one.other_place for one in meetings),
        level=sum(one.place == one.other_place for one in meetings),
        expected_share=sum(one.expected_share for one in meetings) / len(meetings),
    )
