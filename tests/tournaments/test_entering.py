"""Events are set up, opened and entered; what cannot be played is refused with a reason."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from games.actions.opening import BadPatience
from games.rules.protocol import BadOptions, UnknownGame
from players.errors import BadName, PlayerNotFound
from tests.builders import a_bot, a_house_bot, a_user
from tests.tournaments.helpers import an_event, an_open_event, bots, entrant_of, in_the_past
from tournaments import actions
from tournaments.errors import (
    AlreadyEntered,
    BadTournament,
    CheckInNotOpen,
    EntrantNotFound,
    EntryNotOpen,
    NotYourEntrant,
    NotYourTournament,
    TournamentFull,
    TournamentNotFound,
)
from tournaments.models import Act, Entrant, Tournament
from tournaments.queries import entrants_of

pytestmark = pytest.mark.django_db


def in_an_hour() -> dt.datetime:
    return timezone.now() + dt.timedelta(hours=1)


def test_a_new_event_is_a_draft_with_a_sealed_draw():
    event = an_event()
    assert event.state == "draft"
    assert len(event.draw.commitment) == 64
    assert [act.kind for act in Act.objects.all()] == ["created"]


@pytest.mark.parametrize(
    ("settings", "field", "text"),
    [
        ({"format": "swish"}, "format", "Expected one of the formats"),
        ({"config": {"seats": 5, "advance": 2}}, "config.seats", "is played by 2 to 4, not 5."),
        ({"config": {"seats": 4, "advance": 4}}, "config.advance", "1 to 3 can go on, not 4."),
        ({"config": {"legs": 3}}, "config.legs", "has no setting 'legs';"),
        ({"min_entrants": 1}, "min_entrants", "needs 2 to 4096 entrants, not 1."),
        ({"max_entrants": 1}, "max_entrants", "takes 2 to 4096 entrants, not 1."),
        ({"max_entrants": True}, "max_entrants", "takes 2 to 4096 entrants, not True."),
        ({"check_in": True}, "check_in", "it needs a time of start."),
        ({"check_in_seconds": 0}, "check_in_seconds", "1 to 604800 seconds before, not 0."),
        (
            {"seeding": "height"},
            "seeding",
            "Expected rating or entry or random or manual, not 'height'.",
        ),
        ({"description": "x" * 2001}, "description", "at most 2000 characters; got 2001."),
        (
            {"starts_at": dt.datetime(2020, 2, 3, 19, tzinfo=dt.UTC)},
            "starts_at",
            "A start lies ahead; 03 Feb 2020 19:00 UTC is over.",
        ),
        ({"starts_at": dt.datetime(2099, 2, 3, 19)}, "starts_at", "A start needs its time zone"),
    ],
)
def test_a_setting_that_cannot_be_played_is_refused_by_name(settings, field, text):
    with pytest.raises(BadTournament) as refused:
        an_event(**settings)
    assert refused.value.field == field
    assert text in str(refused.value)
    assert Tournament.objects.count() == 0


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"game": "poker"}, UnknownGame),
        ({"options": {"jokers": 2}}, BadOptions),
        ({"patience_seconds": 0}, BadPatience),
        ({"name": "🂡" * 3}, BadName),
        ({"name": "x" * 300}, BadName),
    ],
)
def test_games_and_names_refuse_in_their_own_words(settings, error):
    with pytest.raises(error):
        an_event(**settings)


def test_entry_opens_once():
    event = an_event()
    actions.open_entry(tournament_id=event.pk, by=None)
    actions.open_entry(tournament_id=event.pk, by=None)
    assert [act.kind for act in Act.objects.order_by("pk")] == ["created", "opened"]


def test_nobody_enters_a_draft():
    with pytest.raises(EntryNotOpen, match="Autumn Open is draft; it takes no entries"):
        actions.enter(tournament_id=an_event().pk, player_id=a_bot().pk, by=None)


def test_an_owner_enters_a_bot_once():
    event = an_open_event()
    bot = a_bot("robo", owner=a_user("ada"))
    entrant = actions.enter(tournament_id=event.pk, player_id=bot.pk, by=bot.owner)
    assert entrant.status == "active"
    with pytest.raises(AlreadyEntered, match="robo has entered Autumn Open already"):
        actions.enter(tournament_id=event.pk, player_id=bot.pk, by=bot.owner)


def test_nobody_enters_a_bot_of_somebody_else():
    event = an_open_event()
    with pytest.raises(NotYourEntrant, match="robo is not yours"):
        actions.enter(tournament_id=event.pk, player_id=a_bot("robo").pk, by=a_user("eve"))


def test_an_organiser_enters_house_bots_but_no_bots_of_others():
    organiser = a_user("olga")
    event = an_open_event(organiser=organiser)
    actions.enter(tournament_id=event.pk, player_id=a_house_bot().pk, by=organiser)
    with pytest.raises(NotYourEntrant):
        actions.enter(tournament_id=event.pk, player_id=a_bot("robo").pk, by=organiser)


def test_staff_enter_anybody():
    event = an_open_event()
    actions.enter(
        tournament_id=event.pk,
        player_id=a_bot("robo").pk,
        by=a_user("s", staff=True),
    )
    assert [entrant.name for entrant in entrants_of(event.pk)] == ["robo"]


def test_a_full_event_takes_nobody_more():
    one, two, three = bots(3)
    event = an_open_event(one, two, max_entrants=2)
    with pytest.raises(TournamentFull, match="Autumn Open takes 2; all have come"):
        actions.enter(tournament_id=event.pk, player_id=three.pk, by=None)


def test_unknown_players_and_events_are_not_found():
    event = an_open_event()
    with pytest.raises(PlayerNotFound):
        actions.enter(tournament_id=event.pk, player_id=4711, by=None)
    with pytest.raises(TournamentNotFound):
        actions.enter(tournament_id=4711, player_id=a_bot().pk, by=None)
    with pytest.raises(EntrantNotFound):
        actions.withdraw(entrant_id=4711, by=None)


def test_an_entry_after_the_start_is_refused():
    one, two, three = bots(3)
    event = an_open_event(one, two)
    actions.start_tournament(tournament_id=event.pk, by=None)
    with pytest.raises(EntryNotOpen, match="is running"):
        actions.enter(tournament_id=event.pk, player_id=three.pk, by=None)


def test_whoever_withdrew_before_the_start_may_come_back_at_the_end_of_the_line():
    one, two = bots(2)
    event = an_open_event(one, two)
    actions.withdraw(entrant_id=entrant_of(event, one).pk, by=one.owner, reason="busy")
    assert [entrant.name for entrant in entrants_of(event.pk)] == ["bot-02", "bot-01"]
    actions.enter(tournament_id=event.pk, player_id=one.pk, by=one.owner)
    assert [entrant.name for entrant in entrants_of(event.pk)] == ["bot-02", "bot-01"]
    assert {entrant.status for entrant in entrants_of(event.pk)} == {"active"}


def test_withdrawing_again_changes_nothing():
    one, two = bots(2)
    event = an_open_event(one, two)
    entrant = entrant_of(event, one)
    actions.withdraw(entrant_id=entrant.pk, by=None, reason="busy")
    actions.withdraw(entrant_id=entrant.pk, by=None, reason="again")
    entrant.refresh_from_db()
    assert entrant.reason == "busy"


def test_nobody_withdraws_an_entrant_of_somebody_else():
    one, two = bots(2)
    event = an_open_event(one, two)
    with pytest.raises(NotYourEntrant):
        actions.withdraw(entrant_id=entrant_of(event, one).pk, by=two.owner)


def test_check_in_opens_a_while_before_the_start():
    (one,) = bots(1)
    event = an_open_event(one, starts_at=in_an_hour(), check_in=True, check_in_seconds=600)
    entrant = entrant_of(event, one)
    with pytest.raises(CheckInNotOpen, match=r"Check-in opens at \d\d:\d\d UTC"):
        actions.check_in(entrant_id=entrant.pk, by=one.owner)
    event.check_in_seconds = 3700
    event.save()
    actions.check_in(entrant_id=entrant.pk, by=one.owner)
    actions.check_in(entrant_id=entrant.pk, by=one.owner)
    assert Entrant.objects.get().checked_in_at is not None


def test_where_nobody_checks_in_nobody_can():
    (one,) = bots(1)
    event = an_open_event(one)
    with pytest.raises(CheckInNotOpen, match="Nobody has to check in for Autumn Open"):
        actions.check_in(entrant_id=entrant_of(event, one).pk, by=None)


def test_check_in_ends_with_the_start():
    one, two = bots(2)
    event = an_open_event(one, two, starts_at=in_an_hour(), check_in=True, check_in_seconds=3700)
    actions.check_in(entrant_id=entrant_of(event, one).pk, by=None)
    actions.start_tournament(tournament_id=event.pk, by=None)
    with pytest.raises(EntrantNotFound, match="bot-02 does not take part any more"):
        actions.check_in(entrant_id=entrant_of(event, two).pk, by=None)


def test_only_the_organiser_and_staff_open_start_and_cancel():
    organiser, stranger = a_user("olga"), a_user("eve")
    event = an_event(organiser=organiser)
    for act in (actions.open_entry, actions.start_tournament, actions.cancel_tournament):
        with pytest.raises(NotYourTournament, match="Only the organiser of Autumn Open"):
            act(tournament_id=event.pk, by=stranger)
    actions.open_entry(tournament_id=event.pk, by=organiser)
    actions.cancel_tournament(tournament_id=event.pk, by=a_user("s", staff=True), reason="rain")


def test_an_event_in_the_past_is_due(db):
    event = in_the_past(an_open_event(starts_at=in_an_hour()))
    actions.advance(event.pk)
    event.refresh_from_db()
    assert event.state == "closed"
