"""A match tells who sat there, whoever has that place in the event by now."""

from __future__ import annotations

import pytest

from tests.builders import a_bot
from tests.tournaments.directing import of
from tests.tournaments.helpers import a_running_event, bots, entrant_of, win
from tournaments import actions
from tournaments.actions import directing
from tournaments.queries import bracket_of
from tournaments.queries.matches import tables_of_match

pytestmark = pytest.mark.django_db


def test_matches_of_the_former_player_keep_its_name():
    event = a_running_event(*(players := bots(4)))
    win(event, "W1.1", "bot-01", "bot-04")
    place = entrant_of(event, players[0])
    actions.replace_entrant(entrant_id=place.pk, player_id=a_bot("deputy").pk, by=None)
    win(event, "W1.2", "bot-02", "bot-03")
    names = {match.key: [row.name for row in match.rows] for match in bracket_of(event.pk).matches}
    assert names == {
        "W1.1": ["bot-01", "bot-04"],
        "W1.2": ["bot-02", "bot-03"],
        "W2.1": ["deputy", "bot-02"],
    }
    deal = tables_of_match(event.pk, 1, "W1.1").deals[0]
    assert {hand.name for hand in deal.tables[0].hands} == {"bot-01", "bot-04"}


def test_a_table_that_was_dealt_anew_has_the_new_name():
    event = a_running_event(*(players := bots(2)))
    place = entrant_of(event, players[0])
    actions.replace_entrant(entrant_id=place.pk, player_id=a_bot("deputy").pk, by=None)
    (match,) = bracket_of(event.pk).matches
    assert {row.name for row in match.rows} == {"bot-01", "bot-02"}
    win(event, "W1.1")
    directing.void_result(**of(event, stage=1, match="W1.1"))
    (match,) = bracket_of(event.pk).matches
    assert {row.name for row in match.rows} == {"deputy", "bot-02"}


def test_a_group_goes_by_the_names_of_now_and_its_matches_by_those_of_then(client):
    event = a_running_event(*bots(5), format="round-robin", config={})
    win(event, "R1.1")
    first = bracket_of(event.pk).matches[0]
    place = event.entrants.get(pk=first.rows[0].entrant_id)
    gone = place.player.handle
    actions.replace_entrant(entrant_id=place.pk, player_id=a_bot("deputy").pk, by=None)
    html = client.get(f"/events/{event.public_id}").content.decode()
    assert gone in {row.name for row in bracket_of(event.pk).matches[0].rows}
    assert html.count(">deputy</a>") == 1
