"""What formats share in which all members of a group meet: settings, outline, standings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.circle import matches_of, rounds_of
from tournaments.formats.contract import Config
from tournaments.formats.customs import CUSTOMS
from tournaments.formats.points import AT_THE_TABLE, records_of
from tournaments.formats.ranking import ranked
from tournaments.formats.resolver import resolve
from tournaments.formats.scoring import POINTS, scoring_of
from tournaments.formats.settings import Problem, Setting
from tournaments.formats.slots import EntrantFact, EntrantSlot, PlannedMatch, SeedSlot, StageState
from tournaments.formats.standings import StandingRow
from tournaments.formats.tables import RoundOutline
from tournaments.formats.tie_breaks import tie_breaks_setting

MOST_MATCHES = 50_000
LEGS = Setting("legs", "whole", 1, "How often everybody meets everybody of the group.", 1, 2)
WITHDRAWN = Setting(
    "withdrawn",
    "choice",
    "keep",
    "What becomes of the matches of whoever leaves. keep: they stand if at least half of them "
    "were played, else all are annulled; annul: they are annulled; forfeit: they stand. "
    "Where they stand, those not yet played go to the others.",
    choices=("keep", "annul", "forfeit"),
)
TIE_BREAKS = tie_breaks_setting(*CUSTOMS["chess_all"].tie_breaks)
SETTINGS = (LEGS, WITHDRAWN, POINTS, TIE_BREAKS)


def seats_problems(config: Config, name: str) -> Iterator[Problem]:
    """Two sit at a match, and whoever asks for more learns where to find them."""
    if "seats" in config:
        yield Problem(
            "seats", f"{name} is played by two at a match; pods seat 3 to 6, not {name.lower()}."
        )


def size_problems(sizes: Sequence[int], legs: int, word: str) -> Iterator[Problem]:
    """What is wrong with groups of these sizes; `word` is what the format calls one."""
    if min(sizes) < 2:
        needing = f"1 {word} needs" if len(sizes) == 1 else f"{len(sizes)} {word}s need"
        least, n = 2 * len(sizes), sum(sizes)
        yield Problem("entrants", f"{needing} at least {least} entrants, not {n}.")
        return
    matches = matches_of(sizes, legs)
    if matches > MOST_MATCHES:
        yield Problem(
            "entrants",
            f"At most {MOST_MATCHES} matches can be planned; {sum(sizes)} entrants would play "
            f"{matches} of them. Smaller groups have fewer, and a Swiss far fewer.",
        )


def outline_of(sizes: Sequence[int], legs: int) -> tuple[RoundOutline, ...]:
    """The rounds of all groups together; the smaller ones may be through earlier."""
    rounds = []
    for number in range(1, rounds_of(max(sizes), legs) + 1):
        playing = [size for size in sizes if number <= rounds_of(size, legs)]
        byes = sum(size % 2 for size in playing)
        matches = sum(size // 2 for size in playing)
        rounds.append(RoundOutline(sum(playing), byes, (2,) * matches, 0))
    return tuple(rounds)


def is_played_out(state: StageState) -> bool:
    """No match is left."""
    return all(match.is_decided for match in resolve(state).values())


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The rows of all groups, and how many matches count so far for each entrant."""

    rows: tuple[StandingRow, ...]
    counted: Mapping[int, int]


def cross_table(config: Config, state: StageState) -> CrossTable:
    """Everybody by points, group by group; those whose matches were annulled stand last."""
    own = _own_matches(state)
    annulled = _annulled(state, own, config.get("withdrawn", WITHDRAWN.default))
    struck = {match.key for entrant in annulled for match in own[entrant]}
    records = records_of(state, scoring_of(config, 2, everybody_meets=True), struck=struck)
    rows = ranked(
        replace(state, entrants=tuple(_placed_last(each, annulled) for each in state.entrants)),
        records,
        config.get("tie_breaks", TIE_BREAKS.default),
        groups={entrant: matches[0].group for entrant, matches in own.items() if matches},
    )
    counted = {entrant: len(record.rounds) for entrant, record in records.items()}
    left = {
        entrant: sum(match.key not in struck for match in matches) - counted[entrant]
        for entrant, matches in own.items()
    }
    finished = tuple(_finished(row, left[row.entrant], annulled) for row in rows)
    return CrossTable(finished, counted)


def _own_matches(state: StageState) -> dict[int, list[PlannedMatch]]:
    """The matches of every entrant."""
    by_seed = {each.seed: each.id for each in state.entrants}
    own: dict[int, list[PlannedMatch]] = {each.id: [] for each in state.entrants}
    for match in state.matches:
        for slot in match.slots:
            if isinstance(slot, SeedSlot) and slot.seed in by_seed:
                own[by_seed[slot.seed]].append(match)
            elif isinstance(slot, EntrantSlot):
                own[slot.entrant].append(match)
    return own


def _annulled(
    state: StageState, own: Mapping[int, Sequence[PlannedMatch]], policy: str
) -> frozenset[int]:
    """Those who left, and whose matches count for nobody (`keep` is the custom of FIDE)."""
    if policy == "forfeit":
        return frozenset()
    return frozenset(
        each.id
        for each in state.entrants
        if not each.active
        and (policy == "annul" or 2 * _played(state, each.id, own[each.id]) < len(own[each.id]))
    )


def _played(state: StageState, entrant: int, matches: Sequence[PlannedMatch]) -> int:
    outcomes = [state.results[match.key] for match in matches if match.key in state.results]
    return sum(each.cause in AT_THE_TABLE and entrant in each.entrants for each in outcomes)


def _placed_last(entrant: EntrantFact, annulled: frozenset[int]) -> EntrantFact:
    return replace(entrant, disqualified=True) if entrant.id in annulled else entrant


def _finished(row: StandingRow, left: int, annulled: frozenset[int]) -> StandingRow:
    if row.entrant in annulled:
        return replace(row, explanation="Withdrew; all its matches are annulled.")
    return replace(row, is_out=row.is_out or left == 0)
