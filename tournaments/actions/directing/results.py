"""A director decides a match, or takes its result back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from players.models import User
from players.transactions import in_one_transaction
from tournaments.actions.directing.beginning import begin, finish, found_match
from tournaments.errors import BadResult, MatchDecided, MatchNotDecided, NotInMatch
from tournaments.formats.resolver import ResolvedMatch
from tournaments.formats.standings import shared_places
from tournaments.models import Entrant


@in_one_transaction
def give_walkover(
    *,
    tournament_id: int,
    stage: int,
    match: str,
    winners: Sequence[int],
    by: User | None,
    reason: str,
) -> None:
    """Those who are there win without playing, the first of `winners` best; running tables end.

    `winners` are keys of entrants. Raises what `begin` raises, MatchNotFound, NotInMatch,
    MatchDecided.
    """
    changes = begin(tournament_id, by, reason)
    row, _, made = found_match(changes.tournament, stage, match)
    if made.is_decided:
        raise MatchDecided(f"{row.label} is decided; override or void its result instead.")
    present = _ready(made, row.label)
    _refuse_strange(winners, present, row.label)
    if not winners:
        raise BadResult(f"Name who is there for {row.label}: at least one of its entrants.")
    others = [entrant for entrant in present if entrant not in winners]
    places = [*range(1, len(winners) + 1), *[len(winners) + 1] * len(others)]
    changes.void_result(row)
    changes.add_result(row, [*winners, *others], places, "walkover")
    finish(
        changes,
        "walkover",
        by=by,
        reason=reason,
        stage=stage,
        match=match,
        label=row.label,
        winners=_names(winners),
    )


@in_one_transaction
def override_result(
    *,
    tournament_id: int,
    stage: int,
    match: str,
    places: Mapping[int, int],
    by: User | None,
    reason: str,
    keep_later: bool = False,
) -> None:
    """The places of a match are as the director says; what was played counts for no rating.

    `places` holds a place for each entrant of the match, ties share (1, 2, 2, 4). Raises what
    `begin` raises, MatchNotFound, NotInMatch, BadResult.
    """
    changes = begin(tournament_id, by, reason)
    row, facts, made = found_match(changes.tournament, stage, match)
    outcome = facts.state.results.get(match)
    took_part = outcome.entrants if outcome is not None else _ready(made, row.label)
    _refuse_strange(places, took_part, row.label)
    ranked = sorted(places, key=lambda entrant: (places[entrant], entrant))
    _check_places(ranked, places, took_part, row.label)
    if row.advance and _ties_at_cut(places, row.advance):
        raise BadResult(f"The first {row.advance} of {row.label} go on; no places may tie there.")
    changes.void_result(row)
    changes.add_result(row, ranked, [places[each] for each in ranked], "override")
    finish(
        changes,
        "override",
        by=by,
        reason=reason,
        keep_later=keep_later,
        stage=stage,
        match=match,
        label=row.label,
        order=_names(ranked),
    )


@in_one_transaction
def void_result(
    *,
    tournament_id: int,
    stage: int,
    match: str,
    by: User | None,
    reason: str,
    keep_later: bool = False,
) -> None:
    """The result counts no more, also not for the rating, and the match is played again.

    Raises what `begin` raises, MatchNotFound, MatchNotDecided.
    """
    changes = begin(tournament_id, by, reason)
    row, facts, made = found_match(changes.tournament, stage, match)
    if match not in facts.state.results and made.state != "live":
        raise MatchNotDecided(f"{row.label} is {made.state}; there is no result to take back.")
    changes.void_result(row)
    finish(
        changes,
        "result_void",
        by=by,
        reason=reason,
        keep_later=keep_later,
        stage=stage,
        match=match,
        label=row.label,
    )


def _ready(made: ResolvedMatch, label: str) -> tuple[int, ...]:
    """The entrants of a match that is undecided. Raises MatchNotDecided while some are unknown."""
    if made.state == "blocked":
        waits = ", ".join(made.waits_for)
        raise MatchNotDecided(f"Who plays {label} is not known yet; it waits for {waits}.")
    return made.present


def _refuse_strange(
    named: Sequence[int] | Mapping[int, int], there: Sequence[int], label: str
) -> None:
    strange = [entrant for entrant in named if entrant not in there]
    if strange or len(set(named)) != len(named):
        who = ", ".join(_names(there)) or "nobody"
        raise NotInMatch(f"{label} is played by {who}; name each of them once at most.")


def _check_places(
    ranked: Sequence[int], places: Mapping[int, int], took_part: Sequence[int], label: str
) -> None:
    if set(ranked) != set(took_part):
        missing = ", ".join(_names([each for each in took_part if each not in places]))
        raise BadResult(f"Every entrant of {label} needs a place; there is none for {missing}.")
    expected = shared_places([places[each] for each in ranked])
    came = tuple(places[each] for each in ranked)
    if came != expected:
        raise BadResult(
            f"Places count from 1, ties share and the next is skipped: expected {expected},"
            f" not {came}."
        )


def _ties_at_cut(places: Mapping[int, int], advance: int) -> bool:
    ranked = sorted(places.values())
    return advance < len(ranked) and ranked[advance - 1] == ranked[advance]


def _names(entrants: Sequence[int]) -> list[str]:
    rows = Entrant.objects.select_related("player").filter(pk__in=entrants)
    names = {entrant.pk: entrant.name or entrant.player.handle for entrant in rows}
    return [names[entrant] for entrant in entrants]
