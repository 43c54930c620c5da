"""The transcript in README, run to the letter against the service that README starts."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.journeys.test_one_process import ROOT, running

pytestmark = pytest.mark.journey


def transcript() -> str:
    (block,) = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    return block


def test_the_transcript_leads_from_nothing_to_a_first_move(tmp_path: Path):
    with running(tmp_path / "var") as podium:
        script = transcript().replace("http://localhost:8000", podium.url)
        done = subprocess.run(
            ["sh", "-eu", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60
        )
    assert done.returncode == 0, done.stderr
    hand, ply = done.stdout.splitlines()
    assert re.fullmatch(r"hand:( [2-9TJQKA][DCHS]){1,17}", hand)
    assert int(ply) in {1, 2}
