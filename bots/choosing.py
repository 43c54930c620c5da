"""Which strategy a bot plays: one of the house's by name, or a class out of a file."""

from __future__ import annotations

import importlib.util
import inspect
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from bots.strategies import strategy, strategy_names
from games.rules.deals import Stream
from games.rules.registry import game, games, rules_for

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
    found = _from_file(name)
    if len(inspect.signature(found.choose).parameters) == 1:
        return lambda table: found.choose(_plain_view(table))
    return lambda table: _typed(found, table)


def legal_moves(table: Mapping[str, Any]) -> list[Json]:
    """Every legal move of the table's viewer, also where the API only counts them."""
    rules = _rules(table)
    return [rules.dump_move(move) for move in rules.moves_of(rules.load_view(table["view"]))]


def _by_name(name: str) -> Chooser:
    """Refuses a name that no game knows at the start, not at the first turn."""
    if not any(name in strategy_names(kind.code) for kind in games()):
        strategy(name, games()[0].code)
    return lambda table: _typed(strategy(name, table["game"]), table)


def _typed(found: Any, table: Mapping[str, Any]) -> Json:  # noqa: ANN401 -- the author's class
    rules = _rules(table)
    stream = Stream(secrets.token_bytes(32), "bot")
    return rules.dump_move(found.choose(rules, rules.load_view(table["view"]), stream))


def _plain_view(table: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**table["view"], "legal_moves": legal_moves(table)}


def _rules(table: Mapping[str, Any]) -> Any:  # noqa: ANN401 -- any game
    options, version = table["options"], table.get("rules_version")
    known = version if version is not None else game(table["game"]).version
    return rules_for(table["game"], options, len(table["seats"]), version=known)


def _from_file(name: str) -> Any:  # noqa: ANN401 -- the author's class
    path, _, class_name = name.rpartition(":")
    module = _module(Path(path))
    found = getattr(module, class_name, None)
    if not inspect.isclass(found):
        raise BadStrategy(f"{path} has no class {class_name}.")
    made = found()
    if not callable(getattr(made, "choose", None)):
        raise BadStrategy(
            f"{class_name} needs a method choose(view) or choose(rules, view, stream)."
        )
    return made


def _module(path: Path) -> ModuleType:
    if not path.is_file():
        raise BadStrategy(f"there is no file {path}; name a strategy, or file.py:Class.")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise BadStrategy(f"{path} is no Python file.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
