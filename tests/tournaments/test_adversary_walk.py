"""A director who does anything at any moment: no event is left stuck, and nothing contradicts."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from games.audit import audit_findings as audit_games
from games.models import Seat, Table
from ratings.queries import audit_findings as audit_ratings
from ratings.tasks import fold_due
from tests.builders import a_bot
from tests.tournaments.helpers import a_running_event, bots, finish, settle_all
from tests.tournaments.sets import a_team_event
from tournaments import actions
from tournaments.act_words import UNDOABLE
from tournaments.actions.directing import Asked, act_of, preview
from tournaments.errors import TournamentError
from tournaments.facts import stage_facts
from tournaments.formats.playoffs import DECISION
from tournaments.formats.resolver import resolve
from tournaments.formats.slots import EntrantSlot
from tournaments.models import Act, Entrant, Match, MatchResult, MatchTable, Stage, Tournament
from tournaments.queries import audit_findings, standings_of
from tournaments.queries.blockers import blockers_of

pytestmark = pytest.mark.django_db

FINAL = {"format": "single-elimination", "config": {"seats": 2}}
EVENTS: dict[str, dict[str, Any]] = {
    "best of three": {"match_plan": {"best_of": 3}},
    "double elimination": {"format": "double-elimination", "max_tables_each": 1},
    "duplicate": {"match_plan": {"kind": "duplicate", "deals": 2}, "max_tables_each": 2},
    "swiss and a final": {
        "format": "swiss",
        "config": {"rounds": 3},
        "late_entry_rounds": 3,
        "later_stages": [{**FINAL, "cut": {"take": 2, "tie_policy": "playoff"}}],
    },
    "groups and a decision": {
        "format": "round-robin",
        "config": {"groups": 2},
        "later_stages": [{**FINAL, "cut": {"per_group": 1, "tie_policy": "require_decisive"}}],
    },
    "pods": {"format": "pods", "config": {"seats": 3, "rounds": 2}, "late_entry_rounds": 2},
    "compare": {"match_plan": {"kind": "compare", "deals": 1}, "config": {"seats": 2}},
}
DEEP = bool(os.environ.get("PODIUM_DEEP"))
SEEDS = range(40 if DEEP else 1)
STEPS = 30 if DEEP else 16
WHY = "whatever may happen"


class Walk:
    """An event, and what may be done to it next."""

    def __init__(self, kind: str, seed: int) -> None:
        self.chance = Random(f"{kind}:{seed}")
        settings = EVENTS[kind]
        self.event = (
            a_team_event(4, **settings)
            if kind == "compare"
            else a_running_event(*bots(6), **settings)
        )
        self.spare = [] if kind == "compare" else [a_bot(f"spare-{each}") for each in range(9)]
        self.done: list[str] = []

    def run(self, steps: int) -> None:
        for _ in range(steps):
            step = self.chance.choice((self.play, self.play, self.direct, self.direct, self.enter))
            step()
            self.event.refresh_from_db()
            self.look()

    def play(self) -> None:
        """A table ends; often only its end is there, and what follows from it comes later."""
        tables = Table.objects.filter(pk__in=self.running(), paused_at=None).order_by("pk")
        if tables:
            self.done.append("play")
            table = self.chance.choice(tables)
            handles = list(
                Seat.objects.filter(table=table, left_reason="")
                .order_by("number")
                .values_list("player__handle", flat=True)
            )
            self.chance.shuffle(handles)
            finish(table, *handles)
        if self.chance.random() < 0.6:
            self.tick()

    def tick(self) -> None:
        settle_all()
        actions.advance(self.event.pk)

    def enter(self) -> None:
        if self.spare:
            self.attempt(
                "enter",
                lambda: actions.enter(
                    tournament_id=self.event.pk, player_id=self.spare[-1].pk, by=None
                ),
            )
            self.spare.pop()

    def direct(self) -> None:
        """Any act, also while tables that have ended wait for their settling."""
        is_settled = self.chance.random() < 0.6
        if is_settled:
            settle_all()
        asked = self.asked()
        if asked.missing:
            return
        act, text = act_of(self.event.pk, None, asked), f"{asked.kind} {asked.match}"
        if is_settled:
            self.foretell(text, act)
        else:
            self.attempt(text, act)

    def foretell(self, text: str, act: Callable[[], None]) -> None:
        """The preview changes nothing, and what it shows is what then happens."""
        before, foretold = self.facts(), []

        def look_ahead() -> None:
            act()
            settle_all()
            foretold.append(self.facts())

        if self.attempt(f"foretold {text}", lambda: preview(self.event.pk, look_ahead)):
            assert self.facts() == before, f"{self.done}"
            act()
            settle_all()
            assert self.facts() == foretold[0], f"{self.done}"

    def attempt(self, what: str, act: Callable[[], object]) -> bool:
        self.done.append(what)
        try:
            act()
        except TournamentError:
            self.done[-1] += " (refused)"
            return False
        return True

    def asked(self) -> Asked:
        """Something that a director may ask for; more often than not it is possible."""
        pick, kind = self.chance.choice, self.chance.choice(KINDS)
        matches = Match.objects.filter(stage__in=self.stages(), voided_at=None).order_by("pk")
        if not matches:  # The first round was taken back in a pause.
            return Asked(kind="resume", reason=WHY)
        match = pick(matches)
        there = self.entrants_of(match)
        self.chance.shuffle(there)
        everybody = Entrant.objects.filter(tournament=self.event, seed__isnull=False)
        entrants = (pick(everybody.order_by("pk")).pk,)
        acts = Act.objects.filter(tournament=self.event, kind__in=UNDOABLE).order_by("-pk")[:4]
        seats = Seat.objects.filter(table__in=self.running(), left_reason="").order_by("pk")
        seat = pick(seats) if seats else None
        return Asked(
            kind=kind,
            reason=WHY,
            stage=match.stage.number,
            match=match.key,
            entrants=tuple(there[:1]) if kind == "walkover" else entrants,
            places={each: place for place, each in enumerate(there, start=1)},
            table=seat.table.public_id if seat else "",
            player=(self.spare[-1].pk if self.spare else 0)
            if kind == "replace"
            else (seat.player_id or 0 if seat else 0),
            seconds=60,
            act=pick(acts).pk if acts else 0,
            round=match.round if self.chance.random() < 0.5 else 0,
            keep_later=self.chance.random() < 0.3,
        )

    def entrants_of(self, match: Match) -> list[int]:
        made = resolve(stage_facts(match.stage).state)[match.key]
        return list(made.present)

    def stages(self) -> list[Stage]:
        return list(Stage.objects.filter(tournament=self.event))

    def running(self) -> list[int]:
        links = MatchTable.objects.filter(
            match__stage__tournament=self.event, table__status=Table.Status.RUNNING
        )
        return list(links.order_by("table_id").values_list("table_id", flat=True))

    def facts(self) -> dict[str, object]:
        """All that counts, without keys of rows and times."""
        matches = Match.objects.filter(stage__in=self.stages(), voided_at=None)
        results = MatchResult.objects.filter(match__in=matches, voided_at=None)
        ours = MatchTable.objects.filter(match__in=matches, voided_at=None)
        return {
            "event": Tournament.objects.filter(pk=self.event.pk).values_list("state").get(),
            "matches": list(
                matches.order_by("stage__number", "key").values_list("key", "slots", "state")
            ),
            "results": list(
                results.order_by("match__stage__number", "match__key").values_list(
                    "match__key", "entrants", "places", "cause"
                )
            ),
            "tables": sorted(map(str, ours.values_list("match__key", "part", "table__status"))),
            "entrants": list(self.event.entrants.order_by("pk").values_list("pk", "status")),
        }

    def look(self) -> None:
        """What must hold at every instant."""
        found = audit_findings()
        assert found == [], f"{self.done}: {found}"
        for table in Table.objects.filter(pk__in=self.running()):
            has_clock = Seat.objects.filter(table=table, deadline_at__isnull=False).exists()
            assert has_clock == (table.paused_at is None), self.done
            assert (table.paused_at is None) == (self.event.paused_at is None), self.done
        self.nobody_is_paired_twice()
        standings_of(self.event.pk)
        blockers_of(self.event.pk)

    def nobody_is_paired_twice(self) -> None:
        """In a round that was drawn; in a tree a director may let a later result stand."""
        for stage in self.stages():
            facts = stage_facts(stage)
            resolved = resolve(facts.state)
            times = Counter(
                (match.round, entrant)
                for match in facts.state.matches
                if all(isinstance(slot, EntrantSlot) for slot in match.slots)
                for entrant in resolved[match.key].entrants
            )
            assert max(times.values(), default=1) == 1, f"{self.done}: {times}"

    def play_out(self) -> None:
        """Everybody plays what is there, and a director decides what only a director can."""
        for _ in range(200):
            self.event.refresh_from_db()
            if self.event.state != Tournament.State.RUNNING:
                return
            if self.event.paused_at is not None:
                actions.directing.resume_tournament(**self.of())
            for table in Table.objects.filter(pk__in=self.running()):
                finish(table)
            self.tick()
            self.decide()
        raise AssertionError(f"the event never ends: {self.done}, {blockers_of(self.event.pk)}")

    def decide(self) -> None:
        waiting = Match.objects.filter(
            stage__in=self.stages(), section=DECISION, state=Match.State.READY, voided_at=None
        )
        # To decide one may make another needless, which is then void.
        while match := waiting.order_by("pk").first():
            actions.directing.override_result(
                **self.of(),
                stage=match.stage.number,
                match=match.key,
                places={each: at for at, each in enumerate(self.entrants_of(match), start=1)},
            )

    def of(self) -> dict[str, Any]:
        return {"tournament_id": self.event.pk, "by": None, "reason": WHY}


KINDS = (
    "walkover", "override", "override", "void_result", "void_result", "repair_round", "pause",
    "resume", "resume", "give_time", "remove", "withdraw", "disqualify", "replace", "undo", "undo",
)  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", EVENTS)
def test_whatever_a_director_does_the_event_can_be_played_to_its_end(kind, seed, monkeypatch):
    # The same walk meets the same cards and lots, so that what it finds can be found again.
    sealed = SimpleNamespace(urandom=Random(seed).randbytes)
    monkeypatch.setattr("games.secrets.os", sealed)
    walk = Walk(kind, seed)
    walk.run(STEPS)
    walk.play_out()
    walk.look()
    fold_due()
    assert [*audit_games(), *audit_ratings()] == []
    assert len(standings_of(walk.event.pk)) == walk.event.entrants.exclude(seed=None).count()
