"""What holds for every number of entrants, every table size and every course of play."""

from collections import Counter
from collections.abc import Collection
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.playing import (
    ELIMINATION,
    Lot,
    Story,
    fresh,
    keep_walkovers,
    play,
    withdrawn,
)
from tournaments.formats.resolver import resolve
from tournaments.formats.slots import (
    MatchOutcome,
    PlaceSlot,
    PlannedMatch,
    SeedSlot,
    StageState,
)

CONFIGS = [
    {"seats": seats, "advance": advance} for seats in range(2, 7) for advance in range(1, seats)
]
numbers = st.integers(2, 130)
configs = st.sampled_from(CONFIGS)
courses = st.builds(Random, st.integers(0, 2**32))


def rows_of(config, state):
    return ELIMINATION.standings(config, state)


def byes_of(state: StageState) -> dict[int, Counter[int]]:
    """byes[round]: those who sat in a later round but in none of this one's matches."""
    resolved = resolve(state)
    rounds: dict[int, set[int]] = {}
    for match in state.matches:
        for entrant in resolved[match.key].present:
            rounds.setdefault(entrant, set()).add(match.round)
    return {
        number: Counter(
            entrant for entrant, own in rounds.items() if number not in own and max(own) > number
        )
        for number in sorted({match.round for match in state.matches})
    }


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_every_number_of_entrants_is_played_to_the_end_and_all_are_placed(config):
    many = range(2, 131) if config["advance"] <= 1 else (*range(2, 41), 64, 65, 97, 128, 129, 130)
    for n in many:
        story = play(config, n, Random(n))
        rows = rows_of(config, story.state)
        assert sorted(row.entrant for row in rows) == [100 + seed for seed in range(1, n + 1)]
        assert [row.place for row in rows].count(1) == 1
        assert_places_are_standard([row.place for row in rows])
        assert_champion_never_went_home(story, rows[0].entrant)


def assert_places_are_standard(places: list[int]) -> None:
    assert places == sorted(places)
    for index, place in enumerate(places):
        assert place in (index + 1, places[index - 1])


def assert_champion_never_went_home(story: Story, champion: int) -> None:
    """Everybody is sent home exactly once but the champion, who never is."""
    homes = Counter(
        entrant for match, order in story.played for entrant in order[max(match.advance, 1) :]
    )
    assert homes[champion] == 0
    assert set(homes.values()) == {1}
    assert len(homes) == len(story.state.entrants) - 1


@given(configs, st.integers(2, 60), courses)
def test_withdrawals_at_any_time_never_stop_a_stage(config, n, course):
    story = play(config, n, course, leaving=0.3)
    rows = rows_of(config, story.state)
    assert len(rows) == n
    assert_places_are_standard([row.place for row in rows])
    assert all(match.is_decided for match in resolve(story.state).values())


@given(configs, numbers, courses)
def test_sizes_of_a_round_differ_by_one_at_most(config, n, course):
    sizes: dict[int, set[int]] = {}
    for match in play(config, n, course).state.matches:
        sizes.setdefault(match.round, set()).add(len(match.slots))
    assert all(max(each) - min(each) <= 1 for each in sizes.values())
    assert max(map(max, sizes.values())) <= config["seats"]


@given(configs, numbers, courses)
def test_every_match_seats_two_or_more_different_entrants(config, n, course):
    for match, order in play(config, n, course).played:
        assert 2 <= len(order) == len(set(order)) == len(match.slots)


@given(configs, numbers, courses)
def test_nobody_rests_twice_while_another_of_the_round_never_did(config, n, course):
    state = play(config, n, course).state
    rested: Counter[int] = Counter()
    resolved = resolve(state)
    for number, resting in byes_of(state).items():
        playing = {
            entrant
            for match in state.matches
            if match.round == number
            for entrant in resolved[match.key].present
        }
        if any(rested[entrant] for entrant in resting):
            assert all(rested[entrant] for entrant in playing)
        rested += resting


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_byes_of_the_first_round_go_to_the_top_seeds(config):
    for n in range(2, 131):
        state = fresh(config, n)
        playing = {
            slot.seed
            for match in state.matches
            if match.round == 1
            for slot in match.slots
            if isinstance(slot, SeedSlot)
        }
        byes = n - len(playing)
        assert playing == set(range(byes + 1, n + 1))
        assert byes == ELIMINATION.outline(config, n)[0].byes


@pytest.mark.parametrize(("seats", "advance"), [(3, 1), (4, 1), (4, 2), (5, 2), (6, 2), (6, 3)])
def test_those_who_sat_at_one_table_are_parted_in_the_next_round(seats, advance):
    for n in range(2, 131):
        matches = fresh({"seats": seats, "advance": advance}, n).matches
        tables = Counter(match.round for match in matches)
        for match in matches:
            sources = [slot.match for slot in match.slots if isinstance(slot, PlaceSlot)]
            if tables[match.round] >= advance:
                assert len(set(sources)) == len(sources)


def test_a_tree_has_the_fewest_byes():
    assert [ELIMINATION.outline({"seats": 2}, n)[0].byes for n in range(2, 18)] == [
        0, 1, 0, 3, 2, 1, 0, 7, 6, 5, 4, 3, 2, 1, 0, 15,
    ]  # fmt: skip


@given(configs, st.integers(2, 40), courses)
def test_places_stand_at_every_instant(config, n, course):
    whole = play(config, n, course, leaving=0.1).state
    results: dict[str, MatchOutcome] = {}
    for key, outcome in whole.results.items():
        results[key] = outcome
        rows = rows_of(config, StageState(whole.entrants, known(whole, results), dict(results)))
        assert len(rows) == n
        assert_places_are_standard([row.place for row in rows])


def known(state: StageState, results: Collection[str]) -> tuple[PlannedMatch, ...]:
    """The matches of the rounds that were planned when only these results stood."""
    if all(isinstance(slot, SeedSlot | PlaceSlot) for each in state.matches for slot in each.slots):
        return state.matches
    reached = max(match.round for match in state.matches if match.key in results)
    return tuple(match for match in state.matches if match.round <= reached)


@given(configs, numbers, courses)
def test_walkovers_follow_from_the_withdrawals_alone(config, n, course):
    """Storing them is only a record: leaving them out of the facts gives the same stage.

    All withdrawals come first here, since a later one cannot undo a walkover that stood.
    """
    state = withdrawn(fresh(config, n), *(100 + course.randint(1, n) for _ in range(n // 3)))
    assert resolve(keep_walkovers(state)) == resolve(state)
    assert rows_of(config, keep_walkovers(state)) == rows_of(config, state)


@given(configs, numbers)
def test_the_same_draw_gives_the_same_matches(config, n):
    once = ELIMINATION.plan(config, n, Lot(3))
    assert repr(once) == repr(ELIMINATION.plan(config, n, Lot(3)))


@given(configs, numbers, courses)
def test_results_in_another_order_give_the_same_standings(config, n, course):
    state = play(config, n, course).state
    backwards = dict(reversed(list(state.results.items())))
    turned = StageState(tuple(reversed(state.entrants)), state.matches, backwards)
    assert rows_of(config, turned) == rows_of(config, state)
