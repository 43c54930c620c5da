"""Habits of the tree that no linter knows."""

from __future__ import annotations

import re

from tests.architecture.tree import (
    PACKAGES,
    ROOT,
    VENDORED,
    name_of,
    python_files,
    text_of,
    tracked,
)

LONGEST = 400
# Files that may be longer, each with its reason.
LONGER: dict[str, str] = {}

FOREIGN_PATHS = re.compile(r"(?<![\w.])/(?:root|home|work|opt/wheels)/\w")
REGISTRIES = re.compile(r"pypi\.org|pythonhosted|registry\.npmjs|extra-index-url")


def test_no_file_of_the_service_is_longer_than_four_hundred_lines():
    too_long = [
        name_of(path)
        for path in python_files()
        if name_of(path).split("/")[0] in PACKAGES
        and "/migrations/" not in name_of(path)
        and name_of(path) not in LONGER
        and len(text_of(path).splitlines()) > LONGEST
    ]
    assert too_long == []


def test_no_migration_has_a_name_that_a_machine_gave():
    assert [name_of(path) for path in ROOT.glob("*/migrations/*_auto_*.py")] == []


def test_no_file_names_a_directory_of_somebodys_machine():
    assert _matches(FOREIGN_PATHS) == []


def test_no_file_names_a_package_registry():
    assert _matches(REGISTRIES) == []


LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-bench.txt")


def test_requirements_hold_no_address():
    for name in LOCKS:
        assert "://" not in (ROOT / name).read_text()


def test_every_requirement_carries_a_hash():
    for name in LOCKS:
        entries = re.split(r"\n(?=[A-Za-z0-9])", (ROOT / name).read_text())
        assert [entry for entry in entries if "--hash=sha256:" not in entry] == []


def test_ci_runs_the_command_that_the_readme_gives():
    assert "exec ./podium test\n" in (ROOT / ".ci/run").read_text()
    assert "./podium test" in (ROOT / "README.md").read_text()


def test_no_signal_handler_hides_in_any_app():
    pattern = re.compile(r"\b(?:post_save|pre_save|m2m_changed)\b|@receiver")
    found = [
        name_of(path)
        for path in python_files()
        if name_of(path).split("/")[0] in PACKAGES and pattern.search(text_of(path))
    ]
    assert found == []


def test_no_model_overrides_save():
    pattern = re.compile(r"^    def (?:save|delete)\(", re.MULTILINE)
    found = [name_of(path) for path in ROOT.glob("*/models*.py") if pattern.search(text_of(path))]
    assert found == []


def _matches(pattern: re.Pattern[str]) -> list[str]:
    here = name_of(ROOT / "tests/architecture/test_tree.py")
    return [
        f"{name_of(path)}: {match.group()}"
        for path in tracked()
        if name_of(path) != here and not any(part in name_of(path) for part in VENDORED)
        for match in [pattern.search(text_of(path))]
        if match
    ]
