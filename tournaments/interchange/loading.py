"""A declared event becomes a real one, whole or not at all."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from players.models import Player, User
from players.transactions import in_one_transaction
from tournaments.actions.creating import create_tournament, open_entry
from tournaments.actions.entering import enter
from tournaments.actions.seeding import set_seeds
from tournaments.interchange.declared import BadDeclaration, Declared, DeclaredEntrant
from tournaments.models import Tournament


@in_one_transaction
def load_event(declared: Declared, *, organiser: User | None) -> Tournament:
    """Set it up, open it where it says so, and enter everybody it names.

    Raises BadDeclaration for handles that nobody has, and what creating and entering raise.
    """
    event = create_tournament(organiser=organiser, **declared.settings)
    if declared.is_open or declared.entrants:
        open_entry(tournament_id=event.pk, by=organiser)
    players = _players(declared.entrants)
    seeds: dict[int, int | None] = {}
    for each in declared.entrants:
        first, *team = [players[handle].pk for handle in each.players]
        entrant = enter(
            tournament_id=event.pk,
            player_id=first,
            by=organiser,
            team=team,
            name=each.name,
            club=each.club,
        )
        if each.seed is not None:
            seeds[entrant.pk] = each.seed
    if seeds:
        set_seeds(tournament_id=event.pk, seeds=seeds, by=organiser)
    event.refresh_from_db()
    return event


def check_event(declared: Declared, *, organiser: User | None) -> None:
    """Do all of it and take it back. Raises what `load_event` raises."""
    with transaction.atomic():
        load_event(declared, organiser=organiser)
        transaction.set_rollback(True)


def _players(entrants: Sequence[DeclaredEntrant]) -> dict[str, Player]:
    handles = [handle for each in entrants for handle in each.players]
    known = {player.handle: player for player in Player.objects.filter(handle__in=handles)}
    for index, each in enumerate(entrants):
        for handle in each.players:
            if handle not in known:
                raise BadDeclaration(f"entrants[{index}]", f"Nobody is called {handle!r} here.")
    return known
