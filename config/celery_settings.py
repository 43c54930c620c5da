"""Celery's settings; figures and reasons stand in docs/decisions/deadlines.md."""

from django.conf import settings

broker_url = settings.REDIS_URL or "memory://localhost"
broker_connection_retry_on_startup = True
broker_transport_options = (
    {
        "visibility_timeout": 300,
        "unacked_restore_interval": 5,
        "socket_timeout": 10,
        "socket_connect_timeout": 5,
    }
    if settings.REDIS_URL
    # In memory nobody knocks: the worker looks ten times a second.
    else {"polling_interval": 0.1}
)
task_ignore_result = True
task_serializer = "json"
accept_content = ["json"]
task_acks_late = True
task_reject_on_worker_lost = True
worker_prefetch_multiplier = 1
# Tasks wait for the database, not for the processor. Three of them stay for most of their second:
# with fewer threads than tasks some would find no place in their second, again and again.
worker_pool = "threads"
worker_concurrency = 11
worker_hijack_root_logger = False
timezone = "UTC"

EVERY_SECOND = (
    "games.tasks.expire_due",
    "tournaments.tasks.settle_due",
    "tournaments.tasks.advance_due",
    "ratings.tasks.fold_due",
    "bots.tasks.play_house_seats",
)
# A tick that waited longer than its period is dropped: the next one asks the same question.
beat_schedule = {
    name: {"task": name, "schedule": 1.0, "options": {"expires": 1.0}} for name in EVERY_SECOND
} | {
    "games.tasks.expire_open": {
        "task": "games.tasks.expire_open",
        "schedule": 60.0,
        "options": {"expires": 60.0},
    },
    "tournaments.tasks.series_due": {
        "task": "tournaments.tasks.series_due",
        "schedule": 20.0,
        "options": {"expires": 20.0},
    },
    "tournaments.tasks.foretell_due": {
        "task": "tournaments.tasks.foretell_due",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "bots.tasks.keep_demo_going": {
        "task": "bots.tasks.keep_demo_going",
        "schedule": 3.0,
        "options": {"expires": 3.0},
    },
}
