"""One deal of an arena run: its tables played to the end, each with its record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bots.arena.plan import Plan, Seating
from bots.choosing import class_in_file, takes_json, with_legal_moves
from bots.strategies import Listener, Strategy, strategy
from games.replay import MOVE
from games.rules.deals import SCHEME, SECRET_BYTES, DealKey, Stream, commitment, deal_key
from games.rules.protocol import Json, Outcome, Seat
from games.rules.registry import AnyRules

FAULT = "removed"
MOST_FAULT_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Table:
    """A table that was played: `faults` tells (entrant, what its bot did wrong).

    The outcome counts here even where the record says that the table is void.
    """

    seating: Seating
    record: Mapping[str, Json]
    outcome: Outcome
    faults: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes the bot of a seat; a new one for every table, so that seats share no memory."""

    name: str
    game: str

    def __call__(self) -> Strategy:
        """Raises UnknownStrategy, BadStrategy."""
        if ":" not in self.name:
            found = strategy(self.name, self.game)
            return found.at_table() if isinstance(found, Listener) else found
        bot: Strategy = class_in_file(self.name)()
        return _OverJson(bot) if takes_json(bot) else bot


class _OverJson:
    """A bot that is shown the view as JSON and gives its move as JSON."""

    def __init__(self, bot: Any) -> None:  # noqa: ANN401 -- the author's class
        self._bot = bot

    def choose(self, rules: AnyRules, view: Any, stream: Stream) -> Any:  # noqa: ANN401
        return rules.parse(self._bot.choose(with_legal_moves(rules, rules.dump_view(view))))


def play_deal(plan: Plan, deal: int) -> tuple[Table, ...]:
    """All tables of one deal; the same in every process."""
    makers = [Maker(name, plan.game) for name in plan.bots]
    return tuple(
        _play_table(plan, makers, deal, number, seating)
        for number, seating in enumerate(plan.seatings(deal))
    )


def _play_table(
    plan: Plan, makers: Sequence[Maker], deal: int, number: int, seating: Seating
) -> Table:
    rules, name = plan.rules(), plan.deal_name(deal, number)
    secret = _secret(plan.chance(f"secret:{name}"))
    bots = [makers[entrant]() for entrant in seating]
    chances = [plan.chance(f"bot:{deal}:{number}:{seat}") for seat in range(plan.seats)]
    key = deal_key(
        secret,
        game=rules.code,
        deal_id=name,
        options=rules.deal_options(),
        nonces=[b""] * plan.seats,
    )
    outcome, log, faults = _play_out(rules, key, bots, chances)
    record = {
        "scheme": SCHEME,
        "table": f"{deal + 1}.{number + 1}",
        "game": rules.code,
        "rules_version": rules.version,
        "options": dict(rules.options),
        "seats": plan.seats,
        "bots": [plan.bots[entrant] for entrant in seating],
        "deal_id": name,
        "commitment": commitment(secret),
        "secret": secret.hex(),
        "nonces": [""] * plan.seats,
        "moves": log,
        **_result(outcome),
    }
    return Table(seating, record, outcome, tuple((seating[seat], fault) for seat, fault in faults))


def _secret(chance: Stream) -> bytes:
    return b"".join(chance.word().to_bytes(4, "big") for _ in range(SECRET_BYTES // 4))


def _result(outcome: Outcome) -> dict[str, Json]:
    """A void table has neither places nor scores, as on the service."""
    nothing = [None] * len(outcome.places)
    return {
        "places": nothing if outcome.is_void else list(outcome.places),
        "scores": nothing if outcome.is_void else list(outcome.scores),
        "why": outcome.why,
    }


def _play_out(
    rules: AnyRules,
    key: DealKey,
    bots: Sequence[Strategy],
    chances: Sequence[Stream],
) -> tuple[Outcome, list[Json], list[tuple[int, str]]]:
    """How it ended, the log, and (seat, fault) of each bot that broke down."""
    seats = len(bots)
    state = rules.start(seats, rules.deal(key, seats))
    log: list[Json] = []
    faults: list[tuple[int, str]] = []
    turns = [0] * seats
    listeners = [(Seat(seat), bot) for seat, bot in enumerate(bots) if isinstance(bot, Listener)]
    while to_act := rules.to_act(state):
        seat = to_act[0]
        line: dict[str, Json] = {"ply": len(log), "seat": seat, "turn": None, "move": None}
        try:
            move = bots[seat].choose(rules, rules.view(state, seat), chances[seat])
            after = rules.apply(state, seat, move)
        except Exception as error:  # The author's code may raise anything; its seat is given up.
            faults.append((seat, f"{type(error).__name__}: {error}"[:MOST_FAULT_CHARACTERS]))
            after = rules.leave(state, seat, FAULT)
            line["cause"] = FAULT
        else:
            written = rules.dump_move(rules.canonical(state, seat, move))
            line |= {"turn": turns[seat], "move": written, "cause": MOVE}
            turns[seat] += 1
        log.append(line)
        state = after
        for listening, bot in listeners:
            bot.hear(rules.view(state, listening))
    outcome = rules.outcome(state)
    if outcome is None:
        raise RuntimeError("nobody is to act at a table without an outcome")
    return outcome, log, faults
