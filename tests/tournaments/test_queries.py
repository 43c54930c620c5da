"""What pages ask: lists, brackets, standings, sentences; how often they ask the database."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.utils import timezone

from games.models import Seat
from tests.builders import a_user
from tests.tournaments.helpers import (
    FOURS,
    a_running_event,
    an_event,
    an_open_event,
    bots,
    entrant_of,
    finish,
    in_the_past,
    play_out,
    table_of,
    win,
)
from tournaments import actions
from tournaments.errors import EntrantNotFound, TournamentNotFound
from tournaments.models import Tournament
from tournaments.queries import (
    acts_of,
    bracket_of,
    coming_tournaments,
    entrants_of,
    list_tournaments,
    match_of_table,
    podium_of,
    standings_of,
    table_ids_of,
    tournament_seen,
    tournaments_to_advance,
    wait_line_of,
    wait_of,
)
from tournaments.queries import entrant_of as entry_of
from tournaments.words import span

pytestmark = pytest.mark.django_db


def at_nine(days_ahead: int = 1) -> dt.datetime:
    return (timezone.now() + dt.timedelta(days=days_ahead)).replace(hour=21, minute=0)


def test_lists_begin_with_the_newest_and_leave_drafts_out():
    an_event(name="Draft")
    one = an_open_event(*bots(3), name="One")
    two = an_open_event(name="Two")
    lines = list_tournaments()
    assert [(line.name, line.entrants) for line in lines] == [("Two", 0), ("One", 3)]
    assert [line.id for line in list_tournaments(after=two.pk)] == [one.pk]
    assert [line.name for line in list_tournaments(limit=1)] == ["Two"]
    assert [line.name for line in list_tournaments(state="draft")] == ["Draft"]
    assert list_tournaments(game="other") == []


def test_coming_events_stand_by_their_start_and_those_without_a_time_last():
    an_open_event(name="By hand")
    an_open_event(name="Later", starts_at=at_nine(2))
    an_open_event(name="Sooner", starts_at=at_nine(1))
    assert [line.name for line in coming_tournaments(3)] == ["Sooner", "Later", "By hand"]
    assert [line.name for line in coming_tournaments(1)] == ["Sooner"]


def test_an_event_shows_its_settings_and_seals_its_draw():
    event = an_open_event(*bots(2), organiser=a_user("olga"), config=FOURS)
    seen = tournament_seen(event.public_id)
    assert (seen.organiser, seen.entrants, seen.checked_in) == ("olga", 2, 0)
    assert seen.settings_words == "tables of 4, the first 2 go on"
    assert seen.draw_commitment == event.draw.commitment
    assert seen.draw_secret is None


def test_the_secret_of_the_draw_is_shown_once_the_event_is_over():
    event = play_out(a_running_event(*bots(2)))
    secret = tournament_seen(event.public_id).draw_secret
    assert secret is not None
    assert re.fullmatch("[0-9a-f]{64}", secret)


def test_a_running_event_names_its_current_rounds():
    event = a_running_event(*bots(5))
    assert tournament_seen(event.public_id).current_rounds == ("Quarter-finals", "Semi-finals")


def test_unknown_events_are_not_found():
    with pytest.raises(TournamentNotFound):
        tournament_seen("nosuchthing2")
    for query in (bracket_of, standings_of, entrants_of, wait_line_of):
        with pytest.raises(TournamentNotFound):
            query(4711)


def test_an_entry_is_found_by_its_player():
    one, two = bots(2)
    event = an_open_event(one)
    assert entry_of(tournament_id=event.pk, player_id=one.pk).name == "bot-01"
    with pytest.raises(EntrantNotFound):
        entry_of(tournament_id=event.pk, player_id=two.pk)


def test_a_bracket_tells_rounds_rows_and_where_everybody_comes_from():
    event = a_running_event(*bots(5))
    win(event, "W1.2", "bot-05", "bot-04")
    bracket = bracket_of(event.pk)
    assert [each.name for each in bracket.rounds] == ["Quarter-finals", "Semi-finals", "Final"]
    first, semis, final = bracket.rounds
    assert first.resting == ("bot-01", "bot-02", "bot-03")
    (match,) = first.matches
    assert [(row.name, row.seed, row.place, row.goes_on) for row in match.rows] == [
        ("bot-04", 4, 2, False),
        ("bot-05", 5, 1, True),
    ]
    assert [row.name for row in match.finishing_order] == ["bot-05", "bot-04"]
    assert match.table_public_id == table_of(event, "W1.2").public_id
    assert [(row.name, row.source) for row in semis.matches[0].rows] == [
        ("bot-01", ""),
        ("bot-05", "winner of W1.2"),
    ]
    assert [(row.name, row.source) for row in final.matches[0].rows] == [
        ("", "winner of W2.1"),
        ("", "winner of W2.2"),
    ]
    assert final.matches[0].waits_for == ("W2.1", "W2.2")
    assert (semis.decided, semis.live) == (0, 2)


def test_seats_of_a_later_table_are_places_of_earlier_ones():
    event = a_running_event(*bots(8), config=FOURS)
    final = bracket_of(event.pk).rounds[1].matches[0]
    assert final.label == "Final"
    assert [row.source for row in final.rows] == [
        "1st of F1.T1",
        "1st of F1.T2",
        "2nd of F1.T1",
        "2nd of F1.T2",
    ]


def test_whoever_withdrew_is_shown_as_gone():
    one, *others = bots(4)
    event = a_running_event(one, *others)
    actions.withdraw(entrant_id=entrant_of(event, one).pk, by=None)
    row = bracket_of(event.pk).rounds[0].matches[0].rows[0]
    assert (row.name, row.is_gone) == ("bot-01", True)


def test_matches_of_a_cancelled_event_are_void():
    event = a_running_event(*bots(2))
    actions.cancel_tournament(tournament_id=event.pk, by=None, reason="rain")
    assert [match.state for match in bracket_of(event.pk).matches] == ["void"]


def test_before_the_start_the_draw_is_shown_as_it_would_be():
    event = an_open_event(*bots(3))
    bracket = bracket_of(event.pk)
    assert not bracket.is_drawn
    assert [row.name for row in bracket.matches[0].rows] == ["bot-02", "bot-03"]
    assert [row.seed for row in bracket.matches[0].rows] == [2, 3]


def test_a_draw_by_lot_is_not_foretold():
    event = an_open_event(*bots(5), seeding="random")
    bracket = bracket_of(event.pk)
    assert bracket.rounds == ()
    assert [(each.byes, each.sizes) for each in bracket.outline] == [
        (3, (2,)),
        (0, (2, 2)),
        (0, (2,)),
    ]


def test_one_entrant_makes_no_bracket():
    bracket = bracket_of(an_open_event(*bots(1)).pk)
    assert (bracket.rounds, bracket.outline) == ((), ())


def test_standings_explain_themselves():
    event = a_running_event(*bots(4))
    assert [row.place for row in standings_of(an_event(name="Draft").pk)] == []
    win(event, "W1.1", "bot-04", "bot-01")
    rows = standings_of(event.pk)
    assert [(row.place, row.name, row.points) for row in rows] == [
        (1, "bot-04", "1"),
        (2, "bot-02", "0"),
        (2, "bot-03", "0"),
        (4, "bot-01", "0"),
    ]
    assert rows[3].explanation == "Lost W1.1."


def test_a_podium_stands_when_the_event_was_played_to_its_end():
    event = a_running_event(*bots(2))
    assert podium_of(event.pk) == []
    win(event, "W1.1", "bot-02", "bot-01")
    assert [(row.place, row.name) for row in podium_of(event.pk)] == [(1, "bot-02"), (2, "bot-01")]


def test_a_podium_of_groups_holds_the_best_of_each():
    event = a_running_event(*bots(4), format="round-robin", config={"groups": 2})
    win(event, "R1.A1", "bot-01", "bot-04")
    win(event, "R1.B1", "bot-03", "bot-02")
    assert [(row.place, row.name) for row in podium_of(event.pk)] == [
        (1, "bot-01"),
        (1, "bot-03"),
        (2, "bot-04"),
        (2, "bot-02"),
    ]


def test_a_table_knows_its_match():
    event = a_running_event(*bots(2))
    link = match_of_table(table_of(event, "W1.1").pk)
    assert link is not None
    assert (link.tournament_name, link.match_label) == ("Autumn Open", "Final")
    assert match_of_table(4711) is None
    assert table_ids_of(event.pk) == [table_of(event, "W1.1").pk]


def test_acts_are_told_in_sentences():
    event = a_running_event(*bots(3), organiser=a_user("olga"))
    actions.cancel_tournament(tournament_id=event.pk, by=event.organiser, reason="rain")
    told = [(act.text, act.actor, act.reason) for act in acts_of(event.pk)]
    assert told == [
        ("Cancelled; running tables are void.", "olga", "rain"),
        ("Started with 3 entrants.", "", ""),
        ("Opened for entry.", "", ""),
        ("Set up as a draft.", "olga", ""),
    ]


def test_the_wait_line_of_every_state():
    assert wait_line_of(an_event().pk) == "Not open for entry yet."
    empty = an_open_event(starts_at=at_nine())
    assert wait_line_of(empty.pk) == (
        f"Nobody has entered yet. It starts at {at_nine():%d %b} 21:00 with at least two."
    )
    by_hand = an_open_event(*bots(2))
    assert wait_line_of(by_hand.pk) == "Two entered. It starts when its organiser starts it."
    actions.cancel_tournament(tournament_id=by_hand.pk, by=None, reason="rain")
    assert re.fullmatch(r"Cancelled at \d\d:\d\d\. rain", wait_line_of(by_hand.pk))


def test_while_check_in_is_open_the_wait_line_counts():
    one, two = bots(2)
    event = an_open_event(one, two, starts_at=at_nine(), check_in=True, check_in_seconds=600)
    assert "Check-in opens at" in wait_line_of(event.pk)
    Tournament.objects.filter(pk=event.pk).update(check_in_seconds=3 * 86_400)
    actions.check_in(entrant_id=entrant_of(event, one).pk, by=None)
    assert wait_line_of(event.pk).endswith("1 of 2 have checked in.")


def test_an_event_that_closed_early_says_why():
    event = in_the_past(an_open_event(*bots(1), starts_at=at_nine()))
    actions.advance(event.pk)
    assert re.fullmatch(
        r"Closed at \d\d:\d\d: one entrant had entered, two are needed\. Nothing was rated\.",
        wait_line_of(event.pk),
    )


def test_a_running_event_names_who_must_act_and_until_when():
    event = a_running_event(*bots(4), patience_seconds=3)
    finish(table_of(event, "W1.2"), "bot-02", "bot-03")
    seat = Seat.objects.get(table=table_of(event, "W1.1"), deadline_at__isnull=False)
    line = wait_of(event.pk)
    assert line.lead == "Waiting for 2 of 3 matches."
    assert "W1.2 is over; its result is being noted." in line.rest
    name = seat.player.handle if seat.player else ""
    assert f"W1.1: {name} must act within 0:0" in line.rest


def test_the_last_match_before_another_is_said_to_hold_it_up():
    event = a_running_event(*bots(4))
    win(event, "W1.2", "bot-02", "bot-03")
    assert "; Final cannot start before it ends." in wait_line_of(event.pk)
    assert wait_of(event.pk).deadline_at is not None


def test_a_finished_event_names_its_winner():
    event = play_out(a_running_event(*bots(2)))
    assert re.fullmatch(r"Over since \d\d:\d\d\. bot-0[12] won\.", wait_line_of(event.pk))


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-3, "0:00"),
        (18, "0:18"),
        (61, "1:01"),
        (7800, "2 h 10"),
        (4 * 3600 + 3 * 86_400, "3 d 4 h"),
    ],
)
def test_times_that_are_left_read_like_clocks(seconds, text):
    assert span(seconds) == text


def test_a_page_of_sixty_four_asks_the_database_eleven_times_at_most(django_assert_max_num_queries):
    event = a_running_event(*bots(64))
    while tournaments_to_advance(1):
        actions.advance(event.pk)
    win(event, "W1.1", "bot-01", "bot-64")
    with django_assert_max_num_queries(11):
        seen = tournament_seen(event.public_id)
        bracket = bracket_of(seen.id)
        wait_of(seen.id, bracket)
    assert len(bracket.matches) == 63
    with django_assert_max_num_queries(6):
        assert len(standings_of(event.pk)) == 64
    with django_assert_max_num_queries(2):
        assert len(entrants_of(event.pk)) == 64
