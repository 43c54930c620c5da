"""What only a browser can tell: what is seen, what moves, what the keys do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from games.models import Table
from players.models import Player
from tests.browser.conftest import Site, a_site, sign_in
from tests.builders import a_bot, a_user, some_bots
from tests.games.helpers import a_table, play_one, play_to_the_end
from tests.web.worlds import a_running_event, a_series, an_event, rated, table_of
from tournaments import actions

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DARK_GROUND, LIGHT_GROUND = "rgb(13, 19, 17)", "rgb(242, 245, 242)"


def go(page: Page, path: str) -> None:
    page.goto(path, wait_until="domcontentloaded")


def ground(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id"))


def test_home_shows_the_running_event_and_its_tables(page: Page):
    a_running_event("kestrel", "brine", "moth", "quorum")
    go(page, "/")
    expect(page.locator("#strip h2")).to_have_text("Autumn Open")
    expect(page.locator(".livecard")).to_have_count(2)
    page.click("text=Watch the bracket")
    expect(page.locator("h1")).to_have_text("Autumn Open")


def test_a_theme_is_chosen_kept_and_drawn_without_a_flash(page: Page):
    go(page, "/")
    assert ground(page) == LIGHT_GROUND
    page.click("text=Dark")
    assert ground(page) == DARK_GROUND
    go(page, "/events")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.click("button:has-text('System')")
    assert ground(page) == LIGHT_GROUND


def test_a_watched_table_moves_by_itself(page: Page):
    table = a_table(*some_bots("kestrel", "brine"))
    go(page, f"/tables/{table.public_id}")
    expect(page.locator("#sub")).to_contain_text("ply 0")
    for ply in (1, 2, 3):
        play_one(table)
        expect(page.locator("#sub")).to_contain_text(f"ply {ply}", timeout=4000)
    expect(page.locator("#log li").first).to_contain_text("2")


def test_a_table_that_ends_says_so_and_closes_its_stream(page: Page):
    table = a_table(*some_bots("kestrel", "brine"))
    go(page, f"/tables/{table.public_id}")
    expect(page.locator("#title")).to_contain_text("live")
    play_to_the_end(table)
    actions.settle_table(table.pk)
    expect(page.locator("#title")).to_contain_text("over", timeout=5000)
    expect(page.locator("#deal summary")).to_have_text("secret opened", timeout=5000)
    page.wait_for_timeout(3500)
    expect(page.locator("#link")).to_be_hidden()


def test_an_opened_deal_stays_open_while_the_table_moves(page: Page):
    table = a_table(*some_bots("kestrel", "brine"))
    go(page, f"/tables/{table.public_id}")
    page.click("#deal summary")
    play_one(table)
    expect(page.locator("#sub")).to_contain_text("ply 1", timeout=4000)
    expect(page.locator("#deal .panel")).to_be_visible()


def test_a_bracket_moves_when_a_match_is_over(page: Page):
    event = a_running_event("kestrel", "brine", "moth", "quorum")
    table = table_of(event)
    go(page, f"/events/{event.public_id}")
    expect(page.locator("a.node.live")).to_have_count(2)
    play_to_the_end(table)
    actions.settle_table(table.pk)
    expect(page.locator("a.node.live")).to_have_count(1, timeout=5000)
    expect(page.locator("a.node.done")).to_have_count(1)


def test_clocks_run_between_messages(page: Page):
    table = a_table(*some_bots("kestrel", "brine"))
    go(page, f"/tables/{table.public_id}")
    clock = page.locator("#felt time")
    before = clock.inner_text()
    page.wait_for_timeout(1600)
    assert clock.inner_text() != before
    assert re.fullmatch(r"\d:\d\d", clock.inner_text())


def test_a_lost_link_is_told(page: Page, tmp_path: Path):
    table = a_table(*some_bots("kestrel", "brine"))
    with a_site(tmp_path) as lost:
        go(page, f"{lost.url}/tables/{table.public_id}")
        expect(page.locator("#sub")).to_contain_text("ply 0")
        page.wait_for_timeout(500)
    expect(page.locator("#link")).to_contain_text("Not connected for", timeout=12_000)


def test_the_bracket_is_walked_by_keys(page: Page):
    event = a_running_event("kestrel", "brine", "moth", "quorum")
    go(page, f"/events/{event.public_id}")
    page.locator("a.node[tabindex='0']").focus()
    assert focused(page) == "m-W1.1"
    for key, reached in (
        ("ArrowDown", "m-W1.2"),
        ("ArrowRight", "m-W2.1"),
        ("ArrowLeft", "m-W1.1"),
        ("End", "m-W2.1"),
        ("Home", "m-W1.1"),
    ):
        page.keyboard.press(key)
        assert focused(page) == reached, key
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Table W1.1")


def test_only_one_node_is_a_stop_of_the_tab_key(page: Page):
    event = a_running_event("kestrel", "brine", "moth", "quorum")
    go(page, f"/events/{event.public_id}")
    expect(page.locator("a.node[tabindex='0']")).to_have_count(1)
    expect(page.locator("a.node[tabindex='-1']")).to_have_count(2)


def test_the_focus_is_seen_on_nodes_and_buttons(page: Page):
    event = a_running_event("kestrel", "brine")
    go(page, f"/events/{event.public_id}")
    page.keyboard.press("Tab")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineWidth") == "3px"
    page.locator("a.node[tabindex='0']").focus()
    page.keyboard.press("Home")
    page.keyboard.press("End")
    width = "getComputedStyle(document.activeElement.querySelector('.box')).strokeWidth"
    assert page.evaluate(width) == "3px"


def test_the_pointer_follows_an_entrant_through_the_bracket(page: Page):
    event = a_running_event("kestrel", "brine", "moth", "quorum")
    play_to_the_end(table_of(event))
    actions.settle_table(table_of(event).pk)
    go(page, f"/events/{event.public_id}")
    winner = page.locator("a.node.done .row.w")
    winner.hover()
    expect(page.locator(".bracket .row.f")).to_have_count(2)
    expect(page.locator(".bracket .con.f")).to_have_count(1)
    page.locator("h1").hover()
    expect(page.locator(".bracket .f")).to_have_count(0)


def test_a_new_token_takes_the_focus_and_can_be_copied(page: Page, site: Site):
    bot = a_bot("tidewater")
    assert bot.owner
    sign_in(page, site, bot.owner)
    go(page, "/bots")
    card = page.get_by_role("region", name="tidewater", exact=True)
    card.locator("summary").click()
    card.locator("[name=name]").fill("laptop")
    card.locator("button.primary").click()
    expect(page.locator("#secret")).to_contain_text("pod_")
    assert page.evaluate("document.activeElement.classList.contains('reveal')")
    expect(page.locator("button[data-copy]")).to_be_visible()
    page.click("text=I have it")
    expect(page.locator("#secret")).to_have_count(0)


def test_the_board_jumps_to_me_by_key(page: Page, site: Site):
    bots = some_bots(*(f"bot-{number:02}" for number in range(40)))
    rated(*bots)
    last = bots[-1]
    assert last.owner
    sign_in(page, site, last.owner)
    go(page, "/boards/big-two/bot")
    expect(page.locator("#jump")).to_be_visible()
    page.keyboard.press("m")
    expect(page.locator("#me")).to_be_in_viewport()


def paths() -> list[str]:
    long = a_bot("a-name-of-24-characters-", owner=a_user("long"))
    bots = [long, *some_bots("brine", "moth", "quorum", "fern")]
    event = an_event(*bots, seats=4, start=True)
    table = Table.objects.order_by("pk").first()
    assert table
    for _ in range(6):
        play_one(table)
    rated(*Player.objects.filter(kind="bot").order_by("pk"))
    player = Player.objects.get(handle="brine")
    tabs = ("bracket", "standings", "tables", "entrants", "acts")
    return [
        "/",
        "/events",
        *(f"/events/{event.public_id}?tab={tab}" for tab in tabs),
        "/series",
        f"/series/{a_series().public_id}",
        "/tables",
        f"/tables/{table.public_id}",
        "/boards/big-two/bot",
        f"/players/{player.public_id}",
        "/rules",
        "/rules/big-two",
        "/sign-in",
        "/sign-up",
    ]


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_page_scrolls_sideways(page: Page, width: int):
    page.set_viewport_size({"width": width, "height": 800})
    for path in paths():
        go(page, path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_on_a_narrow_screen_the_bracket_is_a_list_of_one_round(page: Page):
    event = a_running_event("kestrel", "brine", "moth", "quorum")
    page.set_viewport_size({"width": 390, "height": 800})
    go(page, f"/events/{event.public_id}")
    expect(page.locator(".draw")).to_be_hidden()
    expect(page.locator(".nodes .node:visible")).to_have_count(2)
    page.locator(".rounds label").nth(1).click()
    expect(page.locator(".nodes .node:visible")).to_have_count(1)


def test_without_script_every_page_reads(browser: Browser, site: Site, transactional_db: None):
    table = a_table(*some_bots("kestrel", "brine"))
    play_one(table)
    context = browser.new_context(java_script_enabled=False, base_url=site.url)
    bare: Any = context.new_page()
    go(bare, f"/tables/{table.public_id}")
    expect(bare.locator("#felt")).to_contain_text("kestrel")
    bare.click("text=Dark")
    assert bare.locator("html").get_attribute("data-theme") == "dark"
    context.close()


def test_nothing_is_asked_of_another_host(page: Page, site: Site):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for path in ("/", "/events", "/rules/big-two"):
        go(page, path)
    assert [url for url in asked if not url.startswith(site.url)] == []
    first = [url for url in asked if url.endswith((".css", ".js"))]
    assert len(set(first)) <= 4
