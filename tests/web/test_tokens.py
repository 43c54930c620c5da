"""The colours of the style sheets, held against what the design promises of their contrast."""

from __future__ import annotations

import gzip
import re
from itertools import product
from pathlib import Path

import pytest
from django.conf import settings

from web.joined import bare

STATIC = Path(settings.BASE_DIR) / "web" / "static" / "web"
SHEETS = {one.name: one.read_text() for one in STATIC.glob("*.css")}
SHEET = SHEETS["podium.css"]
TOKEN = re.compile(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
LIGHT = {name: light for name, light, _ in TOKEN.findall(SHEET)}
DARK = {name: dark for name, _, dark in TOKEN.findall(SHEET)}
GROUNDS = ("bg", "surface", "sunk")
TEXTS = {
    "ink": (*GROUNDS, "felt"),
    "muted": (*GROUNDS, "felt", "go-soft", "live-soft", "you-soft", "warn-soft", "bad-soft"),
    "go": (*GROUNDS, "go-soft"),
    "live": (*GROUNDS, "felt", "live-soft"),
    "you": (*GROUNDS, "you-soft"),
    "warn": (*GROUNDS, "warn-soft"),
    "bad": (*GROUNDS, "bad-soft"),
    "go-ink": ("go",),
    "card-s": ("face",),
    "card-h": ("face",),
    "card-d": ("face",),
    "card-c": ("face",),
    "text-s": (*GROUNDS,),
    "text-h": (*GROUNDS,),
    "text-d": (*GROUNDS,),
    "text-c": (*GROUNDS,),
}


def luminance(colour: str) -> float:
    """Of WCAG 2.2: how bright a colour is, from 0 to 1."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


def worst(colours: dict[str, str], text: str, grounds: tuple[str, ...]) -> float:
    return min(contrast(colours[text], colours[ground]) for ground in grounds)


def test_the_measure_itself_is_right():
    assert round(contrast("#000000", "#ffffff"), 1) == 21.0
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


@pytest.mark.parametrize(("theme", "text"), list(product(("light", "dark"), TEXTS)))
def test_text_can_be_read_on_every_ground_it_stands_on(theme: str, text: str):
    colours = LIGHT if theme == "light" else DARK
    assert worst(colours, text, TEXTS[text]) >= 4.5


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_edges_of_controls_and_connectors_are_seen(colours: dict[str, str]):
    assert worst(colours, "edge", GROUNDS) >= 3
    assert worst(colours, "you", (*GROUNDS, "felt")) >= 3


@pytest.mark.parametrize(
    ("text", "grounds", "light", "dark"),
    [
        ("go", (*GROUNDS, "go-soft"), 5.5, 7.1),
        ("go-ink", ("go",), 6.6, 8.7),
        ("live", (*GROUNDS, "live-soft"), 5.4, 7.5),
        ("you", (*GROUNDS, "you-soft"), 6.3, 7.2),
        ("bad", (*GROUNDS, "bad-soft"), 5.7, 7.1),
        ("edge", (*GROUNDS, "felt"), 3.1, 4.0),
    ],
)
def test_the_table_of_contrasts_is_kept(text, grounds, light, dark):
    assert worst(LIGHT, text, grounds) == pytest.approx(light, abs=0.35)
    assert worst(DARK, text, grounds) == pytest.approx(dark, abs=0.35)


def test_no_colour_is_written_outside_the_tokens():
    rules = TOKEN.sub("", "".join(SHEETS.values()))
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b(?![^{]*\{)", rules) == []


@pytest.mark.parametrize("own", ["table.css", "event.css", "console.css"])
def test_no_page_loads_more_than_24_kilobytes_of_style(own):
    assert set(SHEETS) == {"podium.css", "table.css", "event.css", "console.css"}
    both = SHEET + SHEETS[own]
    assert len(both.encode()) <= 24 * 1024
    assert len(gzip.compress(both.encode())) <= 7 * 1024


OWN_SCRIPTS = ["play.js", "bracket.js", "setup.js"]


@pytest.mark.parametrize("own", OWN_SCRIPTS)
def test_no_page_loads_more_than_twelve_kilobytes_of_own_script(own):
    assert {one.name for one in STATIC.glob("*.js")} == {"podium.js", *OWN_SCRIPTS}
    served = [bare((STATIC / one).read_text()) for one in ("podium.js", own)]
    assert sum(len(one.encode()) for one in served) <= 12 * 1024
