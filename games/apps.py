"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        # Registers the model of the deal secrets, which no other module may import.
        from games import secrets  # noqa: F401, PLC0415 - models exist only now
