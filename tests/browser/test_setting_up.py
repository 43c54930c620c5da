"""The form of a new event is drawn anew as its format changes, under the hands of who fills it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route

from tests.browser.conftest import Site, sign_in
from tests.builders import a_user

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
