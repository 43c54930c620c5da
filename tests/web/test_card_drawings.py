"""Cards side by side, and what they are called."""

from __future__ import annotations

from web.drawings.cards import fan, index_of, slips, spoken
from web.drawings.mini import mini
from web.drawings.podium import steps


def test_cards_overlap_but_every_index_is_in_sight():
    assert [face.x for face in fan(["9S", "TD", "JH"], 84).faces] == [0, 23, 46]


def test_only_the_last_card_of_a_fan_shows_its_large_pip():
    assert [face.pip for face in fan(["9S", "TD", "JH"], 84).faces] == [False, False, True]


def test_a_fan_is_as_wide_as_its_last_card_reaches():
    assert fan(["9S", "TD"], 42).width == 23 + 60
    assert fan(["9S", "TD"], 42).pixel_width == 42


def test_the_ten_of_the_wire_is_a_10_to_the_eye():
    assert (index_of("TD"), index_of("9S"), index_of("KH")) == ("10", "9", "K")


def test_cards_are_read_out_in_words():
    assert spoken(["9S", "TH"]) == "nine of spades, ten of hearts"


def test_slips_stand_side_by_side():
    assert slips(["9S", "TH"]) == ((0, "9", "s"), (16, "10", "h"))


def test_the_podium_has_its_first_in_the_middle():
    drawn = list(steps([(1, "kestrel"), (2, "overcall"), (3, "brine")]))
    assert [(step.name, step.x) for step in drawn] == [
        ("overcall", 0),
        ("kestrel", 124),
        ("brine", 248),
    ]
    assert drawn[1].top < drawn[0].top < drawn[2].top


def test_who_shares_a_place_shares_a_step():
    drawn = list(steps([(1, "a"), (2, "b"), (3, "c"), (3, "d")]))
    assert drawn[-1].name == "c, d"


def test_a_mini_bracket_has_a_mark_for_every_match():
    drawn = mini([("semis", ["done", "live"]), ("final", ["blocked"])])
    assert [[mark.state for mark in each.marks] for each in drawn.stretches] == [
        ["done", "live"],
        [""],
    ]


def test_a_mini_bracket_of_many_matches_keeps_its_room():
    assert mini([("round 1", ["done"] * 64), ("round 2", ["live"] * 32)]).width < 420
