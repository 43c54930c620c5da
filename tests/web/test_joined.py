"""Scripts that travel together are one file, as good as its parts."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from web.joined import BETWEEN, JOINED, JoinedFinder, joined

PARTS = ("htmx-2.min.js", "hx-sse-2.min.js", "podium.js")


@pytest.fixture
def own_place(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    return tmp_path / "joined"


def test_a_joined_file_holds_its_parts_in_order_and_apart():
    parts = [Path(str(finders.find(part))).read_text() for _, part in JOINED["web/site.js"]]
    assert tuple(Path(part).name for _, part in JOINED["web/site.js"]) == PARTS
    assert joined("web/site.js") == BETWEEN.join(parts)


def test_static_files_are_found_joined():
    found = Path(str(finders.find("web/site.js")))
    assert found.is_relative_to(settings.VAR_DIR)
    assert found.read_text() == joined("web/site.js")


def test_an_old_joined_file_is_made_anew_and_leaves_no_half(own_place):
    finder = JoinedFinder()
    (own_place / "web").mkdir(parents=True)
    (own_place / "web" / "site.js").write_text("old")
    assert [name for name, _ in finder.list(None)] == ["web/site.js"]
    assert (own_place / "web" / "site.js").read_text() == joined("web/site.js")
    assert [one.name for one in (own_place / "web").iterdir()] == ["site.js"]


def test_what_is_not_joined_is_left_to_others(own_place):
    assert JoinedFinder().find("web/podium.js") == []
    assert not own_place.exists()
