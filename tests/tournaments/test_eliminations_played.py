"""Double elimination, consolation and stepladder as events, from the start to the champion."""

import pytest

from tests.tournaments.helpers import a_running_event, bots, play_out, settle_all, states_of, win
from tournaments import actions
from tournaments.models import Entrant, Tournament
from tournaments.queries import standings_of

pytestmark = pytest.mark.django_db


def places_of(event: Tournament) -> dict[str, int]:
    return {row.name: row.place for row in standings_of(event.pk)}


def double_of_four() -> Tournament:
    """bot-01 is unbeaten until the grand final, bot-02 comes back from the losers' part."""
    event = a_running_event(*bots(4), format="double-elimination", config={"final": "reset"})
    win(event, "W1.1", "bot-01", "bot-04")
    win(event, "W1.2", "bot-02", "bot-03")
    win(event, "W2.1", "bot-01", "bot-02")
    win(event, "L1.1", "bot-04", "bot-03")
    win(event, "L2.1", "bot-02", "bot-04")
    return event


def test_the_reset_is_skipped_and_the_event_closes_when_the_unbeaten_bot_wins():
    event = double_of_four()
    assert states_of(event)["GF2"] == "blocked"
    win(event, "GF1", "bot-01", "bot-02")
    event.refresh_from_db()
    assert states_of(event)["GF2"] == "skipped"
    assert event.state == Tournament.State.CLOSED
    assert places_of(event) == {"bot-01": 1, "bot-02": 2, "bot-04": 3, "bot-03": 4}


def test_the_reset_is_dealt_when_the_unbeaten_bot_loses():
    event = double_of_four()
    win(event, "GF1", "bot-02", "bot-01")
    event.refresh_from_db()
    assert event.state == Tournament.State.RUNNING
    win(event, "GF2", "bot-02", "bot-01")
    event.refresh_from_db()
    assert event.state == Tournament.State.CLOSED
    assert places_of(event)["bot-02"] == 1


def test_a_finalist_who_withdraws_never_leaves_the_reset_open():
    event = double_of_four()
    gone = Entrant.objects.get(tournament=event, player__handle="bot-01")
    actions.withdraw(entrant_id=gone.pk, by=None, reason="no time")
    settle_all()
    event.refresh_from_db()
    assert event.state == Tournament.State.CLOSED
    assert places_of(event) == {"bot-02": 1, "bot-01": 2, "bot-04": 3, "bot-03": 4}


@pytest.mark.parametrize(
    ("style", "config", "n"),
    [
        ("double-elimination", {"final": "reset"}, 6),
        ("double-elimination", {"seats": 4, "advance": 2}, 9),
        ("single-elimination", {"consolation": True, "third_place": True}, 6),
        ("single-elimination", {"seats": 3, "advance": 1, "wildcards": 1}, 9),
        ("stepladder", {"begins": "highest", "seats": 3}, 6),
    ],
)
def test_every_kind_of_elimination_is_played_to_its_champion(style, config, n):
    event = play_out(a_running_event(*bots(n), format=style, config=config))
    assert event.state == Tournament.State.CLOSED
    places = places_of(event)
    assert len(places) == n
    assert list(places.values()).count(1) == 1
