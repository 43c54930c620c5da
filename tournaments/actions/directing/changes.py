"""What an act did to the facts, row by row, so that it can be taken back.

A change is a JSON list: what kind of fact, which one, and what happened to it. The consequences
that follow from facts (walkovers, next matches, tables) are no changes: they are drawn again.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.db.models import Max, Q

from games.actions import remove_player, void_table
from games.actions.closing import mark_unrated, unsettle
from games.actions.pausing import give_time
from games.models import Table
from players.models import Player, User
from players.transactions import database_now
from ratings.actions import restore_contest, void_contest
from ratings.models import Contest
from tournaments.actions.common import record
from tournaments.actions.directing.missing import forget_missed, missed_by
from tournaments.actions.entrants import last_round_of, leave_tables
from tournaments.actions.replacing import swap, swap_back
from tournaments.errors import CannotUndo
from tournaments.models import Entrant, Match, MatchResult, MatchTable, Stage, Tournament

STRUCK_WHY = "director"
VOID_CODE = "void"


@dataclass(slots=True)
class Changes:
    """The changes of one act, in their order; the event is locked while they are made."""

    tournament: Tournament
    now: dt.datetime = field(default_factory=database_now)
    made: list[list[Any]] = field(default_factory=list)
    tables_voided: int = 0
    contests_voided: int = 0

    def void_result(self, match: Match) -> None:
        """Its result counts no more, nor do the tables it came from, here or in the ledger."""
        for result in MatchResult.objects.filter(match=match, voided_at=None):
            MatchResult.objects.filter(pk=result.pk).update(voided_at=self.now)
            self.made.append(["result_voided", result.pk])
        self.strike_tables(match)

    def strike_tables(self, match: Match) -> None:
        """Running tables are void; finished ones stand, but for nothing."""
        for link in MatchTable.objects.filter(match=match, voided_at=None).select_related("table"):
            self._strike(link)
        self._strike_contest(match_source(match))

    def _strike(self, link: MatchTable) -> None:
        MatchTable.objects.filter(pk=link.pk).update(voided_at=self.now)
        was_settled = link.table.settled_at is not None
        self.made.append(["table_struck", link.pk, link.table.unrated_code, was_settled])
        if void_table(table_id=link.table_id, why=STRUCK_WHY):
            self.tables_voided += 1
        elif link.table.status == Table.Status.OVER:
            self._strike_contest(f"table:{link.table.public_id}")
            mark_unrated(table_id=link.table_id, code=VOID_CODE)

    def _strike_contest(self, source: str) -> None:
        """Also those of groups, where a contest would have had too many teams."""
        counted = Contest.objects.filter(source__startswith=source, voided_at=None)
        for own in counted.order_by("pk").values_list("source", flat=True):
            if own == source or own.startswith(f"{source}:"):
                void_contest(source=own)
                self.contests_voided += 1
                self.made.append(["contest_struck", own])

    def add_result(
        self,
        match: Match,
        entrants: Sequence[int],
        places: Sequence[int],
        cause: str,
        scores: Sequence[Fraction] = (),
    ) -> None:
        result = MatchResult.objects.create(
            match=match,
            entrants=list(entrants),
            places=list(places),
            scores=[str(score) for score in scores],
            cause=cause,
            recorded_at=self.now,
        )
        self.made.append(["result_added", result.pk])

    def void_match(self, match: Match) -> None:
        """The pairing itself is taken back."""
        self.void_result(match)
        Match.objects.filter(pk=match.pk).update(voided_at=self.now, state=Match.State.VOID)
        self.made.append(["match_voided", match.pk])

    def give_time(self, table_id: int, seat: int, seconds: int, turn: int | None = None) -> bool:
        """False where the seat has no clock, or not the one of that turn any more."""
        own = give_time(table_id=table_id, seat=seat, seconds=seconds, turn=turn)
        if own is None:
            return False
        self.made.append(["time_given", table_id, seat, seconds, own])
        return True

    def remove(self, link: MatchTable, player_id: int) -> None:
        """The player leaves the table, which ends or goes on without it."""
        self.made.append(["removed", link.pk])
        remove_player(table_id=link.table_id, player_id=player_id)

    def reset_stage(self, stage: Stage) -> None:
        """A stage begins anew once the one before it has ended: all its pairings are taken back."""
        for match in Match.objects.filter(stage=stage, voided_at=None).order_by("pk"):
            self.void_match(match)
        before = Match.objects.filter(
            stage__tournament=self.tournament, stage__number=stage.number - 1, voided_at=None
        )
        self.left_after(before.aggregate(last=Max("round"))["last"] or 0, among=stage.field)
        self.made += forget_missed(self.tournament, stage.number, 1)
        was = [list(stage.field), _iso(stage.started_at)]
        Stage.objects.filter(pk=stage.pk).update(field=[], started_at=None, closed_at=None)
        self.made.append(["stage_reset", stage.pk, *was])

    def left_after(self, last_round: int, *, among: Collection[int]) -> None:
        """Those of them who have left missed all that is paired anew after the round."""
        gone = Entrant.objects.filter(pk__in=among).exclude(status=Entrant.Status.ACTIVE)
        for entrant in gone.exclude(until_round=last_round).order_by("pk"):
            Entrant.objects.filter(pk=entrant.pk).update(until_round=last_round)
            self.made.append(["left_moved", entrant.pk, entrant.until_round, last_round])

    def missed_from(self, stage: Stage, first: int) -> None:
        """That round of the stage and all after it are paired anew: who has left misses them."""
        started = Entrant.objects.filter(tournament=self.tournament, seed__isnull=False)
        there = started.filter(Q(until_round=None) | Q(until_round__gte=first))
        keys = there.values_list("pk", flat=True)
        self.left_after(
            first - 1, among=[key for key in keys if not stage.field or key in stage.field]
        )
        self.made += forget_missed(self.tournament, stage.number, first)

    def _set_missed(self, key: int, was: list[list[int]], _: list[list[int]]) -> None:
        entrant = Entrant.objects.get(pk=key)
        self.made.append(["missed_set", key, entrant.missed, was])
        Entrant.objects.filter(pk=key).update(missed=was)

    def _move_leave(self, key: int, was: int | None, is_now: int | None) -> None:
        """Unless it came back, or left again, in the meantime."""
        gone = Entrant.objects.filter(pk=key, until_round=is_now)
        if gone.exclude(status=Entrant.Status.ACTIVE).update(until_round=was):
            self.made.append(["left_moved", key, is_now, was])

    def keep(self, kind: str, *, by: User | None, reason: str, **payload: Any) -> None:  # noqa: ANN401
        """The act itself, with all that it changed."""
        record(
            self.tournament,
            kind,
            at=self.now,
            by=by,
            reason=reason,
            changes=self.made,
            tables_voided=self.tables_voided,
            contests_voided=self.contests_voided,
            **payload,
        )

    def take_back(self, changes: Sequence[Sequence[Any]]) -> None:
        """Undo the changes of an earlier act, the last one first."""
        self._make_room(changes)
        for kind, *what in reversed(changes):
            _UNDO[kind](self, *what)

    def _make_room(self, changes: Sequence[Sequence[Any]]) -> None:
        """What was played since in place of results that come back counts no more."""
        results = [key for kind, key, *_ in changes if kind == "result_voided"]
        matches = Match.objects.filter(results__in=results).select_related("stage__tournament")
        for match in matches.distinct().order_by("pk"):
            self.void_result(match)

    def _unvoid_result(self, key: int) -> None:
        MatchResult.objects.filter(pk=key).update(voided_at=None)
        self.made.append(["result_restored", key])

    def _revoid_result(self, key: int) -> None:
        if MatchResult.objects.filter(pk=key, voided_at=None).update(voided_at=self.now):
            self.made.append(["result_voided", key])

    def keep_result(self, result: MatchResult) -> None:
        """A result stands as the director's decision, whoever comes to the match now."""
        MatchResult.objects.filter(pk=result.pk).update(cause=MatchResult.Cause.OVERRIDE)
        self.made.append(["result_kept", result.pk, result.cause])

    def _unkeep_result(self, key: int, cause: str) -> None:
        MatchResult.objects.filter(pk=key).update(cause=cause)
        self.made.append(["result_unkept", key])

    def _rekeep_result(self, key: int) -> None:
        self.keep_result(MatchResult.objects.get(pk=key))

    def _unstrike_table(self, key: int, code: str, was_settled: bool = True) -> None:
        """A finished table counts again; a void one stays void, its part is dealt anew.

        One that was struck before it was settled led to nothing yet: it is settled from now on.
        """
        link = MatchTable.objects.select_related("table", "match").get(pk=key)
        if link.table.status != Table.Status.OVER:
            return
        newer = MatchTable.objects.filter(match=link.match, part=link.part, voided_at=None)
        for each in newer.select_related("table"):
            self._strike(each)
        MatchTable.objects.filter(pk=key).update(voided_at=None)
        self.made.append(["table_restored", key])
        if was_settled:
            mark_unrated(table_id=link.table_id, code=code)
        else:
            unsettle(table_id=link.table_id)

    def _restrike_table(self, key: int) -> None:
        link = MatchTable.objects.select_related("table").get(pk=key)
        if link.voided_at is None:
            self._strike(link)

    def _unstrike_contest(self, source: str) -> None:
        if restore_contest(source=source):
            self.made.append(["contest_restored", source])

    def _restrike_contest(self, source: str) -> None:
        self._strike_contest(source)

    def _take_time(self, table_id: int, seat: int, seconds: int, turn: int) -> None:
        if not self.give_time(table_id, seat, -seconds, turn):
            raise CannotUndo("The turn that got the time is over.")

    def _unremove(self, key: int) -> None:
        """Nobody can sit down again where play went on: the table counts no more."""
        link = MatchTable.objects.select_related("table", "match__stage__tournament").get(pk=key)
        if link.voided_at is not None:
            raise CannotUndo("The table of the removal counts no more already.")
        for result in MatchResult.objects.filter(match=link.match, voided_at=None):
            self._revoid_result(result.pk)
        self._strike(link)
        self._strike_contest(match_source(link.match))

    def bring_back(self, entrant: Entrant, status: str) -> None:
        """Whoever had gone is back from now on, or gone as it was before: `status` says."""
        self.made.append(["entrant_back", entrant.pk, entrant.status, entrant.reason])
        is_back = status == Entrant.Status.ACTIVE
        rest: dict[str, Any] = {}
        if is_back:
            rest = {"withdrawn_at": None, "until_round": None, "missed": missed_by(entrant)}
        Entrant.objects.filter(pk=entrant.pk).update(status=status, reason="", **rest)

    def swap_back(self, key: int) -> None:
        """Who was replaced has its place again, at tables that are dealt from now on."""
        entrant = Entrant.objects.select_related("player", "replaces__player").get(pk=key)
        back, player = swap_back(entrant)
        self.made.append(["player_back", key, back.pk, player.pk])

    def _swap_again(self, key: int, leaver: int, player: int) -> None:
        players = Player.objects.in_bulk([leaver, player])
        if Entrant.objects.filter(tournament=self.tournament, player=player).exists():
            raise CannotUndo(f"{players[player].handle} has entered by itself since.")
        swap(Entrant.objects.get(pk=key), players[leaver], players[player], self.now, "")
        self.made.append(["player_swapped", key])

    def _send_away(self, key: int, status: str, reason: str) -> None:
        """It leaves now, whenever it had left before."""
        entrant = Entrant.objects.get(pk=key)
        self.made.append(["entrant_gone", key, entrant.status])
        left: dict[str, Any] = {}
        if entrant.status == Entrant.Status.ACTIVE:
            left = {"withdrawn_at": self.now, "until_round": last_round_of(entrant)}
        Entrant.objects.filter(pk=key).update(status=status, reason=reason, **left)
        leave_tables(entrant)

    def _back_again(self, key: int, status: str) -> None:
        self.bring_back(Entrant.objects.get(pk=key), status)

    def _unvoid_match(self, key: int) -> None:
        match = Match.objects.select_related("stage").get(pk=key)
        standing = Match.objects.filter(stage=match.stage, voided_at=None).exclude(pk=key)
        others = standing.filter(Q(round=match.round) | Q(key=match.key))
        for other in others.order_by("pk"):
            # What took its place may have had more matches, or other keys, or fewer rounds before.
            if other.key == match.key or _entrants_of(other) & _entrants_of(match):
                self.void_match(other)
        Match.objects.filter(pk=key).update(voided_at=None, state=Match.State.BLOCKED)
        self.made.append(["match_restored", key])

    def _revoid_match(self, key: int) -> None:
        match = Match.objects.get(pk=key)
        if match.voided_at is None:
            self.void_match(match)

    def _unreset_stage(self, key: int, held: list[int], started_at: str | None) -> None:
        stage = Stage.all_rows.get(pk=key)
        for match in Match.objects.filter(stage=stage, voided_at=None).order_by("pk"):
            self.void_match(match)
        at = dt.datetime.fromisoformat(started_at) if started_at else None
        Stage.all_rows.filter(pk=key).update(field=held, started_at=at)
        self.made.append(["stage_restored", key])

    def _rereset_stage(self, key: int) -> None:
        self.reset_stage(Stage.all_rows.get(pk=key))


def match_source(match: Match) -> str:
    """Under which name the ledger holds a match that counts as one contest."""
    tournament = match.stage.tournament
    return f"match:{tournament.public_id}:{match.stage.number}:{match.key}"


def _entrants_of(match: Match) -> set[int]:
    """Whom its slots name; nobody where they are places of other matches."""
    return {slot[1] for slot in match.slots if slot[0] == "entrant"}


def _iso(at: dt.datetime | None) -> str | None:
    return at.isoformat() if at else None


_UNDO: dict[str, Callable[..., None]] = {
    "result_voided": Changes._unvoid_result,
    "result_restored": Changes._revoid_result,
    "result_added": Changes._revoid_result,
    "result_kept": Changes._unkeep_result,
    "result_unkept": Changes._rekeep_result,
    "table_struck": Changes._unstrike_table,
    "table_restored": Changes._restrike_table,
    "contest_struck": Changes._unstrike_contest,
    "contest_restored": Changes._restrike_contest,
    "match_voided": Changes._unvoid_match,
    "match_restored": Changes._revoid_match,
    "entrant_back": Changes._send_away,
    "entrant_gone": Changes._back_again,
    "player_back": Changes._swap_again,
    "player_swapped": Changes.swap_back,
    "time_given": Changes._take_time,
    "removed": Changes._unremove,
    "left_moved": Changes._move_leave,
    "missed_set": Changes._set_missed,
    "stage_reset": Changes._unreset_stage,
    "stage_restored": Changes._rereset_stage,
}
