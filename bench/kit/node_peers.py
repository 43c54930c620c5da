"""Peers of npm that only a bench needs: installed once, by their hashes, into a folder of theirs.

`bench/js` lists them and holds the script that asks them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import zlib

from bench.kit.peers import ROOT

SOURCE = ROOT / "bench" / "js"
FOLDER = ROOT / "var" / "bench-peers-js"
SCRIPT, LISTS = "peers.mjs", ("package.json", "package-lock.json")
MOST_SECONDS = 60.0
RUNS = 3  # of which the script takes the one in the middle, at least


def make_ready() -> None:
    """After this the peers can be asked. Ends the bench where there is no node or no registry."""
    if not shutil.which("node") or not shutil.which("npm"):
        raise SystemExit("bench: node and npm are needed; Debian has them as nodejs and npm.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    stamp, wanted = FOLDER / "installed", _fingerprint()
    if not stamp.is_file() or stamp.read_text() != wanted:
        print(f"bench: installing the peers into {FOLDER} (once)", file=sys.stderr, flush=True)
        _install()
        stamp.write_text(wanted)
    shutil.copy(SOURCE / SCRIPT, FOLDER / SCRIPT)  # beside what it imports


def _fingerprint() -> str:
    return " ".join(str(zlib.crc32((SOURCE / name).read_bytes())) for name in LISTS)


def _install() -> None:
    for name in LISTS:
        shutil.copy(SOURCE / name, FOLDER / name)
    command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-3:]
        raise SystemExit("bench: the peers could not be installed:\n" + "\n".join(last))


def seconds_of(task: str, entrants: int) -> float | None:
    """What a peer takes for a task as `name/what`; None if it is not through in a minute."""
    command = ["node", SCRIPT, task, str(entrants)]
    try:
        done = subprocess.run(
            command, cwd=FOLDER, capture_output=True, text=True, timeout=MOST_SECONDS
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        raise RuntimeError(f"{task} of {entrants} failed: {done.stderr[-1500:]}")
    return float(done.stdout)
