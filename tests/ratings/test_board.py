"""What is asked of ratings: the board, a player's ratings and history, the changes of a result."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise

import pytest

from players.models import Player
from ratings.errors import BadCursor, PoolNotFound
from ratings.models import Rating
from ratings.queries import (
    Board,
    board_row,
    contest_seen,
    history_of,
    leaderboard,
    pool_seen,
    pools,
    rating_series,
    ratings_of,
)
from tests.builders import a_house_bot, some_bots
from tests.ratings.helpers import NOON, a_contest, a_rating, folded, the_pool

pytestmark = pytest.mark.django_db

TODAY = dt.datetime.now(dt.UTC)
LONG_AGO = TODAY - dt.timedelta(days=91)


def board(after: str | None = None, limit: int = 50) -> Board:
    return leaderboard("big_two", "bot", after, limit)


def lines(seen: Board) -> list[tuple[int | None, str, int]]:
    return [(row.place, row.handle, row.board) for row in seen.rows]


# ------------------------------------------------------------------ the board


def test_the_board_is_sorted_by_the_lower_edge_of_the_belief():
    ada, ben, cat = some_bots("ada", "ben", "cat")
    a_rating(ada, 30, 2, played_at=TODAY)
    a_rating(ben, 28, 1, played_at=TODAY)
    a_rating(cat, 33, 2.5, played_at=TODAY)
    assert lines(board()) == [(1, "cat", 2550), (2, "ben", 2500), (3, "ada", 2400)]


def test_equal_ratings_share_a_place_and_the_next_is_skipped():
    ada, ben, cat, dan = some_bots("ada", "ben", "cat", "dan")
    for player, mu in ((ada, 28), (ben, 30), (cat, 28), (dan, 26)):
        a_rating(player, mu, 1, played_at=TODAY)
    assert [(row.place, row.handle) for row in board().rows] == [
        (1, "ben"),
        (2, "ada"),
        (2, "cat"),
        (4, "dan"),
    ]


def test_of_equal_lower_edges_the_higher_mean_leads():
    ada, ben = some_bots("ada", "ben")
    a_rating(ada, 28, 1, played_at=TODAY)
    a_rating(ben, 31, 2, played_at=TODAY)
    assert lines(board()) == [(1, "ben", 2500), (2, "ada", 2500)]


def test_provisional_players_stand_below_without_a_place():
    ada, ben = some_bots("ada", "ben")
    a_rating(ada, 20, 2.5, played_at=TODAY)
    a_rating(ben, 40, 2.6, played_at=TODAY)
    seen = board()
    assert lines(seen) == [(1, "ada", 1250), (None, "ben", 3220)]
    assert [row.is_provisional for row in seen.rows] == [False, True]
    assert (seen.pool.placed, seen.pool.provisional) == (1, 1)


def test_who_has_not_played_for_ninety_days_is_only_counted():
    ada, ben, cat = some_bots("ada", "ben", "cat")
    a_rating(ada, 30, 1, played_at=LONG_AGO)
    a_rating(ben, 28, 1, played_at=TODAY)
    a_rating(cat, 28, 5, played_at=LONG_AGO)
    seen = board()
    assert lines(seen) == [(1, "ben", 2500)]
    assert (seen.pool.placed, seen.pool.provisional, seen.pool.resting) == (1, 0, 2)


def test_pages_follow_each_other_without_a_gap_and_places_go_on():
    players = some_bots(*(f"bot{number}" for number in range(7)))
    for number, player in enumerate(players):
        # Two level pairs, of which one is cut by the page; the last two are provisional.
        a_rating(player, 30 - number // 2, 1 if number < 5 else 4, played_at=TODAY)
    whole, cursor, found = lines(board()), None, []
    for _ in range(4):
        page = board(cursor, 2)
        found += lines(page)
        cursor = page.next
    assert found == whole
    assert [place for place, _, _ in whole] == [1, 1, 3, 3, 5, None, None]
    assert cursor is None


def test_a_page_may_begin_among_the_provisional():
    players = some_bots("ada", "ben", "cat", "dan")
    for number, player in enumerate(players):
        a_rating(player, 30 - number, 4, played_at=TODAY)
    first = board(limit=3)
    assert [row.handle for row in board(first.next, 3).rows] == ["dan"]


@pytest.mark.parametrize("cursor", ["", "x", "é", "W10", "WzFd", "bnVsbA", "a" * 5000, "\x00"])
def test_a_cursor_that_no_page_gave_is_refused(cursor):
    a_rating(some_bots("ada")[0], 30, 1, played_at=TODAY)
    with pytest.raises(BadCursor, match="No page"):
        board(cursor)


def test_the_board_of_an_unknown_pool_is_refused_by_name():
    with pytest.raises(PoolNotFound, match="'chess'"):
        leaderboard("chess", "bot")


def test_a_row_names_the_owner_and_a_house_bot_has_none():
    (ada,) = some_bots("ada")
    house = a_house_bot("House-Greedy")
    a_rating(ada, 30, 1, played_at=TODAY)
    a_rating(house, 20, 1, played_at=TODAY)
    first, second = board().rows
    assert (first.owner_handle, first.player_public_id) == ("ada-owner", ada.public_id)
    assert (second.owner_handle, second.kind) == (None, "bot")


def test_a_row_tells_how_the_last_contests_moved_it():
    ada, ben = some_bots("ada", "ben")
    for minute in range(32):
        a_contest(f"table:{minute}", ada, ben, at=TODAY, minute=minute)
    folded()
    row = board_row(ada.pk, "big_two", "bot")
    series = rating_series(ada.pk, the_pool().pk)
    assert row.recent == tuple(point.board_after for point in series[2:])
    assert row.last_change == series[-1].board_after - series[-1].board_before
    assert row.contests == 32


def test_a_board_is_few_statements_however_long(django_assert_max_num_queries):
    for number, player in enumerate(some_bots(*(f"bot{number}" for number in range(30)))):
        a_rating(player, 30 - number, 1, played_at=TODAY)
    cursor = board(limit=5).next
    with django_assert_max_num_queries(10):
        assert len(board(cursor).rows) == 25


# ------------------------------------------------------------------ one player


def test_a_row_of_ones_own_has_the_place_it_has_on_the_board():
    players = some_bots("ada", "ben", "cat")
    for player, mu in zip(players, (28, 30, 28), strict=True):
        a_rating(player, mu, 1, played_at=TODAY)
    assert [board_row(player.pk, "big_two", "bot").place for player in players] == [2, 1, 2]


def test_a_resting_player_has_a_row_without_a_place():
    (ada,) = some_bots("ada")
    a_rating(ada, 30, 1, played_at=LONG_AGO)
    row = board_row(ada.pk, "big_two", "bot")
    assert (row.place, row.is_resting) == (None, True)


def test_a_player_without_a_rating_has_no_row():
    ada, ben = some_bots("ada", "ben")
    a_rating(ada, 30, 1, played_at=TODAY)
    assert board_row(ben.pk, "big_two", "bot") is None
    assert ratings_of(ben.pk) == ()


def test_a_player_has_a_rating_in_each_pool_it_played_in():
    (ada,) = some_bots("ada")
    rating = a_rating(ada, 30, 1, played_at=TODAY)
    other = type(rating.pool).objects.create(game="big_two", division="team")
    a_rating(ada, 20, 1, played_at=TODAY, pool=other)
    assert [
        (seen.pool.division, seen.row.place, seen.row.board) for seen in ratings_of(ada.pk)
    ] == [
        ("bot", 1, 2700),
        ("team", 1, 1700),
    ]


# ------------------------------------------------------------------ pools


def test_a_pool_tells_how_full_it_is():
    ada, ben = some_bots("ada", "ben")
    a_contest("table:1", ada, ben, at=TODAY)
    a_contest("table:2", ada, ben, at=TODAY)
    folded()
    a_contest("table:3", ada, ben, at=TODAY)
    seen = pool_seen("big_two", "bot")
    assert (seen.contests, seen.placed, seen.provisional, seen.resting) == (2, 0, 2, 0)
    assert pools() == (seen,)


# ------------------------------------------------------------------ history


@pytest.fixture
def season() -> tuple[Player, Player, Player]:
    """Five contests; cat plays in the odd ones."""
    ada, ben, cat = some_bots("ada", "ben", "cat")
    for number in range(5):
        order = (ada, cat, ben) if number % 2 else (ben, ada)
        a_contest(f"table:{number}", *order, minute=number)
    folded()
    return ada, ben, cat


def test_the_history_begins_with_the_newest_contest(season):
    ada, ben, _ = season
    history = history_of(ada.pk, the_pool().pk)
    assert [line.source for line in history.lines] == [f"table:{n}" for n in (4, 3, 2, 1, 0)]
    newest, second = history.lines[0], history.lines[1]
    assert (newest.change.place, newest.teams, newest.played_at) == (
        2,
        2,
        NOON + dt.timedelta(minutes=4),
    )
    assert [(one.handle, one.place) for one in newest.others] == [("ben", 1)]
    assert [(one.handle, one.place) for one in second.others] == [("cat", 2), ("ben", 3)]
    assert newest.others[0].player_public_id == ben.public_id


def test_changes_hang_together(season):
    ada, _, _ = season
    changes = [line.change for line in history_of(ada.pk, the_pool().pk).lines]
    for newer, older in pairwise(changes):
        assert newer.before == older.after
    assert changes[0].after == Rating.objects.get(player=ada).belief
    assert all(one.change == one.board_after - one.board_before for one in changes)


def test_history_comes_in_pages(season):
    ada, _, _ = season
    first = history_of(ada.pk, the_pool().pk, limit=3)
    rest = history_of(ada.pk, the_pool().pk, first.next, 3)
    assert [line.sequence for line in first.lines + rest.lines] == [5, 4, 3, 2, 1]
    assert rest.next is None
    with pytest.raises(BadCursor):
        history_of(ada.pk, the_pool().pk, "nonsense")


def test_a_page_of_history_is_three_statements(season, django_assert_num_queries):
    ada, _, _ = season
    pool = the_pool()
    with django_assert_num_queries(2):
        history_of(ada.pk, pool.pk)


def test_the_line_of_a_rating_is_drawn_from_old_to_new(season):
    _, _, cat = season
    points = rating_series(cat.pk, the_pool().pk)
    assert [(point.number, point.sequence, point.source) for point in points] == [
        (1, 2, "table:1"),
        (2, 4, "table:3"),
    ]
    last, rating = points[-1], Rating.objects.get(player=cat)
    assert (last.mu, round(100 * last.low)) == (rating.mu, round(100 * rating.exposure))
    assert last.high - last.mu == pytest.approx(3 * rating.sigma)
    assert (last.board_before, last.board_after) == (
        points[0].board_after,
        round(100 * rating.exposure),
    )


def test_a_result_shows_what_it_did_to_everybody(season):
    seen = contest_seen("table:1")
    assert [(one.handle, one.place) for one in seen.changes] == [("ada", 1), ("cat", 2), ("ben", 3)]
    assert (seen.is_folded, seen.is_void, seen.refusal) == (True, False, "")


def test_a_result_that_is_not_folded_yet_shows_no_change():
    a_contest("table:1", *some_bots("ada", "ben"))
    seen = contest_seen("table:1")
    assert (seen.is_folded, seen.changes) == (False, ())
    assert contest_seen("table:2") is None
