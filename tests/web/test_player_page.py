"""The page of a player: whom it met, why its rating moved, where its line begins."""

from __future__ import annotations

import re

import pytest

from ratings.models import Pool
from ratings.queries import Change, heads_to_heads, rating_series, ratings_of
from ratings.skill import Belief
from ratings.tasks import fold_due
from tests.builders import a_bot, some_bots
from tests.tournaments.helpers import a_running_event, bots, play_out
from tests.web.worlds import rated, text_of, visit
from web.views.players import plot_of
from web.words.sources import source_of
from web.words.why import why_words


def change(
    before: tuple[float, float], after: tuple[float, float], place: int, expected: float
) -> Change:
    was, now = Belief(*before), Belief(*after)
    boards = round(100 * was.exposure), round(100 * now.exposure)
    return Change("kestrel", "p1", place, expected, was, now, *boards, boards[1] - boards[0])


def test_a_win_nobody_expected_is_told_as_one():
    words = why_words(change((25, 8), (29, 7), place=1, expected=2.5))
    assert words == ("Better than expected: the strength rises by 4.00, and we are surer of it.")


def test_a_sure_win_that_lowers_the_board_number_says_why():
    words = why_words(change((40, 1.0), (40.001, 1.01), place=1, expected=1.01))
    assert words.startswith("About as expected: the strength stays where it was, and we are a ")
    assert "the edge went down although the strength did not" in words


def test_a_loss_that_raises_the_board_number_says_why():
    words = why_words(change((25, 8), (24.5, 6), place=3, expected=2.5))
    assert words.startswith("Lower than expected: the strength falls by 0.50, and we are surer")
    assert words.endswith("Being surer lifted it by more than the strength fell.")


@pytest.mark.django_db
def test_opponents_are_counted_ahead_and_behind_with_the_share_to_be_expected():
    kestrel, brine, moth = some_bots("kestrel", "brine", "moth")
    rated(kestrel, brine, moth, times=3)
    rated(moth, kestrel)
    pool = Pool.objects.get()
    found = heads_to_heads(kestrel.pk, pool.pk)
    assert [(one.handle, one.ahead, one.behind, one.level) for one in found] == [
        ("moth", 3, 1, 0),
        ("brine", 3, 0, 0),
    ]
    assert all(0.5 < one.expected_share < 1 for one in found)


@pytest.mark.django_db
def test_a_first_meeting_of_newcomers_is_even():
    kestrel, brine = some_bots("kestrel", "brine")
    rated(kestrel, brine)
    (only,) = heads_to_heads(brine.pk, Pool.objects.get().pk)
    assert (only.ahead, only.behind, round(only.expected_share, 6)) == (0, 1, 0.5)


@pytest.mark.django_db
def test_the_ten_most_frequent_opponents_are_one_statement(django_assert_num_queries):
    bots = some_bots(*(f"bot-{number:02}" for number in range(14)))
    rated(*bots)
    rated(bots[1], bots[0])
    pool = Pool.objects.get()
    with django_assert_num_queries(1):
        found = heads_to_heads(bots[0].pk, pool.pk)
    assert [one.handle for one in found][:2] == ["bot-01", "bot-02"]
    assert len(found) == 10


@pytest.mark.django_db
def test_only_contests_from_a_number_on_are_counted():
    kestrel, brine = some_bots("kestrel", "brine")
    rated(kestrel, brine, times=5)
    (only,) = heads_to_heads(kestrel.pk, Pool.objects.get().pk, since=4)
    assert only.ahead == 2


@pytest.mark.django_db
def test_the_line_begins_with_what_is_believed_of_newcomers():
    kestrel, brine = some_bots("kestrel", "brine")
    rated(kestrel, brine, times=2)
    (rating,) = ratings_of(kestrel.pk)
    points = rating_series(kestrel.pk, rating.pool.id)
    assert (points[0].before.mu, round(points[0].before.sigma, 2)) == (25, 8.33)
    drawn = plot_of(points, rating)
    assert drawn
    assert drawn.mid.count("L") == 2
    assert [tick.text for tick in drawn.columns] == ["0", "1", "2"]


@pytest.mark.django_db
def test_every_change_can_be_explained():
    kestrel, brine = some_bots("kestrel", "brine")
    rated(kestrel, brine, times=2)
    page = text_of(visit(f"/players/{kestrel.public_id}"))
    explained = re.findall(r'href="([^"]*why=1)#why-title"', page)
    assert len(explained) == 1
    first = text_of(visit(f"/players/{kestrel.public_id}{explained[0].replace('&amp;', '&')}"))
    assert "25.0, give or take 8.33" in first
    assert "ahead of brine" in first
    assert "25.0, give or take 8.33" not in page


@pytest.mark.django_db
def test_a_player_who_never_played_has_nothing_to_explain():
    page = text_of(visit(f"/players/{a_bot('new').public_id}"))
    assert "Not placed yet" in page
    assert "why-title" not in page


@pytest.mark.django_db
def test_a_match_that_counts_as_one_leads_to_its_page():
    event = play_out(
        a_running_event(*bots(2), match_plan={"kind": "duplicate", "rotation": "cyclic"})
    )
    fold_due()
    player = event.entrants.first().player
    page = visit(f"/players/{player.public_id}").content.decode()
    assert f'/events/{event.public_id}/matches/W1.1?stage=1">Autumn Open, Final</a>' in page


def test_a_source_of_another_kind_is_told_as_it_is():
    assert source_of("import:old-club-1").words == "import old-club-1"
    assert source_of("match:broken").match_key == ""
