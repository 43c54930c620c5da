"""`./podium run` as a person meets it: start, look, stop, start again."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 40
pytestmark = pytest.mark.journey


def environment(var: Path, **more: str) -> dict[str, str]:
    """An embedded installation of its own, whatever services the tests themselves use."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "REDIS_URL", "PORT"} and not name.startswith("COV_")
    }
    return kept | {"PODIUM_VAR": str(var), "PORT": "0", "PYTHONUNBUFFERED": "1"} | more


class Running:
    """A started process, the address that it printed, and where what it says is written."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self.process = process
        self._log = log
        self.url = self._wait_for(r"(http://\S+?)/ is open").group(1)

    @property
    def said(self) -> str:
        return self._log.read_text()

    def _wait_for(self, pattern: str) -> re.Match[str]:
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            if found := re.search(pattern, self.said):
                return found
            time.sleep(0.1)
        raise AssertionError(f"no {pattern!r} in what it said:\n{self.said}")

    def stop(self, number: signal.Signals) -> float:
        """Sends the signal; returns the seconds until the process had ended."""
        began = time.monotonic()
        self.process.send_signal(number)
        self.process.wait(timeout=20)
        return time.monotonic() - began


@contextmanager
def running(var: Path, *arguments: str, **more: str) -> Iterator[Running]:
    log = var.parent / f"{var.name}.log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "config.embedded", *arguments],
            cwd=ROOT,
            env=environment(var, **more),
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        yield Running(process, log)
    finally:
        process.kill()
        process.wait()


def refused(var: Path, *arguments: str, **more: str) -> str:
    """What a start that cannot succeed says."""
    run = subprocess.run(
        [sys.executable, "-m", "config.embedded", *arguments],
        cwd=ROOT,
        env=environment(var, **more),
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        check=False,
    )
    assert run.returncode == 1
    return run.stderr.strip()


def test_a_first_start_shows_the_administrators_login_once_and_a_second_goes_on(tmp_path):
    with running(tmp_path) as first:
        assert re.search(r"login: admin  password: \S{16}", first.said)
        assert httpx.get(f"{first.url}/").status_code == 200
        assert httpx.get(f"{first.url}/healthz").status_code in {200, 503}
        assert first.stop(signal.SIGTERM) < 5
        assert first.process.returncode == 0
        assert "Traceback" not in first.said
    with running(tmp_path) as second:
        assert "password" not in second.said
        assert second.stop(signal.SIGINT) < 5
        assert second.process.returncode == 0


def test_a_fresh_start_forgets_what_was_there(tmp_path):
    (tmp_path / "leftover").write_text("from an older installation")
    with running(tmp_path, "--fresh") as anew:
        assert not (tmp_path / "leftover").exists()
        assert "password: " in anew.said


def test_two_processes_never_share_their_data(tmp_path):
    with running(tmp_path):
        assert "another Podium is running on" in refused(tmp_path)


def test_a_port_in_use_is_said_in_a_sentence(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert refused(tmp_path, PORT=str(port)) == (
            f"podium: cannot listen on 127.0.0.1:{port} (Address already in use);"
            " set PORT to a free one."
        )


def test_a_port_that_is_no_number_is_refused(tmp_path):
    assert refused(tmp_path, PORT="soon") == (
        "podium: PORT must be a number between 0 and 65535, not 'soon'."
    )


def test_fresh_never_touches_a_database_that_was_named(tmp_path):
    sentence = refused(tmp_path, "--fresh", DATABASE_URL="postgres://somebody@127.0.0.1/theirs")
    assert sentence.startswith("podium: --fresh throws away what lies in var/;")
