"""Who is seed 1: by rating, by entry, by hand, or by the published lot."""

from __future__ import annotations

from collections.abc import Sequence

from games.actions import draw_stream
from ratings.models import Rating
from tournaments.facts import entrant_fact
from tournaments.formats.apart import drawn_apart, meeting_early
from tournaments.formats.chain import StagePlan, stage_plans
from tournaments.formats.seeding import drawn_order
from tournaments.models import Entrant, Tournament


def in_order_of_seeds(tournament: Tournament) -> list[Entrant]:
    """Who would start now, with the seed it would have; by entry where a lot will decide."""
    entrants = Entrant.objects.filter(tournament=tournament, status=Entrant.Status.ACTIVE)
    ranked = with_beliefs(tournament, list(entrants.select_related("player").order_by("pk")))
    _sort(tournament, ranked)
    return _numbered(tournament, ranked)


def seeded(tournament: Tournament, entrants: Sequence[Entrant]) -> list[Entrant]:
    """The same entrants with seeds and beliefs filled in, the best seed first.

    `entrants` in the order of entry, with their players.
    """
    ranked = with_beliefs(tournament, entrants)
    _sort(tournament, ranked)
    if tournament.seeding == Tournament.Seeding.RANDOM:
        ranked = list(drawn_order(ranked, draw_stream(deal_id=tournament.draw_id, label="seeds")))
    return _numbered(tournament, ranked)


def pairs_met_early(tournament: Tournament, ranked: Sequence[Entrant]) -> list[tuple[str, str]]:
    """The names of those of one owner or club who could not be drawn apart."""
    pairs = meeting_early(first_stage(tournament), ranked, _words)
    return [(named(one), named(other)) for one, other in pairs]


def first_stage(tournament: Tournament) -> StagePlan:
    """The stage that seeds are drawn for."""
    return stage_plans(tournament.format, tournament.config, tournament.match_plan, ())[0]


def named(entrant: Entrant) -> str:
    """The team's name, or the player's handle."""
    return entrant.name or entrant.player.handle


def _numbered(tournament: Tournament, ranked: Sequence[Entrant]) -> list[Entrant]:
    """With their seeds; whoever is seeded by hand meets whomever the organiser wanted."""
    if tournament.seeding != Tournament.Seeding.MANUAL and len(ranked) > 1:
        ranked = drawn_apart(first_stage(tournament), ranked, _words)
    for seed, entrant in enumerate(ranked, start=1):
        entrant.seed = seed
    return list(ranked)


def _words(entrant: Entrant) -> frozenset[str]:
    return entrant_fact(entrant, 0).apart


def with_beliefs(tournament: Tournament, entrants: Sequence[Entrant]) -> list[Entrant]:
    """What is believed of each player now, in the pool of its own kind."""
    ratings = Rating.objects.filter(
        pool__game=tournament.game, player_id__in=[entrant.player_id for entrant in entrants]
    ).exclude(pool__division="team")
    belief_of = {
        player_id: (mu, sigma)
        for player_id, mu, sigma in ratings.values_list("player_id", "mu", "sigma")
    }
    for entrant in entrants:
        entrant.mu, entrant.sigma = belief_of.get(entrant.player_id, (None, None))
    return list(entrants)


def _sort(tournament: Tournament, ranked: list[Entrant]) -> None:
    """By rating, or by hand with those last, by rating, for whom nothing was asked."""
    if tournament.seeding == Tournament.Seeding.RATING:
        ranked.sort(key=_by_belief)
    elif tournament.seeding == Tournament.Seeding.MANUAL:
        ranked.sort(key=_by_hand)


def _by_hand(entrant: Entrant) -> tuple[bool, int, tuple[float, float, int]]:
    return (entrant.wanted_seed is None, entrant.wanted_seed or 0, _by_belief(entrant))


def _by_belief(entrant: Entrant) -> tuple[float, float, int]:
    """The board's order; a newcomer stands where its belief would put it, at nothing."""
    if entrant.mu is None or entrant.sigma is None:
        return (0.0, 0.0, entrant.pk)
    return (-(entrant.mu - 3 * entrant.sigma), -entrant.mu, entrant.pk)
