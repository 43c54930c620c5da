"""Which strategy a bot plays: one of the house's by name, or a class out of a file."""

from __future__ import annotations

import importlib.util
import inspect
import secrets
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from bots.strategies import strategy, strategy_names
from games.rules.deals import Stream
from games.rules.registry import AnyRules, game, games, rules_for

Json = Any
Chooser = Callable[[Mapping[str, Any]], Json]
"""A table as the API shows it, waiting for its viewer, to the JSON of a move."""


class BadStrategy(Exception):
    """The name or file gives no strategy; says what was expected."""


def chooser(name: str) -> Chooser:
    """`greedy`, or `file.py:Class` with `choose(view)` or `choose(rules, view, stream)`.

    A class that takes the view alone is given the JSON of the API's `view`, with all legal moves
    under the key `legal_moves`, and gives a move as JSON.
    """
    if ":" not in name:
        return _by_name(name)
    found = class_in_file(name)()
    if takes_json(found):
        return lambda table: found.choose(with_legal_moves(_rules(table), table["view"]))
    return lambda table: _typed(found, table)


def with_legal_moves(rules: AnyRules, view: Mapping[str, Json]) -> Mapping[str, Json]:
    """The JSON of a view with every legal move under the key `legal_moves`."""
    moves = rules.moves_of(rules.load_view(view))
    return {**view, "legal_moves": [rules.dump_move(move) for move in moves]}


def legal_moves(table: Mapping[str, Any]) -> list[Json]:
    """Every legal move of the table's viewer, also where the API only counts them."""
    moves: list[Json] = with_legal_moves(_rules(table), table["view"])["legal_moves"]
    return moves


def class_in_file(name: str) -> type[Any]:
    """The class that `file.py:Class` names. Raises BadStrategy."""
    path, _, class_name = name.rpartition(":")
    found = getattr(_module(Path(path)), class_name, None)
    if not inspect.isclass(found):
        raise BadStrategy(f"{path} has no class {class_name}.")
    if not callable(getattr(found, "choose", None)):
        raise BadStrategy(
            f"{class_name} needs a method choose(view) or choose(rules, view, stream)."
        )
    return found


def takes_json(found: Any) -> bool:  # noqa: ANN401 -- the author's class
    """Whether a bot wants the view alone."""
    return len(inspect.signature(found.choose).parameters) == 1


def _by_name(name: str) -> Chooser:
    """Refuses a name that no game knows at the start, not at the first turn."""
    if not any(name in strategy_names(kind.code) for kind in games()):
        strategy(name, games()[0].code)
    return lambda table: _typed(strategy(name, table["game"]), table)


def _typed(found: Any, table: Mapping[str, Any]) -> Json:  # noqa: ANN401 -- the author's class
    rules = _rules(table)
    stream = Stream(secrets.token_bytes(32), "bot")
    return rules.dump_move(found.choose(rules, rules.load_view(table["view"]), stream))


def _rules(table: Mapping[str, Any]) -> Any:  # noqa: ANN401 -- any game
    options, version = table["options"], table.get("rules_version")
    known = version if version is not None else game(table["game"]).version
    return rules_for(table["game"], options, len(table["seats"]), version=known)


@cache
def _module(path: Path) -> ModuleType:
    """Run once in a process, as an import would be."""
    if not path.is_file():
        raise BadStrategy(f"there is no file {path}; name a strategy, or file.py:Class.")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise BadStrategy(f"{path} is no Python file.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
