"""Contests folded per second, database and all, beside the bare call of the `trueskill` package."""

from __future__ import annotations

import random
import time

import trueskill

from bench.kit.figures import Figure
from bench.parts.answer import hand_over, say
from players.models import Player
from players.transactions import database_now
from ratings.actions import fold_ledger, record_contest
from ratings.models import Pool

CONTESTS = 3_000
PLAYERS = 200
SEATS = 4
GOAL = 0.3


def main() -> None:
    players = [
        Player.objects.create(handle=f"bench-{number}", kind="bot") for number in range(PLAYERS)
    ]
    chance = random.Random(4)
    orders = [[player.pk for player in chance.sample(players, SEATS)] for _ in range(CONTESTS)]
    # Half of the peer's work before ours and half after: the machine may change its mind.
    beliefs: dict[int, trueskill.Rating] = {}
    first = _bare(beliefs, orders[: CONTESTS // 2])
    ours = _folded(orders)
    second = _bare(beliefs, orders[CONTESTS // 2 :])
    peer = CONTESTS / (first + second)
    say(f"{CONTESTS} contests of {SEATS}: {ours:.0f}/s with the database, {peer:.0f}/s bare")
    hand_over([Figure("contests folded, trueskill", "1/s", ours, peer, GOAL)])


def _folded(orders: list[list[int]]) -> float:
    """Contests per second; every order lists its players from the first to the last."""
    now = database_now()
    for number, order in enumerate(orders):
        record_contest(
            game="big-two",
            division="bot",
            source=f"bench:{number}",
            played_at=now,
            teams=[[player] for player in order],
            places=list(range(1, SEATS + 1)),
            draw_probability=0.0,
        )
    pool = Pool.objects.get(game="big-two", division="bot").pk
    began = time.monotonic()
    folded = 0
    while count := fold_ledger(pool):
        folded += count
    seconds = time.monotonic() - began
    if folded != len(orders):
        raise RuntimeError(f"{folded} of {len(orders)} contests were folded")
    return folded / seconds


def _bare(beliefs: dict[int, trueskill.Rating], orders: list[list[int]]) -> float:
    """Seconds that the package takes for the same finishing orders, kept in a dictionary."""
    began = time.monotonic()
    for order in orders:
        groups = [(beliefs.get(player, trueskill.Rating()),) for player in order]
        for player, (belief,) in zip(order, trueskill.rate(groups), strict=True):
            beliefs[player] = belief
    return time.monotonic() - began


if __name__ == "__main__":
    main()
