"""The JavaScript verifier in node: the published vectors, honest records and forged ones.

Pages load the same files; tests/browser/test_deal_chip.py opens them in a browser.
"""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games import actions, queries
from games.models import Table
from games.replay import Entry
from games.rules.big_number import BigNumber
from games.rules.big_two import BigTwo
from games.rules.registry import games
from games.rules.the_game import TheGame
from games.verify import verify
from tests.builders import some_bots
from tests.games.helpers import move, player_to_act, seen
from tests.rules import playouts
from tests.rules.playouts import recorded

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(
    NODE is None, reason="no node on this machine: the JavaScript verifier is NOT tested"
)

HERE = Path(__file__).parent
VERIFIER = HERE.parents[1] / "web" / "static" / "web" / "verifier"
DEALS = HERE.parent / "vectors" / "deals.json"
VECTORS = json.loads(DEALS.read_text())
HOLDS = "Checked here: this deal comes from that secret. Every move and the result follow from it."
REPORT = "Please report it with this record."


def node(*arguments: Any, stdin: str = "") -> subprocess.CompletedProcess[str]:
    assert NODE
    return subprocess.run(
        [NODE, *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=60
    )


def verdicts(records: list[Any], folder: Path) -> list[str]:
    """What the program says of each record, in one run."""
    file = folder / "records.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    ran = node(VERIFIER / "verify.mjs", file)
    assert ran.stderr == ""
    return ran.stdout.splitlines()


@cache
def recomputed(mode: str) -> dict[str, list[Any]]:
    ran = node(HERE / "vectors.mjs", DEALS, mode)
    assert ran.stderr == ""
    return dict(json.loads(ran.stdout))


# "plain" is the SHA-256 of our own, for pages on plain HTTP.
both_hashes = pytest.mark.parametrize("mode", ["native", "plain"])


def numbered(kind: str) -> Any:
    return pytest.mark.parametrize("number", range(len(VECTORS[kind])))


@both_hashes
@numbered("commit")
def test_node_finds_the_published_commitments(mode, number):
    assert recomputed(mode)["commit"][number] == VECTORS["commit"][number]["commit"]


@both_hashes
@numbered("stream")
def test_node_finds_the_published_streams(mode, number):
    assert recomputed(mode)["stream"][number] == VECTORS["stream"][number]["words"]


@both_hashes
@numbered("below")
def test_node_finds_the_published_numbers_and_rejects_as_many_words(mode, number):
    row = VECTORS["below"][number]
    expected = {"values": row["values"], "rejected": row["rejected"]}
    assert recomputed(mode)["below"][number] == expected


@both_hashes
@numbered("draw")
def test_node_finds_the_published_draws(mode, number):
    assert recomputed(mode)["draw"][number] == VECTORS["draw"][number]["out"]


@both_hashes
@numbered("games")
def test_node_finds_the_published_games(mode, number):
    row, found = VECTORS["games"][number], recomputed(mode)["games"][number]
    assert found["transcript_sha256"] == row["transcript_sha256"]
    assert found["deal_key"] == row["deal_key"]
    assert _published(row["game"], found["deal"], row["result"]) == row["result"]


def _published(game: str, deal: dict[str, Any], result: dict[str, Any]) -> dict[str, Any]:
    """A deal of the verifier in the words of the vectors, which hold no later deals."""
    if game == "big-number":
        return {"start": deal["start"], "deals": deal["deals"][: len(result["deals"])]}
    if game == "the-game":
        return {"hands": deal["hands"], "draw_deck": deal["deck"]}
    leader = next(seat for seat, hand in enumerate(deal["hands"]) if result["lowest_dealt"] in hand)
    return {
        "hands": deal["hands"],
        "leader": leader,
        "lowest_dealt": min(sum(deal["hands"], []), key=BIG_TWO_ORDER.index),
    }


BIG_TWO_ORDER = [rank + suit for rank in "3456789TJQKA2" for suit in "DCHS"]


def test_every_game_has_a_pack():
    listed = node("--input-type=module", "-e", _IMPORTED)
    assert {rules.code for rules in games()} <= set(json.loads(listed.stdout))


_IMPORTED = f"import {{ GAMES }} from {json.dumps(str(VERIFIER / 'verify.js'))};" + (
    "console.log(JSON.stringify(GAMES))"
)


# ------------------------------------------------------------------ whole tables, by chance

SETTINGS = [
    *((BigTwo, {}, seats) for seats in (2, 3, 4)),
    *((BigNumber, {}, seats) for seats in (2, 5)),
    (BigNumber, {"decks": 2, "target": 10}, 3),
    (BigNumber, {"single_deal": True}, 6),
    (TheGame, {}, 2),
    (TheGame, {"min_play": 3, "small_hands": True, "start": "random"}, 5),
    *(
        (TheGame, {"twist": twist, "start": start}, seats)
        for twist in ("open_card", "reserved_pile", "briefing")
        for start, seats in (("vote", 2), ("random", 4))
    ),
]


def test_tables_played_at_random_hold_and_so_say_both_verifiers(tmp_path, monkeypatch):
    monkeypatch.setattr(playouts, "_next_entry", _sensible(playouts._next_entry))
    records = [
        recorded(rules.with_options(options, seats), seats, number, leave_chance=number * 5)
        for rules, options, seats in SETTINGS
        for number in range(3)
    ]
    records = [record for record in records if record["why"] != "void_start"]
    assert len(records) > 40
    assert verdicts(records, tmp_path) == [HOLDS] * len(records)


def _sensible(by_chance: Any) -> Any:
    """The Game by the card that moves a pile least: by chance no table would see its deck end."""

    def chosen(rules: Any, state: Any, chance: Any, leave_chance: int) -> Entry:
        entry = by_chance(rules, state, chance, leave_chance)
        if rules.code != "the-game" or entry.move is None or chance.below(20) == 0:
            return entry
        plays = [one for one in map(rules.dump_move, rules.legal_moves(state, entry.seat))]
        plays = [one for one in plays if one["type"] in {"play", "end"}]
        cheapest = min(plays, key=lambda one: _cost(one, state.board.tops), default=entry.move)
        return Entry(entry.seat, cheapest)

    return chosen


def _cost(play: dict[str, Any], tops: tuple[int, ...]) -> int:
    if play["type"] == "end":
        return 2
    pile = ("up1", "up2", "down1", "down2").index(play["pile"])
    return (play["card"] - tops[pile]) * (1 if pile < 2 else -1)
