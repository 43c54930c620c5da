"""What every registered game promises, at every number of seats."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.strategies import strategy
from games.replay import replay
from games.rules.deals import DealKey
from games.rules.protocol import BadOptions, IllegalMove, Seat
from games.rules.registry import AnyRules
from games.verify import verify
from tests.rules.hooks import HOOKS, dealt_again
from tests.rules.leaks import leaks_of_a_table
from tests.rules.playouts import Ply, key_of, played, recorded, shapes

ROOT = Path(__file__).parents[2]
SHAPES = [pytest.param(*shape, id=f"{shape[0].code}-{shape[1]}") for shape in shapes()]
every_game = pytest.mark.parametrize(("game", "seats"), SHAPES)
numbers = st.integers(0, 10**9)
some = settings(max_examples=settings().max_examples // 2)
few = settings(max_examples=settings().max_examples // 6)


def rules_of(game: type[AnyRules], seats: int) -> AnyRules:
    return game.with_options(HOOKS[game.code].options, seats)


def viewers(seats: int) -> list[Seat | None]:
    return [*map(Seat, range(seats)), None]


def chance_of(number: int):
    return DealKey(number.to_bytes(32, "big")).stream("test")


def spread(plies: Iterable[Ply], count: int) -> list[Ply]:
    """About so many of them, the first and then evenly."""
    whole = list(plies)
    return whole[:: max(1, len(whole) // count)]


def same_json(json_value):
    return json.loads(json.dumps(json_value))


@every_game
@some
@given(number=numbers)
def test_a_random_table_with_leaves_ends_and_gives_every_seat_a_place(game, seats, number):
    rules = rules_of(game, seats)
    *_, last = played(rules, seats, number, leave_chance=30)
    outcome = rules.outcome(last.after)
    better = [sum(other < place for other in outcome.places) for place in outcome.places]
    assert list(outcome.places) == [count + 1 for count in better]
    assert game.ties_possible or len(set(outcome.places)) == seats
    assert len(outcome.scores) == seats
    assert rules.to_act(last.after) == rules.in_play(last.after) == ()


@every_game
@some
@given(number=numbers)
def test_somebody_is_to_act_as_long_as_there_is_no_outcome(game, seats, number):
    rules = rules_of(game, seats)
    for ply, step in enumerate(played(rules, seats, number, leave_chance=30)):
        actors = rules.to_act(step.before)
        assert actors
        assert set(actors) <= set(rules.in_play(step.before))
        assert rules.ply(step.before) == ply
        for seat in range(seats):
            assert bool(rules.legal_moves(step.before, Seat(seat))) == (seat in actors)


@every_game
@some
@given(number=numbers)
def test_every_legal_move_is_accepted_and_read_back(game, seats, number):
    rules = rules_of(game, seats)
    for step in list(played(rules, seats, number))[::5]:
        for seat in rules.to_act(step.before):
            moves = rules.legal_moves(step.before, seat)
            assert len(set(map(str, map(rules.dump_move, moves)))) == len(moves)
            for move in moves:
                assert rules.parse(same_json(rules.dump_move(move))) == move
                assert rules.canonical(step.before, seat, move) == move
                assert rules.describe_move(move)
                assert rules.ply(rules.apply(step.before, seat, move)) == rules.ply(step.before) + 1


@every_game
@some
@given(number=numbers)
def test_a_move_that_is_not_listed_is_refused(game, seats, number):
    rules = rules_of(game, seats)
    plies = list(played(rules, seats, number))
    once_legal = list(dict.fromkeys(rules.parse(step.entry.move) for step in plies))
    for step in spread(plies, 9):
        for seat in rules.to_act(step.before):
            listed = rules.legal_moves(step.before, seat)
            for move in once_legal:
                if rules.canonical(step.before, seat, move) not in listed:
                    with pytest.raises(IllegalMove):
                        rules.apply(step.before, seat, move)


@every_game
@some
@given(number=numbers)
def test_no_card_is_lost_or_made(game, seats, number):
    rules, hook = rules_of(game, seats), HOOKS[game.code]
    plies = list(played(rules, seats, number, leave_chance=20))
    first = rules.dump(plies[0].before)
    cards = {hook.deal_number(first): hook.cards(first)}
    assert Counter() < hook.cards(first) <= hook.pack(seats)
    for dumped in (rules.dump(step.after) for step in plies):
        assert hook.cards(dumped) == cards.setdefault(hook.deal_number(dumped), hook.cards(dumped))


@every_game
@some
@given(number=numbers)
def test_states_and_views_come_back_from_their_json(game, seats, number):
    rules = rules_of(game, seats)
    for step in spread(played(rules, seats, number, leave_chance=20), 15):
        assert rules.load(same_json(rules.dump(step.after))) == step.after
        for viewer in viewers(seats):
            view = rules.view(step.after, viewer)
            assert rules.load_view(same_json(rules.dump_view(view))) == view


@every_game
@some
@given(number=numbers)
def test_a_view_is_enough_to_know_ones_legal_moves(game, seats, number):
    rules = rules_of(game, seats)
    for step in spread(played(rules, seats, number, leave_chance=20), 15):
        for seat in map(Seat, range(seats)):
            view = rules.view(step.after, seat)
            assert rules.moves_of(view) == rules.legal_moves(step.after, seat)
        assert rules.moves_of(rules.view(step.after, None)) == ()


@every_game
@few
@given(number=numbers)
def test_two_deals_that_a_viewer_cannot_tell_apart_look_the_same(game, seats, number):
    assert list(leaks_of_a_table(rules_of(game, seats), seats, number)) == []


@every_game
def test_dealing_again_changes_what_is_hidden_from_each_viewer(game, seats):
    # Without this the test above would compare a state with itself.
    rules = rules_of(game, seats)
    first = next(played(rules, seats, 1)).before
    for viewer in viewers(seats):
        again = rules.dump(dealt_again(rules, first, viewer, chance_of(2)))
        assert again != rules.dump(first)


@every_game
@some
@given(number=numbers)
def test_a_redeal_fits_the_view_it_comes_from(game, seats, number):
    rules, chance = rules_of(game, seats), chance_of(number)
    hook = HOOKS[game.code]
    for step in spread(played(rules, seats, number, leave_chance=20), 6):
        cards = hook.cards(rules.dump(step.after))
        for viewer in viewers(seats):
            view = rules.view(step.after, viewer)
            again = rules.redeal(view, chance)
            assert rules.view(again, viewer) == view
            cards_again = hook.cards(rules.dump(again))
            assert cards_again.total() == cards.total()
            assert cards_again <= hook.pack(seats)


@every_game
def test_a_redeal_is_a_table_that_can_be_played_to_its_end(game, seats):
    rules, chance = rules_of(game, seats), chance_of(3)
    for step in list(played(rules, seats, 3, leave_chance=20))[::4]:
        state = rules.redeal(rules.view(step.before, rules.to_act(step.before)[0]), chance)
        while rules.outcome(state) is None:
            seat = rules.to_act(state)[0]
            state = rules.apply(state, seat, rules.legal_moves(state, seat)[-1])


@every_game
def test_a_redeal_reaches_many_deals(game, seats):
    rules, chance = rules_of(game, seats), chance_of(4)
    first = next(played(rules, seats, 4)).before
    for viewer in viewers(seats):
        view = rules.view(first, viewer)
        found = {json.dumps(rules.dump(rules.redeal(view, chance))) for _ in range(12)}
        assert len(found) == 12


@every_game
@some
@given(number=numbers)
def test_the_log_played_again_gives_the_same_table(game, seats, number):
    rules = rules_of(game, seats)
    plies = list(played(rules, seats, number, leave_chance=20))
    deal = rules.deal(key_of(rules, number, seats), seats)
    assert replay(rules, seats, deal, [step.entry for step in plies]) == plies[-1].after


@every_game
def test_nothing_depends_on_the_hash_seed(game, seats):
    program = (
        "import json\n"
        "from tests.rules.playouts import played\n"
        "from games.rules.registry import game\n"
        f"rules = game({game.code!r}).with_options({{}}, {seats})\n"
        f"for step in played(rules, {seats}, 5, leave_chance=20):\n"
        f"    for viewer in (*range({seats}), None):\n"
        "        print(json.dumps(rules.dump_view(rules.view(step.after, viewer))))\n"
        "    for seat in rules.to_act(step.after):\n"
        "        print(list(map(rules.describe_move, rules.legal_moves(step.after, seat))))\n"
        "    print(json.dumps([rules.dump(step.after), step.entry.move]))\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(told) == 1
    assert len(told.pop()) > 1000


@every_game
@some
@given(number=numbers)
def test_the_record_of_a_table_verifies(game, seats, number):
    record = recorded(rules_of(game, seats), seats, number, leave_chance=10)
    assert verify(same_json(record)).holds


@every_game
def test_a_record_with_another_nonce_differs_in_its_deal(game, seats):
    record = same_json(recorded(rules_of(game, seats), seats, 6))
    record["nonces"][0] = "ff"
    verdict = verify(record)
    assert not verdict.holds
    assert verdict.where.startswith("deal.")


@every_game
def test_other_seat_counts_than_declared_are_refused(game, seats):
    for wrong in (game.min_seats - 1, game.max_seats + 1):
        with pytest.raises(BadOptions):
            game.with_options({}, wrong)
    with pytest.raises(BadOptions):
        game.with_options({"no such option": 1}, seats)


@every_game
def test_options_are_spelled_out_and_declared(game, seats):
    rules = rules_of(game, seats)
    assert set(rules.options) == {option.name for option in game.declared_options}
    assert all(option.default in option.choices for option in game.declared_options)


@every_game
def test_the_random_strategy_plays_every_game_from_views_alone(game, seats):
    rules, chance, player = rules_of(game, seats), chance_of(7), strategy("random", game.code)
    state = next(played(rules, seats, 7)).before
    while rules.outcome(state) is None:
        seat = rules.to_act(state)[0]
        view = rules.load_view(same_json(rules.dump_view(rules.view(state, seat))))
        state = rules.apply(state, seat, player.choose(rules, view, chance))


@every_game
def test_no_state_view_or_deal_prints_a_hidden_card(game, seats):
    rules = rules_of(game, seats)
    first = next(played(rules, seats, 8)).before
    for viewer in viewers(seats):
        again = dealt_again(rules, first, viewer, chance_of(9))
        assert repr(first) == repr(again)
        assert repr(rules.view(first, viewer)) == repr(rules.view(again, viewer))
    deals = {repr(rules.deal(key_of(rules, number, seats), seats)) for number in range(5)}
    assert len(deals) == 1
