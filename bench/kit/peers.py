"""Peers that only a bench needs: installed once, by their hashes, into a folder of their own."""

from __future__ import annotations

import subprocess
import sys
import zlib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PINS = ROOT / "requirements-bench.txt"
FOLDER = ROOT / "var" / "bench-peers"


def make_importable() -> None:
    """After this the peers can be imported; what the service itself has goes before them."""
    stamp, wanted = FOLDER / "installed", _fingerprint()
    if not stamp.is_file() or stamp.read_text() != wanted:
        print(f"bench: installing the peers into {FOLDER} (once)", file=sys.stderr, flush=True)
        _install()
        stamp.write_text(wanted)
    sys.path.append(str(FOLDER))


def _fingerprint() -> str:
    return f"{sys.version_info[:2]} {zlib.crc32(PINS.read_bytes())}"


def _install() -> None:
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--no-input", "--upgrade", "--require-hashes", "--target", str(FOLDER)]
    done = subprocess.run([*command, "-r", str(PINS)], capture_output=True, text=True)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-3:]
        raise SystemExit("bench: the peers could not be installed:\n" + "\n".join(last))
