"""Brackets on the whole screen, on paper, and larger than a page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Site, sign_in
from tests.browser.test_pages import go
from tests.builders import a_user
from tests.games.helpers import play_to_the_end
from tests.tournaments.helpers import a_running_event as running_event
from tests.tournaments.helpers import bots, play_out, settle_all
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
    expect(page.locator(".live .st").first).to_be_hidden()
    expect(page.locator(".live .paper").first).to_have_text("running")
    expect(page.locator("p.paper")).to_contain_text(f"/events/{event.public_id}")


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


def test_a_double_elimination_fits_a_narrow_screen_one_round_at_a_time(page: Page):
    event = running_event(*bots(8), format="double-elimination", config={})
    page.set_viewport_size({"width": 390, "height": 800})
    go(page, f"/events/{event.public_id}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page.locator(".nodes:visible li.node")).to_have_count(4)
    page.locator(".rounds label", has_text="L2").click()
    expect(page.locator(".nodes:visible li.node")).to_have_count(2)
    expect(page.locator(".nodes:visible")).to_contain_text("loser of W2.1")


def test_an_event_of_one_match_shows_it_on_a_narrow_screen(page: Page):
    event = running_event(*bots(2))
    page.set_viewport_size({"width": 390, "height": 800})
    go(page, f"/events/{event.public_id}")
    expect(page.locator(".rounds")).to_have_count(0)
    expect(page.locator(".nodes:visible li.node")).to_have_count(1)


def test_arrow_keys_walk_from_the_winners_to_the_losers_and_stay_in_a_column(page: Page):
    event = running_event(*bots(8), format="double-elimination", config={})
    go(page, f"/events/{event.public_id}")
    page.locator("#m-L1\\.1").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#m-L1\\.2")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#m-W1\\.1")).to_be_focused()


def test_the_way_of_a_loser_is_drawn_while_its_match_or_its_slot_is_pointed_at(page: Page):
    event = running_event(*bots(8), format="double-elimination", config={})
    go(page, f"/events/{event.public_id}")
    shown = page.locator(".drop.on:visible")
    expect(shown).to_have_count(0)
    page.locator("#m-W2\\.1").hover()
    expect(shown).to_have_attribute("data-d", "m-W2.1 m-L2.1 0")
    page.locator("#m-L2\\.2 .row").first.hover()
    expect(shown).to_have_attribute("data-d", "m-W2.2 m-L2.2 0")
    page.locator("#m-L2\\.2 .row").last.hover()
    expect(shown).to_have_count(0)
    page.locator("h1").hover()
    expect(shown).to_have_count(0)


def test_the_way_of_a_loser_is_drawn_for_the_focus_and_never_on_paper(page: Page):
    event = running_event(*bots(8), format="double-elimination", config={})
    go(page, f"/events/{event.public_id}")
    shown = page.locator(".drop.on:visible")
    page.locator("#m-W1\\.1").focus()
    expect(shown).to_have_attribute("data-d", "m-W1.1 m-L1.2 0")
    page.keyboard.press("ArrowDown")
    expect(shown).to_have_attribute("data-d", "m-W1.2 m-L1.2 1")
    page.emulate_media(media="print")
    expect(shown).to_have_count(0)
    page.emulate_media(media="screen")
    page.locator("#m-W1\\.2").blur()
    expect(shown).to_have_count(0)


def test_a_first_tap_draws_the_way_of_a_loser_and_a_second_opens_its_match(
    browser: Browser, site: Site, page: Page
):
    event = running_event(*bots(8), format="double-elimination", config={})
    with browser.new_context(has_touch=True, base_url=site.url) as context:
        tablet = context.new_page()
        go(tablet, f"/events/{event.public_id}")
        tablet.locator("#m-W1\\.1 .l").first.tap()
        expect(tablet.locator(".drop.on:visible")).to_have_count(1)
        tablet.locator("#m-W1\\.1 .l").first.tap()
        tablet.wait_for_url("**/tables/*")


def test_rounds_of_a_swiss_stand_one_under_another_on_a_narrow_screen(page: Page):
    event = play_out(running_event(*bots(4), format="swiss", config={"rounds": 2}))
    page.set_viewport_size({"width": 390, "height": 800})
    go(page, f"/events/{event.public_id}")
    assert page.locator("h2.nodes:visible").all_inner_texts() == ["Round 2", "Round 1"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_page_of_a_match_follows_its_tables_without_being_loaded_again(page: Page):
    event = running_event(*bots(2), match_plan={"kind": "versus", "best_of": 3})
    go(page, f"/events/{event.public_id}/matches/{event.stages.get().matches.get().key}")
    expect(page.locator("#match-state")).to_have_text("live, table 1 of 3")
    expect(page.locator("#hands time")).to_have_text(re.compile(r"\d:\d\d|\d h"))
    page.evaluate("window.isTheSamePage = true")
    play_to_the_end(table_of(event))
    settle_all()
    expect(page.locator("#match-state")).to_have_text("live, table 2 of 3", timeout=5000)
    expect(page.locator("#hands .strong")).to_have_count(1)
    assert page.evaluate("window.isTheSamePage")


def test_the_form_of_an_event_follows_its_format(page: Page, site: Site):
    sign_in(page, site, a_user("dora", staff=True))
    go(page, "/events/new")
    page.fill("[name=name]", "Pods")
    page.select_option("[name=format]", "pods")
    expect(page.locator("[name='config.seats']")).to_have_value("4")
    expect(page.locator("[name=name]")).to_have_value("Pods")
    page.fill("[name=entrants]", "9")
    page.click("[name=show]")
    expect(page.locator(".plan h2")).to_have_text("Plan for 9 entrants")
