"""All that a running event waits for, in words, the most pressing first."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

from django.db.models import Max

from games.models import Seat, Table
from games.queries import closed
from players.models import Token
from players.transactions import database_now
from tournaments.errors import TournamentNotFound
from tournaments.formats.playoffs import DECISION
from tournaments.models import Match, MatchTable, Tournament
from tournaments.words import clock_time, counted, span

SHORT = 0.25
# Less than this part of its patience is left: soon somebody is placed last.
QUIET_MINUTES = 10
# A bot whose program has asked nothing for so long has perhaps lost its connection.
URGENCY = {"bad": 0, "warn": 1, "": 2}


@dataclass(frozen=True, slots=True)
class Blocker:
    """One thing the event waits for. `weight` is `bad` (somebody should act), `warn`, or empty.

    `acts` are the acts that would end the wait, the mildest first; `table` and `seat` name where,
    `deadline_at` until when it can last if nobody does anything.
    """

    weight: str
    stage: int | None
    match: str
    label: str
    title: str
    text: str
    acts: tuple[str, ...] = ()
    table: str = ""
    seat: int | None = None
    player: str = ""
    # Public id of whom it waits for, if it is one.
    deadline_at: dt.datetime | None = None


def blockers_of(tournament_id: int) -> list[Blocker]:
    """Empty where nothing runs. Raises TournamentNotFound."""
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        raise TournamentNotFound("No such event.")
    if event.state != Tournament.State.RUNNING:
        return []
    now = database_now()
    found = [
        *_of_event(event, now),
        *_of_tables(event, now),
        *_of_closed(event),
        *_of_matches(event, now),
    ]
    found.sort(key=lambda each: (URGENCY[each.weight], each.deadline_at or now, each.label))
    return found


def _of_event(event: Tournament, now: dt.datetime) -> Iterator[Blocker]:
    if event.paused_at is not None:
        since = clock_time(event.paused_at, now)
        yield Blocker(
            "bad", None, "", event.name, "is paused", f"since {since}; no clock runs", ("resume",)
        )
    if event.advance_after is not None and event.advance_after > now:
        tries = counted(event.advance_failures)
        text = f"the last step failed, {tries} in all; it is tried again by itself"
        yield Blocker("bad", None, "", event.name, "could not go on", text)


def _of_tables(event: Tournament, now: dt.datetime) -> Iterator[Blocker]:
    """Clocks that run, and tables that are over without a result of their match."""
    links = list(
        MatchTable.objects.filter(
            ~closed("table__"),
            match__stage__tournament=event,
            voided_at=None,
            table__settled_at=None,
        )
        .select_related("match__stage", "table")
        .order_by("table_id")
    )
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(
        table_id__in=[link.table_id for link in links], deadline_at__isnull=False
    ).select_related("player"):
        seats.setdefault(seat.table_id, []).append(seat)
    seen = _last_seen([seat.player_id or 0 for row in seats.values() for seat in row])
    for link in links:
        if link.table.status == Table.Status.OVER:
            yield _unsettled(link)
        waiting = sorted(seats.get(link.table_id, ()), key=attrgetter("deadline_at"))
        for seat in waiting[:1]:
            last_seen = seen.get(seat.player_id)
            yield _waits_for(link, seat, seat.deadline_at or now, len(waiting) - 1, last_seen, now)


def _unsettled(link: MatchTable) -> Blocker:
    failures = link.table.settle_failures
    text = f"it failed {counted(failures)} times" if failures else "that takes a second or two"
    return _at(link, "bad" if failures else "", "its result is being noted", text)


def _waits_for(
    link: MatchTable,
    seat: Seat,
    deadline_at: dt.datetime,
    others: int,
    seen: dt.datetime | None,
    now: dt.datetime,
) -> Blocker:
    left = (deadline_at - now).total_seconds()
    name = seat.player.handle if seat.player else "somebody"
    more = f" and {counted(others)} more" if others else ""
    quiet = None if seen is None else (now - seen).total_seconds() / 60
    is_short = left < SHORT * link.table.patience_seconds
    is_quiet = quiet is not None and quiet > QUIET_MINUTES
    text = f"{span(left)} left of {span(link.table.patience_seconds)}; then it takes last place"
    if is_quiet:
        text += f"; no request from its program for {span((quiet or 0) * 60)}"
    return _at(
        link,
        "bad" if is_short and is_quiet else "warn" if is_short or is_quiet else "",
        f"{name}{more} must act",
        text,
        acts=("give_time", "remove"),
        seat=seat.number,
        player=seat.player.public_id if seat.player else "",
        deadline_at=deadline_at,
    )


def _at(
    link: MatchTable,
    weight: str,
    title: str,
    text: str,
    *,
    acts: tuple[str, ...] = (),
    seat: int | None = None,
    player: str = "",
    deadline_at: dt.datetime | None = None,
) -> Blocker:
    match = link.match
    return Blocker(
        weight=weight,
        stage=match.stage.number,
        match=match.key,
        label=match.label,
        title=title,
        text=text,
        acts=acts,
        table=link.table.public_id,
        seat=seat,
        player=player,
        deadline_at=deadline_at,
    )


def _of_closed(event: Tournament) -> Iterator[Blocker]:
    """Matches on shared deals: neither who must act nor how many tables go on may be told."""
    closed_ones = Match.objects.filter(
        closed("tables__table__"), stage__tournament=event, voided_at=None
    ).select_related("stage")
    for match in closed_ones.distinct().order_by("pk"):
        text = "nothing is told of its tables until the last one has ended"
        number = match.stage.number
        yield Blocker("", number, match.key, match.label, "plays on shared deals", text)


def _of_matches(event: Tournament, now: dt.datetime) -> Iterator[Blocker]:
    """Matches that could be dealt and are not yet."""
    ready = Match.objects.filter(
        stage__tournament=event, state=Match.State.READY, voided_at=None
    ).select_related("stage")
    for match in ready.order_by("pk"):
        opens_at, acts, weight = match.opens_at, ("walkover",), ""
        if match.section == DECISION:
            title, text = "waits for a director", "they are level at the cut; decide their order"
            acts, weight = ("override",), "bad"
        elif opens_at is not None and opens_at > now:
            title, text = "opens later", f"at {clock_time(opens_at, now)} UTC"
        elif event.paused_at is not None:
            title, text = "is not dealt", "the event is paused"
        else:
            title, text = "is being dealt", _why_undealt(event)
        number = match.stage.number
        yield Blocker(
            weight, number, match.key, match.label, title, text, acts, deadline_at=opens_at
        )


def _why_undealt(event: Tournament) -> str:
    most = event.max_tables_each
    if most is None:
        return "that takes a second or two"
    tables = "one table" if most == 1 else f"{counted(most)} tables"
    return f"nobody sits at more than {tables} at once; it waits until all of its entrants are free"


def _last_seen(player_ids: list[int]) -> dict[int | None, dt.datetime]:
    """When a program last asked anything on behalf of a player."""
    used = Token.objects.filter(player_id__in=player_ids, last_used_at__isnull=False)
    return dict(used.values_list("player_id").annotate(last=Max("last_used_at")))
