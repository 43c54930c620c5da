"""How every act of a director begins, and how it ends: lock, right, reason; consequences, trail."""

from __future__ import annotations

from typing import Any

from players.models import User
from players.names import one_line
from tournaments.actions.advancing import advance_locked
from tournaments.actions.common import announce, lock_tournament, refuse_strangers
from tournaments.actions.directing.changes import Changes
from tournaments.actions.directing.reconciling import reconcile
from tournaments.errors import MatchNotFound, NotOpenYet, ReasonNeeded, TournamentOver
from tournaments.facts import StageFacts, stage_facts
from tournaments.formats.resolver import ResolvedMatch, resolve
from tournaments.models import Match, Tournament

LONGEST_REASON = 200
UNBEGUN = (Tournament.State.DRAFT, Tournament.State.OPEN)


def begin(tournament_id: int, by: User | None, reason: str) -> Changes:
    """The locked event of a director who says why. One that had ended goes on.

    Raises TournamentNotFound, NotYourTournament, ReasonNeeded, NotOpenYet, TournamentOver.
    """
    tournament = lock_tournament(tournament_id)
    refuse_strangers(tournament, by)
    told(reason)
    if tournament.state in UNBEGUN:
        raise NotOpenYet(f"{tournament.name} has not begun; there is nothing to direct yet.")
    if tournament.state == Tournament.State.CANCELLED:
        raise TournamentOver(f"{tournament.name} is cancelled; what happened stands.")
    if tournament.started_at is None:
        raise TournamentOver(f"{tournament.name} closed before it began; nothing was played.")
    return Changes(tournament)


def told(reason: str) -> str:
    """The reason as it is kept. Raises ReasonNeeded."""
    reason = one_line(reason, most=LONGEST_REASON)
    if not reason:
        raise ReasonNeeded("Say why, in a few words; everybody can read it.")
    return reason


def go_on(changes: Changes) -> None:
    """An event that had ended runs again; its draws stay open, which later lots cannot help."""
    tournament = changes.tournament
    if tournament.state == Tournament.State.CLOSED:
        tournament.state = Tournament.State.RUNNING
        tournament.closed_at, tournament.closed_reason = None, ""
        tournament.save(update_fields=["state", "closed_at", "closed_reason"])


def finish(
    changes: Changes,
    kind: str,
    *,
    by: User | None,
    reason: str,
    keep_later: bool = False,
    **payload: Any,  # noqa: ANN401 - JSON is an edge
) -> None:
    """Bring the event up to its new facts and put the act into the trail.

    `keep_later`: later results stand as the director's decision where their entrants changed.
    """
    go_on(changes)
    reconcile(changes, keep_later=keep_later)
    changes.keep(kind, by=by, reason=told(reason), **payload)
    advance_locked(changes.tournament, changes.now)
    announce(changes.tournament.pk)


def found_match(
    tournament: Tournament, stage: int, key: str
) -> tuple[Match, StageFacts, ResolvedMatch]:
    """The match, the facts of its stage, and what it now is. Raises MatchNotFound."""
    match = (
        Match.objects.select_related("stage__tournament")
        .filter(stage__tournament=tournament, stage__number=stage, key=key, voided_at=None)
        .first()
    )
    if match is None:
        raise MatchNotFound(f"Stage {stage} of {tournament.name} has no match {key}.")
    facts = stage_facts(match.stage)
    return match, facts, resolve(facts.state)[key]
