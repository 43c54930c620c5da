"""Events start by themselves or by hand, close with a reason, or are cancelled."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from games.models import Deal, Table
from ratings.models import Contest, Pool, Rating
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
    settle_all,
    states_of,
    table_of,
    win,
)
from tournaments import actions, tasks
from tournaments.errors import CheckInNotOpen, NotOpenYet, TournamentOver
from tournaments.models import Act, Entrant, MatchResult, Tournament
from tournaments.queries import audit_findings, standings_of, tournaments_to_advance

pytestmark = pytest.mark.django_db


def in_an_hour() -> dt.datetime:
    return timezone.now() + dt.timedelta(hours=1)


def places(event: Tournament) -> dict[str, int]:
    return {row.name: row.place for row in standings_of(event.pk)}


def test_an_event_starts_by_itself_when_its_time_has_come():
    event = an_open_event(*bots(2), starts_at=in_an_hour())
    tasks.advance_due()
    event.refresh_from_db()
    assert event.state == "open"
    in_the_past(event)
    tasks.advance_due()
    event.refresh_from_db()
    assert event.state == "running"


def test_with_one_entrant_it_closes_and_says_why():
    event = in_the_past(an_open_event(*bots(1), starts_at=in_an_hour()))
    tasks.advance_due()
    event.refresh_from_db()
    assert event.state == "closed"
    assert event.closed_reason == "one entrant had entered, two are needed. Nothing was rated."
    assert Deal.objects.get(pk=event.draw_id).revealed_at is not None
    assert audit_findings() == []


def test_whoever_did_not_check_in_is_left_out():
    one, two, three = bots(3)
    event = an_open_event(
        one, two, three, starts_at=in_an_hour(), check_in=True, check_in_seconds=3700
    )
    for player in (one, three):
        actions.check_in(entrant_id=entrant_of(event, player).pk, by=None)
    actions.start_tournament(tournament_id=event.pk, by=None)
    assert entrant_of(event, two).status == Entrant.Status.ABSENT
    assert places(event) == {"bot-01": 1, "bot-03": 1}
    assert Act.objects.get(kind="started").payload == {"entrants": 2, "absent": 1}


def test_one_checked_in_entrant_is_too_few():
    one, two = bots(2)
    event = an_open_event(one, two, starts_at=in_an_hour(), check_in=True, check_in_seconds=3700)
    actions.check_in(entrant_id=entrant_of(event, one).pk, by=None)
    actions.advance(in_the_past(event).pk)
    event.refresh_from_db()
    assert event.closed_reason == "one entrant checked in, two are needed. Nothing was rated."


def test_an_event_may_need_more_than_two():
    event = an_open_event(*bots(3), min_entrants=4)
    actions.start_tournament(tournament_id=event.pk, by=None)
    event.refresh_from_db()
    assert event.closed_reason == "three entrants had entered, four are needed. Nothing was rated."


def test_nobody_starts_an_event_before_its_check_in_opens():
    event = an_open_event(*bots(2), starts_at=in_an_hour(), check_in=True, check_in_seconds=60)
    with pytest.raises(CheckInNotOpen, match="before that nobody could be there"):
        actions.start_tournament(tournament_id=event.pk, by=None)


def test_a_draft_does_not_start():
    with pytest.raises(NotOpenYet, match="Autumn Open is a draft; open its entry first"):
        actions.start_tournament(tournament_id=an_event().pk, by=None)


def test_starting_again_changes_nothing():
    event = a_running_event(*bots(4))
    before = states_of(event)
    actions.start_tournament(tournament_id=event.pk, by=None)
    assert states_of(event) == before
    assert Act.objects.filter(kind="started").count() == 1


def test_an_ended_event_does_not_start_again():
    event = play_out(a_running_event(*bots(2)))
    with pytest.raises(TournamentOver, match="Autumn Open is closed; it cannot start again"):
        actions.start_tournament(tournament_id=event.pk, by=None)


def test_seeds_by_rating_follow_the_board_and_newcomers_stand_at_nothing():
    one, two, three = bots(3)
    pool = Pool.objects.create(game="big-two", division="bot")
    now = timezone.now()
    for player, mu in ((two, 30.0), (three, 2.0)):
        Rating.objects.create(
            pool=pool, player=player, mu=mu, sigma=1.0, exposure=mu - 3.0, contests=9,
            last_sequence=1, last_played_at=now,
        )  # fmt: skip
    event = a_running_event(one, two, three, seeding="rating")
    seeds = {entrant.player.handle: entrant.seed for entrant in event.entrants.all()}
    assert seeds == {"bot-02": 1, "bot-01": 2, "bot-03": 3}
    assert (entrant_of(event, two).mu, entrant_of(event, one).mu) == (30.0, None)


def test_seeds_by_lot_come_from_the_draw_and_repeat_with_it():
    event = a_running_event(*bots(12), seeding="random", config=FOURS)
    seeds = list(event.entrants.order_by("pk").values_list("seed", flat=True))
    assert sorted(seeds) == list(range(1, 13))
    other = an_event(seeding="random", config=FOURS)
    Tournament.objects.filter(pk=other.pk).update(draw_id=event.draw_id)
    actions.open_entry(tournament_id=other.pk, by=None)
    for entrant in event.entrants.order_by("pk"):
        actions.enter(tournament_id=other.pk, player_id=entrant.player_id, by=None)
    actions.start_tournament(tournament_id=other.pk, by=None)
    assert list(other.entrants.order_by("pk").values_list("seed", flat=True)) == seeds


def test_a_cancelled_event_voids_its_running_tables_and_rates_nothing_of_them():
    organiser = a_user("olga")
    event = a_running_event(*bots(4), organiser=organiser)
    actions.cancel_tournament(tournament_id=event.pk, by=organiser, reason="the hall is closed")
    settle_all()
    event.refresh_from_db()
    assert (event.state, event.closed_reason) == ("cancelled", "the hall is closed")
    assert {table.status for table in Table.objects.all()} == {"void"}
    assert {table.unrated_code for table in Table.objects.all()} == {"void"}
    assert set(states_of(event).values()) == {"void"}
    assert Contest.objects.count() == 0
    assert Act.objects.get(kind="cancelled").actor == organiser
    assert audit_findings() == []


def test_what_was_finished_before_a_cancellation_stands_and_counts():
    event = a_running_event(*bots(4))
    win(event, "W1.1", "bot-01", "bot-04")
    actions.cancel_tournament(tournament_id=event.pk, by=None, reason="rain")
    settle_all()
    assert states_of(event) == {"W1.1": "done", "W1.2": "void", "W2.1": "void"}
    assert Contest.objects.count() == 1


def test_a_table_that_ended_just_before_the_cancellation_is_rated_but_leads_nowhere():
    event = a_running_event(*bots(4))
    finish(table_of(event, "W1.1"), "bot-01", "bot-04")
    actions.cancel_tournament(tournament_id=event.pk, by=None, reason="rain")
    settle_all()
    assert Contest.objects.count() == 1
    assert MatchResult.objects.count() == 0
    assert audit_findings() == []


def test_cancelling_again_changes_nothing():
    event = a_running_event(*bots(2))
    actions.cancel_tournament(tournament_id=event.pk, by=None, reason="rain")
    actions.cancel_tournament(tournament_id=event.pk, by=None, reason="snow")
    event.refresh_from_db()
    assert event.closed_reason == "rain"


def test_a_draft_can_be_cancelled():
    event = an_event()
    actions.cancel_tournament(tournament_id=event.pk, by=None, reason="rain")
    event.refresh_from_db()
    assert event.state == "cancelled"


def test_a_closed_event_cannot_be_cancelled():
    event = play_out(a_running_event(*bots(2)))
    with pytest.raises(TournamentOver, match="what happened stands"):
        actions.cancel_tournament(tournament_id=event.pk, by=None, reason="rain")


def test_an_event_that_cannot_be_moved_on_is_pushed_back_and_the_others_start():
    bad = in_the_past(an_open_event(*bots(2), starts_at=in_an_hour()))
    Tournament.objects.filter(pk=bad.pk).update(format="unknown")
    good = in_the_past(an_open_event(starts_at=in_an_hour(), name="Good"))
    tasks.advance_due()
    bad.refresh_from_db()
    good.refresh_from_db()
    assert (bad.state, bad.advance_failures) == ("open", 1)
    assert good.state == "closed"
    assert tournaments_to_advance(10) == []


def test_a_table_that_cannot_be_settled_is_pushed_back_and_the_others_are_settled():
    event = a_running_event(*bots(4))
    bad, good = table_of(event, "W1.1"), table_of(event, "W1.2")
    finish(bad, "bot-01", "bot-04")
    finish(good, "bot-02", "bot-03")
    Table.objects.filter(pk=bad.pk).update(game="unknown")
    tasks.settle_due()
    bad.refresh_from_db()
    good.refresh_from_db()
    assert (bad.settled_at, bad.settle_failures) == (None, 1)
    assert good.settled_at is not None
    assert states_of(event) == {"W1.1": "live", "W1.2": "done", "W2.1": "blocked"}
