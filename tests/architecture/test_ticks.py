"""Every tick finds a thread of its own, so that no task starves another."""

from __future__ import annotations

from config import celery_settings


def test_there_are_more_threads_than_ticks():
    assert len(celery_settings.beat_schedule) < celery_settings.worker_concurrency
