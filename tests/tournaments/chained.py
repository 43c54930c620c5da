"""Events of two stages, and who plays which of them."""

from __future__ import annotations

from tests.tournaments.helpers import win
from tournaments.models import Stage, Tournament

TWO = {"seats": 2}


def to_final(take: int = 2, policy: str = "higher_seed", **more) -> list[dict]:
    """A second stage for the first `take` of the first one."""
    cut = {"take": take, "tie_policy": policy}
    return [{"format": "single-elimination", "config": TWO, "cut": cut, **more}]


def stages(event: Tournament) -> list[Stage]:
    return list(Stage.objects.filter(tournament=event).order_by("number"))


def handles(event: Tournament, keys: list[int]) -> list[str]:
    names = dict(event.entrants.values_list("pk", "player__handle"))
    return [names[key] for key in keys]


def field_of(event: Tournament, number: int) -> list[str]:
    """Who plays the stage, by the seeds held in it."""
    return handles(event, stages(event)[number - 1].field)


def semi_finals(event: Tournament) -> None:
    """Both losers are level: nothing parts those who lose in one round."""
    win(event, "W1.1", "bot-01", "bot-04")
    win(event, "W1.2", "bot-02", "bot-03")


def final(event: Tournament) -> None:
    win(event, "W2.1", "bot-01", "bot-02")
