"""What formats that pair from standings ask of a stage: is a round open, who takes part next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tournaments.formats.contract import RoundKey
from tournaments.formats.resolver import ResolvedMatch, resolve
from tournaments.formats.slots import EntrantFact, StageState


def open_matches(state: StageState) -> dict[str, ResolvedMatch]:
    """The matches that are not decided, by key. All of them name their entrants."""
    # Leaving out what has a result changes nothing here, and a large stage is hardly anything else.
    unplayed = tuple(match for match in state.matches if match.key not in state.results)
    resolved = resolve(replace(state, matches=unplayed))
    return {key: match for key, match in resolved.items() if not match.is_decided}


def taking_part(state: StageState, number: int) -> list[EntrantFact]:
    """Those who play or rest in the round, by seed."""
    there = [each for each in state.entrants if each.active and each.is_there(number)]
    return sorted(there, key=lambda each: each.seed)


def next_number(state: StageState, last: int) -> int | None:
    """The round to pair next, at most `last`; None where nobody is left to meet in any.

    A round in which fewer than two take part is passed over.
    """
    if state.is_closing:
        return None
    begun = max((match.round for match in state.matches), default=0)
    for number in range(begun + 1, last + 1):
        if len(taking_part(state, number)) > 1:
            return number
    return None


def from_the_start(state: StageState) -> int:
    """How many entrants began the stage; who came later is not counted."""
    began = sum(each.from_round == 1 for each in state.entrants)
    return began if began > 1 else len(state.entrants)


def numbered_rounds(rounds: Mapping[RoundKey, int]) -> dict[RoundKey, str]:
    """Round 1, Round 2, ..."""
    return {key: f"Round {key[1]}" for key in rounds}
