"""Rounds in a hurry seat everybody who plays on, once, with those who have beaten about as many."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.playing import entrants, withdrawn
from tournaments.formats.hasty import hasty_round
from tournaments.formats.registry import format_for
from tournaments.formats.sampling import played_out
from tournaments.formats.slots import EntrantSlot, StageState

STAGES = [
    ("swiss", {"rounds": 3}),
    ("pods", {"seats": 4, "rounds": 3}),
    ("arena", {"matches_each": 3}),
    ("ladder", {"matches_each": 3}),
]


def fresh(n: int) -> StageState:
    return StageState(entrants(n), (), {})


@given(st.sampled_from(STAGES), st.integers(2, 70), st.integers(0, 5))
def test_all_who_are_there_play_their_matches_and_nobody_two_at_once(stage, n, gone):
    format_, config = format_for(stage[0]), stage[1]
    left = [100 + seed for seed in range(1, min(gone, n - 1) + 1)]
    end = played_out(
        format_, config, withdrawn(fresh(n), *left), lambda match, present: present, in_haste=True
    )
    played = {entrant.id: 0 for entrant in end.entrants}
    rounds: dict[int, list[int]] = {}
    for match in end.matches:
        assert 2 <= len(match.slots) <= format_.seats(config)
        for slot in match.slots:
            assert isinstance(slot, EntrantSlot)
            played[slot.entrant] += 1
            rounds.setdefault(match.round, []).append(slot.entrant)
    assert all(len(set(seated)) == len(seated) for seated in rounds.values())
    assert all(played[each] == 0 for each in left)
    if n - len(left) > 1:
        assert max(played.values()) <= 3
        assert sum(played.values()) > 0


def test_neighbours_by_beaten_opponents_meet():
    format_, config = format_for("swiss"), {"rounds": 2}
    end = played_out(format_, config, fresh(6), lambda match, present: present, in_haste=True)
    second = [
        tuple(slot.entrant for slot in match.slots) for match in end.matches if match.round == 2
    ]
    assert second == [(101, 103), (105, 102), (104, 106)]


@pytest.mark.parametrize(
    ("code", "config"), [*STAGES, ("arena", {"minutes": 9, "matches_each": 0})]
)
def test_nothing_is_added_at_the_end(code, config):
    format_ = format_for(code)
    assert hasty_round(format_, config, withdrawn(fresh(2), 102)) == ()
    assert hasty_round(format_, config, StageState(entrants(9), (), {}, is_closing=True)) == ()
    endless = fresh(4) if config.get("minutes") else fresh(1)
    assert hasty_round(format_, config, endless) == ()
