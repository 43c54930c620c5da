"""What once stood in the way of readers who see, point or type differently, on every page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Site, sign_in
from tests.browser.test_pages import go, paths
from tests.builders import a_user, some_bots
from tests.tournaments.helpers import a_running_event as running_event
from tests.tournaments.helpers import bots
from tests.web.worlds import a_running_event
from tournaments.actions import directing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# A link among words is told from them by more than its colour.
LINKS_LIKE_TEXT = """() => [...document.querySelectorAll("main a, footer a")]
  .filter((link) => link.checkVisibility() && getComputedStyle(link).display === "inline")
  .filter((link) => [...link.parentElement.childNodes].some((node) =>
    node.nodeType === Node.TEXT_NODE && /\\p{L}/u.test(node.textContent)))
  .filter((link) => !getComputedStyle(link).textDecorationLine.includes("underline"))
  .map((link) => link.outerHTML)"""

# What scrolls can be scrolled by keys: it takes the focus, or something in it does.
OUT_OF_REACH = """() => [...document.querySelectorAll("main *")]
  .filter((one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX))
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .filter((one) => one.tabIndex < 0 && !one.querySelector("a[href], button, input, [tabindex]"))
  .map((one) => one.outerHTML.slice(0, 120))"""

# A spoken name holds the words that are seen, so that they can be said to choose it.
NAMED_OTHERWISE = """() => [...document.querySelectorAll("a[aria-label], button[aria-label]")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const words = (text) => text.toLowerCase().replace(/[^\\p{L}\\p{N}]/gu, "");
    return !words(one.getAttribute("aria-label")).includes(words(one.textContent));
  })
  .map((one) => one.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_on_any_page_stands_in_the_way(page: Page, width: int):
    page.set_viewport_size({"width": width, "height": 800})
    for path in [*paths(), "/rules/the-game", "/rules/big-number"]:
        go(page, path)
        for barrier in (LINKS_LIKE_TEXT, OUT_OF_REACH, NAMED_OTHERWISE):
            assert page.evaluate(barrier) == [], path


# What is pointed at is as large as a fingertip needs.
TOO_SMALL = """() => [...document.querySelectorAll(".fixes a, .fixes button")]
  .filter((one) => one.getBoundingClientRect().height < 24)
  .map((one) => one.outerHTML.slice(0, 120))"""


def test_nothing_on_a_console_stands_in_the_way(page: Page, site: Site):
    event = a_running_event("kestrel", "brine")
    directing.pause_tournament(tournament_id=event.pk, by=None, reason="tea")
    sign_in(page, site, a_user("dora", staff=True))
    for path in (f"/events/{event.public_id}/console", f"/events/{event.public_id}?tab=acts"):
        page.goto(path)
        for barrier in (LINKS_LIKE_TEXT, OUT_OF_REACH, NAMED_OTHERWISE, TOO_SMALL):
            assert page.evaluate(barrier) == [], path


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_on_the_page_of_a_match_or_of_two_trees_stands_in_the_way(page: Page, width: int):
    page.set_viewport_size({"width": width, "height": 800})
    best = running_event(*bots(2), match_plan={"kind": "versus", "best_of": 3})
    trees = running_event(*some_bots("ant", "bee", "cow", "doe"), format="double-elimination")
    match = f"matches/{best.stages.get().matches.get().key}"
    for path in (f"/events/{best.public_id}/{match}", f"/events/{trees.public_id}"):
        go(page, path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        for barrier in (LINKS_LIKE_TEXT, OUT_OF_REACH, NAMED_OTHERWISE):
            assert page.evaluate(barrier) == [], path
