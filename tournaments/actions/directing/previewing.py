"""What an act would lead to: it is done, looked at, and rolled back, so that it cannot differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from games.models import Table
from games.queries import closed
from players.transactions import in_one_transaction
from ratings.models import Contest
from ratings.queries import Supposed, without_contests
from tournaments.actions.common import lock_tournament
from tournaments.actions.settling import ENDED, settle_tables
from tournaments.facts import stage_facts
from tournaments.formats.resolver import ResolvedMatch, resolve
from tournaments.models import Entrant, MatchResult, MatchTable, Stage, Tournament

VEILED = "is over; its places open with its deal"
FOLLOWS = "follows from a result that is still closed"


@dataclass(frozen=True, slots=True)
class MatchMoved:
    """A match as it stands and as it would: who comes to it, and what is said of it."""

    stage: int
    key: str
    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The consequences of an act that has not happened.

    `tables` are the running ones that would be void, by public id; `told` the players whose
    matches change; `contests` how many results would leave the ledger, or come back to it.
    """

    matches: tuple[MatchMoved, ...]
    tables: tuple[str, ...]
    contests: int
    ratings: Supposed
    told: tuple[str, ...]
    state: str
    # Of the event, afterwards.


@dataclass(frozen=True, slots=True)
class _Seen:
    lines: Mapping[tuple[int, str], tuple[str, str]]
    # (stage, key) -> label, sentence
    people: Mapping[tuple[int, str], frozenset[str]]
    running: frozenset[str]
    sealed: frozenset[str]
    # All tables of closed deals: how many of them still run is told to nobody.
    closed: frozenset[tuple[int, str]]
    # Their matches.
    counting: frozenset[str]
    standing: frozenset[str]
    # Those that no act struck, void by the rules or not: nobody is told who has moved at them.
    played: Mapping[tuple[int, str], int]
    # The newest result of each match that its tables decided, by key.
    struck: frozenset[str]
    # Sources of contests of this event that do not count.
    state: str


def preview(tournament_id: int, act: Callable[[], object]) -> Preview:
    """Do the act, compare, and take all of it back. Raises whatever the act raises."""
    before, after = _tried(tournament_id, act)
    return _compared(before, after)


@in_one_transaction
def _tried(tournament_id: int, act: Callable[[], object]) -> tuple[_Seen, _Seen]:
    lock_tournament(tournament_id)
    _settle(tournament_id)
    before = _seen(tournament_id)
    act()
    _settle(tournament_id)
    after = _seen(tournament_id)
    transaction.set_rollback(True)
    return before, after


def _settle(tournament_id: int) -> None:
    """What follows from tables that have ended; else it would follow a moment later, unseen."""
    ended = MatchTable.objects.filter(
        match__stage__tournament=tournament_id, table__status__in=ENDED, table__settled_at=None
    )
    settle_tables(list(ended.values_list("table_id", flat=True)))


def _compared(before: _Seen, after: _Seen) -> Preview:
    keys = [
        key
        for key in dict.fromkeys([*before.lines, *after.lines])
        if before.lines.get(key) != after.lines.get(key)
    ]
    nothing = ("", "is not there")
    veils = _veils(before, after, keys)
    gone, back = after.struck - before.struck, before.struck - after.struck
    return Preview(
        matches=tuple(
            MatchMoved(
                stage=key[0],
                key=key[1],
                label=(before.lines.get(key) or after.lines[key])[0],
                before=before.lines.get(key, nothing)[1],
                after=veils.get(key, after.lines.get(key, nothing)[1]),
            )
            for key in keys
        ),
        tables=tuple(sorted((before.running - after.counting) | (before.sealed - after.standing))),
        contests=len(gone) + len(back),
        ratings=without_contests(gone, back),
        told=tuple(
            sorted(
                {
                    name
                    for key in keys
                    for side in (before.people, after.people)
                    for name in side.get(key, ())
                }
            )
        ),
        state=after.state,
    )


def _veils(
    before: _Seen, after: _Seen, keys: Sequence[tuple[int, str]]
) -> Mapping[tuple[int, str], str]:
    """What is said where tables of a closed deal would decide a match, and of what follows.

    The act would end them; to ask for its preview must not tell how they stand.
    """
    own = {key for key in before.closed if after.played.get(key, 0) > before.played.get(key, 0)}
    if not own:
        return {}
    moved = {key for key in keys if before.people.get(key) != after.people.get(key)}
    return dict.fromkeys(moved, FOLLOWS) | dict.fromkeys(own, VEILED)


def _seen(tournament_id: int) -> _Seen:
    tournament = Tournament.objects.get(pk=tournament_id)
    names = {
        entrant.pk: entrant.name or entrant.player.handle
        for entrant in Entrant.objects.filter(tournament=tournament).select_related("player")
    }
    lines: dict[tuple[int, str], tuple[str, str]] = {}
    people: dict[tuple[int, str], frozenset[str]] = {}
    for stage in Stage.objects.filter(tournament=tournament).order_by("number"):
        facts = stage_facts(stage)
        labels = {match.key: match.label for match in facts.state.matches}
        for key, match in resolve(facts.state).items():
            lines[stage.number, key] = (labels[key], _sentence(match, names))
            people[stage.number, key] = frozenset(
                names[each] for each in match.entrants if each is not None
            )
    links = MatchTable.objects.filter(match__stage__tournament=tournament)
    standing = links.filter(voided_at=None)
    counting = standing.exclude(table__status=Table.Status.VOID)
    sealed = counting.filter(closed("table__"))
    played = MatchResult.objects.filter(
        match__stage__tournament=tournament, cause=MatchResult.Cause.PLAYED
    )
    running = links.filter(~closed("table__"), table__status=Table.Status.RUNNING)
    return _Seen(
        lines=lines,
        people=people,
        running=frozenset(running.values_list("table__public_id", flat=True)),
        sealed=frozenset(sealed.values_list("table__public_id", flat=True)),
        closed=frozenset(sealed.values_list("match__stage__number", "match__key")),
        counting=frozenset(counting.values_list("table__public_id", flat=True)),
        standing=frozenset(standing.values_list("table__public_id", flat=True)),
        played={
            (number, key): newest
            for number, key, newest in played.order_by("pk").values_list(
                "match__stage__number", "match__key", "pk"
            )
        },
        struck=_struck(tournament, links.values_list("table__public_id", flat=True)),
        state=tournament.state,
    )


def _struck(tournament: Tournament, tables: object) -> frozenset[str]:
    struck = Contest.objects.filter(voided_at__isnull=False)
    of_tables = struck.filter(source__in=[f"table:{each}" for each in tables])  # type: ignore[attr-defined]
    of_matches = struck.filter(source__startswith=f"match:{tournament.public_id}:")
    return frozenset(
        [
            *of_tables.values_list("source", flat=True),
            *of_matches.values_list("source", flat=True),
        ]
    )


def _sentence(match: ResolvedMatch, names: Mapping[int, str]) -> str:
    """What stands there, short: who won, who plays, who is awaited."""
    who = [names[each] if each is not None else "somebody" for each in match.entrants]
    if match.state in ("done", "walkover"):
        order = [names[each] for each in match.order]
        how = " by walkover" if match.state == "walkover" else ""
        return f"{' before '.join(order)}{how}" if order else "nobody came"
    if match.state == "skipped":
        return "is not played"
    words = {"live": "is being played", "ready": "is to be played", "blocked": "waits"}
    return f"{' – '.join(who)}: {words[match.state]}"
