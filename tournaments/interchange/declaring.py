"""An event as the declaration that sets it up again."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

import yaml
from django.db.models import Q

from tournaments.interchange.declared import NEEDED, SETTINGS
from tournaments.models import Entrant, EntrantPlayer, Tournament

OF_THE_START = ("starts_at", "check_in", "check_in_seconds")


def dump_declaration(event: Tournament) -> str:
    """YAML that `read_declaration` takes back."""
    return yaml.safe_dump(
        declaration_of(event), sort_keys=False, allow_unicode=True, default_flow_style=False
    )


def declaration_of(event: Tournament) -> dict[str, Any]:
    """What was set, without what is so anyway, and who is in it or took part.

    The time of a start that has been is left out, and the check-in before it. Nothing that was
    decided is in it.
    """
    usual = Tournament()
    declaration: dict[str, Any] = {}
    for name in SETTINGS:
        value = getattr(event, name)
        is_set = value != getattr(usual, name) and not _is_past(event, name)
        if name in NEEDED or is_set:
            declaration[name] = _plain(event, value)
    entrants = _entrants(event)
    is_open = event.state != Tournament.State.DRAFT
    if is_open != bool(entrants):
        declaration["open"] = is_open
    if entrants:
        declaration["entrants"] = entrants
    return declaration


def _is_past(event: Tournament, name: str) -> bool:
    return name in OF_THE_START and event.state not in (
        Tournament.State.DRAFT,
        Tournament.State.OPEN,
    )


def _plain(event: Tournament, value: object) -> object:
    if isinstance(value, dt.datetime):
        return value.astimezone(ZoneInfo(event.time_zone)).isoformat()
    return value


def _entrants(event: Tournament) -> list[str | dict[str, Any]]:
    """In the order of entry, which may be the order of seeds."""
    teams: dict[int, list[str]] = {}
    members = EntrantPlayer.objects.filter(entrant__tournament=event).order_by("number")
    for key, handle in members.values_list("entrant_id", "player__handle"):
        teams.setdefault(key, []).append(handle)
    took_part = Q(status=Entrant.Status.ACTIVE) | Q(seed__isnull=False)
    rows = Entrant.objects.filter(took_part, tournament=event).select_related("player")
    there = rows.exclude(status=Entrant.Status.REPLACED).order_by("pk")
    return [_entrant(event, each, teams) for each in there]


def _entrant(
    event: Tournament, entrant: Entrant, teams: Mapping[int, list[str]]
) -> str | dict[str, Any]:
    """A handle, where there is nothing else to say."""
    said: dict[str, Any] = {"player": entrant.player.handle}
    if entrant.pk in teams:
        said = {"players": teams[entrant.pk]}
    if entrant.name:
        said["name"] = entrant.name
    if entrant.club:
        said["club"] = entrant.club
    if event.seeding == Tournament.Seeding.MANUAL and entrant.wanted_seed is not None:
        said["seed"] = entrant.wanted_seed
    return entrant.player.handle if list(said) == ["player"] else said
