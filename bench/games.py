"""Plies and deals per second of our rules beside RLCard and OpenSpiel, random agents everywhere.

All contestants take turns in one process, slice by slice, and the medians are compared: whatever
else the machine does hits all of them alike. Seconds are processor seconds of this process; on an
idle machine they are the clock's. Our games come from verifiable deals, dealt in the time that is
measured; so do the peers' from their own.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any

from bench.kit import peers
from bench.kit.figures import HEAD, Figure
from games.rules.deals import DealKey, commitment, deal_key
from games.rules.registry import AnyRules, games, rules_for

SLICES, QUICK_SLICES = 25, 5
SLICE_SECONDS = 0.15
WARM_UP_SECONDS = 3.0
SEATS = 4
RLCARD, OPEN_SPIEL = "RLCard", "OpenSpiel"
# Of a peer's plies per second, what ours are to reach.
GOALS = {"big-two": 20.0, "big-number": 10.0, "the-game": 10.0}
OPEN_SPIEL_GOAL, JSON_GOAL = 0.5, 3.0
DEALS_A_SECOND = 1_000

Runs = Iterator[int]
"""Plays one game (or deal) a step; gives how many plies (or deals) that was."""


@dataclass(slots=True)
class Contestant:
    """Someone to be timed, and the rate of each slice so far."""

    runs: Runs
    rates: list[float]

    def run(self, seconds: float) -> None:
        count, began = 0, time.process_time()
        while (spent := time.process_time() - began) < seconds:
            count += next(self.runs)
        self.rates.append(count / spent)


def main(arguments: Sequence[str]) -> int:
    peers.make_importable()
    codes = [kind.code for kind in games()]
    contestants = {name: Contestant(runs, []) for name, runs in _all(codes)}
    for one in contestants.values():
        one.run(WARM_UP_SECONDS)
        one.rates.clear()
    for number in range(QUICK_SLICES if "--quick" in arguments else SLICES):
        print(f"bench: slice {number + 1}", file=sys.stderr, flush=True)
        for one in contestants.values():
            one.run(SLICE_SECONDS)
    figures = _figures({name: median(one.rates) for name, one in contestants.items()}, codes)
    print(HEAD)
    for figure in figures:
        print(figure)
    return 0 if all(figure.is_reached for figure in figures) else 1


def _all(codes: Sequence[str]) -> Iterator[tuple[str, Runs]]:
    yield RLCARD, _rlcard()
    yield OPEN_SPIEL, _open_spiel()
    for code in codes:
        rules = rules_for(code, {}, SEATS)
        yield code, _ours(rules)
        yield f"{code} deals", _deals(rules)
    yield "json", _over_json(rules_for("big-two", {}, SEATS))


def _figures(rates: dict[str, float], codes: Sequence[str]) -> list[Figure]:
    rlcard, plies = rates[RLCARD], "plies/s"
    return [
        *(Figure(f"{code}, RLCard", plies, rates[code], rlcard, GOALS[code]) for code in codes),
        Figure("big-two, OpenSpiel", plies, rates["big-two"], rates[OPEN_SPIEL], OPEN_SPIEL_GOAL),
        Figure("big-two as JSON, RLCard", plies, rates["json"], rlcard, JSON_GOAL),
        *(
            Figure(f"{code}, verifiable", "deals/s", rates[f"{code} deals"], DEALS_A_SECOND, 1.0)
            for code in codes
        ),
    ]


# ------------------------------------------------------------------ ours


def _ours(rules: AnyRules) -> Runs:
    random, number = Random(1).random, 0
    while True:
        number += 1
        state = rules.start(SEATS, rules.deal(DealKey(number.to_bytes(32, "big")), SEATS))
        plies = 0
        while to_act := rules.to_act(state):
            seat = to_act[0]
            moves = rules.legal_moves(state, seat)
            state = rules.apply(state, seat, moves[int(random() * len(moves))])
            plies += 1
        yield plies


def _over_json(rules: AnyRules) -> Runs:
    """What the service does with a move: JSON to a move, apply, and the mover's view as JSON."""
    games_played = [_recorded(rules, number) for number in range(100)]
    while True:
        for deal, moves in games_played:
            state = rules.start(SEATS, deal)
            for move in moves:
                seat = rules.to_act(state)[0]
                state = rules.apply(state, seat, rules.parse(move))
                rules.dump_view(rules.view(state, seat))
            yield len(moves)


def _recorded(rules: AnyRules, number: int) -> tuple[Any, list[Any]]:
    chance = Random(number)
    deal = rules.deal(DealKey(number.to_bytes(32, "big")), SEATS)
    state, written = rules.start(SEATS, deal), []
    while to_act := rules.to_act(state):
        move = chance.choice(rules.legal_moves(state, to_act[0]))
        written.append(rules.dump_move(move))
        state = rules.apply(state, to_act[0], move)
    return deal, written


def _deals(rules: AnyRules) -> Runs:
    """A commitment and, with a nonce a seat, the cards with which the table begins."""
    nonces, number = [bytes(range(16))] * SEATS, 0
    while True:
        number += 1
        secret = number.to_bytes(32, "big")
        commitment(secret)
        options = rules.deal_options()
        key = deal_key(secret, game=rules.code, deal_id=str(number), options=options, nonces=nonces)
        rules.start(SEATS, rules.deal(key, SEATS))
        yield 1


# ------------------------------------------------------------------ theirs


def _rlcard() -> Runs:
    """The raw game of Dou Dizhu, without the wrapper that encodes observations."""
    make, numbers = _rlcard_parts()
    random = Random(1).random
    game = make()
    game.np_random = numbers
    while True:
        state, _ = game.init_game()
        plies = 0
        while not game.is_over():
            actions = state["actions"]
            state, _ = game.step(actions[int(random() * len(actions))])
            plies += 1
        yield plies


def _rlcard_parts() -> tuple[Callable[[], Any], Any]:
    # Late imports: the peers are there only now.
    from numpy.random import RandomState  # noqa: PLC0415
    from rlcard.games.doudizhu import Game  # noqa: PLC0415

    return Game, RandomState(1)


def _open_spiel() -> Runs:
    """Plies of the players; the chance nodes that deal take time but do not count."""
    import pyspiel  # noqa: PLC0415

    random = Random(1).random
    game = pyspiel.load_game("dou_dizhu")
    while True:
        state = game.new_initial_state()
        plies = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(random() * len(actions))])
                plies += 1
        yield plies


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
