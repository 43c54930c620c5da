"""The JavaScript verifier in node: the published vectors, honest records and forged ones.

Pages load the same files; tests/browser/test_deal_chip.py opens them in a browser.
"""

from __future__ import annotations

import copy
import gzip
import json
import shutil
import subprocess
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from games import actions, queries
from games.models import Table
from games.rules.big_number import BigNumber
from games.rules.big_two import BigTwo
from games.rules.registry import games
from games.rules.the_game import TheGame
from games.verify import verify
from tests.builders import some_bots
from tests.games.helpers import play_to_the_end
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
        "lowest_dealt": min(chain(*deal["hands"]), key=BIG_TWO_ORDER.index),
    }


BIG_TWO_ORDER = [rank + suit for rank in "3456789TJQKA2" for suit in "DCHS"]


def test_every_game_has_a_pack():
    listed = node("--input-type=module", "-e", _IMPORTED)
    assert {rules.code for rules in games()} <= set(json.loads(listed.stdout))


_IMPORTED = f"import {{ GAMES }} from {json.dumps(str(VERIFIER / 'verify.js'))};" + (
    "console.log(JSON.stringify(GAMES))"
)


@pytest.mark.parametrize("game", ["big-two", "big-number", "the-game"])
def test_what_a_page_loads_for_a_check_stays_small(game):
    names = ["chip", "verify", "deals", "refusals", game]
    files = [(VERIFIER / f"{name}.js").read_bytes() for name in names]
    assert sum(len(gzip.compress(file)) for file in files) <= 10 * 1024


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


def carefully(rules: Any, state: Any, moves: Any, chance: Any) -> Any:
    """In The Game the card that moves a pile least: by chance no table would see its deck end."""
    plays = [one for one in moves if rules.dump_move(one)["type"] in {"play", "end"}]
    if rules.code != "the-game" or not plays or chance.below(15) == 0:
        return moves[chance.below(len(moves))]
    return min(plays, key=lambda one: _cost(rules.dump_move(one), state.board.tops))


def _cost(play: dict[str, Any], tops: tuple[int, ...]) -> int:
    if play["type"] == "end":
        return 2
    pile = ("up1", "up2", "down1", "down2").index(play["pile"])
    return int(play["card"] - tops[pile]) * (1 if pile < 2 else -1)


@cache
def honest() -> list[dict[str, Any]]:
    return [
        recorded(rules.with_options(options, seats), seats, number, number * 5, carefully)
        for rules, options, seats in SETTINGS
        for number in range(3)
    ]


def test_whole_tables_of_every_kind_hold(tmp_path):
    ends = {(record["game"], record["why"]) for record in honest()}
    assert {("the-game", "stuck"), ("the-game", "forfeit"), ("big-number", "all_left")} <= ends
    assert verdicts(honest(), tmp_path) == [HOLDS] * len(honest())


# ------------------------------------------------------------------ forged records


def changed(record: dict[str, Any], **parts: Any) -> dict[str, Any]:
    return {**copy.deepcopy(record), **parts}


def of_game(code: str) -> dict[str, Any]:
    return next(one for one in honest() if one["game"] == code and len(one["moves"]) > 8)


def said_of(record: Any, folder: Path) -> str:
    (verdict,) = verdicts([record], folder)
    return verdict


def test_one_altered_card_is_named_by_its_number_in_the_draw(tmp_path):
    record = changed(of_game("big-two"))
    hands = record["deal"]["hands"]
    hands[1][2] = hands[0][0]
    number = len(hands[0]) + 3
    assert said_of(record, tmp_path) == (
        f"Differs at deal.hands[1][2]: Card {number} differs from the sealed deal. {REPORT}"
    )


@pytest.mark.parametrize(
    ("game", "alter", "what"),
    [
        ("the-game", lambda deal: deal["deck"].__setitem__(2, 1), "deal.deck[2]: Card 17"),
        ("big-number", lambda deal: deal["deals"][4]["hands"][1].__setitem__(0, "1S"),
         "deal.deals[4].hands[1][0]: Card 10 of deal 5"),
        ("big-number", lambda deal: deal.__setitem__("start", 7),
         "deal.start: What is written at deal.start"),
        ("big-two", lambda deal: deal["hands"].pop(), "deal.hands: What is written at deal.hands"),
    ],
)  # fmt: skip
def test_any_part_of_a_deal_that_was_altered_is_named(tmp_path, game, alter, what):
    record = changed(of_game(game))
    alter(record["deal"])
    assert said_of(record, tmp_path) == f"Differs at {what} differs from the sealed deal. {REPORT}"


def test_the_left_over_card_of_three_seats_is_the_fifty_second(tmp_path):
    three = next(one for one in honest() if (one["game"], one["seats"]) == ("big-two", 3))
    record = changed(three)
    record["deal"]["left_over"] = "XX"
    assert said_of(record, tmp_path).startswith("Differs at deal.left_over: Card 52 differs")


def test_another_nonce_gives_another_deal(tmp_path):
    record = changed(of_game("big-two"))
    record["nonces"][1] = "00"
    assert said_of(record, tmp_path).startswith("Differs at deal.hands[0][0]: Card 1 differs")


def test_another_secret_is_not_the_committed_one(tmp_path):
    record = changed(of_game("big-two"), secret="00" * 32)
    assert said_of(record, tmp_path) == (
        "Differs at commitment: The secret is not the one that was committed to."
    )


def test_a_sealed_record_cannot_be_checked(tmp_path):
    assert said_of(changed(of_game("big-two"), secret=None), tmp_path) == (
        "Differs at secret: The secret is not revealed yet, so the deal cannot be checked."
    )


@pytest.mark.parametrize("game", ["big-two", "big-number", "the-game"])
def test_a_played_card_that_the_seat_did_not_hold_is_named_by_its_ply(tmp_path, game):
    record = changed(of_game(game))
    line = next(one for one in record["moves"] if (one["move"] or {}).get("type") == "play")
    other = (line["seat"] + 1) % record["seats"]
    deal = record["deal"]
    theirs = (deal if "hands" in deal else deal["deals"][0])["hands"][other][0]
    if game == "the-game":
        line["move"]["card"], shown = theirs, str(theirs)
    else:
        line["move"]["cards"], shown = [theirs], f'"{theirs}"'
    assert said_of(record, tmp_path) == (
        f"Differs at moves[{line['ply']}]: Seat {line['seat']} did not hold {shown}."
    )


def test_a_ply_that_was_struck_out_is_missed(tmp_path):
    record = changed(of_game("big-two"))
    del record["moves"][3]
    assert said_of(record, tmp_path) == "Differs at moves[3]: Ply 3 is expected here; 4 came."


def test_a_turn_out_of_its_row_is_named(tmp_path):
    record = changed(of_game("big-two"))
    record["moves"][0]["turn"] = 1
    assert said_of(record, tmp_path) == "Differs at moves[0].turn: Turn 0 is expected; 1 came."


def test_swapped_places_are_named(tmp_path):
    record = changed(of_game("big-two"))
    record["places"].reverse()
    assert said_of(record, tmp_path).startswith("Differs at places[0]: The log gives [")


def _forged(record: dict[str, Any], number: int) -> dict[str, Any]:
    """Some change to one ply, or to the result, whose numbers are made to fit again."""
    made = changed(record)
    lines = made["moves"]
    at = number * 7 % len(lines)
    kind = number % 6
    if kind == 0:
        lines[at]["move"] = lines[(at * 3 + 1) % len(lines)]["move"]
    elif kind == 1:
        lines[at]["seat"] = (lines[at]["seat"] + 1) % made["seats"]
    elif kind == 2:
        del lines[at]
    elif kind == 3:
        lines[at].update(cause="resigned", move=None)
    elif kind == 4:
        lines.insert(at, copy.deepcopy(lines[at]))
    else:
        made["places"] = made["places"][1:] + made["places"][:1]
    return made | {"moves": list(_numbered_anew(lines, made["seats"]))}


def _numbered_anew(lines: list[dict[str, Any]], seats: int) -> Any:
    turns = [0] * seats
    for ply, line in enumerate(lines):
        is_move = line["move"] is not None
        yield {**line, "ply": ply, "turn": turns[line["seat"]] if is_move else None}
        turns[line["seat"]] += is_move


def test_both_verifiers_find_the_same_places_in_forged_records(tmp_path):
    known = {rules.code for rules in games()}
    records = [
        _forged(record, number)
        for record in honest()
        if record["game"] in known
        for number in range(12)
    ]
    ours = [verify(record).where for record in records]
    theirs = [
        "" if said == HOLDS else said.removeprefix("Differs at ").partition(": ")[0]
        for said in verdicts(records, tmp_path)
    ]
    assert len(set(ours)) > 20
    assert ours == theirs


JUNK = [None, True, -1, 0.5, 2**70, "", "D3", "constructor", [], {}, [[]], {"type": "play"}]


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Any:
    yield path
    parts = {list: enumerate, dict: dict.items}.get(type(value), lambda _: ())
    for name, part in parts(value):
        yield from _paths(part, (*path, name))


@pytest.mark.parametrize("game", ["big-two", "big-number", "the-game"])
def test_no_junk_anywhere_in_a_record_breaks_the_check(tmp_path, game):
    honest_one = of_game(game)
    paths = [path for path in _paths(honest_one) if path]
    some = paths[:: max(1, len(paths) // 60)]
    records = [_with_junk(honest_one, path, index) for index, path in enumerate(some)]
    found = verdicts([*JUNK, *records], tmp_path)
    assert len(found) == len(JUNK) + len(records)
    assert all(said.startswith("Differs at") for said in found[: len(JUNK)])


def _with_junk(record: dict[str, Any], path: tuple[Any, ...], index: int) -> dict[str, Any]:
    made = changed(record)
    *way, last = path
    part: Any = made
    for name in way:
        part = part[name]
    part[last] = JUNK[index % len(JUNK)]
    return made


# ------------------------------------------------------------------ played on the service


@pytest.mark.django_db
@pytest.mark.parametrize("code", [rules.code for rules in games()])
def test_the_record_of_a_table_played_here_holds(tmp_path, code):
    table = _played_here(code)
    record = queries.record_of(public_id=table.public_id, viewer=None)
    assert said_of(record, tmp_path) == HOLDS


def _played_here(code: str) -> Table:
    players = some_bots("kestrel", "brine", "moth")
    key = actions.deal_table(
        game=code,
        options={},
        player_ids=[player.pk for player in players],
        patience_seconds=60,
        casual=False,
        event_string="round 1",
    )
    return play_to_the_end(Table.objects.get(pk=key))


# ------------------------------------------------------------------ the program


def test_the_program_tells_by_its_exit_code(tmp_path):
    file = tmp_path / "record.json"
    program = VERIFIER / "verify.mjs"
    file.write_text(json.dumps(of_game("big-two")))
    assert node(program, file).returncode == 0
    file.write_text(json.dumps(changed(of_game("big-two"), why="bored")))
    assert node(program, file).returncode == 1
    file.write_text("[")
    assert node(program, file).returncode == 2
    assert "cannot be read" in node(program, tmp_path / "nothing.json").stderr
    assert node(program).returncode == 2


def test_the_program_reads_from_a_pipe(tmp_path):
    ran = node(VERIFIER / "verify.mjs", "-", stdin=json.dumps(of_game("the-game")))
    assert ran.stdout == HOLDS + "\n"
