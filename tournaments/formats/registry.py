"""The formats by their codes: a new format adds a file and a line here."""

from __future__ import annotations

from tournaments.formats.arena import Arena
from tournaments.formats.contract import Format
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.elimination import SingleElimination
from tournaments.formats.ladder import Ladder
from tournaments.formats.league import League
from tournaments.formats.pods import Pods
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.settings import Problem
from tournaments.formats.standings import StandingRow
from tournaments.formats.stepladder import Stepladder
from tournaments.formats.swiss import Swiss

__all__ = ["Format", "Problem", "StandingRow", "UnknownFormat", "format_for", "formats"]

_ALL: tuple[Format, ...] = (
    SingleElimination(),
    DoubleElimination(),
    RoundRobin(),
    Swiss(),
    Pods(),
    Stepladder(),
    Arena(),
    Ladder(),
    League(),
)
_FORMATS: dict[str, Format] = {each.code: each for each in _ALL}


class UnknownFormat(LookupError):
    """No format is registered under that code."""


def format_for(code: str) -> Format:
    """Raises UnknownFormat, which names the codes there are."""
    try:
        return _FORMATS[code]
    except KeyError:
        known = ", ".join(sorted(_FORMATS))
        raise UnknownFormat(f"Expected one of the formats {known}, not {code!r}.") from None


def formats() -> tuple[Format, ...]:
    """All formats, in the order in which pages offer them."""
    return tuple(_FORMATS.values())
