"""Make the values that a drawing has thousands of, at half of what their classes ask.

A frozen dataclass sets each field through `object.__setattr__`. Here the slots are filled directly;
the values are the same in every other way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tournaments.formats.slots import MatchOutcome, PlaceSlot, PlannedMatch, Slot


def _setters(of: type, *names: str) -> list[Callable[[Any, Any], None]]:
    return [vars(of)[name].__set__ for name in names]


_new = object.__new__
_key, _round, _number, _group, _label, _slots, _advance = _setters(
    PlannedMatch, "key", "round", "number", "group", "label", "slots", "advance"
)
_section, _condition, _seated, _why = _setters(
    PlannedMatch, "section", "condition", "seated", "why"
)
_match, _place = _setters(PlaceSlot, "match", "place")
_of, _entrants, _places, _cause, _scores = _setters(
    MatchOutcome, "key", "entrants", "places", "cause", "scores"
)


def quick_match(
    key: str,
    round_number: int,
    number: int,
    label: str,
    slots: tuple[Slot, ...],
    advance: int,
    section: str = "",
) -> PlannedMatch:
    """A match of a stage without groups, that always happens and explains itself."""
    match: PlannedMatch = _new(PlannedMatch)
    _key(match, key)
    _round(match, round_number)
    _number(match, number)
    _group(match, "")
    _label(match, label)
    _slots(match, slots)
    _advance(match, advance)
    _section(match, section)
    _condition(match, None)
    _seated(match, False)
    _why(match, "")
    return match


def quick_place(match: str, place: int) -> PlaceSlot:
    """Whoever takes the place in the match."""
    slot: PlaceSlot = _new(PlaceSlot)
    _match(slot, match)
    _place(slot, place)
    return slot


def quick_outcome(
    key: str, entrants: tuple[int, ...], places: tuple[int, ...], cause: str
) -> MatchOutcome:
    """The result of a match that no scores decided."""
    outcome: MatchOutcome = _new(MatchOutcome)
    _of(outcome, key)
    _entrants(outcome, entrants)
    _places(outcome, places)
    _cause(outcome, cause)
    _scores(outcome, ())
    return outcome
