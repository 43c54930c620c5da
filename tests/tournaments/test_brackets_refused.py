"""Brackets that cannot stand here: what is damaged, contradicts itself, or is drawn otherwise."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.playing import fresh
from tests.tournaments.helpers import bots
from tests.tournaments.test_brackets_imported import data_of, imported
from tournaments.interchange.brackets_reading import load
from tournaments.interchange.brackets_results import OtherDrawing, outcomes_of
from tournaments.interchange.brackets_words import NotABracket
from tournaments.models import Tournament


def two_against_each_other(one: Any, other: Any, status: int = 4) -> dict[str, Any]:
    """A final of A and B as a file has it."""
    place = {"id": 0, "number": 1, "stage_id": 0, "group_id": 0}
    return {
        "participant": [{"id": 7, "name": "bot-01"}, {"id": 8, "name": "bot-02"}],
        "stage": [{"id": 0, "type": "single_elimination", "settings": {}}],
        "group": [place],
        "round": [place],
        "match": [
            {
                **place,
                "round_id": 0,
                "status": status,
                "opponent1": {"id": 7, **one},
                "opponent2": {"id": 8, **other},
            }
        ],
    }


@pytest.mark.parametrize(
    ("one", "other", "text"),
    [
        ({"forfeit": True}, {"forfeit": True}, "Round 1, match 1: neither side came"),
        ({}, {}, "is over by its status, and nothing says who won"),
        ({"result": "win"}, {"result": "win"}, "win against win cannot be"),
        ({"result": "win"}, {"result": "draw"}, "win against draw cannot be"),
        ({"result": "won"}, {}, "a result is win, loss or draw, not"),
        ({"result": "win", "score": "x"}, {"score": 1}, "scores are numbers, not"),
        ("bot-01", {}, "opponent1 of match 0 is"),
    ],
)
def test_results_that_say_nothing_are_refused(one, other, text):
    data = two_against_each_other({}, {})
    data["match"][0]["opponent1"] = {"id": 7, **one} if isinstance(one, dict) else one
    data["match"][0]["opponent2"] = {"id": 8, **other}
    with pytest.raises(NotABracket, match=text):
        load(data)


@pytest.mark.parametrize(
    ("one", "other", "places", "is_forfeit"),
    [
        ({"result": "win"}, {"result": "loss"}, (1, 2), False),
        ({"result": "loss"}, {}, (2, 1), False),
        ({}, {"forfeit": True}, (1, 2), True),
        ({"forfeit": True, "result": "loss"}, {"result": "win"}, (2, 1), True),
        ({"result": "draw"}, {"result": "draw"}, (1, 1), False),
    ],
)
def test_one_side_says_enough(one, other, places, is_forfeit):
    match = load(two_against_each_other(one, other)).matches[0]
    assert (match.places, match.is_forfeit) == (places, is_forfeit)


def test_a_match_that_only_runs_is_undecided():
    assert load(two_against_each_other({"score": 1}, {"score": 0}, 3)).matches[0].places == ()


def paths(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in the data."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in pairs:
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from paths(value, (*path, key))


JUNK = st.sampled_from((None, True, -1, 7, 2.5, "x", [], {}, ["a"], {"id": 1}))


@given(
    name=st.sampled_from(("double_of_8", "single_of_6", "groups_of_7")),
    where=st.integers(0, 10**6),
    junk=JUNK,
)
def test_a_damaged_file_is_read_whole_or_refused(name, where, junk):
    data = data_of(name)
    ways = list(paths(data))
    *path, last = ways[where % len(ways)]
    at: Any = data
    for key in path:
        at = at[key]
    at[last] = junk
    try:
        found = load(data)
    except NotABracket:
        return
    assert len(found.names) == len(data["participant"])
    assert all(set(match.names) <= set(found.names) for match in found.matches)


@pytest.mark.django_db
def test_a_draw_where_somebody_has_to_go_on_is_refused_and_nothing_is_set_up(tmp_path):
    bots(6)
    data = data_of("single_of_6")
    data["match"][1]["opponent1"]["result"] = data["match"][1]["opponent2"]["result"] = "draw"
    file = tmp_path / "cup.json"
    file.write_text(json.dumps(data))
    with pytest.raises(CommandError, match=r"Round 1, match 2 of the file is a draw of bot-04"):
        call_command("import_brackets", str(file), "--game", "big-two")
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_a_winner_who_is_not_in_the_next_match_is_refused():
    bots(6)
    data = data_of("single_of_6")
    data["match"][4]["opponent2"]["id"] = 3
    with pytest.raises(
        OtherDrawing,
        match=r"Round 2, match 1 of the file is bot-01 against bot-04; here bot-01 meets bot-05 in"
        r" W2.1, and bot-04 meets bot-05 in W1.2.",
    ):
        imported(data)
    assert not Tournament.objects.exists()


def test_byes_that_no_order_of_ours_gives_are_refused_at_the_first_match():
    """Of six in the order 1, 2 ... the last two places are byes; ours belong to the best."""
    names = {100 + seed: f"bot-{seed:02}" for seed in range(1, 7)}
    data = data_of("single_of_6")
    pairs = [(0, 1), (2, 3), (4, None), (5, None)]
    for row, pair in zip(data["match"], pairs, strict=False):
        for side, key in zip(("opponent1", "opponent2"), pair, strict=True):
            row[side] = None if key is None else {"id": key, "position": key + 1}
        row["status"] = 2
    found = load(data)
    with pytest.raises(OtherDrawing, match="Round 1, match 1 of the file is bot-01 against bot-02"):
        outcomes_of(found.matches, fresh({"third_place": True}, 6), names)


@pytest.mark.django_db
def test_a_game_that_is_not_played_here_is_refused_by_name(tmp_path):
    bots(2)
    file = tmp_path / "final.json"
    file.write_text(json.dumps(two_against_each_other({}, {}, status=2)))
    with pytest.raises(CommandError, match="The games are big-two, big-number, the-game"):
        call_command("import_brackets", str(file), game="chess")
