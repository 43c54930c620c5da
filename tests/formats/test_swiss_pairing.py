"""Pairs of a Swiss round, from scores, meetings and seats alone."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.swiss_costs import Contender, seat_wish
from tournaments.formats.swiss_pairing import AT_ONCE, pair_round
from tournaments.formats.swiss_sections import split

FIRST, SECOND = 1, -1


def field(n: int, **same) -> list[Contender]:
    return [Contender(number, **same) for number in range(1, n + 1)]


def met(contenders: list[Contender], *pairs: tuple[int, int]) -> list[Contender]:
    """The same contenders after these have met once."""
    return [
        Contender(
            each.number,
            each.score,
            {sum(pair) - each.number: 1 for pair in pairs if each.number in pair},
            each.seats,
        )
        for each in contenders
    ]


def couples(pairing) -> list[set[int]]:
    return [set(pair) for pair in pairing.pairs]


def test_fold_pairs_the_upper_half_with_the_lower_half_in_order():
    assert couples(pair_round(field(8))) == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]


def test_monrad_pairs_neighbours():
    assert couples(pair_round(field(8), "monrad")) == [{1, 2}, {3, 4}, {5, 6}, {7, 8}]


def test_odd_numbers_sit_first_before_anybody_has_sat():
    assert pair_round(field(4)).pairs == ((1, 3), (4, 2))


def test_whoever_sat_first_sits_second_next():
    contenders = [Contender(1, seats=(FIRST,)), Contender(2, seats=(SECOND,))]
    assert pair_round(contenders).pairs == ((2, 1),)


def test_two_who_sat_first_twice_running_are_not_paired():
    twice = {1, 3}
    contenders = [
        Contender(number, seats=(FIRST, FIRST) if number in twice else (SECOND, SECOND))
        for number in (1, 2, 3, 4)
    ]
    assert all(len(pair & twice) == 1 for pair in couples(pair_round(contenders)))


def test_the_wish_for_a_seat_grows_with_what_was_sat():
    assert seat_wish(()) == (0, 0)
    assert seat_wish((FIRST,)) == (SECOND, 2)
    assert seat_wish((FIRST, SECOND)) == (FIRST, 1)
    assert seat_wish((SECOND, FIRST, FIRST)) == (SECOND, 3)
    assert seat_wish((FIRST, SECOND, FIRST, SECOND, SECOND)) == (FIRST, 3)


def test_equal_points_meet():
    points = {1: 1, 2: 0, 3: 1, 4: 0}
    contenders = [Contender(number, own) for number, own in points.items()]
    assert couples(pair_round(contenders)) == [{1, 3}, {2, 4}]


def test_those_who_have_met_are_paired_with_others():
    assert couples(pair_round(met(field(4), (1, 3), (2, 4)))) == [{1, 4}, {2, 3}]


def test_when_everybody_has_met_the_round_is_paired_all_the_same():
    everybody = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    assert couples(pair_round(met(field(4), *everybody))) == [{1, 3}, {2, 4}]


def test_entrants_of_one_owner_are_kept_apart():
    owners = {1: "a", 3: "a", 2: "b", 4: "b"}
    contenders = [Contender(each, apart=frozenset(own)) for each, own in owners.items()]
    assert couples(pair_round(contenders)) == [{1, 4}, {2, 3}]


def test_the_last_of_those_with_the_fewest_byes_rests():
    assert pair_round(field(5)).bye == 5
    rested = [Contender(number, byes=1 if number > 3 else 0) for number in range(1, 6)]
    assert pair_round(rested).bye == 3


def test_whoever_missed_a_round_rests_only_after_the_others():
    contenders = [Contender(1), Contender(2), Contender(3, idle=1)]
    assert pair_round(contenders).bye == 2


def test_the_bye_moves_up_where_the_rest_would_otherwise_meet_again():
    contenders = met(field(3), (1, 2))
    assert pair_round(contenders).bye == 2


def test_nobody_floats_twice_running_if_another_can():
    contenders = [
        Contender(1, 1),
        Contender(2, 1),
        Contender(3, 1, floats=(1,)),
        Contender(4),
    ]
    assert couples(pair_round(contenders))[1] == {2, 4}


numbers = st.integers(2, 8)
courses = st.builds(Random, st.integers(0, 2**32))


def in_mid_event(n: int, course: Random) -> list[Contender]:
    """Contenders with any points and any meetings."""
    pairs = [(a, b) for b in range(1, n + 1) for a in range(1, b) if course.random() < 0.6]
    return [
        Contender(each.number, course.randint(0, 6), each.met) for each in met(field(n), *pairs)
    ]


def fewest_again(left: tuple[int, ...], again: dict[int, dict[int, int]], bye: bool) -> int:
    """Meetings again that no pairing can avoid, by trying all."""
    if not left:
        return 0
    first, *others = left
    ways = [
        again[first].get(other, 0)
        + fewest_again(tuple(each for each in others if each != other), again, bye)
        for other in others
    ]
    if bye:
        ways.append(fewest_again(tuple(others), again, False))
    return min(ways)


@given(numbers, courses)
def test_no_meeting_again_could_have_been_avoided(n, course):
    contenders = in_mid_event(n, course)
    again = {each.number: dict(each.met) for each in contenders}
    pairing = pair_round(contenders)
    made = sum(again[one].get(other, 0) for one, other in pairing.pairs)
    assert made == fewest_again(tuple(sorted(again)), again, n % 2 == 1)


@given(st.integers(2, 130), courses)
def test_everybody_is_in_one_pair_or_rests(n, course):
    pairing = pair_round(in_mid_event(n, course))
    paired = [number for pair in pairing.pairs for number in pair]
    assert sorted([*paired, *([pairing.bye] if pairing.bye else [])]) == list(range(1, n + 1))
    assert len(paired) == n - n % 2


@given(numbers, courses)
def test_the_order_of_the_contenders_does_not_matter(n, course):
    contenders = in_mid_event(n, course)
    assert pair_round(contenders) == pair_round(course.sample(contenders, n))


def test_many_are_folded_like_few():
    n = AT_ONCE + 20
    assert couples(pair_round(field(n))) == [{each, each + n // 2} for each in range(1, 161)]


def test_many_do_not_meet_again_and_sit_in_turn():
    course = Random(5)
    n, seats, again = 401, {}, {}
    points = dict.fromkeys(range(1, n + 1), 0)
    byes = dict.fromkeys(points, 0)
    for _ in range(8):
        pairing = pair_round(
            [
                Contender(each, points[each], again.get(each), seats.get(each, ()), (), byes[each])
                for each in points
            ]
        )
        for one, other in pairing.pairs:
            assert other not in again.setdefault(one, {})
            again[one][other] = again.setdefault(other, {})[one] = 1
            seats[one] = (*seats.get(one, ()), FIRST)
            seats[other] = (*seats.get(other, ()), SECOND)
            points[course.choice((one, other))] += 1
        byes[pairing.bye] += 1
        points[pairing.bye] += 1
    assert max(byes.values()) == 1
    assert max(abs(sum(own)) for own in seats.values()) <= 2
    assert not any(
        abs(sum(own[here : here + 3])) == 3 for own in seats.values() for here in range(6)
    )


def test_a_large_score_group_is_cut_so_that_partners_stay_together():
    assert split([1] * 3 + [0] * 130, "fold") == [
        [0, 1, 2],
        [*range(3, 24), *range(68, 89)],
        [*range(24, 46), *range(89, 111)],
        [*range(46, 68), *range(111, 133)],
    ]
