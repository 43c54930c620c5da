"""The log is the table: replaying and refusing entries."""

from __future__ import annotations

import pytest

from games.replay import Entry, replay, step
from games.rules.protocol import IllegalMove, MoveNotUnderstood, NotToAct
from tests.rules.big_two_builders import RULES, a_deal, a_table, names_of

DEAL = a_deal("3D 9C", "4D 2S")


def _play(*cards):
    return {"type": "play", "cards": list(cards)}


def test_a_log_of_moves_and_leaves_gives_the_state():
    log = [Entry(0, _play("3D")), Entry(1, _play("4D")), Entry(0, None, "deadline")]
    state = replay(RULES, 2, DEAL, log)
    assert names_of(state.hands[1]) == ["2S"]
    assert RULES.ply(state) == 3
    assert RULES.outcome(state).places == (2, 1)
    assert [(one.seat, one.reason) for one in state.sheet.leavers] == [(0, "deadline")]


def test_an_empty_log_gives_the_start():
    assert replay(RULES, 2, DEAL, []) == RULES.start(2, DEAL)


def test_the_beginning_of_a_log_never_changes():
    log = [Entry(0, _play("3D")), Entry(1, {"type": "pass"}), Entry(0, _play("9C"))]
    states = [replay(RULES, 2, DEAL, log[:length]) for length in range(4)]
    assert states[3] == step(RULES, states[2], log[2])
    assert states[1] == replay(RULES, 2, DEAL, log[:1])


@pytest.mark.parametrize(
    ("entry", "error"),
    [
        (Entry(1, _play("4D")), NotToAct),
        (Entry(0, _play("9C")), IllegalMove),
        (Entry(0, _play("D3")), MoveNotUnderstood),
    ],
)
def test_an_entry_that_the_rules_refuse_stops_the_replay(entry, error):
    with pytest.raises(error):
        step(RULES, a_table("3D 9C", "4D 2S", must="3D"), entry)
