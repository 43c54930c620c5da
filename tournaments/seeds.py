"""Who is seed 1: by rating, by entry, by hand, or by the published lot."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from games.actions import draw_stream
from ratings.models import Rating
from tournaments.facts import entrant_fact
from tournaments.formats.apart import drawn_apart
from tournaments.formats.avoidance import Draw
from tournaments.formats.chain import stage_plans
from tournaments.formats.seeding import drawn_order
from tournaments.models import Entrant, EntrantPlayer, Tournament

TEAM = "team"
# The division of pools in which teams are rated.


def in_order_of_seeds(tournament: Tournament) -> list[Entrant]:
    """Who would start now, with the seed it would have; by entry where a lot will decide."""
    entrants = Entrant.objects.filter(tournament=tournament, status=Entrant.Status.ACTIVE)
    ranked = with_beliefs(tournament, list(entrants.select_related("player").order_by("pk")))
    return _drawn(tournament, _sorted(tournament, ranked)).entrants


@dataclass(frozen=True, slots=True)
class Seeded:
    """The entrants by seed; `clashes` names those of one owner or club drawn together all the same.

    Together means in their first match, or in one group.
    """

    entrants: list[Entrant]
    clashes: list[tuple[str, str]]


def seeded(tournament: Tournament, entrants: Sequence[Entrant]) -> Seeded:
    """Seeds and beliefs are filled in. `entrants` in the order of entry, with their players."""
    ranked = _sorted(tournament, with_beliefs(tournament, entrants))
    if tournament.seeding == Tournament.Seeding.RANDOM:
        ranked = list(drawn_order(ranked, draw_stream(deal_id=tournament.draw_id, label="seeds")))
    return _drawn(tournament, ranked)


def named(entrant: Entrant) -> str:
    """The team's name, or the player's handle."""
    return entrant.name or entrant.player.handle


def _drawn(tournament: Tournament, ranked: Sequence[Entrant]) -> Seeded:
    """With their seeds; whoever is seeded by hand meets whomever the organiser wanted."""
    by_key = {entrant.pk: entrant for entrant in ranked}
    apart = {entrant.pk: entrant_fact(entrant, 0).apart for entrant in ranked}
    draw = Draw(tuple(by_key), ())
    if tournament.seeding != Tournament.Seeding.MANUAL:
        plan, *_ = stage_plans(tournament.format, tournament.config, tournament.match_plan, ())
        draw = drawn_apart(plan, draw.order, apart)
    for seed, key in enumerate(draw.order, start=1):
        by_key[key].seed = seed
    return Seeded(
        [by_key[key] for key in draw.order],
        [(named(by_key[each.first]), named(by_key[each.second])) for each in draw.clashes],
    )


def with_beliefs(tournament: Tournament, entrants: Sequence[Entrant]) -> list[Entrant]:
    """What is believed of each player now in the pool of its own kind, of a team in that of teams.

    A team is as strong as its rated players are on average.
    """
    players = _players_of(tournament, entrants)
    ratings = Rating.objects.filter(
        pool__game=tournament.game, player_id__in=[each for team in players for each in team]
    )
    team = Q(pool__division=TEAM)
    belief_of = {
        player_id: (mu, sigma)
        for player_id, mu, sigma in ratings.filter(
            team if tournament.team_size > 1 else ~team
        ).values_list("player_id", "mu", "sigma")
    }
    for entrant, members in zip(entrants, players, strict=True):
        known = [belief_of[each] for each in members if each in belief_of]
        entrant.mu, entrant.sigma = _average(known)
    return list(entrants)


def _players_of(tournament: Tournament, entrants: Sequence[Entrant]) -> list[list[int]]:
    """The players of each entrant."""
    teams: dict[int, list[int]] = {}
    if tournament.team_size > 1:
        members = EntrantPlayer.objects.filter(entrant__in=entrants).order_by("number")
        for entrant_id, player_id in members.values_list("entrant_id", "player_id"):
            teams.setdefault(entrant_id, []).append(player_id)
    return [teams.get(entrant.pk, [entrant.player_id]) for entrant in entrants]


def _average(beliefs: Sequence[tuple[float, float]]) -> tuple[float | None, float | None]:
    if not beliefs:
        return None, None
    mu = sum(mu for mu, _ in beliefs) / len(beliefs)
    return mu, math.sqrt(sum(sigma**2 for _, sigma in beliefs) / len(beliefs))


def _sorted(tournament: Tournament, entrants: list[Entrant]) -> list[Entrant]:
    """By rating, or by hand with those last, by rating, for whom nothing was asked."""
    if tournament.seeding == Tournament.Seeding.RATING:
        return sorted(entrants, key=_by_belief)
    if tournament.seeding == Tournament.Seeding.MANUAL:
        return sorted(entrants, key=_by_hand)
    return entrants


def _by_hand(entrant: Entrant) -> tuple[bool, int, tuple[float, float, int]]:
    return (entrant.wanted_seed is None, entrant.wanted_seed or 0, _by_belief(entrant))


def _by_belief(entrant: Entrant) -> tuple[float, float, int]:
    """The board's order; a newcomer stands where its belief would put it, at nothing."""
    if entrant.mu is None or entrant.sigma is None:
        return (0.0, 0.0, entrant.pk)
    return (-(entrant.mu - 3 * entrant.sigma), -entrant.mu, entrant.pk)
