"""An organiser runs an event from the admin pages, from its creation to its champion."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from ratings.models import Rating
from tests.builders import a_house_bot, an_admin
from tests.journeys.events import assert_a_rebuild_changes_nothing
from tests.journeys.ticks import play_until_closed
from tests.tournaments.helpers import entrant_of
from tests.tournaments.test_admin import NEW, page, press
from tournaments.models import Act, Match, Tournament
from tournaments.queries import standings_of

pytestmark = pytest.mark.django_db


def test_an_organiser_runs_an_event_from_creation_to_its_champion(
    client: Client, settings: Any
) -> None:
    settings.HOUSE_PACE_MS = 0
    client.force_login(an_admin())
    client.post(page("tournament", "add"), {**NEW, "seats": "2", "advance": "1"})
    event = Tournament.objects.get()
    assert "takes entries" in press(client, "open_entry", event)
    players = [a_house_bot(f"Runner-{number}") for number in range(1, 6)]
    for player in players:
        client.post(page("entrant", "add"), {"tournament": event.pk, "player": player.pk})
    assert "was told to start" in press(client, "start", event)
    leaver = entrant_of(event, players[4])
    assert "Runner-5 is withdrawn." in press(client, "withdraw", leaver, reason="ill")
    play_until_closed(event)
    assert [act.kind for act in Act.objects.filter(actor__username="root").order_by("pk")] == [
        "created",
        "opened",
        "started",
        "withdrawn",
    ]
    rows = standings_of(event.pk)
    champion = next(row for row in rows if row.place == 1)
    assert champion.name in {"Runner-1", "Runner-2", "Runner-3", "Runner-4"}
    assert len(rows) == 5
    assert set(Match.objects.values_list("state", flat=True)) <= {"done", "walkover"}
    assert champion.name in client.get(f"/events/{event.public_id}").content.decode()
    assert "closed" in client.get(page("tournament", "change", event.pk)).content.decode()
    assert Rating.objects.filter(player__in=players[:4]).count() == 4
    assert_a_rebuild_changes_nothing()
    call_command("audit")
