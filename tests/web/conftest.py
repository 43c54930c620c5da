"""Every test of a page begins with an empty cache."""

from __future__ import annotations

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def no_cache(settings):
    settings.REDIS_URL = ""
    cache.clear()
