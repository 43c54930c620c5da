"""The verifier in a browser: a click on a deal chip checks the record there and then."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from games.models import Table
from tests.builders import some_bots
from tests.games.helpers import a_table, play_to_the_end

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HOLDS = "Checked here: this deal comes from that secret. Every move and the result follow from it."


def click_a_chip(page: Page, table: Table) -> Locator:
    """A page with nothing but a chip of its own; where the verdict appears."""
    page.goto("/rules", wait_until="domcontentloaded")
    page.evaluate(
        """record => {
            document.querySelector("main").innerHTML = `<section data-verify>
              <button data-verify-record="${record}">Check</button>
              <p data-verify-verdict role="status"></p></section>`;
        }""",
        f"/api/v1/tables/{table.public_id}/record",
    )
    page.add_script_tag(url="/static/web/verifier/chip.js", type="module")
    page.click("[data-verify-record]")
    return page.locator("[data-verify-verdict]")


@pytest.fixture
def table() -> Table:
    return a_table(*some_bots("kestrel", "brine", "moth"))


def test_a_click_checks_the_record_in_the_browser(page: Page, table: Table):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    verdict = click_a_chip(page, play_to_the_end(table))
    expect(verdict).to_have_text(HOLDS)
    expect(verdict).to_have_attribute("data-verify-state", "checked")
    # Nothing of the verifier before the click, and of the games only the one that was played.
    assert asked.index("chip.js") < asked.index("record")
    later = {name for name in asked[asked.index("chip.js") + 1 :] if name.endswith(".js")}
    assert later == {"verify.js", "deals.js", "refusals.js", "big-two.js"}


def test_a_browser_without_its_own_hash_on_plain_http_checks_too(page: Page, table: Table):
    page.add_init_script("Object.defineProperty(globalThis, 'crypto', { value: {} })")
    expect(click_a_chip(page, play_to_the_end(table))).to_have_text(HOLDS)


def test_an_altered_card_is_told_by_its_number(page: Page, table: Table):
    def alter(route: Route) -> None:
        record = route.fetch().json()
        record["deal"]["hands"][0][16] = "XX"
        route.fulfill(json=record)

    page.route("**/record", alter)
    verdict = click_a_chip(page, play_to_the_end(table))
    expect(verdict).to_have_text(
        "Card 17 differs from the sealed deal. Please report it with this record."
    )
    expect(verdict).to_have_attribute("data-verify-state", "differs")


def test_a_closed_record_says_when_it_opens(page: Page, table: Table):
    verdict = click_a_chip(page, table)
    expect(verdict).to_contain_text("The record opens when this table")
    expect(verdict).to_have_attribute("data-verify-state", "unread")


def test_an_answer_that_is_no_record_is_told_too(page: Page, table: Table):
    page.route("**/record", lambda route: route.fulfill(body=json.dumps("gone")[1:]))
    verdict = click_a_chip(page, table)
    expect(verdict).to_have_text("The record or the verifier could not be fetched. Try again.")
