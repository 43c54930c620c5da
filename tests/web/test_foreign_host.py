"""A request under a name that is not ours is refused, by the pages as by the API."""

from __future__ import annotations

import pytest
from django.test import Client


@pytest.mark.parametrize("path", ["/", "/healthz", "/events", "/api/v1/games"])
def test_a_name_that_is_not_ours_is_a_bad_request(settings, path):
    settings.ALLOWED_HOSTS = ["podium.example"]
    client = Client(raise_request_exception=False)
    assert client.get(path, headers={"host": "elsewhere.example"}).status_code == 400
