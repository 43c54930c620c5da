"""Scripts that travel together are one file, as good as its parts."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from web.joined import BETWEEN, JOINED, JoinedFinder, bare, joined

PARTS = ("htmx-2.min.js", "hx-sse-2.min.js", "podium.js")


@pytest.fixture
def own_place(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    return tmp_path / "joined"


def test_a_joined_file_holds_its_parts_in_order_and_apart():
    *shipped, own = [Path(str(finders.find(part))).read_text() for _, part in JOINED["web/site.js"]]
    assert tuple(Path(part).name for _, part in JOINED["web/site.js"]) == PARTS
    assert joined("web/site.js") == BETWEEN.join([*shipped, bare(own)])


def test_own_scripts_travel_without_comments():
    assert (
        bare("// why\n(() => {\n\tgo(); // at once\n\n})();\n")
        == "(() => {\ngo(); // at once\n})();"
    )


def test_no_text_in_own_scripts_goes_over_several_lines():
    parts = [part for parts in JOINED.values() for app, part in parts if app == "web"]
    lines = "\n".join(Path(str(finders.find(part))).read_text() for part in parts).splitlines()
    assert len(lines) > 300
    assert [line for line in lines if line.count("`") % 2 or line.endswith("\\")] == []


def test_static_files_are_found_joined():
    found = Path(str(finders.find("web/site.js")))
    assert found.is_relative_to(settings.VAR_DIR)
    assert found.read_text() == joined("web/site.js")


def test_an_old_joined_file_is_made_anew_and_leaves_no_half(own_place):
    finder = JoinedFinder()
    (own_place / "web").mkdir(parents=True)
    (own_place / "web" / "site.js").write_text("old")
    assert [name for name, _ in finder.list(None)] == list(JOINED)
    assert (own_place / "web" / "site.js").read_text() == joined("web/site.js")
    assert {f"web/{one.name}" for one in (own_place / "web").iterdir()} == set(JOINED)


def test_what_is_not_joined_is_left_to_others(own_place):
    assert JoinedFinder().find("web/podium.js") == []
    assert not own_place.exists()
