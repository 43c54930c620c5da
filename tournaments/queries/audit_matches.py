"""Proves what must hold between a match, its tables, its result and the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count

from games.models import Deal, Seat, Table
from players.findings import Finding
from ratings.models import Contest, ContestPlayer
from tournaments.dealt import DealtForMatch, dealt_for
from tournaments.match_plans import MatchPlan, plan_of
from tournaments.models import Match, MatchResult
from tournaments.rated import match_source

AT_ONCE = 500
PART_OF_MATCH = "part_of_match"


@dataclass(frozen=True, slots=True)
class _Held:
    """A match with tables, what was dealt for it, and its result."""

    match: Match
    dealt: DealtForMatch
    result: MatchResult | None

    @property
    def plan(self) -> MatchPlan:
        return plan_of(self.match.stage.match_plan)

    @property
    def is_played(self) -> bool:
        return self.result is not None and self.result.cause == MatchResult.Cause.PLAYED

    @property
    def is_kept(self) -> bool:
        """A director let the result stand for others, and with it what was played for it."""
        return self.result is not None and bool(self.table_ids)

    @property
    def table_ids(self) -> list[int]:
        """Of the tables that count."""
        return [table.table_id for sitting in self.dealt.standing() for table in sitting.tables]

    @property
    def source(self) -> str:
        stage = self.match.stage
        return match_source(stage.tournament.public_id, stage.number, self.match.key)

    def finding(self, code: str, text: str) -> Finding:
        return Finding(code, f"match {self.match.key} of stage {self.match.stage_id}", text)


def results_of_tables() -> Iterator[Finding]:
    """A result from tables is that of all who sat there, and no table goes on beside it."""
    for held in _matches():
        yield from _result_findings(held)


def contests_of_matches() -> Iterator[Finding]:
    """A set of tables has its contest exactly where it is rated, and the contest its places."""
    known: set[str] = set()
    for held in _matches():
        if held.plan.shares_deals and (held.is_played or held.is_kept):
            contests = list(_contests(held.source))
            known |= {contest.source for contest in contests}
            yield from _contest_findings(held, contests)
    recorded = Contest.objects.filter(source__startswith="match:", voided_at=None)
    for source in recorded.order_by("pk").values_list("source", flat=True):
        if source not in known:
            yield Finding("contest_without_match", source, "no match has such a result")


def deals_of_matches() -> Iterator[Finding]:
    """A shared deal is played by the tables of one match."""
    shared = Deal.objects.filter(shared=True).annotate(
        matches=Count("tables__match_table__match", distinct=True)
    )
    for deal in shared.exclude(matches=1):
        yield Finding("deal_of_other_matches", str(deal), f"played in {deal.matches} matches")


def _matches() -> Iterator[_Held]:
    last = 0
    dealt = Match.objects.filter(voided_at=None, tables__isnull=False).distinct()
    while True:
        rows = list(
            dealt.filter(pk__gt=last).select_related("stage__tournament").order_by("pk")[:AT_ONCE]
        )
        if not rows:
            return
        last = rows[-1].pk
        keys = [match.pk for match in rows]
        counting = MatchResult.objects.filter(match__in=keys, voided_at=None)
        results = {result.match_id: result for result in counting}
        tables = dealt_for(keys)
        for match in rows:
            yield _Held(match, tables[match.pk], results.get(match.pk))


def _result_findings(held: _Held) -> Iterator[Finding]:
    standing = held.dealt.standing()
    if held.result is None:
        is_void = held.match.state == Match.State.VOID
        if _is_whole(held) and _are_settled(held.table_ids) and not is_void:
            yield held.finding("table_without_result", "its table is settled")
        return
    if not all(sitting.is_ended for sitting in standing):
        yield held.finding("table_outlives_match", "it has a result")
    elif held.is_played:
        sat = {entrant for sitting in standing for entrant in sitting.entrants}
        if sat != set(held.result.entrants):
            text = f"{sorted(sat)} sat there, {held.result.entrants} in the result"
            yield held.finding("result_of_others", text)


def _is_whole(held: _Held) -> bool:
    """All tables have ended that such a match may need."""
    standing, plan = held.dealt.standing(), held.plan
    needed = plan.deals if plan.shares_deals else max(plan.best_of, plan.tables)
    return len(standing) >= needed and all(sitting.is_ended for sitting in standing)


def _are_settled(table_ids: list[int]) -> bool:
    return not Table.objects.filter(pk__in=table_ids, settled_at=None).exists()


def _contests(source: str) -> Iterator[Contest]:
    for contest in Contest.objects.filter(source__startswith=source, voided_at=None):
        if contest.source == source or contest.source.startswith(f"{source}:"):
            yield contest


def _contest_findings(held: _Held, contests: list[Contest]) -> Iterator[Finding]:
    codes = set(
        Table.objects.filter(pk__in=held.table_ids, settled_at__isnull=False).values_list(
            "unrated_code", flat=True
        )
    )
    if codes == {PART_OF_MATCH} and not contests:
        yield held.finding("rated_without_contest", "rated as one, but not in the ledger")
    if contests and codes - {PART_OF_MATCH}:
        yield held.finding("contest_without_table", f"in the ledger, but its tables say {codes}")
    for contest in contests:
        if _places_in(contest) != _places_of(held, contest):
            yield held.finding("contest_places_differ", f"{contest.source} has other places")


def _places_in(contest: Contest) -> dict[int, int]:
    """By the first player of every team, as the ledger has them."""
    rows = ContestPlayer.objects.filter(contest=contest, number=0)
    return dict(rows.values_list("player_id", "team__place"))


def _places_of(held: _Held, contest: Contest) -> dict[int, int]:
    """The same from the result of the match, among those who are in the contest."""
    if held.result is None:
        return {}
    place_of = dict(zip(held.result.entrants, held.result.places, strict=True))
    entrants = _who_sat(held)
    own = {
        player: place_of[entrants[player]]
        for player in _places_in(contest)
        if entrants.get(player) in place_of
    }
    return {
        player: 1 + sum(other < place for other in own.values()) for player, place in own.items()
    }


def _who_sat(held: _Held) -> dict[int, int]:
    """The entrant of every player at the tables; somebody else may be in its place by now."""
    seating = {
        table.table_id: table.seating for each in held.dealt.standing() for table in each.tables
    }
    seats = Seat.objects.filter(table_id__in=seating, player_id__isnull=False)
    return {
        player: seating[table][number]
        for player, table, number in seats.values_list("player_id", "table_id", "number")
        if player is not None
    }
