"""The catalogue of games, as a bot author reads it."""

from __future__ import annotations

from tests.api.calling import Api


def examples_of(code: str) -> list[dict[str, object]]:
    return Api().get(f"/games/{code}").json["move_examples"]


def test_the_catalogue_has_an_example_of_every_kind_of_move_of_the_game():
    assert {example["type"] for example in examples_of("the-game")} == {
        "start",
        "play",
        "end",
        "signal",
        "open",
        "reserve",
        "briefing",
        "reveal",
    }


def test_moves_of_one_kind_with_other_keys_have_an_example_each():
    signals = [example for example in examples_of("the-game") if example["type"] == "signal"]
    assert sorted(map(sorted, signals)) == [
        ["pile", "say", "type"],
        ["range", "say", "type"],
        ["say", "type"],
    ]


def test_a_combination_of_every_size_has_an_example():
    plays = [example for example in examples_of("big-two") if example["type"] == "play"]
    assert [len(play["cards"]) for play in plays] == [1, 2, 3, 5]
