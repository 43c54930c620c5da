"""Brackets on the whole screen, on paper, and larger than a page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_pages import go
from tests.games.helpers import play_to_the_end
from tests.web.test_event_sections import event_of
from tests.web.worlds import a_running_event, table_of
from tournaments import actions

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FULL = "!!document.fullscreenElement"


def test_f_fills_the_screen_with_the_bracket_also_while_it_moves(page: Page):
    event = a_running_event("kestrel", "brine", "moth", "quorum")
    go(page, f"/events/{event.public_id}")
    expect(page.locator("a.node.live")).to_have_count(2)
    page.keyboard.press("f")
    page.wait_for_function(FULL)
    play_to_the_end(table_of(event))
    actions.settle_table(table_of(event).pk)
    expect(page.locator("a.node.done")).to_have_count(1, timeout=5000)
    assert page.evaluate(FULL)
    page.keyboard.press("f")
    page.wait_for_function("!document.fullscreenElement")


def test_on_paper_the_bracket_stands_alone_with_its_address(page: Page):
    event = a_running_event("kestrel", "brine", "moth", "quorum")
    go(page, f"/events/{event.public_id}")
    page.emulate_media(media="print")
    for hidden in ("header.top", ".side", ".tabs", "[data-print]", "#wait"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator(".draw")).to_be_visible()
    expect(page.locator(".paper")).to_contain_text(f"/events/{event.public_id}")


@pytest.mark.parametrize("width", [320, 1280])
def test_neither_a_section_nor_the_whole_of_a_large_bracket_scrolls_the_page(
    page: Page, width: int
):
    event = event_of(72)
    page.set_viewport_size({"width": width, "height": 800})
    for query in ("", "?section=2", "?view=all", "?view=all&zoom=fit"):
        go(page, f"/events/{event.public_id}{query}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, query


def test_the_strip_leads_from_section_to_section(page: Page):
    event = event_of(72)
    go(page, f"/events/{event.public_id}")
    page.get_by_role("link", name="17–32").click()
    expect(page.locator("#parts [aria-current]")).to_have_text("17–32")
    expect(page.locator(".map .view")).to_have_count(1)
