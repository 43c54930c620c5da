"""Any act of a director can be taken back; that is an act of its own."""

from __future__ import annotations

from players.models import User
from players.transactions import in_one_transaction
from tournaments.act_words import AT_TABLES, OF_ENTRANTS, STANDSTILL, UNDOABLE
from tournaments.actions.directing.beginning import begin, finish
from tournaments.actions.directing.changes import Changes
from tournaments.actions.directing.pausing import pause_tournament, resume_locked
from tournaments.errors import ActNotFound, CannotUndo
from tournaments.models import Act, Entrant


@in_one_transaction
def undo_act(
    *, tournament_id: int, act_id: int, by: User | None, reason: str, keep_later: bool = False
) -> None:
    """The facts are as before the act; what follows from them is drawn again.

    Tables that it voided stay void, since their cards were seen: they are dealt anew; so is one
    that somebody was removed from. Raises what `begin` raises, ActNotFound, CannotUndo.
    """
    changes = begin(tournament_id, by, reason)
    act = Act.objects.filter(tournament=changes.tournament, pk=act_id).first()
    if act is None:
        raise ActNotFound(f"{changes.tournament.name} has no act {act_id}.")
    _refuse_undoing(act)
    if act.kind == "paused":
        resume_locked(changes, by, reason)
        return
    if act.kind == "resumed":
        pause_tournament(tournament_id=tournament_id, by=by, reason=reason)
        return
    if act.kind == "replaced":
        _swap_back(changes, act)
    elif act.kind in OF_ENTRANTS:
        _reinstate(changes, act)
    else:
        changes.take_back(act.payload["changes"])
    finish(
        changes,
        "undone",
        by=by,
        reason=reason,
        keep_later=keep_later,
        undoes=act.pk,
        undone_kind=act.kind,
        entrant=act.payload.get("entrant_id"),
        label=act.payload.get("label", act.payload.get("entrant", "")),
    )


def _refuse_undoing(act: Act) -> None:
    if act.kind not in UNDOABLE:
        raise CannotUndo("That is no act of a director; only what directors do can be undone.")
    undone = Act.objects.filter(tournament=act.tournament, kind="undone", payload__undoes=act.pk)
    if undone.exists():
        raise CannotUndo("That act was undone already.")
    later = Act.objects.filter(tournament=act.tournament, kind__in=STANDSTILL, pk__gt=act.pk)
    if act.kind in STANDSTILL and later.exists():
        raise CannotUndo("The event was paused or went on again since; undo that instead.")
    if act.kind in AT_TABLES and not act.payload["changes"]:
        raise CannotUndo("It was done before such acts kept what they changed.")


def _reinstate(changes: Changes, act: Act) -> None:
    """Whoever had gone is back from now on; whoever had withdrawn before still has."""
    entrant = Entrant.objects.filter(pk=act.payload.get("entrant_id", 0)).first()
    if entrant is None or entrant.seed is None:
        name = act.payload.get("entrant", "The entrant")
        raise CannotUndo(f"{name} left before the event began; it can only enter late.")
    if entrant.status == Entrant.Status.ACTIVE:
        raise CannotUndo("The entrant takes part already.")
    if entrant.status != act.kind:
        raise CannotUndo(f"The entrant is {entrant.status} by now; undo that first.")
    changes.bring_back(entrant, act.payload.get("was", Entrant.Status.ACTIVE))


def _swap_back(changes: Changes, act: Act) -> None:
    """The last replacement first; who went in the meantime has to come back before."""
    entrant = Entrant.objects.select_related("player", "replaces__player").get(
        pk=act.payload["entrant_id"]
    )
    if entrant.replaces is None or entrant.replaces.player.handle != act.payload["entrant"]:
        raise CannotUndo(f"{entrant.player.handle} was replaced since; undo that first.")
    changes.swap_back(entrant.pk)
