"""Which games there are, under which rules versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from .big_number import BigNumber
from .big_two import BigTwo
from .cards import shown
from .protocol import Json, Rules, UnknownGame
from .the_game import TheGame

AnyRules: TypeAlias = Rules[Any, Any, Any, Any]

# Every version that a running table may still use; a table ends under the rules it began with.
REGISTERED: tuple[type[AnyRules], ...] = (BigTwo, BigNumber, TheGame)


def games() -> tuple[type[AnyRules], ...]:
    """The newest version of every game, in the order in which games were added."""
    codes = dict.fromkeys(rules.code for rules in REGISTERED)
    return tuple(find(REGISTERED, code) for code in codes)


def game(code: str) -> type[AnyRules]:
    """The newest version of one game. Raises UnknownGame."""
    return find(REGISTERED, code)


def rules_for(
    code: str, options: Mapping[str, Json], seats: int, version: int | None = None
) -> AnyRules:
    """Rules holding their options, of the newest version if none is named.

    Raises UnknownGame, BadOptions.
    """
    return find(REGISTERED, code, version).with_options(options, seats)


def find(
    registered: Sequence[type[AnyRules]], code: str, version: int | None = None
) -> type[AnyRules]:
    """The wanted or the newest version among `registered`. Raises UnknownGame."""
    versions = {rules.version: rules for rules in registered if rules.code == code}
    if not versions:
        known = ", ".join(dict.fromkeys(rules.code for rules in registered))
        raise UnknownGame(f"The games are {known}; {shown(code)} came.")
    wanted = max(versions) if version is None else version
    if wanted not in versions:
        known = ", ".join(map(str, sorted(versions)))
        raise UnknownGame(f"{code} has the rules versions {known}; {shown(version)} came.")
    return versions[wanted]
