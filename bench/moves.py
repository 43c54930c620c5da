"""The path of a move on PostgreSQL: moves/s beside pgbench, statements, folding, lateness.

Every figure stands beside its peer or limit and was measured in the same run; the command fails
if one is short of its goal. Names of parts (`speed folding lateness`) choose among them.
"""

from __future__ import annotations

import sys

from bench.kit.figures import HEAD
from bench.kit.parts import measured, server

PARTS = ("speed", "folding", "lateness")


def main(names: list[str]) -> int:
    for name in names:
        if name not in PARTS:
            raise SystemExit(f"bench: the parts are {', '.join(PARTS)}; {name!r} came.")
    server()  # complains before anything is measured
    figures = [figure for name in names or PARTS for figure in measured(name)]
    print(HEAD)
    for figure in figures:
        print(figure)
    return 0 if all(figure.is_reached for figure in figures) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
