"""A real browser before the real ASGI service, which uses the test's own database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, Page, sync_playwright

from bench.kit.processes import Process, asgi, free_port, running, wait_until_it_answers
from players.models import User

SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Site:
    """The service as a process; `url` is where it answers."""

    def __init__(self, logs: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: Process = asgi(
            self.port,
            logs / "web.log",
            DATABASE_URL=_address_of_the_test_database(),
            REDIS_URL="",
            SECRET_KEY=settings.SECRET_KEY,
            PODIUM_VAR=str(logs),
            PODIUM_DEMO="0",
        )


@contextmanager
def a_site(logs: Path) -> Iterator[Site]:
    """The service answers inside the block and is gone after it."""
    service = Site(logs)
    with running(service.process):
        wait_until_it_answers(service.port, "/sign-in")
        yield service


def _address_of_the_test_database() -> str:
    own = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{own['NAME']}"
    login = own["USER"] + (f":{own['PASSWORD']}" if own["PASSWORD"] else "")
    return f"postgres://{login}@{own['HOST']}:{own['PORT']}/{own['NAME']}"


@pytest.fixture(scope="module", autouse=True)
def browser(chromium: str, django_db_setup: None) -> Iterator[Browser]:
    """Closed with its module: while it is open its loop runs in this thread, rows or no rows."""
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        started = playwright.chromium.launch(executable_path=chromium, args=list(SWITCHES))
        yield started
        started.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[Site]:
    with a_site(tmp_path_factory.mktemp("site")) as service:
        yield service


@pytest.fixture
def page(browser: Browser, site: Site, transactional_db: None) -> Iterator[Page]:
    """A window 1280 wide; whatever a script or the content policy complains of fails the test."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 900}, base_url=site.url, color_scheme="light"
    )
    opened = context.new_page()
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on(
        "console",
        lambda said: complaints.append(said.text) if "Content Security" in said.text else None,
    )
    yield opened
    context.close()
    assert complaints == []


def sign_in(page: Page, site: Site, user: User) -> None:
    """The session is made here: the service hashes passwords more slowly than the tests do."""
    client = Client()
    client.force_login(user)
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": site.url}])
