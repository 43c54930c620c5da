"""Players enter, check in, and withdraw."""

from __future__ import annotations

import datetime as dt

from games.actions import remove_player
from games.models import Table
from players.errors import PlayerNotFound
from players.models import Player, User
from players.transactions import database_now, in_one_transaction
from tournaments.actions.advancing import advance_locked
from tournaments.actions.common import ENDED, announce, lock_tournament, may_direct, record
from tournaments.check_in import check_in_opens_at
from tournaments.errors import (
    AlreadyEntered,
    CheckInNotOpen,
    EntrantNotFound,
    EntryNotOpen,
    NotYourEntrant,
    TournamentFull,
    TournamentOver,
)
from tournaments.models import Entrant, MatchTable, Tournament

LONGEST_REASON = 200


@in_one_transaction
def enter(*, tournament_id: int, player_id: int, by: User | None) -> Entrant:
    """The player takes part; a withdrawn one comes back as a new entry.

    Raises EntryNotOpen, AlreadyEntered, TournamentFull, PlayerNotFound, NotYourEntrant.
    """
    tournament = lock_tournament(tournament_id)
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise PlayerNotFound("No such player.")
    check_entry(tournament, player, by)
    Entrant.objects.filter(tournament=tournament, player=player).delete()
    entrant = Entrant.objects.create(
        tournament=tournament, player=player, entered_at=database_now()
    )
    announce(tournament.pk)
    return entrant


def check_entry(tournament: Tournament, player: Player, by: User | None) -> None:
    """Refuse an entry that cannot be. Nothing is stored. Raises what `enter` raises."""
    _refuse_entry_by(tournament, player, by)
    if tournament.state != Tournament.State.OPEN:
        raise EntryNotOpen(f"{tournament.name} is {tournament.state}; it takes no entries.")
    entered = Entrant.objects.filter(tournament=tournament, status=Entrant.Status.ACTIVE)
    if entered.filter(player=player).exists():
        raise AlreadyEntered(f"{player.handle} has entered {tournament.name} already.")
    if tournament.max_entrants is not None and entered.count() >= tournament.max_entrants:
        raise TournamentFull(f"{tournament.name} takes {tournament.max_entrants}; all have come.")


@in_one_transaction
def check_in(*, entrant_id: int, by: User | None) -> None:
    """The entrant is there; again is no error.

    Raises EntrantNotFound, NotYourEntrant, CheckInNotOpen.
    """
    tournament, entrant = _locked_entrant(entrant_id)
    _refuse_others(tournament, entrant.player, by)
    if entrant.status != Entrant.Status.ACTIVE:
        raise EntrantNotFound(f"{entrant.player.handle} does not take part any more.")
    if entrant.checked_in_at is not None:
        return
    now = database_now()
    _refuse_closed_check_in(tournament, now)
    entrant.checked_in_at = now
    entrant.save(update_fields=["checked_in_at"])
    announce(tournament.pk)


@in_one_transaction
def withdraw(*, entrant_id: int, by: User | None, reason: str = "") -> None:
    """The entrant plays no further match: it leaves its table, later ones become walkovers.

    Again is no error. Raises EntrantNotFound, NotYourEntrant, TournamentOver.
    """
    tournament, entrant = _locked_entrant(entrant_id)
    _refuse_others(tournament, entrant.player, by)
    if entrant.status != Entrant.Status.ACTIVE:
        return
    if tournament.state in ENDED:
        raise TournamentOver(f"{tournament.name} is {tournament.state}; what happened stands.")
    now = database_now()
    reason = reason.strip()[:LONGEST_REASON]
    Entrant.objects.filter(pk=entrant.pk).update(
        status=Entrant.Status.WITHDRAWN, withdrawn_at=now, reason=reason
    )
    record(
        tournament,
        "withdrawn",
        at=now,
        by=by,
        reason=reason,
        entrant=entrant.player.handle,
        entrant_id=entrant.pk,
    )
    if tournament.state == Tournament.State.RUNNING:
        _leave_tables(entrant)
        advance_locked(tournament, now)
    announce(tournament.pk)


def _refuse_closed_check_in(tournament: Tournament, now: dt.datetime) -> None:
    opens_at = check_in_opens_at(tournament)
    if opens_at is None:
        raise CheckInNotOpen(f"Nobody has to check in for {tournament.name}.")
    if tournament.state != Tournament.State.OPEN:
        raise CheckInNotOpen(f"{tournament.name} is {tournament.state}; check-in is over.")
    if now < opens_at:
        raise CheckInNotOpen(f"Check-in opens at {opens_at:%H:%M} UTC; it is {now:%H:%M} now.")


def _locked_entrant(entrant_id: int) -> tuple[Tournament, Entrant]:
    key = Entrant.objects.filter(pk=entrant_id).values_list("tournament_id", flat=True).first()
    if key is None:
        raise EntrantNotFound("Nobody has entered under that key.")
    tournament = lock_tournament(key)
    entrant = Entrant.objects.select_related("player").filter(pk=entrant_id).first()
    if entrant is None:
        raise EntrantNotFound("Nobody has entered under that key.")
    return tournament, entrant


def _refuse_others(tournament: Tournament, player: Player, by: User | None) -> None:
    if may_direct(tournament, by) or (by is not None and player.owner_id == by.pk):
        return
    raise NotYourEntrant(f"{player.handle} is not yours, so you cannot speak for it.")


def _refuse_entry_by(tournament: Tournament, player: Player, by: User | None) -> None:
    """An organiser enters house bots, but never somebody else's player."""
    if by is not None and not by.is_staff and player.owner_id not in (None, by.pk):
        raise NotYourEntrant(f"{player.handle} is not yours, so you cannot enter it.")
    _refuse_others(tournament, player, by)


def _leave_tables(entrant: Entrant) -> None:
    running = MatchTable.objects.filter(
        match__stage__tournament_id=entrant.tournament_id,
        table__status=Table.Status.RUNNING,
        table__seats__player=entrant.player_id,
    )
    for table_id in running.order_by("table_id").values_list("table_id", flat=True):
        remove_player(table_id=table_id, player_id=entrant.player_id)
