"""Another player takes over an entrant's place."""

from __future__ import annotations

import datetime as dt

from players.errors import PlayerNotFound
from players.models import Player, User
from players.names import one_line
from players.transactions import database_now, in_one_transaction
from tournaments.actions.common import ENDED, announce, record, refuse_strangers
from tournaments.actions.entering import forget_former, refuse_entered
from tournaments.actions.entrants import (
    LONGEST_REASON,
    last_round_of,
    locked_entrant,
    refuse_entry_by,
)
from tournaments.errors import EntrantNotFound, TournamentOver
from tournaments.models import Act, Entrant, EntrantPlayer, Tournament


@in_one_transaction
def replace_entrant(
    *,
    entrant_id: int,
    player_id: int,
    by: User | None,
    reason: str = "",
    leaves: int | None = None,
) -> None:
    """The player sits at every table that is dealt from now on; seed and results stay.

    A table that runs is finished by who sits there, and what was rated stays with who played.
    `leaves` is who goes, by default the entrant's first player. Replacing by the one who is there
    already is no error. Raises EntrantNotFound, NotYourTournament, NotYourEntrant, PlayerNotFound,
    AlreadyEntered, TournamentOver.
    """
    tournament, entrant = locked_entrant(entrant_id)
    refuse_strangers(tournament, by)
    _refuse_gone(tournament, entrant)
    leaver = _leaver(entrant, entrant.player_id if leaves is None else leaves)
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise PlayerNotFound("No such player.")
    if player.pk in _present(entrant):
        return
    refuse_entry_by(player, by)
    refuse_entered(tournament, [player])
    forget_former(tournament, [player])
    entrant.refresh_from_db()  # It may have been that player's before.
    now, reason = database_now(), one_line(reason, most=LONGEST_REASON)
    swap(entrant, leaver, player, now, reason)
    record(
        tournament,
        "replaced",
        at=now,
        by=by,
        reason=reason,
        entrant=leaver.handle,
        entrant_id=entrant.pk,
        round=(last_round_of(entrant) or 0) + 1 if entrant.seed else None,
        **{"with": player.handle},
    )
    announce(tournament.pk)


def _refuse_gone(tournament: Tournament, entrant: Entrant) -> None:
    if tournament.state in ENDED:
        raise TournamentOver(f"{tournament.name} is {tournament.state}; what happened stands.")
    if entrant.status != Entrant.Status.ACTIVE:
        raise EntrantNotFound(f"{entrant.player.handle} does not take part any more.")


def _present(entrant: Entrant) -> set[int]:
    return {entrant.player_id, *entrant.members.values_list("player_id", flat=True)}


def _leaver(entrant: Entrant, player_id: int) -> Player:
    if player_id not in _present(entrant):
        raise EntrantNotFound(f"No such player is in the place of {entrant.player.handle}.")
    return Player.objects.get(pk=player_id)


def swap(entrant: Entrant, leaver: Player, player: Player, now: dt.datetime, reason: str) -> None:
    """Who went keeps a row of its own, so that everybody can see who played until when."""
    EntrantPlayer.objects.filter(entrant=entrant, player=leaver).update(player=player)
    if entrant.player_id == leaver.pk:
        Entrant.objects.filter(pk=entrant.pk).update(player=player)
    gone = Entrant.objects.create(
        tournament=entrant.tournament,
        player=leaver,
        status=Entrant.Status.REPLACED,
        replaces=entrant.replaces,
        entered_at=entrant.entered_at,
        withdrawn_at=now,
        reason=reason,
    )
    Entrant.objects.filter(pk=entrant.pk).update(replaces=gone)


def swap_back(entrant: Entrant) -> tuple[Player, Player]:
    """Who was replaced last has its place again; who comes back, and who goes.

    The row of the one who comes back goes with what it told. Nothing happens at running tables.
    """
    gone = entrant.replaces
    if gone is None:
        raise EntrantNotFound(f"Nobody was replaced by {entrant.player.handle}.")
    back, before, player = gone.player, gone.replaces, _replacement(entrant, gone)
    gone.delete()
    EntrantPlayer.objects.filter(entrant=entrant, player=player).update(player=back)
    if entrant.player_id == player.pk:
        Entrant.objects.filter(pk=entrant.pk).update(player=back)
    Entrant.objects.filter(pk=entrant.pk).update(replaces=before)
    return back, player


def _replacement(entrant: Entrant, gone: Entrant) -> Player:
    """Who came for the one who went: as the newest act about the entrant says."""
    acts = Act.objects.filter(
        tournament=entrant.tournament_id, kind="replaced", payload__entrant_id=entrant.pk
    )
    newest = acts.filter(payload__entrant=gone.player.handle).order_by("-pk")[0]
    return Player.objects.get(handle=newest.payload["with"])
