"""Every kind of act that the code keeps has a sentence, and no sentence is left over."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tournaments import act_words

APP = Path(act_words.__file__).parent
# Which argument of these calls is the kind of the act.
KIND_AT = {"record": 1, "finish": 1, "keep": 0}
# Where the kind comes from somewhere else: two hand it on, who goes is kept by its new status, and
# a result that comes from elsewhere by the kind of decision it is.
HANDED_ON = {
    ("actions/importing.py", "outcome.cause"),
    ("actions/directing/beginning.py", "kind"),
    ("actions/directing/changes.py", "kind"),
    ("actions/leaving.py", "status.value"),
}
OF_STATUS = {"withdrawn", "disqualified"}


def kinds_in_the_code() -> Iterator[tuple[str, ast.expr]]:
    """The file of each call that keeps an act, and what it names as the kind."""
    for path in sorted((APP / "actions").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and (name := _called(node.func)) in KIND_AT:
                yield path.relative_to(APP).as_posix(), node.args[KIND_AT[name]]


def _called(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def test_every_kind_that_is_kept_has_a_sentence_and_every_sentence_a_kind() -> None:
    literal = {node.value for _, node in kinds_in_the_code() if isinstance(node, ast.Constant)}
    assert literal | OF_STATUS == set(act_words.ACT_WORDS)


def test_a_kind_that_is_not_written_out_comes_from_a_known_place() -> None:
    computed = {
        (file, ast.unparse(node))
        for file, node in kinds_in_the_code()
        if not isinstance(node, ast.Constant)
    }
    assert computed == HANDED_ON


def test_an_act_of_an_older_version_is_named_by_its_kind() -> None:
    assert act_words.told("seats_swapped", {}) == "Seats swapped."


def test_an_undo_that_is_undone_says_what_it_was_about_if_it_was_about_something() -> None:
    assert act_words.told("undone", {"undone_kind": "undone", "label": "W1.1"}) == (
        "Undone: an undo about W1.1."
    )
    assert act_words.told("undone", {"undone_kind": "undone", "label": ""}) == "Undone: an undo."
