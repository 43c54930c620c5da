"""Proves what must hold between tables, results, brackets and the ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.models import Seat, Table
from players.findings import Finding
from ratings.models import Contest, ContestTeam
from tournaments.facts import StageFacts, stage_facts
from tournaments.formats.misdrawn import misdrawn
from tournaments.formats.resolver import resolve
from tournaments.models import MatchResult, MatchTable, Stage, Tournament
from tournaments.queries.audit_matches import (
    contests_of_matches,
    deals_of_matches,
    results_of_tables,
)


def audit_findings() -> list[Finding]:
    """Every invariant of events that does not hold, in words."""
    checks: tuple[Callable[[], Iterator[Finding]], ...] = (
        _contests,
        _contest_places,
        results_of_tables,
        contests_of_matches,
        deals_of_matches,
        _brackets,
        _closed,
    )
    return [finding for check in checks for finding in check()]


def _contests() -> Iterator[Finding]:
    """Settled and rated exactly where the ledger has one live contest of the table."""
    settled = Table.objects.filter(settled_at__isnull=False)
    rated = {
        f"table:{public_id}"
        for public_id in settled.filter(unrated_code="").values_list("public_id", flat=True)
    }
    recorded = set(
        Contest.objects.filter(source__startswith="table:", voided_at=None).values_list(
            "source", flat=True
        )
    )
    unsettled = {
        f"table:{public_id}"
        for public_id in Table.objects.filter(settled_at=None).values_list("public_id", flat=True)
    }
    for source in sorted(rated - recorded):
        yield Finding("rated_without_contest", source, "settled as rated, not in the ledger")
    for source in sorted(recorded - rated):
        what = "not settled yet" if source in unsettled else "settled as unrated, or unknown"
        yield Finding("contest_without_table", source, f"in the ledger, but {what}")


def _contest_places() -> Iterator[Finding]:
    """The ledger holds the finishing order that the table holds."""
    teams: dict[str, list[int]] = {}
    for source, place in (
        ContestTeam.objects.filter(contest__source__startswith="table:")
        .order_by("contest_id", "seat")
        .values_list("contest__source", "place")
    ):
        teams.setdefault(source, []).append(place)
    seats: dict[str, list[int | None]] = {}
    for public_id, seat_place in (
        Seat.objects.filter(table__settled_at__isnull=False, table__unrated_code="")
        .order_by("table_id", "number")
        .values_list("table__public_id", "place")
    ):
        seats.setdefault(f"table:{public_id}", []).append(seat_place)
    for source in sorted(teams.keys() & seats.keys()):
        if teams[source] != seats[source]:
            text = f"{seats[source]} at the table, {teams[source]} in the ledger"
            yield Finding("contest_places_differ", source, text)


def _brackets() -> Iterator[Finding]:
    """Stored states are those that follow from the facts, and every table seats those entrants."""
    running = Stage.objects.filter(tournament__state__in=["running", "closed"])
    for stage in running.order_by("pk"):
        yield from _stage_findings(stage_facts(stage))


def _stage_findings(facts: StageFacts) -> Iterator[Finding]:
    resolved = resolve(facts.state)
    for key, match in resolved.items():
        stored = facts.stored_states[key]
        if stored != match.state:
            text = f"{match.state} follows from the facts, {stored} is stored"
            yield Finding("match_state_differs", f"match {key} of {facts.stage}", text)
        came = set(match.present) - {entrant for entrant in match.entrants if entrant is not None}
        outcome = facts.state.results.get(key)
        is_decision = outcome is not None and outcome.cause == MatchResult.Cause.OVERRIDE
        if match.is_decided and came and not is_decision:
            text = f"{sorted(came)} took part, but nothing led them there"
            yield Finding("match_fed_by_nothing", f"match {key} of {facts.stage}", text)
    for key in misdrawn(facts.format, facts.stage.config, facts.counted).wrong:
        text = "it was drawn for others than those who go on"
        yield Finding("match_of_others", f"match {key} of {facts.stage}", text)


def _closed() -> Iterator[Finding]:
    """An event that was played out has a whole bracket, and nothing of it goes on."""
    for stage in Stage.objects.filter(tournament__state=Tournament.State.CLOSED):
        facts = stage_facts(stage)
        if not facts.format.is_done(stage.config, facts.counted):
            yield Finding("closed_too_early", str(stage), "matches are left to play")
    going_on = MatchTable.objects.filter(
        match__stage__tournament__state__in=["closed", "cancelled"],
        table__status__in=["open", "running"],
    ).select_related("match")
    for link in going_on:
        yield _finding("table_outlives_event", link, "its event has ended")


def _finding(code: str, link: MatchTable, text: str) -> Finding:
    return Finding(code, f"match {link.match.key} of stage {link.match.stage_id}", text)
