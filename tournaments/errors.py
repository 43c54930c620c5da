"""What can go wrong with events; codes are part of the API."""

from __future__ import annotations

from typing import ClassVar


class TournamentError(Exception):
    """A request about an event that is refused; nothing has changed."""

    code: ClassVar[str] = "tournament_error"


class TournamentNotFound(TournamentError):
    """No such event."""

    code = "tournament_not_found"


class SeriesNotFound(TournamentError):
    """No such series of events."""

    code = "series_not_found"


class EntrantNotFound(TournamentError):
    """Nobody has entered this event under that key."""

    code = "entrant_not_found"


class NotYourTournament(TournamentError):
    """Only the organiser of the event, or staff, may do that."""

    code = "not_your_tournament"


class NotYourEntrant(TournamentError):
    """Only the owner of the player, the organiser of the event, or staff may do that."""

    code = "not_your_entrant"


class BadTournament(TournamentError):
    """A setting of a new event cannot be played; the message names it and says what may."""

    code = "bad_tournament"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class EntryNotOpen(TournamentError):
    """The event takes no entries: it is a draft, or it has begun."""

    code = "entry_not_open"


class TournamentFull(TournamentError):
    """As many have entered as the event takes."""

    code = "tournament_full"


class BadTeam(TournamentError):
    """As many players enter together as the event says, all of them different."""

    code = "bad_team"


class AlreadyEntered(TournamentError):
    """The player is in this event already."""

    code = "already_entered"


class CheckInNotOpen(TournamentError):
    """The event has no check-in, or it has not opened yet, or it is over."""

    code = "check_in_not_open"


class NotOpenYet(TournamentError):
    """The event is a draft: it takes entries first, and starts afterwards."""

    code = "tournament_not_open"


class TournamentOver(TournamentError):
    """The event has ended; what happened there stands."""

    code = "tournament_over"


class ReasonNeeded(TournamentError):
    """Every act of a director is public with its reason."""

    code = "reason_needed"


class MatchNotFound(TournamentError):
    """The event has no such match."""

    code = "match_not_found"


class MatchDecided(TournamentError):
    """The match has its result already."""

    code = "match_decided"


class MatchNotDecided(TournamentError):
    """The match has no result, or its entrants are not known yet."""

    code = "match_not_decided"


class NotInMatch(TournamentError):
    """Somebody is named who does not play the match, or somebody is named twice."""

    code = "not_in_match"


class BadResult(TournamentError):
    """These places are no finishing order of the match."""

    code = "bad_result"


class NoRoundToRepair(TournamentError):
    """No round of the event is drawn from results."""

    code = "no_round_to_repair"


class ActNotFound(TournamentError):
    """The event's trail has no such act."""

    code = "act_not_found"


class CannotUndo(TournamentError):
    """The act is no director's, or was taken back already."""

    code = "cannot_undo"


class StageNotFound(TournamentError):
    """The event has no such stage, or it has not begun."""

    code = "stage_not_found"
