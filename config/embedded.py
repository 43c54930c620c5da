"""`./podium run`: the whole service in one process, for one machine, with no set-up.

This half runs before Django wakes up: arguments, the data directory, the port. The other half is
config/one_process.py.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import shutil
import socket
import sys
from pathlib import Path
from typing import NoReturn, TextIO

ROOT = Path(__file__).resolve().parent.parent
LOCK_NAME = "running.lock"


def main(arguments: list[str]) -> int:
    options = _parse(arguments)
    var = Path(os.environ.get("PODIUM_VAR", ROOT / "var"))
    lock = _lock(var)
    if options.fresh:
        _empty(var)
    listener = _listen(options.host, _port())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    # Settings read the data directory, so they are imported once it is the one that was asked for.
    from config import one_process  # noqa: PLC0415

    one_process.serve(listener)
    lock.close()
    return 0


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="podium run", description="Serve Podium until Ctrl-C.")
    parser.add_argument("--fresh", action="store_true", help="throw the data in var/ away first")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    return parser.parse_args(arguments)


def _fail(sentence: str) -> NoReturn:
    print(f"podium: {sentence}", file=sys.stderr)
    raise SystemExit(1)


def _port() -> int:
    raw = os.environ.get("PORT", "") or "8000"
    if not raw.isdigit() or not 0 <= int(raw) <= 65535:
        _fail(f"PORT must be a number between 0 and 65535, not {raw!r}.")
    return int(raw)


def _lock(var: Path) -> TextIO:
    """Two processes on one data directory would run two clocks and two writers."""
    var.mkdir(parents=True, exist_ok=True)
    lock = (var / LOCK_NAME).open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        _fail(f"another Podium is running on {var}; stop it, or name another place in PODIUM_VAR.")
    return lock


def _empty(var: Path) -> None:
    if os.environ.get("DATABASE_URL"):
        _fail("--fresh throws away what lies in var/; the database of DATABASE_URL is yours.")
    for path in var.iterdir():
        if path.name == LOCK_NAME:
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _listen(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        _fail(f"cannot listen on {host}:{port} ({error.strerror}); set PORT to a free one.")
    return listener


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
