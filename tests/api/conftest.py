"""Limits count across a process; each test of the API begins with a clean slate."""

from __future__ import annotations

import pytest

from api.throttle import forget_counts


@pytest.fixture(autouse=True)
def no_counts(settings):
    settings.REDIS_URL = ""
    forget_counts()
