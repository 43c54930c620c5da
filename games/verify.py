"""Checks the record of a table against the rules and the commitment; needs no service.

    python -m games.verify record.json     (exit code 0: holds, 1: differs, 2: cannot be read)

A file whose name ends in `.jsonl` has a record a line, as the arena writes them.

Source: docs/rules/deals.md, "Checking a record".
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .replay import MOVE, Entry, step
from .rules.cards import shown
from .rules.deals import SCHEME, commitment, deal_key
from .rules.protocol import LEAVE_REASONS, Json, Outcome, RulesError, Seat
from .rules.registry import AnyRules, rules_for

HOLDING, DIFFERING, UNREADABLE = 0, 1, 2
HOLDS = "The record holds: the deal comes from the committed secret, and the log gives the result."


@dataclass(frozen=True, slots=True)
class Verdict:
    """`where` is the first place of the record that differs, such as `moves[3]`; empty if none."""

    holds: bool
    where: str
    sentence: str


KINDS = {str: "A text", int: "A whole number", list: "A list", dict: "An object"}


class Differs(Exception):
    """A record that does not hold: where, and what was expected and what came."""

    def __init__(self, where: str, sentence: str) -> None:
        super().__init__(f"{where}: {sentence}")
        self.where = where
        self.sentence = sentence


def verify(record: Mapping[str, Json]) -> Verdict:
    """Commitment, deal, log and result of one table, in this order; stops at what differs."""
    try:
        _check(record)
    except Differs as difference:
        return Verdict(False, difference.where, difference.sentence)
    return Verdict(True, "", HOLDS)


def _check(record: Mapping[str, Json]) -> None:
    if _part(record, "scheme", str) != SCHEME:
        raise Differs("scheme", f"This checks {SCHEME}; {shown(record['scheme'])} came.")
    rules = _rules(record)
    deal = _deal(record, rules)
    state = _replayed(record, rules, deal)
    _check_result(record, rules.outcome(state))


def _rules(record: Mapping[str, Json]) -> AnyRules:
    code, version = _part(record, "game", str), _part(record, "rules_version", int)
    options, seats = _part(record, "options", dict), _part(record, "seats", int)
    try:
        return rules_for(code, options, seats, version)
    except RulesError as refused:
        raise Differs("game", str(refused)) from refused


def _deal(record: Mapping[str, Json], rules: AnyRules) -> Any:  # noqa: ANN401 -- each game has its own deal
    secret, nonces = _secret(record), _nonces(record)
    key = deal_key(
        secret,
        game=rules.code,
        deal_id=_part(record, "deal_id", str),
        options=rules.deal_options(),
        nonces=nonces,
    )
    deal = rules.deal(key, len(nonces))
    if "deal" in record:
        _compare("deal", rules.dump_deal(deal), record["deal"])
    return deal


def _secret(record: Mapping[str, Json]) -> bytes:
    if record.get("secret") is None:
        raise Differs("secret", "The secret is not revealed yet, so the deal cannot be checked.")
    secret = _hex("secret", record["secret"], at_least=32, at_most=32)
    if commitment(secret) != _part(record, "commitment", str):
        raise Differs("commitment", "The secret is not the one that was committed to.")
    return secret


def _nonces(record: Mapping[str, Json]) -> list[bytes]:
    nonces = _part(record, "nonces", list)
    if len(nonces) != record["seats"]:
        raise Differs("nonces", f"One a seat is expected; {len(nonces)} came.")
    return [_hex(f"nonces[{seat}]", nonce, at_most=64) for seat, nonce in enumerate(nonces)]


def _replayed(record: Mapping[str, Json], rules: AnyRules, deal: Any) -> Any:  # noqa: ANN401
    state = rules.start(record["seats"], deal)
    turns = [0] * record["seats"]
    for ply, line in enumerate(_part(record, "moves", list)):
        where = f"moves[{ply}]"
        entry = _entry(where, line, ply, turns)
        try:
            after = step(rules, state, entry)
        except RulesError as refused:
            raise Differs(where, str(refused)) from refused
        if entry.cause == MOVE:
            _check_canonical(where, rules, state, entry)
        state = after
    return state


def _entry(where: str, line: Json, ply: int, turns: list[int]) -> Entry:
    """One line of the log, its numbers checked; counts the turn of the seat that moved."""
    if not isinstance(line, dict):
        raise Differs(where, f"A ply is an object; {shown(line)} came.")
    seat, cause = _part(line, "seat", int, where), _part(line, "cause", str, where)
    if _part(line, "ply", int, where) != ply or not 0 <= seat < len(turns):
        raise Differs(where, f"Ply {ply} of a seat below {len(turns)} is expected here.")
    if cause in LEAVE_REASONS:
        for part in ("turn", "move"):
            if line.get(part) is not None:
                raise Differs(f"{where}.{part}", "A leave has neither a turn nor a move.")
        return Entry(seat, None, cause)
    if cause != MOVE:
        causes = ", ".join((MOVE, *LEAVE_REASONS))
        raise Differs(f"{where}.cause", f"One of {causes} is expected; {shown(cause)} came.")
    if _part(line, "turn", int, where) != turns[seat]:
        raise Differs(f"{where}.turn", f"Turn {turns[seat]} is expected; {line['turn']} came.")
    turns[seat] += 1
    return Entry(seat, line.get("move"), MOVE)


def _check_canonical(where: str, rules: AnyRules, before: Any, entry: Entry) -> None:  # noqa: ANN401
    move = rules.canonical(before, Seat(entry.seat), rules.parse(entry.move))
    _compare(f"{where}.move", rules.dump_move(move), entry.move)


def _check_result(record: Mapping[str, Json], outcome: Outcome | None) -> None:
    places, scores = _part(record, "places", list), _part(record, "scores", list)
    if outcome is None:
        if any(place is not None for place in places):
            raise Differs("places", "The log stops before the end, so there are no places yet.")
        return
    nothing = [None] * len(outcome.places)
    _compare("places", nothing if outcome.is_void else list(outcome.places), places)
    _compare("scores", nothing if outcome.is_void else list(outcome.scores), scores)
    _compare("why", outcome.why, record.get("why"))


def _compare(where: str, expected: Json, came: Json) -> None:
    """Goes down to the first part that differs, so that the place can be named."""
    if isinstance(expected, dict) and isinstance(came, dict) and set(expected) == set(came):
        for name, part in expected.items():
            _compare(f"{where}.{name}", part, came[name])
    elif isinstance(expected, list) and isinstance(came, list) and len(expected) == len(came):
        for index, part in enumerate(expected):
            _compare(f"{where}[{index}]", part, came[index])
    elif type(expected) is not type(came) or expected != came:
        raise Differs(where, f"{shown(expected)} is expected; {shown(came)} came.")


def _part(record: Mapping[str, Json], name: str, kind: type, inside: str = "") -> Any:  # noqa: ANN401
    value = record.get(name)
    # True is an int to Python; half a surrogate pair is a text to JSON but has no bytes.
    if not isinstance(value, kind) or isinstance(value, bool) or not _has_bytes(value):
        where = f"{inside}.{name}" if inside else name
        raise Differs(where, f"{KINDS[kind]} is expected; {shown(value)} came.")
    return value


def _has_bytes(value: Json) -> bool:
    return not isinstance(value, str) or not any("\ud800" <= sign <= "\udfff" for sign in value)


def _hex(where: str, value: Json, *, at_most: int, at_least: int = 0) -> bytes:
    try:
        found = bytes.fromhex(value)
    except (TypeError, ValueError) as wrong:
        raise Differs(where, f"Hexadecimal digits are expected; {shown(value)} came.") from wrong
    if not at_least <= len(found) <= at_most:
        raise Differs(where, f"{at_least} to {at_most} bytes are expected; {len(found)} came.")
    return found


def main(arguments: Sequence[str]) -> int:
    """Prints the verdict of every record in the file; the exit code tells the worst."""
    if len(arguments) != 1:
        print("Usage: python -m games.verify record.json", file=sys.stderr)
        return UNREADABLE
    try:
        records = _records_in(Path(arguments[0]))
    except (OSError, ValueError, RecursionError) as wrong:
        print(f"The record cannot be read: {wrong}", file=sys.stderr)
        return UNREADABLE
    return max([_told(record) for record in records])


def _records_in(path: Path) -> list[Json]:
    """One record, or one a line where the name ends in `.jsonl`."""
    text = path.read_bytes()
    if path.suffix != ".jsonl":
        return [json.loads(text)]
    records = [json.loads(line) for line in text.splitlines() if line.strip()]
    if not records:
        raise ValueError("the file has no line.")
    return records


def _told(record: Json) -> int:
    """The exit code for one record, whose verdict is printed."""
    if not isinstance(record, dict):
        print(f"A record is an object; {shown(record)} came.", file=sys.stderr)
        return UNREADABLE
    verdict = verify(record)
    print(verdict.sentence if verdict.holds else f"Differs at {verdict.where}: {verdict.sentence}")
    return HOLDING if verdict.holds else DIFFERING


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
