"""What a new format costs, held over the registry: its file, its line, its page, no other place."""

from __future__ import annotations

import re

import pytest

from tests.architecture.tree import PACKAGES, ROOT, text_of, tracked
from tournaments.formats.registry import formats

CODES = [each.code for each in formats()]
# Where formats are named on purpose: files that know no others, an example, and the demo's choice.
LISTS = {
    "bots/demo.py",
    "tournaments/admin_forms.py",
    "tournaments/interchange/brackets_words.py",
}


@pytest.mark.parametrize("code", CODES)
def test_a_format_brings_its_file_and_a_page_that_the_architecture_names(code):
    line = re.search(rf"^\|.*`{code}`.*\|$", text_of(ROOT / "docs/ARCHITECTURE.md"), re.MULTILINE)
    assert line, f"{code} is not in docs/ARCHITECTURE.md"
    pages = re.findall(r"docs/formats/[\w-]+\.md", line[0])
    name = next(each.name for each in formats() if each.code == code)
    assert any(name.lower() in text_of(ROOT / page).lower() for page in pages)


@pytest.mark.parametrize("code", CODES)
def test_nothing_else_of_the_service_knows_a_format_by_name(code):
    named = re.compile(rf"[\"']{code}[\"']")
    knowing = {
        path
        for path in (str(file.relative_to(ROOT)) for file in tracked())
        if path.startswith(tuple(f"{package}/" for package in PACKAGES))
        and not path.startswith(("tournaments/formats/", "bench/"))
        and path not in LISTS
        and named.search(text_of(ROOT / path))
    }
    assert knowing == set()
