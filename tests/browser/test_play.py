"""People at the table: a whole game by keys and by pointer, and what a swap must not disturb."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import override_settings
from playwright.sync_api import Page, expect

from bots import house
from games.actions import open_table, start_table
from games.models import Table
from players.models import User
from tests.browser.conftest import Site, sign_in
from tests.builders import a_user, own_player, some_bots
from tests.games.helpers import a_table as a_running_table
from tests.games.helpers import play_one, play_to_the_end, player_to_act
from tournaments.actions import settle_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_TURNS = 200


@pytest.fixture(autouse=True)
def quick_bots() -> Iterator[None]:
    """House bots that think no time at all: the test is about the page."""
    with override_settings(HOUSE_PACE_MS=0):
        yield


def a_table_of(game: str, user: User, seats: int = 2, **options: object) -> Table:
    """A table with house bots in all seats but the user's."""
    table = open_table(
        game=game,
        options=options,
        seat_count=seats,
        patience_seconds=3600,
        opened_by=own_player(user),
        casual=True,
    )
    start_table(public_id=table.public_id, player_id=own_player(user).pk, fillers=("greedy",))
    return table


def let_bots_play(table: Table) -> bool:
    """House bots act until a person is to act; whether the table still runs."""
    while house.play_due():
        pass
    table.refresh_from_db()
    return table.status == "running"


def sit_down(page: Page, site: Site, game: str, **more: object) -> Table:
    mina = a_user("mina")
    table = a_table_of(game, mina, **more)  # type: ignore[arg-type]
    sign_in(page, site, mina)
    let_bots_play(table)
    page.goto(f"/tables/{table.public_id}", wait_until="domcontentloaded")
    return table


def play_the_next_suggestion(page: Page, table: Table) -> None:
    """One turn by keys: the first play that is suggested, or a pass."""
    expect(page.locator("#panel.turn")).to_be_visible(timeout=5000)
    turn = page.locator("[name=turn]").input_value()
    if page.locator("[data-choose]").count():
        page.keyboard.press("n")
        expect(page.locator("#go[aria-disabled=false]")).to_be_visible()
        page.keyboard.press("Enter")
    else:
        page.keyboard.press("p")
    expect(page.locator(f"[name=turn][value='{turn}']")).to_have_count(0, timeout=5000)


def see_the_end(page: Page, table: Table) -> None:
    settle_table(table.pk)
    expect(page.locator("#panel.over")).to_be_visible(timeout=5000)
    expect(page.locator("[data-verify-verdict]")).to_contain_text("Checked here", timeout=8000)


def test_a_whole_table_of_big_two_is_played_by_keyboard(page: Page, site: Site):
    table = sit_down(page, site, "big-two")
    for _ in range(MOST_TURNS):
        if not let_bots_play(table):
            break
        play_the_next_suggestion(page, table)
    see_the_end(page, table)


def test_a_whole_table_of_big_number_is_played_by_pointer(page: Page, site: Site):
    table = sit_down(page, site, "big-number", seats=3, single_deal=True)
    for _ in range(MOST_TURNS):
        if not let_bots_play(table):
            break
        page.reload(wait_until="domcontentloaded")
        click_a_play(page)
    see_the_end(page, table)


def click_a_play(page: Page) -> None:
    """The first set that is suggested, card by card, and the first card to take; or a pass."""
    turn = page.locator("[name=turn]").input_value()
    suggested = page.locator("[data-choose]")
    if not suggested.count():
        page.click("button[name=pass]")
    else:
        for value in (suggested.first.get_attribute("data-choose") or "").split(" "):
            name = "take" if value.startswith(">") else "card"
            page.locator(f"[name={name}][value='{value}']").first.click()
        expect(page.locator("#go[aria-disabled=false]")).to_be_visible()
        page.click("#go")
    expect(page.locator(f"[name=turn][value='{turn}']")).to_have_count(0, timeout=5000)


def test_a_whole_table_of_the_game_is_played_by_keyboard(page: Page, site: Site):
    table = sit_down(page, site, "the-game", start="random")
    for _ in range(MOST_TURNS):
        if not let_bots_play(table):
            break
        page.reload(wait_until="domcontentloaded")
        turn = page.locator("[name=turn]").input_value()
        end = page.locator("button[value=end]:not([aria-disabled])")
        if end.count():
            page.keyboard.press("u")
        else:
            page.keyboard.press("n")
            expect(page.locator("#go[aria-disabled=false]")).to_be_visible()
            page.keyboard.press("Enter")
        expect(page.locator(f"[name=turn][value='{turn}']")).to_have_count(0, timeout=5000)
    see_the_end(page, table)


def test_a_swap_holds_back_the_chosen_cards(page: Page, site: Site):
    mina, jonas = a_user("mina"), a_user("jonas")
    players = [own_player(mina), own_player(jonas)]
    table = a_running_table(*players)
    waits = mina if player_to_act(table) == own_player(jonas) else jonas
    sign_in(page, site, waits)
    page.goto(f"/tables/{table.public_id}", wait_until="domcontentloaded")
    card = page.locator("[name=card]").nth(2)
    name = card.get_attribute("id")
    page.keyboard.press(card.get_attribute("data-key") or "")
    chosen = page.locator("[name=card]:checked")
    expect(chosen).to_have_count(1)
    held = chosen.get_attribute("id")
    assert name
    play_one(table)
    expect(page.locator("#panel.turn")).to_be_visible(timeout=5000)
    expect(page.locator("[name=card]:checked")).to_have_count(1)
    assert page.locator("[name=card]:checked").get_attribute("id") == held
    assert page.title().startswith("(1) your turn")


def test_why_cards_do_not_play_is_told_before_they_are_sent(page: Page, site: Site):
    sit_down(page, site, "big-two", seats=4)
    cards = page.locator("[name=card]")
    cards.first.click()
    cards.last.click()
    go = page.locator("#go")
    expect(go).to_have_attribute("aria-disabled", "true")
    expect(page.locator("#why")).not_to_be_empty()
    page.keyboard.press("Enter")
    expect(page.locator("[name=card]:checked")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator("[name=card]:checked")).to_have_count(0)
    expect(page.locator("#why")).to_be_empty()


def test_letters_can_be_switched_off(page: Page, site: Site):
    sit_down(page, site, "big-two")
    page.keyboard.press("?")
    page.locator("#letters").uncheck()
    page.locator("h1").click()
    for key in "23456789tjqka":
        page.keyboard.press(key)
    expect(page.locator("[name=card]:checked")).to_have_count(0)


def test_a_replay_is_walked_by_arrows(page: Page, site: Site):
    table = play_to_the_end(a_running_table(*map(own_player, (a_user("mina"), a_user("jonas")))))
    settle_table(table.pk)
    page.goto(f"/tables/{table.public_id}/replay?ply=0", wait_until="domcontentloaded")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("ply=1$"))
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("ply=0$"))


@pytest.mark.parametrize("game", ["big-two", "big-number", "the-game"])
def test_no_seated_page_scrolls_sideways(page: Page, site: Site, game: str):
    sit_down(page, site, game, seats=4)
    for width in (320, 390, 800, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width


def test_on_a_narrow_screen_the_log_opens_as_a_sheet_that_goes_on_living(page: Page):
    page.set_viewport_size({"width": 390, "height": 800})
    table = a_running_table(*some_bots("kestrel", "brine"))
    play_one(table)
    page.goto(f"/tables/{table.public_id}", wait_until="domcontentloaded")
    expect(page.locator("#log")).to_be_hidden()
    page.get_by_role("link", name="Log", exact=True).click()
    sheet = page.get_by_role("dialog", name="Log and rules")
    expect(sheet.locator("#log li")).to_have_count(1)
    assert sheet.bounding_box() == {"x": 0, "y": 0, "width": 390, "height": 800}
    play_one(table)
    expect(sheet.locator("#log li")).to_have_count(2, timeout=5000)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".cols > #side #log")).to_be_visible()


def test_on_a_narrow_screen_the_rules_open_over_the_table(page: Page, site: Site):
    page.set_viewport_size({"width": 390, "height": 800})
    table = sit_down(page, site, "big-two")
    page.locator(".head").get_by_role("link", name="Rules", exact=True).click()
    sheet = page.get_by_role("dialog", name="Log and rules")
    expect(sheet.locator(".prose h2").first).to_be_visible()
    page.keyboard.press("3")
    expect(page.locator("[name=card]:checked")).to_have_count(0)
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    expect(page).to_have_url(re.compile(f"/tables/{table.public_id}$"))


def test_the_newest_play_arrives_in_220_ms_or_at_once_where_motion_is_unwanted(page: Page):
    table = a_running_table(*some_bots("kestrel", "brine"))
    play_one(table)
    page.goto(f"/tables/{table.public_id}", wait_until="domcontentloaded")
    expect(page.locator("#sub")).to_contain_text("ply 1")
    play_one(table)
    expect(page.locator("#sub")).to_contain_text("ply 2", timeout=5000)
    arrives = page.locator(".trick .new .card")
    expect(arrives).to_have_count(1)
    expect(arrives).to_have_css("animation-name", "arrive")
    expect(arrives).to_have_css("animation-duration", "0.22s")
    page.emulate_media(reduced_motion="reduce")
    expect(arrives).to_have_css("animation-name", "none")
