"""What a first visit asks for: few requests, few bytes, nothing twice on the next page."""

from __future__ import annotations

import gzip

import pytest
from playwright.sync_api import Page, Response

from tests.browser.conftest import Site, sign_in
from tests.browser.test_play import a_table_of
from tests.builders import a_user, some_bots
from tests.games.helpers import a_table
from tests.web.worlds import a_running_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_REQUESTS, MOST_BYTES = 5, 60 * 1024


def answers_to(page: Page, path: str) -> list[Response]:
    """Whatever came for a page, but its stream, which never ends, and the icon of the window."""
    came: list[Response] = []
    page.on("response", lambda one: came.append(one))
    page.goto(path, wait_until="load")
    return [one for one in came if "/live/" not in one.url and not one.url.endswith(".svg")]


def assert_is_light(page: Page, path: str) -> None:
    came = answers_to(page, path)
    assert len(came) <= MOST_REQUESTS, [one.url for one in came]
    assert sum(len(gzip.compress(one.body())) for one in came) <= MOST_BYTES


@pytest.mark.parametrize("game", ["big-two", "big-number", "the-game"])
def test_a_first_visit_to_a_seat_is_light(page: Page, site: Site, game: str):
    mina = a_user("mina")
    table = a_table_of(game, mina)
    sign_in(page, site, mina)
    assert_is_light(page, f"/tables/{table.public_id}")


def test_a_first_visit_to_a_watched_table_is_light(page: Page):
    table = a_table(*some_bots("kestrel", "brine"))
    assert_is_light(page, f"/tables/{table.public_id}")


@pytest.mark.parametrize("tab", ["bracket", "standings"])
def test_a_first_visit_to_an_event_is_light(page: Page, tab: str):
    event = a_running_event("kestrel", "brine", "moth", "quorum")
    assert_is_light(page, f"/events/{event.public_id}?tab={tab}")


def test_a_first_visit_to_the_home_page_is_light(page: Page):
    a_running_event("kestrel", "brine")
    assert_is_light(page, "/")
