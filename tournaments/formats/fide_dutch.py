"""The FIDE Dutch pairing (C.04.3), by an engine that FIDE's checker agrees with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import Any

from tournaments.formats.points import AT_THE_TABLE, Played
from tournaments.formats.scoring import HALF, ONE, ZERO
from tournaments.formats.swiss_pairing import RoundPairing

MOST = 256
# A round of so many takes the engine two seconds, and four times that for twice as many.
UNPLAYED = {"walkover": "+", "forfeit": "-", "bye": "U", "absent": "Z"}
# The codes of a tournament report: U is a bye that the pairing gave, Z an absence.
PLAYED = {ONE: "1", HALF: "="}


@dataclass(frozen=True, slots=True)
class DutchEntry:
    """An entrant with all published rounds; `number` is its seed, `is_there` in the next one.

    `bonus[i]` is what it gets for the pairing of round i + 1 only.
    """

    number: int
    rounds: tuple[Played, ...]
    is_there: bool
    bonus: tuple[Fraction, ...] = ()


class NoDutchPairing(Exception):
    """The rules of the Dutch system leave no pairing, for example as all others have been met."""


def pair_dutch(
    entries: Sequence[DutchEntry], seeds: Mapping[int, int], rounds: int, bye_worth: Fraction
) -> RoundPairing:
    """The next round of `rounds`; the first seat is White. `seeds` by the ids of entrants."""
    engine = _engine()
    ordered = sorted(entries, key=lambda each: each.number)
    report = engine.ParsedTrf.model_validate(_report(ordered, seeds, rounds, bye_worth))
    report.x_section.scoring_point_system.apply_code("PAB", int(10 * bye_worth))
    try:
        made = engine.DutchEngine.generate_pairings(report)
    except engine.PairingError as error:
        raise NoDutchPairing(str(error)) from error
    pairs = [(pair.white, pair.black) for pair in made]
    rests = [ordered[white - 1].number for white, black in pairs if not black]
    return RoundPairing(
        tuple(
            (ordered[white - 1].number, ordered[black - 1].number)
            for white, black in pairs
            if black
        ),
        rests[0] if rests else None,
    )


@dataclass(frozen=True, slots=True)
class _Engine:
    """What we use of the package, which has no types."""

    DutchEngine: Any
    PairingError: type[Exception]
    ParsedTrf: Any


@cache
def _engine() -> _Engine:
    """Loaded by the first Dutch round only: it takes a third of a second that few ever need."""
    return _Engine(
        import_module("py4swiss.engines").DutchEngine,
        import_module("py4swiss.engines.common").PairingError,
        import_module("py4swiss.trf").ParsedTrf,
    )


def _report(
    ordered: Sequence[DutchEntry], seeds: Mapping[int, int], rounds: int, bye_worth: Fraction
) -> dict[str, object]:
    """The event as the engine takes it: who got what, who is away, who is accelerated."""
    # Reports count from 1 without gaps, which seeds may have.
    line_of = {each.number: line for line, each in enumerate(ordered, start=1)}
    opponents = {entrant: line_of[seed] for entrant, seed in seeds.items()}
    lines = list(enumerate(ordered, start=1))
    return {
        "player_sections": [_line(line, each, opponents, bye_worth) for line, each in lines],
        "x_section": {
            "number_of_rounds": rounds,
            "zeroed_ids": [line for line, each in lines if not each.is_there],
            "accelerations": {
                line: [int(10 * bonus) for bonus in each.bonus]
                for line, each in lines
                if any(each.bonus)
            },
        },
    }


def _line(
    line: int, entry: DutchEntry, opponents: Mapping[int, int], bye_worth: Fraction
) -> dict[str, object]:
    """An entrant's line of the report; points are counted in tenths."""
    worth = {"1": ONE, "=": HALF, "+": ONE, "U": bye_worth}
    results = [_result(played, opponents) for played in entry.rounds]
    points = sum((worth.get(str(each["result"]), ZERO) for each in results), ZERO)
    return {
        "code": "001",
        "starting_number": line,
        "rank": line,
        "points_times_ten": int(10 * points),
        "results": results,
    }


def _result(played: Played, opponents: Mapping[int, int]) -> dict[str, object]:
    if played.cause not in AT_THE_TABLE or not played.opponents:
        # Alone at the table by a director's word: the others did not come.
        return {"id": 0, "color": "-", "result": UNPLAYED.get(played.cause, "+")}
    other, result = played.opponents[0]
    return {
        "id": opponents[other],
        "color": "b" if played.seat else "w",
        "result": PLAYED.get(result, "0"),
    }
