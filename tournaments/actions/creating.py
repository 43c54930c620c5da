"""A new event, and the day it takes entries."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from games.actions import seal_draw
from games.actions.opening import checked_patience
from games.rules.registry import game as game_of
from games.rules.registry import rules_for
from players.models import User
from players.names import plain_name
from players.transactions import database_now, in_one_transaction
from tournaments.actions.common import announce, lock_tournament, record, refuse_strangers
from tournaments.errors import BadTournament, EntryNotOpen
from tournaments.formats.registry import Format, UnknownFormat, format_for
from tournaments.models import Tournament

LONGEST_DESCRIPTION = 2000
MOST_ENTRANTS = 4096
LONGEST_CHECK_IN = 7 * 86_400


@in_one_transaction
def create_tournament(
    *,
    name: str,
    game: str,
    format: str,
    organiser: User | None,
    options: Mapping[str, Any] | None = None,
    config: Mapping[str, Any] | None = None,
    patience_seconds: int = 30,
    starts_at: dt.datetime | None = None,
    check_in: bool = False,
    check_in_seconds: int = 1800,
    casual: bool = False,
    min_entrants: int = 2,
    max_entrants: int | None = None,
    seeding: str = "rating",
    description: str = "",
) -> Tournament:
    """A draft, which nobody can enter yet. `organiser` None is the service itself.

    Raises BadTournament, and what games and names raise: UnknownGame, BadOptions, BadPatience,
    BadName.
    """
    tournament = Tournament(
        name=name,
        description=description,
        game=game,
        options=dict(options or {}),
        format=format,
        config=dict(config or {}),
        patience_seconds=patience_seconds,
        casual=casual,
        seeding=seeding,
        organiser=organiser,
        starts_at=starts_at,
        check_in=check_in,
        check_in_seconds=check_in_seconds,
        min_entrants=min_entrants,
        max_entrants=max_entrants,
        created_at=database_now(),
    )
    check_settings(tournament)
    tournament.draw_id = seal_draw().deal_id
    tournament.save()
    record(tournament, "created", at=tournament.created_at, by=organiser)
    return tournament


def check_settings(tournament: Tournament) -> None:
    """Refuse what cannot be played, and spell out name and options. Nothing is stored.

    Raises what `create_tournament` raises.
    """
    style = _checked_format(tournament.format, tournament.game, tournament.config)
    rules = rules_for(tournament.game, tournament.options, style.seats(tournament.config))
    tournament.options = dict(rules.options)
    tournament.name = plain_name(tournament.name)
    checked_patience(tournament.patience_seconds)
    _check_numbers(tournament.min_entrants, tournament.max_entrants)
    _check_times(tournament)
    _refuse_other("seeding", tournament.seeding, Tournament.Seeding.values)
    length = len(tournament.description)
    if length > LONGEST_DESCRIPTION:
        raise BadTournament(
            "description",
            f"A description has at most {LONGEST_DESCRIPTION} characters; got {length}.",
        )


@in_one_transaction
def open_entry(*, tournament_id: int, by: User | None) -> None:
    """From now on players may enter; nothing happens where they may already.

    Raises NotYourTournament, EntryNotOpen once the event has begun or ended.
    """
    tournament = lock_tournament(tournament_id)
    refuse_strangers(tournament, by)
    if tournament.state == Tournament.State.OPEN:
        return
    if tournament.state != Tournament.State.DRAFT:
        raise EntryNotOpen(f"{tournament.name} is {tournament.state}; its entry is over.")
    tournament.state = Tournament.State.OPEN
    tournament.save(update_fields=["state"])
    record(tournament, "opened", at=database_now(), by=by)
    announce(tournament.pk)


def _checked_format(code: str, game: str, config: dict[str, Any]) -> Format:
    try:
        style = format_for(code)
    except UnknownFormat as error:
        raise BadTournament("format", str(error)) from error
    for problem in style.validate(config, 2):
        raise BadTournament(f"config.{problem.field}", problem.message)
    rules = game_of(game)
    if rules.cooperative:
        raise BadTournament(
            "game", f"All seats of {rules.name} share one result: a match would send nobody on."
        )
    if not rules.min_seats <= style.seats(config) <= rules.max_seats:
        raise BadTournament(
            "config.seats",
            f"{rules.name} is played by {rules.min_seats} to {rules.max_seats},"
            f" not {style.seats(config)}.",
        )
    return style


def _check_numbers(least: int, most: int | None) -> None:
    if type(least) is not int or not 2 <= least <= MOST_ENTRANTS:
        raise BadTournament(
            "min_entrants", f"An event needs 2 to {MOST_ENTRANTS} entrants, not {least!r}."
        )
    if most is not None and (type(most) is not int or not least <= most <= MOST_ENTRANTS):
        raise BadTournament(
            "max_entrants", f"An event takes {least} to {MOST_ENTRANTS} entrants, not {most!r}."
        )


def _check_times(tournament: Tournament) -> None:
    starts_at, opens_before = tournament.starts_at, tournament.check_in_seconds
    if starts_at is not None and starts_at.tzinfo is None:
        raise BadTournament("starts_at", "A start needs its time zone, such as 19:00Z.")
    if starts_at is not None and starts_at < tournament.created_at:
        raise BadTournament(
            "starts_at", f"A start lies ahead; {starts_at:%d %b %Y %H:%M} UTC is over."
        )
    if tournament.check_in and starts_at is None:
        raise BadTournament("check_in", "Check-in ends at the start, so it needs a time of start.")
    if type(opens_before) is not int or not 1 <= opens_before <= LONGEST_CHECK_IN:
        raise BadTournament(
            "check_in_seconds",
            f"Check-in opens 1 to {LONGEST_CHECK_IN} seconds before, not {opens_before!r}.",
        )


def _refuse_other(field: str, value: str, choices: list[str]) -> None:
    if value not in choices:
        raise BadTournament(field, f"Expected {' or '.join(choices)}, not {value!r}.")
