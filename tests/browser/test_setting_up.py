"""The form of a new event is drawn anew as its format changes, under the hands of who fills it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Site, sign_in
from tests.builders import a_user
from tests.web.worlds import a_series

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def open_the_form(page: Page, site: Site) -> None:
    sign_in(page, site, a_user("dora", staff=True))
    page.goto("/events/new")


def test_what_is_typed_while_the_form_is_drawn_anew_stays(page: Page, site: Site):
    open_the_form(page, site)
    held: list[Route] = []
    page.route("**/events/new", lambda route: held.append(route))
    page.select_option("[name=format]", "swiss")
    page.fill("[name=name]", "Autumn Open")
    page.check("[name=casual]")
    held[0].continue_()
    page.wait_for_selector('[name="config.acceleration"]')
    assert page.input_value("[name=name]") == "Autumn Open"
    assert page.is_checked("[name=casual]")
    assert page.input_value("[name=format]") == "swiss"


def test_a_second_choice_while_the_first_is_on_its_way_counts(page: Page, site: Site):
    open_the_form(page, site)
    held: list[Route] = []
    page.route("**/events/new", lambda route: held.append(route))
    page.select_option("[name=game]", "the-game")
    page.select_option("[name=format]", "swiss")
    page.wait_for_function("() => document.querySelector('[name=format]').value === 'swiss'")
    held[-1].continue_()
    page.wait_for_selector('[name="config.acceleration"]')
    assert page.input_value("[name=game]") == "the-game"


def test_keys_stay_where_they_were_when_the_form_is_drawn_anew(page: Page, site: Site):
    open_the_form(page, site)
    page.focus("[name=format]")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector('[name="config.final"]')
    assert page.evaluate("document.activeElement.name") == "format"


def test_a_series_is_set_up_by_plain_choices_and_shows_its_starts(page: Page, site: Site):
    open_the_form(page, site)
    page.fill("[name=name]", "Friday Cup")
    page.fill("[name=starts_at]", "2031-10-24T19:00")
    page.fill("[name=time_zone]", "Europe/Berlin")
    page.select_option("[name=repeats]", "weekly")
    page.check("[name='days.SU']")
    page.select_option("[name=schedule]", "rule")
    expect(page.locator("[name='schedule.rule']")).to_be_visible()
    assert page.is_checked("[name='days.SU']")
    page.fill("[name='schedule.rule']", "FREQ=DAILY")
    page.click("[name=show]")
    starts = page.get_by_role("region", name="Next starts").locator("li")
    expect(starts).to_have_count(5)
    expect(starts.first).to_have_text("Sunday 26 Oct 2031, 19:00 UTC+1")
    page.click("[name=create]")
    expect(page.locator("h1")).to_have_text("Friday Cup")


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_question_before_a_stop_fits_the_window(page: Page, site: Site, width: int):
    series = a_series()
    sign_in(page, site, a_user("dora", staff=True))
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"/series/{series.public_id}")
    page.click("summary")
    expect(page.get_by_role("button", name="Stop the series")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.click("text=Stop the series")
    expect(page.locator("main")).to_contain_text("Daily Cup has stopped.")
