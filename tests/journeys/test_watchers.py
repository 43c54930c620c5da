"""People who watch: their streams stay open for long and may keep nothing that others need."""

from __future__ import annotations

import http.client
from contextlib import ExitStack, closing

import pytest

from tests.builders import some_bots
from tests.games.helpers import a_table
from tests.journeys.service import a_service

pytestmark = [
    pytest.mark.journey,
    pytest.mark.requires_postgresql,
    pytest.mark.django_db(transaction=True),
]

WATCHERS = 20  # the pool of the service in tests has six connections


def test_those_who_watch_keep_no_connection_to_the_database(tmp_path):
    table = a_table(*some_bots("ant", "bee"))
    with a_service(tmp_path) as service, ExitStack() as streams:
        for _ in range(WATCHERS):
            watching = http.client.HTTPConnection("127.0.0.1", service.port, timeout=15)
            streams.enter_context(closing(watching))
            watching.request("GET", f"/live/table/{table.public_id}")
            assert watching.getresponse().readline() == b"event: title\n", service.said()
        other = http.client.HTTPConnection("127.0.0.1", service.port, timeout=15)
        streams.enter_context(closing(other))
        other.request("GET", f"/api/v1/tables/{table.public_id}")
        assert other.getresponse().status == 200, service.said()
