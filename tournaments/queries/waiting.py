"""One sentence for every event: what it waits for, who, and until when."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from games.models import Seat
from players.transactions import database_now
from tournaments.check_in import check_in_opens_at
from tournaments.errors import TournamentNotFound
from tournaments.models import Entrant, Tournament
from tournaments.queries.bracket import bracket_of
from tournaments.queries.seen import BracketSeen, MatchSeen, WaitLine
from tournaments.queries.standings import podium_of
from tournaments.words import clock_time, counted, span

TOLD = 2
# More running matches than that become "and 5 more".
Clocks = Mapping[int | None, tuple[str, dt.datetime]]
# By a table's key who must act there first, and until when.


def wait_line_of(tournament_id: int) -> str:
    """The sentence as text. Raises TournamentNotFound."""
    return str(wait_of(tournament_id))


def wait_of(
    tournament_id: int,
    bracket: BracketSeen | None = None,
    now: dt.datetime | None = None,
    clocks: Clocks | None = None,
) -> WaitLine:
    """The sentence in two parts; give bracket, time and clocks if you have them.

    Raises TournamentNotFound.
    """
    now = now or database_now()
    if bracket is not None and bracket.state == Tournament.State.RUNNING:
        return _running(bracket, now, clocks)
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        raise TournamentNotFound("No such event.")
    match event.state:
        case Tournament.State.DRAFT:
            return WaitLine("Not open for entry yet.")
        case Tournament.State.OPEN:
            return _open(event, now)
        case Tournament.State.RUNNING:
            return _running(bracket or bracket_of(tournament_id), now, clocks)
        case Tournament.State.CANCELLED:
            at = clock_time(event.closed_at or now, now)
            return WaitLine(f"Cancelled at {at}.", event.closed_reason)
        case _:
            return _closed(event, now)


def _open(event: Tournament, now: dt.datetime) -> WaitLine:
    entered = Entrant.objects.filter(tournament=event, status=Entrant.Status.ACTIVE)
    there = entered.count()
    lead = f"{counted(there).capitalize()} entered." if there else "Nobody has entered yet."
    opens_at = check_in_opens_at(event)
    if event.starts_at is None:
        return WaitLine(lead, "It starts when its organiser starts it.")
    start = clock_time(event.starts_at, now)
    if opens_at is not None and opens_at <= now:
        ready = entered.filter(checked_in_at__isnull=False).count()
        lead = f"Check-in is open until {start}."
        return WaitLine(lead, f"{ready} of {there} have checked in.", event.starts_at)
    rest = f"It starts at {start} with at least {counted(event.min_entrants)}."
    if opens_at is not None:
        rest += f" Check-in opens at {clock_time(opens_at, now)}."
    return WaitLine(lead, rest, event.starts_at)


def _closed(event: Tournament, now: dt.datetime) -> WaitLine:
    at = clock_time(event.closed_at or now, now)
    if event.closed_reason:
        return WaitLine(f"Closed at {at}:", event.closed_reason)
    winners = [row.name for row in podium_of(event.pk) if row.place == 1]
    return WaitLine(f"Over since {at}.", f"{' and '.join(winners)} won." if winners else "")


def _running(bracket: BracketSeen, now: dt.datetime, clocks: Clocks | None) -> WaitLine:
    if bracket.paused_at is not None:
        since = clock_time(bracket.paused_at, now)
        return WaitLine(f"Paused since {since}.", "No clock runs, and nothing is dealt.")
    live = [match for match in bracket.matches if match.state == "live"]
    if not live:
        return WaitLine("The next tables are being dealt.")
    one, many = ("match", "matches") if bracket.seats == 2 else ("table", "tables")
    known = len(bracket.matches)
    lead = f"Waiting for {len(live)} of {known} {one if known == 1 else many}."
    clocks = _clocks(live) if clocks is None else clocks
    live.sort(key=lambda match: clocks[match.table_id][1] if match.table_id in clocks else now)
    told = [_told(match, clocks, now) for match in live[:TOLD]]
    told[0] += _held_up(live[0], bracket)
    more = f" And {len(live) - TOLD} more." if len(live) > TOLD else ""
    first = clocks.get(live[0].table_id)
    return WaitLine(lead, " ".join(f"{each}." for each in told) + more, first and first[1])


def _clocks(live: Sequence[MatchSeen]) -> Clocks:
    """Who must act at which table, and by when: the first of them where several must."""
    seats = Seat.objects.filter(
        table_id__in=[match.table_id for match in live], deadline_at__isnull=False
    ).order_by("-deadline_at")
    return {
        table_id: (handle or "somebody", deadline_at)
        for table_id, handle, deadline_at in seats.values_list(
            "table_id", "player__handle", "deadline_at"
        )
        if deadline_at is not None
    }


def _told(match: MatchSeen, clocks: Clocks, now: dt.datetime) -> str:
    if match.table_id is None:
        return f"{match.label}: closed until the last table of its deal has ended"
    if match.table_id not in clocks:
        return f"{match.label} is over; its result is being noted"
    name, deadline_at = clocks[match.table_id]
    return f"{match.label}: {name} must act within {span((deadline_at - now).total_seconds())}"


def _held_up(match: MatchSeen, bracket: BracketSeen) -> str:
    """The match that only this one keeps from starting, if there is one."""
    for other in bracket.matches:
        if other.waits_for == (match.label,):
            return f"; {other.label} cannot start before it ends"
    return ""
