"""What production demands before it starts, asked of a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.architecture.tree import ROOT

SOUND = {
    "PODIUM_MODE": "production",
    "ALLOWED_HOSTS": "podium.example",
    "SECRET_KEY": "0123456789-abcdefghijklmnopqrstuvwxyz-0123456789-ABCDEFG",
    "DATABASE_URL": "postgres://podium@127.0.0.1:1/podium",
    "REDIS_URL": "redis://127.0.0.1:1/0",
}


def checked(**changes: str) -> subprocess.CompletedProcess[str]:
    """What `manage.py check --deploy` says of a sound environment with these changes."""
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level=WARNING"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **SOUND, **changes},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_sound_production_passes_djangos_own_check():
    run = checked()
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("SECRET_KEY", "short", "SECRET_KEY must be set in production, 40 characters or more."),
        ("ALLOWED_HOSTS", "*", "ALLOWED_HOSTS must name the hosts of this service, not *."),
        ("ALLOWED_HOSTS", "", "ALLOWED_HOSTS must name the hosts of this service, not *."),
        ("REDIS_URL", "", "REDIS_URL a Redis."),
        ("DATABASE_URL", "sqlite:///nowhere/db", "DATABASE_URL must name a PostgreSQL"),
        ("PODIUM_DEBUG", "1", "PODIUM_DEBUG must be off in production."),
    ],
)
def test_production_refuses_to_start_when(variable, value, sentence):
    run = checked(**{variable: value})
    assert run.returncode != 0
    assert sentence in run.stderr
