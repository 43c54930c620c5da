"""The peers that run in node, asked for the sizes that they do within a minute."""

from __future__ import annotations

import sys

from bench.kit import node_peers

# More of them this peer refuses.
LARGEST = {"duel/double": 1_024}


def say(sentence: str) -> None:
    print(f"bench: {sentence}", file=sys.stderr, flush=True)


class NodePeers:
    """What they take for a task, asked once; no more entrants after a minute was too short."""

    def __init__(self) -> None:
        node_peers.make_ready()
        self._known: dict[tuple[str, int], float | None] = {}

    def seconds(self, task: str, entrants: int) -> float | None:
        """None where it takes more than a minute, or surely would."""
        key = (task, entrants)
        if key not in self._known:
            self._known[key] = None if self._is_beyond(*key) else self._ask(*key)
        return self._known[key]

    def anew(self, task: str, entrants: int) -> float | None:
        """Asked once more: what a machine does beside it comes and goes."""
        self._known.pop((task, entrants), None)
        return self.seconds(task, entrants)

    def _is_beyond(self, task: str, entrants: int) -> bool:
        """At best, time grows in proportion to the entrants."""
        if entrants > LARGEST.get(task, entrants):
            say(f"{task} refuses {entrants}: no figure")
            return True
        for (name, fewer), took in self._known.items():
            if name != task or fewer >= entrants:
                continue
            if took is None or took * entrants / fewer > node_peers.MOST_SECONDS:
                say(f"{task} of {entrants} would not be through in a minute: no figure")
                return True
        return False

    def _ask(self, task: str, entrants: int) -> float | None:
        say(f"asking {task} for {entrants}")
        took = node_peers.seconds_of(task, entrants)
        if took is None:
            say(f"{task} of {entrants} is not through in a minute: no figure")
        return took
