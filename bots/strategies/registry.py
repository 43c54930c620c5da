"""Which strategies there are and which games they play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from games.rules.deals import Stream
from games.rules.registry import AnyRules

from .big_number_greedy import BigNumberGreedy
from .big_number_house import BigNumberHouse
from .big_number_strong import BigNumberStrong
from .big_two_greedy import BigTwoGreedy
from .big_two_house import BigTwoHouse
from .big_two_strong import big_two_strong
from .random_moves import RandomMoves
from .the_game_greedy import TheGameGreedy
from .the_game_house import TheGameHouse
from .the_game_strong import TheGameStrong

ANY_GAME = "*"


class Strategy(Protocol):
    """Chooses a move of the view's own seat, which is to act."""

    def choose(self, rules: AnyRules, view: Any, stream: Stream) -> Any:  # noqa: ANN401
        """One of `rules.moves_of(view)`; chance comes from `stream` alone."""
        ...


@runtime_checkable
class Listener(Strategy, Protocol):
    """Plays better where it hears the whole table, not only its own goes."""

    def at_table(self) -> Listener:
        """A fresh one, for one seat of one table; the registered one has heard nothing."""
        ...

    def hear(self, view: Any) -> None:  # noqa: ANN401
        """To be told, after every ply, what its seat then sees."""
        ...


class UnknownStrategy(LookupError):
    """No strategy of that name plays that game."""

    code = "unknown_strategy"


_STRATEGIES: Mapping[tuple[str, str], Strategy] = {
    ("random", ANY_GAME): RandomMoves(),
    ("greedy", "big-two"): BigTwoGreedy(),
    ("house", "big-two"): BigTwoHouse(),
    ("strong", "big-two"): big_two_strong(),
    ("greedy", "big-number"): BigNumberGreedy(),
    ("house", "big-number"): BigNumberHouse(),
    ("strong", "big-number"): BigNumberStrong(),
    ("greedy", "the-game"): TheGameGreedy(),
    ("house", "the-game"): TheGameHouse(),
    ("strong", "the-game"): TheGameStrong(),
}


def strategy(name: str, game_code: str) -> Strategy:
    """The strategy that plays a game under that name. Raises UnknownStrategy."""
    for game in (game_code, ANY_GAME):
        if (name, game) in _STRATEGIES:
            return _STRATEGIES[name, game]
    known = ", ".join(strategy_names(game_code))
    raise UnknownStrategy(f"The strategies for {game_code} are {known}; {name[:40]!r} came.")


def strategy_names(game_code: str) -> tuple[str, ...]:
    """The names of all strategies that play a game, from the weakest to the strongest."""
    return tuple(name for name, game in _STRATEGIES if game in (game_code, ANY_GAME))
