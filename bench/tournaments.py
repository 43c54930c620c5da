"""The tournament engine beside brackets-manager, duel, ffa, py4swiss and others, and its limits.

Parts (`stages rounds publishing`) choose among the figures. A peer is asked only for the sizes
that it does within a minute; what has no goal is only told. `double` is created and played match
after match and looked at in the end, `stepwise` after every result.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from bench.engine import rounds, stages
from bench.engine.peers import NodePeers
from bench.kit.figures import HEAD, Figure
from bench.kit.parts import measured, server

PARTS = ("stages", "rounds", "publishing")


def main(names: list[str]) -> int:
    for name in names:
        if name not in PARTS:
            raise SystemExit(f"bench: the parts are {', '.join(PARTS)}; {name!r} came.")
    chosen = names or PARTS
    if "publishing" in chosen:
        server()  # complains before anything is measured
    figures = list(_figures(chosen))
    print(HEAD)
    for figure in figures:
        print(figure)
    return 0 if all(figure.is_reached for figure in figures) else 1


def _figures(chosen: tuple[str, ...] | list[str]) -> Iterator[Figure]:
    peers = NodePeers()
    if "stages" in chosen:
        yield from stages.figures(peers)
    if "rounds" in chosen:
        yield from rounds.figures(peers)
    if "publishing" in chosen:
        yield from measured("publishing")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
