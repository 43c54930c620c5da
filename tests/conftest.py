"""What every test may rely on: the machine it runs on, said loudly where something is missing."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from tests.rules.cited import summary

# Shared cores make single examples slow now and then, so no example has a deadline.
# Quick runs repeat the same examples: a green suite stays green; deep runs look for new ones.
hypothesis_settings.register_profile(
    "quick",
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis_settings.register_profile(
    "deep",
    max_examples=1500,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis_settings.load_profile("deep" if os.environ.get("PODIUM_DEEP") else "quick")

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def browser_path() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def _missing() -> dict[str, str]:
    """marker -> why its tests cannot run here."""
    missing = {}
    if not settings.DATABASES["default"]["ENGINE"].endswith("postgresql"):
        missing["requires_postgresql"] = "no PostgreSQL: DATABASE_URL does not name one"
    if not settings.REDIS_URL:
        missing["requires_redis"] = "no Redis: REDIS_URL is empty"
    if not browser_path():
        missing["browser"] = "no Chromium on this machine"
    return missing


def pytest_configure() -> None:
    # The real hasher takes a quarter of a second, on purpose; no test is about that.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Tests run side by side, and the keys and nudges of one must not reach the other.
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if settings.REDIS_URL and worker:
        number = 1 + int(worker.removeprefix("gw"))
        settings.REDIS_URL = urlsplit(settings.REDIS_URL)._replace(path=f"/{number}").geturl()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = _missing()
    for item in items:
        for marker, why in missing.items():
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=why))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    terminalreporter.write_line(summary())
    skipped = terminalreporter.stats.get("skipped", [])
    if skipped:
        terminalreporter.write_line(
            f"{len(skipped)} tests did NOT run; the reasons stand above.", red=True, bold=True
        )


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser; for tests marked `browser`."""
    path = browser_path()
    assert path, "tests marked `browser` are skipped where there is none"
    return path


@pytest.fixture(autouse=True)
def limits_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test comes too often because another one, here or in a worker beside it, came before."""
    monkeypatch.setattr("players.throttle.PREFIX", f"test:{secrets.token_hex(8)}")


def _is_local(address: Any) -> bool:
    if not isinstance(address, tuple):
        return True  # a Unix socket
    return str(address[0]).startswith("127.") or address[0] in {"localhost", "::1", ""}


@pytest.fixture(autouse=True, scope="session")
def only_loopback() -> Iterator[None]:
    """A test that speaks to another machine fails instead of depending on it."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if not _is_local(address):
            raise AssertionError(f"tests may only connect to this machine, not to {address!r}")
        connect(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded)
        yield
