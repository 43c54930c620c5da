"""The clock of the service: Celery asks every second who is due, and trusts no message."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("podium")
app.config_from_object("config.celery_settings")
app.autodiscover_tasks()
