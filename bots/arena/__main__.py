"""`python -m bots.arena big-two house,greedy,random --deals 200 --duplicate`."""

from __future__ import annotations

import sys

from bots.arena.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
