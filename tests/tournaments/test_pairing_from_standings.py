"""Events whose matches follow from results, played through the service to their end."""

import pytest

from games.models import Seat
from tests.tournaments.helpers import (
    a_running_event,
    bots,
    match_of,
    play_out,
    states_of,
    table_of,
    win,
)
from tournaments import actions
from tournaments.models import Match, Tournament

pytestmark = pytest.mark.django_db


def players_of(event: Tournament, key: str) -> list[str]:
    """Who sits at the table of a match, by seat."""
    seats = Seat.objects.filter(table=table_of(event, key)).order_by("number")
    return list(seats.values_list("player__handle", flat=True))


def test_a_swiss_of_five_pairs_round_after_round():
    event = a_running_event(*bots(5), format="swiss", config={"rounds": 3})
    assert states_of(event) == {"R1.1": "live", "R1.2": "live"}
    assert players_of(event, "R1.1") == ["bot-01", "bot-03"]
    assert players_of(event, "R1.2") == ["bot-04", "bot-02"]
    win(event, "R1.1", "bot-01", "bot-03")
    assert not Match.objects.filter(stage__tournament=event, round=2).exists()
    win(event, "R1.2", "bot-02", "bot-04")
    assert players_of(event, "R2.1") == ["bot-05", "bot-01"]
    assert match_of(event, "R2.1").why == (
        "Seeds 5 and 1: both have 1 point; they have not met; "
        "seed 1 sits second, having sat first in 1 of 1 match."
    )
    event = play_out(event)
    assert (event.state, event.closed_reason) == ("closed", "")
    assert set(states_of(event)) == {"R1.1", "R1.2", "R2.1", "R2.2", "R3.1", "R3.2"}


def test_pods_of_five_sit_at_three_and_two():
    config = {"seats": 3, "rounds": 2}
    event = play_out(a_running_event(*bots(5), format="pods", config=config))
    assert event.state == "closed"
    sizes = [
        len(match.slots) for match in Match.objects.filter(stage__tournament=event).order_by("pk")
    ]
    assert sizes == [3, 2, 3, 2]


def test_the_dutch_system_pairs_in_an_event():
    config = {"rounds": 2, "pairing": "fide_dutch"}
    event = play_out(a_running_event(*bots(4), format="swiss", config=config))
    assert event.state == "closed"
    assert match_of(event, "R2.1").why.endswith(" FIDE Dutch.")


@pytest.mark.parametrize("format_code", ["arena", "ladder"])
def test_whoever_is_free_is_paired_until_all_have_had_their_matches(format_code):
    event = play_out(a_running_event(*bots(4), format=format_code, config={"matches_each": 2}))
    assert event.state == "closed"
    assert set(states_of(event).values()) == {"done"}
    assert len(states_of(event)) == 4


def test_who_withdraws_from_a_swiss_gives_a_walkover_and_is_paired_no_more():
    event = a_running_event(*bots(6), format="swiss", config={"rounds": 2})
    entrant = event.entrants.get(player__handle="bot-01")
    actions.withdraw(entrant_id=entrant.pk, by=None)
    event = play_out(event)
    assert event.state == "closed"
    later = Match.objects.filter(stage__tournament=event, round=2)
    assert all(["entrant", entrant.pk] not in match.slots for match in later)


def test_three_entrants_cannot_play_a_swiss_and_the_event_says_so():
    event = a_running_event(*bots(3), format="swiss", config={})
    assert event.state == "closed"
    assert "three entrants had entered, four are needed." in event.closed_reason
