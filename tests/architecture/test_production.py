"""What production demands before it starts, asked of a process of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

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
    return managed("check", "--deploy", "--fail-level=WARNING", **changes)


def managed(*arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
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


def test_every_static_file_that_a_page_asks_for_has_a_hash_in_its_name_and_is_compressed(
    tmp_path: Path,
):
    run = managed("collectstatic", "--no-input", "--verbosity=0", PODIUM_VAR=str(tmp_path))
    assert run.returncode == 0, run.stderr
    names = json.loads((tmp_path / "static" / "staticfiles.json").read_text())["paths"]
    pages = (ROOT / "web" / "templates").rglob("*.html")
    asked = {
        name for page in pages for name in re.findall(r'{% static "([^"]+)"', page.read_text())
    }
    assert len(asked) > 3
    for name in asked:
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", names[name]), name
        assert (tmp_path / "static" / f"{names[name]}.gz").exists(), name
