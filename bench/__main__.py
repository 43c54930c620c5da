"""`python -m bench NAME`: the same as `python -m bench.NAME`."""

from __future__ import annotations

import runpy
import sys

if len(sys.argv) < 2:
    raise SystemExit("usage: python -m bench NAME (bots, duplicate, games, moves, tournaments)")
sys.argv = [f"bench.{sys.argv[1]}", *sys.argv[2:]]
runpy.run_module(sys.argv[0], run_name="__main__")
