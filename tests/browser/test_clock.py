"""The clock of one's own seat: what is said aloud as it runs down, and a beep for who wants it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site, sign_in
from tests.builders import a_user, own_player
from tests.games.helpers import a_table, player_to_act

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Counts the tones that are played, beside playing them, and says what the stream has brought.
LISTEN = """
    window.tones = 0;
    const told = (event) => { document.documentElement.dataset.came += " " + event.detail.type; };
    addEventListener("htmx:sseBeforeMessage", told);
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...at) { window.tones += 1; start.apply(this, at); };
"""


def sit_with_a_minute(page: Page, site: Site, *, watch: bool = False) -> None:
    """The page of a table whose seat to act has a minute; its clock may be moved on."""
    table = a_table(own_player(a_user("mina")), own_player(a_user("jonas")), patience=60)
    to_act = player_to_act(table).owner
    assert to_act
    sign_in(page, site, a_user("teo") if watch else to_act)
    page.clock.install()
    page.add_init_script(LISTEN)
    page.goto(f"/tables/{table.public_id}", wait_until="domcontentloaded")
    # From here on nothing sets the clocks anew.
    expect(page.locator("html[data-came~=side]")).to_be_attached()


def pass_seconds(page: Page, seconds: int) -> None:
    """As a laptop that was closed for so long, then for one tick of the clocks."""
    page.clock.fast_forward(seconds * 1000)
    page.clock.run_for(500)


def test_thirty_and_ten_seconds_are_said_aloud_once_each(page: Page, site: Site):
    sit_with_a_minute(page, site)
    polite, loud = page.locator("#left-30"), page.locator("#left-10")
    assert (polite.get_attribute("role"), loud.get_attribute("role")) == ("status", "alert")
    expect(polite).to_have_text("Your turn")
    pass_seconds(page, 35)
    expect(polite).to_have_text("30 seconds left.")
    expect(loud).to_be_empty()
    pass_seconds(page, 18)
    expect(loud).to_have_text("10 seconds left.")
    expect(page.locator("#panel .big .late")).to_be_visible()
    for said in (polite, loud):
        said.evaluate("node => { node.textContent = ''; }")
    pass_seconds(page, 2)
    expect(polite).to_be_empty()
    expect(loud).to_be_empty()


def test_nothing_is_said_of_the_clocks_of_others(page: Page, site: Site):
    sit_with_a_minute(page, site, watch=True)
    expect(page.locator("#felt time")).to_be_visible()
    pass_seconds(page, 55)
    expect(page.locator("#felt time.late")).to_be_visible()
    assert "".join(page.locator("#left-30, #left-10").all_text_contents()) == ""
    assert page.evaluate("window.tones") == 0
    expect(page.locator("#sound")).to_have_count(0)


def test_it_beeps_once_where_sound_is_switched_on(page: Page, site: Site):
    sit_with_a_minute(page, site)
    page.get_by_role("button", name="Sound off").click()
    assert page.evaluate("window.tones") == 1  # So it sounds.
    pass_seconds(page, 35)
    assert page.evaluate("window.tones") == 1
    pass_seconds(page, 18)
    pass_seconds(page, 3)
    assert page.evaluate("window.tones") == 2


def test_it_stays_silent_unless_asked_and_remembers_what_was_asked(page: Page, site: Site):
    sit_with_a_minute(page, site)
    pass_seconds(page, 53)
    pass_seconds(page, 1)
    assert page.evaluate("window.tones") == 0
    page.get_by_role("button", name="Sound off").click()
    page.reload(wait_until="domcontentloaded")
    page.get_by_role("button", name="Sound on").click()
    page.reload(wait_until="domcontentloaded")
    expect(page.get_by_role("button", name="Sound off")).to_be_visible()
