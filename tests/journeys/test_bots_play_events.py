"""Bots over HTTP, worker and beat as processes: events end, whatever dies in the middle."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.kit.processes import running
from games.models import Move, Seat, Table
from ratings.models import Contest, Rating
from tests.journeys.events import (
    Author,
    an_author,
    an_event,
    assert_a_rebuild_changes_nothing,
    is_all_done,
    state_of,
    tables_with_a_contest,
)
from tests.journeys.service import Service, a_service, audit
from tournaments.actions import start_tournament
from tournaments.models import Entrant, Match, MatchTable
from tournaments.queries import standings_of

THOUGHTFUL = f"{Path(__file__).parent / 'thoughtful.py'}:Thoughtful"

pytestmark = [
    pytest.mark.requires_postgresql,
    pytest.mark.requires_redis,
    pytest.mark.django_db(transaction=True),
    pytest.mark.journey,
]


def enter(service: Service, event: object, *authors: Author) -> None:
    """All of them enter over HTTP, however long that takes here; then the event begins."""
    for author in authors:
        with author.client(service) as client:
            client.enter(event.public_id)
    start_tournament(tournament_id=event.pk, by=None)


def test_eight_bots_play_an_event_while_redis_is_flushed_and_the_worker_killed(
    tmp_path: Path,
) -> None:
    authors = [an_author(f"author-{number}") for number in range(8)]
    event = an_event()
    with a_service(tmp_path) as service:
        enter(service, event, *authors)
        with running(*(service.bot(author.token, THOUGHTFUL) for author in authors)):
            service.wait_until(lambda: Move.objects.count() >= 20, 40, "twenty moves")
            service.worker.kill()
            service.flush_redis()
            assert state_of(event) == "running"
            seen = Move.objects.count()
            service.wait_until(lambda: Move.objects.count() > seen, 10, "moves without a worker")
            service.flush_redis()
            service.worker.start()
            service.wait_until(lambda: state_of(event) == "closed", 90, "the end of the event")
            service.wait_until(is_all_done, 20, "every consequence drawn")
    assert Table.objects.filter(status="over").count() == 7
    assert len(tables_with_a_contest()) == 7
    assert Contest.objects.filter(sequence__isnull=False).count() == 7
    assert Rating.objects.count() == 8
    assert [row.place for row in standings_of(event.pk)] == [1, 2, 3, 3, 5, 5, 5, 5]
    assert set(Move.objects.values_list("cause", flat=True)) == {"move"}
    assert_a_rebuild_changes_nothing()
    assert audit() == "Everything holds.\n"


def test_a_silent_bot_is_last_at_a_table_of_four_and_out_of_a_table_of_two(
    tmp_path: Path,
) -> None:
    silent = an_author("silent")
    loud = [an_author(f"loud-{number}") for number in range(4)]
    duel = an_event(seats=2, patience_seconds=3)
    fours = an_event(seats=4, patience_seconds=3)
    with a_service(tmp_path) as service:
        enter(service, duel, silent, loud[0])
        enter(service, fours, silent, *loud[1:])
        with running(*(service.bot(author.token) for author in loud)):
            for event in (duel, fours):
                service.wait_until(lambda e=event: state_of(e) == "closed", 60, "both ends")
            service.wait_until(is_all_done, 20, "every consequence drawn")
    assert [seat_of(silent, event) for event in (duel, fours)] == [
        (2, "deadline"),
        (4, "deadline"),
    ]
    assert champion_of(duel) == "loud-0"
    assert champion_of(fours) in {"loud-1", "loud-2", "loud-3"}
    assert_a_rebuild_changes_nothing()
    assert audit() == "Everything holds.\n"


def seat_of(author: Author, event: object) -> tuple[int | None, str]:
    """Place and reason of the author's seat at the event's only table."""
    table = MatchTable.objects.get(match__stage__tournament=event).table_id
    return Seat.objects.values_list("place", "left_reason").get(
        table_id=table, player=author.player
    )


def champion_of(event: object) -> str:
    assert Match.objects.filter(stage__tournament=event).count() == 1
    first = next(row for row in standings_of(event.pk) if row.place == 1)
    return Entrant.objects.get(pk=first.entrant_id).player.handle
