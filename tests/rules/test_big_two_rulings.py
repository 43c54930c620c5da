"""Big Two: an example for each ruling of docs/rules/big-two.md; R24 is about rating."""

from __future__ import annotations

import re

import pytest

from games.rules.big_two_hands import CARD_NAMES, classify, names_of
from games.rules.deals import DealKey
from games.rules.protocol import NotInPlay
from tests.rules.big_two_builders import (
    RULES,
    a_deal,
    a_table,
    after,
    bits,
    is_legal,
    play,
    refusal,
    rest_of_pack,
    texts,
)

FOURS = ("4D 8D", "5D 9D", "6D TD", "7D JD")


def _three_seats(left_over: str, *, leader_also: str):
    """Seat 1 holds the lowest dealt card, `leader_also`; 17 cards each and one left over."""
    rest = rest_of_pack(left_over, leader_also)
    hands = [rest[0:17], [leader_also, *rest[17:33]], rest[33:50]]
    return RULES.start(3, a_deal(*map(" ".join, hands), left_over=left_over))


def _places(state):
    outcome = RULES.outcome(state)
    return None if outcome is None else outcome.places


def test_r01_play_goes_round_by_ascending_seat_number():
    state = after(a_table(*FOURS, turn=2), "6D", "7D")
    assert state.turn == 0
    assert after(state, "8D").turn == 1


def test_r02_the_left_over_card_does_not_make_its_holder_the_leader():
    state = _three_seats("3D", leader_also="3C")
    assert state.sheet.leader == state.turn == 1
    assert RULES.cards_left(state) == (17, 18, 17)
    assert "3D" in names_of(state.hands[1])


def test_r03_the_first_play_holds_the_lowest_dealt_card_not_the_left_over_one():
    state = _three_seats("3D", leader_also="3C")
    assert is_legal(state, "3C")
    assert is_legal(state, "3D 3C")
    assert refusal(state, "3D").reason == "must_include"
    assert str(refusal(state, "3D")) == "The first play must hold the 3 of clubs."


def test_r04_only_the_leader_sees_the_left_over_card():
    state = _three_seats("9H", leader_also="3D")
    seen = [RULES.dump_view(RULES.view(state, viewer)) for viewer in (0, 1, 2, None)]
    assert [view["left_over"] for view in seen] == [None, "9H", None, None]
    assert [view["counts"] for view in seen] == [[17, 18, 17]] * 4


def _must_seen(state):
    return [
        RULES.dump_view(RULES.view(state, viewer))["must"]
        for viewer in (*range(len(state.hands)), None)
    ]


def test_r05_at_four_seats_everybody_knows_the_must_card():
    rest = rest_of_pack("3D")
    hands = [["3D", *rest[:12]], rest[12:25], rest[25:38], rest[38:51]]
    state = RULES.start(4, a_deal(*map(" ".join, hands)))
    assert _must_seen(state) == ["3D"] * 5


def test_r05_at_two_and_three_seats_only_its_holder_knows_the_must_card():
    assert _must_seen(_three_seats("3D", leader_also="3C")) == [None, "3C", None, None]
    assert _must_seen(a_table("5H 6H", "7D 8D", must="5H")) == ["5H", None, None]


def test_r05_the_first_play_tells_that_no_lower_card_was_dealt():
    state = after(a_table("5H 5S 6H", "7D 8D", must="5H"), "5H 5S")
    seen = [RULES.dump_view(RULES.view(state, viewer)) for viewer in (0, 1, None)]
    assert [(view["must"], view["bound"]) for view in seen] == [(None, "5H")] * 3


def test_r05_a_first_pair_with_the_left_over_card_does_not_tell_which_was_left_over():
    state = after(_three_seats("3D", leader_also="3C"), "3D 3C")
    assert RULES.dump_view(RULES.view(state, None))["bound"] == "3D"


def test_r05_the_must_card_stays_hidden_if_the_leader_leaves_first():
    state = after(_three_seats("3D", leader_also="3C"), "1 resigns")
    assert _must_seen(state) == [None] * 4
    lead = texts(RULES.legal_moves(state, 2))[0]
    assert RULES.view(after(state, lead), 0).bound is None


def test_r05_a_redeal_at_two_seats_deals_no_card_below_the_bound():
    low = "3D 3C 3H 3S 4D 4C 4H 4S"
    higher = rest_of_pack(low)
    start = RULES.start(2, a_deal(" ".join(higher[:17]), " ".join(higher[17:34])))
    state = after(start, "5D")
    chance = DealKey(bytes(32)).stream("redeal")
    for _ in range(20):
        hand = names_of(RULES.redeal(RULES.view(state, 0), chance).hands[1])
        assert not set(hand) & set(low.split())


def test_r05_a_redeal_before_the_first_play_leaves_the_lead_where_it_is():
    rest = rest_of_pack("3D")
    start = RULES.start(2, a_deal(" ".join(rest[:17]), " ".join(["3D", *rest[17:33]])))
    chance = DealKey(bytes(32)).stream("redeal")
    for viewer in (0, None):
        again = [RULES.redeal(RULES.view(start, viewer), chance) for _ in range(20)]
        assert all(min(bits_low(one.hands[1])) < min(bits_low(one.hands[0])) for one in again)


def test_r05_a_redeal_remembers_who_was_to_lead_after_the_leader_has_left():
    for seats, start in ((3, _three_seats("3D", leader_also="3C")), (2, None)):
        start = start or a_table("9H TH", "7D 8D", turn=1, must="7D")
        state = after(start, "1 resigns")
        chance = DealKey(bytes(32)).stream("redeal")
        for viewer in (*range(seats), None):
            hands = RULES.redeal(RULES.view(state, viewer), chance).hands
            assert min(map(bits_low, hands)) == bits_low(hands[1])


def bits_low(hand):
    return [CARD_NAMES.index(name) for name in names_of(hand)]


def test_r06_if_the_leader_resigns_first_the_next_seat_leads_freely():
    state = after(a_table("3D 4D", "9D 2S", "5C 6C", must="3D"), "0 resigns")
    assert state.turn == 1
    assert texts(RULES.legal_moves(state, 1)) == ["9D", "2S"]


def test_r06_another_seat_that_resigns_does_not_free_the_leader():
    state = after(a_table("3D 4D", "9D 2S", "5C 6C", must="3D"), "1 resigns")
    assert texts(RULES.legal_moves(state, 0)) == ["3D"]


def test_r07_between_equal_pairs_the_one_with_the_higher_card_wins():
    assert play("7H 7S").beats(play("7D 7C"))
    assert play("7D 7S").beats(play("7C 7H"))


@pytest.mark.parametrize("cards", ["QD KC AH 2S 3D", "KD AC 2H 3S 4D", "JD QC KH AS 2D"])
def test_r08_no_run_goes_round_past_the_two(cards):
    assert classify(bits(cards)) is None


def test_r09_straight_flushes_are_compared_by_the_top_of_the_run_then_by_suit():
    assert play("4D 5D 6D 7D 8D").beats(play("3S 4S 5S 6S 7S"))
    assert play("3S 4S 5S 6S 7S").beats(play("3H 4H 5H 6H 7H"))


def test_r10_in_a_flush_the_two_is_high():
    assert play("4H 6H 7H 8H 2H").beats(play("3H 5H 9H KH AH"))
    assert classify(bits("JH QH KH AH 2H")) == ("flush", 40 + 2 * 13 + 12)


def test_r11_a_straight_flush_is_nothing_lower():
    assert classify(bits("3D 4D 5D 6D 7D")) == ("straight flush", 118 + 2 * 4)


def test_r12_the_fifth_card_of_a_four_counts_for_nothing():
    assert play("4D 4C 4H 4S 5D").beats(play("3D 3C 3H 3S 2S"))
    assert play("5D 5C 5H 5S 3D").key == play("5D 5C 5H 5S 2S").key


def test_r13_a_seat_that_cannot_beat_passes_by_itself_and_may_pass_twice():
    state = after(a_table("2S 3S", "4C 5C", "4D AS"), "2S")
    assert (state.turn, texts(RULES.legal_moves(state, 1))) == (1, ["pass"])
    state = after(a_table("4C 2S", "5C 6C", "5D 2H"), "4C", "pass", "5D", "2S", "pass")
    assert state.turn == 2


def test_r14_after_the_owner_went_out_every_seat_with_cards_must_pass():
    state = after(a_table("2S", "4C 5C", "4D 5D"), "2S", "pass")
    assert (state.turn, texts((state.table,))) == (2, ["2S"])
    state = after(state, "pass")
    assert (state.turn, state.table) == (1, None)


def test_r14_also_the_seat_that_played_before_the_owner_must_pass():
    state = after(a_table("4C 5C", "2S", "4D 5D"), "4C", "2S", "pass")
    assert (state.turn, state.table) == (0, play("2S"))
    state = after(state, "pass")
    assert (state.turn, state.table) == (2, None)


def test_r15_a_seat_may_resign_while_another_is_on_turn():
    state = after(a_table(*FOURS), "4D", "3 resigns")
    assert (state.turn, state.table) == (1, play("4D"))
    with pytest.raises(NotInPlay):
        after(state, "3 resigns")


def test_r16_a_resigned_hand_is_seen_by_nobody_else():
    state = after(a_table(*FOURS), "3 resigns")
    for viewer in (0, 1, 2, None):
        assert "JD" not in str(RULES.dump_view(RULES.view(state, viewer)))
    assert RULES.dump_view(RULES.view(state, 3))["hand"] == ["7D", "JD"]


def test_r17_what_a_leaver_played_stays_and_the_next_seat_leads_after_it():
    state = after(a_table(*FOURS), "8D", "9D", "1 resigns", "pass", "pass")
    assert (state.turn, state.table) == (0, play("9D"))
    assert after(state, "pass").table is None
    assert after(state, "pass").turn == 2


def test_r18_who_resigned_first_is_last():
    state = after(a_table(*FOURS), "2 resigns", "0 resigns", "3 resigns")
    assert _places(state) == (3, 1, 4, 2)


def test_r19_who_stays_with_cards_ranks_above_every_leaver():
    state = after(a_table("2S", "4C 5C", "4D 5D"), "2 resigns", "2S")
    assert _places(state) == (1, 2, 3)


def test_r20_the_trick_is_over_when_the_only_seat_that_had_not_passed_resigns():
    state = after(a_table(*FOURS), "8D", "pass", "pass", "3 resigns")
    assert (state.turn, state.table, state.trick) == (0, None, ())


def test_r20_the_trick_goes_on_when_a_seat_that_had_passed_resigns():
    state = after(a_table(*FOURS), "8D", "pass", "1 resigns", "pass")
    assert (state.turn, state.table) == (3, play("8D"))


def test_r21_when_all_others_have_left_the_last_seat_takes_the_best_free_place():
    state = after(a_table("2S", "4C 5C", "4D 5D", "4H 5H"), "2S", "2 resigns", "3 resigns")
    assert _places(state) == (1, 2, 4, 3)
    assert RULES.outcome(state).why == "all_left"


def test_r22_a_missed_deadline_is_a_resignation_and_never_a_pass():
    state = RULES.leave(after(a_table(*FOURS), "8D"), 1, "deadline")
    resigned = after(a_table(*FOURS), "8D", "1 resigns")
    assert (state.turn, state.playing, state.table) == (2, (0, 2, 3), play("8D"))
    assert [one.reason for one in state.sheet.leavers] == ["deadline"]
    assert RULES.view(state, 0).counts == RULES.view(resigned, 0).counts


def test_r23_at_two_seats_the_18_cards_set_aside_are_nowhere():
    deal = RULES.deal(DealKey(bytes(range(32))), 2)
    state = RULES.start(2, deal)
    aside = set(rest_of_pack(*names_of(state.hands[0]), *names_of(state.hands[1])))
    assert len(aside) == 18
    everything = str([RULES.dump(state), RULES.dump_deal(deal), RULES.dump_view(state_view(state))])
    assert not [name for name in aside if f"'{name}'" in everything]


def state_view(state):
    return RULES.view(state, 0)


def test_r25_counts_and_all_that_was_played_are_public():
    state = after(a_table(*FOURS), "4D", "5D", "pass", "pass", "8D")
    seen = RULES.dump_view(RULES.view(state, None))
    assert seen["counts"] == [0, 1, 2, 2]
    assert seen["played"] == [["4D", "8D"], ["5D"], [], []]
    assert [(act["seat"], act["cards"]) for act in seen["trick"]] == [
        (0, ["4D"]),
        (1, ["5D"]),
        (2, []),
        (3, []),
        (0, ["8D"]),
    ]
    assert seen["hand"] is None


def test_r26_four_of_a_kind_needs_a_fifth_card():
    state = a_table("5D 5C 5H 5S", "6D 6C")
    assert refusal(state, "5D 5C 5H 5S").reason == "not_a_combination"
    assert is_legal(state, "5D 5C 5H")
    assert is_legal(state, "5D 5C")


def test_every_ruling_with_content_has_its_example_here():
    cited = {int(found[1]) for found in re.finditer(r"test_r(\d\d)_", " ".join(globals()))}
    assert cited == set(range(1, 27)) - {24}


def test_the_result_tells_place_and_reason_and_no_score():
    outcome = RULES.outcome(after(a_table("KD", "5D 8D", "6D"), "KD", "pass", "pass", "5D", "6D"))
    assert (outcome.places, outcome.scores, outcome.leavers, outcome.why) == (
        (1, 3, 2),
        (None, None, None),
        (),
        "played_out",
    )


def test_events_tell_everybody_what_happened_in_order():
    before = after(a_table("2S", "4C 5C", "4D 5D"))
    out = after(before, "2S")
    assert RULES.events(before, 0, play("2S"), out).public == (
        {"type": "play", "seat": 0, "cards": ["2S"], "left": 0},
        {"type": "out", "seat": 0, "place": 1},
    )
    passed = after(out, "pass")
    over = after(passed, "pass")
    assert RULES.events(passed, 2, RULES.parse({"type": "pass"}), over).public == (
        {"type": "pass", "seat": 2},
        {"type": "trick_over", "leads": 1},
    )
    end = after(over, "2 resigns")
    assert RULES.events(over, 2, None, end).public == (
        {"type": "leave", "seat": 2, "reason": "resigned"},
        {"type": "over", "places": [1, 2, 3], "why": "all_left"},
    )


def test_a_view_tells_who_has_passed_since_the_last_play():
    state = after(a_table(*FOURS), "8D", "pass", "TD", "pass")
    assert RULES.view(state, None).passed == (3,)
    assert RULES.view(after(state, "pass"), None).passed == (0, 3)


def test_no_hidden_card_is_printed():
    state = a_table("3D 4D", "9D 2S", "5C 6C", must="3D")
    for printed in (repr(state), repr(RULES.view(state, 0)), repr(a_deal("3D", "4D"))):
        assert not re.search("must|hand|[3-9TJQKA2][DCHS]", printed)
