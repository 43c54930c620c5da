"""Players and teams enter, in time or late, and check in."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db.models import Max, Q

from players.errors import PlayerNotFound
from players.models import Player, User
from players.names import plain_name
from players.transactions import database_now, in_one_transaction
from tournaments.actions.advancing import advance_locked
from tournaments.actions.common import (
    announce,
    lock_tournament,
    may_direct,
    record,
)
from tournaments.actions.entrants import locked_entrant, refuse_entry_by, refuse_others
from tournaments.check_in import check_in_opens_at
from tournaments.errors import (
    AlreadyEntered,
    BadTeam,
    CheckInNotOpen,
    EntrantNotFound,
    EntryNotOpen,
    NotYourEntrant,
    TournamentFull,
)
from tournaments.facts import stage_ends_at
from tournaments.formats.idle import MINUTES
from tournaments.formats.registry import format_for
from tournaments.models import Entrant, EntrantPlayer, Match, Stage, Tournament
from tournaments.seeds import named, with_beliefs

LONGEST_CLUB = 40
LONGEST_NAME = 60
# Whoever left before it mattered may come again under a new entry.
GONE = (Entrant.Status.WITHDRAWN, Entrant.Status.ABSENT)


@in_one_transaction
def enter(
    *,
    tournament_id: int,
    player_id: int,
    by: User | None,
    team: Sequence[int] = (),
    name: str = "",
    club: str = "",
) -> Entrant:
    """The player takes part, with `team` as the others of its team, in the order of their seats.

    A withdrawn one comes back as a new entry. Once the event runs it is a late entry, which plays
    from the next round on. Raises EntryNotOpen, AlreadyEntered, TournamentFull, PlayerNotFound,
    NotYourEntrant, BadTeam, and BadName for a team's or a club's name.
    """
    tournament = lock_tournament(tournament_id)
    players = _players([player_id, *team])
    check_entry(tournament, players[0], by, players[1:])
    forget_former(tournament, players)
    now = database_now()
    entrant = Entrant(
        tournament=tournament,
        player=players[0],
        name=_team_name(players, name),
        club=plain_name(club)[:LONGEST_CLUB] if club.strip() else "",
        entered_at=now,
    )
    if tournament.state == Tournament.State.RUNNING:
        _place_late(entrant)
    entrant.save()
    if len(players) > 1:
        EntrantPlayer.objects.bulk_create(
            EntrantPlayer(entrant=entrant, player=player, number=number)
            for number, player in enumerate(players, start=1)
        )
    if tournament.state == Tournament.State.RUNNING:
        _join(tournament, entrant, now, by)
    announce(tournament.pk)
    return entrant


def check_entry(
    tournament: Tournament, player: Player, by: User | None, team: Sequence[Player] = ()
) -> None:
    """Refuse an entry that cannot be. Nothing is stored. Raises what `enter` raises."""
    players = [player, *team]
    for each in players:
        refuse_entry_by(each, by)
    if not may_direct(tournament, by) and by is not None and player.owner_id != by.pk:
        raise NotYourEntrant(f"{player.handle} is not yours, so you cannot speak for it.")
    refuse_closed_entry(tournament)
    _refuse_other_size(tournament, players)
    refuse_entered(tournament, players)
    entered = Entrant.objects.filter(tournament=tournament, status=Entrant.Status.ACTIVE)
    if tournament.max_entrants is not None and entered.count() >= tournament.max_entrants:
        raise TournamentFull(f"{tournament.name} takes {tournament.max_entrants}; all have come.")


def refuse_closed_entry(tournament: Tournament) -> None:
    """Entry is open before the start, and afterwards as long as late ones are taken.

    Raises EntryNotOpen.
    """
    if tournament.state == Tournament.State.OPEN:
        return
    if tournament.state != Tournament.State.RUNNING or not tournament.late_entry_rounds:
        raise EntryNotOpen(f"{tournament.name} is {tournament.state}; it takes no entries.")
    stage = Stage.objects.filter(tournament=tournament).order_by("-number")[0]
    last, begun = _last_for_entries(stage), _rounds_begun(stage)
    ends_at = stage_ends_at(stage)
    if ends_at is not None and stage.number == 1:
        if database_now() >= ends_at:
            raise EntryNotOpen(f"{tournament.name} pairs nobody any more; it takes no entries.")
    elif stage.number > 1 or begun >= last:
        text = f"{tournament.name} took entries until round {last} was paired."
        raise EntryNotOpen(text)


def refuse_entered(tournament: Tournament, players: Sequence[Player]) -> None:
    """Nobody plays twice in one event, and who has left its tables does not come back.

    Raises AlreadyEntered.
    """
    taking_part = Entrant.objects.filter(tournament=tournament).filter(
        Q(player__in=players) | Q(members__player__in=players)
    )
    for entrant in taking_part.select_related("player"):
        if entrant.status == Entrant.Status.ACTIVE:
            raise AlreadyEntered(f"{named(entrant)} has entered {tournament.name} already.")
        is_gone = entrant.status in GONE or tournament.state == Tournament.State.OPEN
        if entrant.seed is not None or not is_gone:
            raise AlreadyEntered(f"{named(entrant)} has left {tournament.name}, which began.")


def forget_former(tournament: Tournament, players: Sequence[Player]) -> None:
    """Entries of theirs that came to nothing make room for the new one."""
    former = Entrant.objects.filter(tournament=tournament, player__in=players, seed=None)
    former.exclude(status=Entrant.Status.ACTIVE).delete()


@in_one_transaction
def check_in(*, entrant_id: int, by: User | None) -> None:
    """The entrant is there; again is no error.

    Raises EntrantNotFound, NotYourEntrant, CheckInNotOpen.
    """
    tournament, entrant = locked_entrant(entrant_id)
    refuse_others(tournament, entrant, by)
    if entrant.status != Entrant.Status.ACTIVE:
        raise EntrantNotFound(f"{named(entrant)} does not take part any more.")
    if entrant.checked_in_at is not None:
        return
    now = database_now()
    _refuse_closed_check_in(tournament, now)
    entrant.checked_in_at = now
    entrant.save(update_fields=["checked_in_at"])
    announce(tournament.pk)


def _refuse_closed_check_in(tournament: Tournament, now: dt.datetime) -> None:
    opens_at = check_in_opens_at(tournament)
    if opens_at is None:
        raise CheckInNotOpen(f"Nobody has to check in for {tournament.name}.")
    if tournament.state != Tournament.State.OPEN:
        raise CheckInNotOpen(f"{tournament.name} is {tournament.state}; check-in is over.")
    if now < opens_at:
        raise CheckInNotOpen(f"Check-in opens at {opens_at:%H:%M} UTC; it is {now:%H:%M} now.")


def _players(keys: Sequence[int]) -> list[Player]:
    found = Player.objects.in_bulk(keys)
    if len(found) < len(set(keys)):
        raise PlayerNotFound("No such player.")
    return [found[key] for key in keys]


def _refuse_other_size(tournament: Tournament, players: Sequence[Player]) -> None:
    wanted, came = tournament.team_size, len(players)
    if came != wanted:
        what = "one player" if wanted == 1 else f"a team of {wanted}"
        raise BadTeam(f"An entrant of {tournament.name} is {what}, not {came}.")
    if len({player.pk for player in players}) < came:
        raise BadTeam("Nobody takes two places of one team.")


def _team_name(players: Sequence[Player], name: str) -> str:
    if len(players) == 1:
        return ""
    if name.strip():
        return plain_name(name)
    return " & ".join(player.handle for player in players)[:LONGEST_NAME]


def _last_for_entries(stage: Stage) -> int:
    """Whoever comes once the last round of all is paired would never play."""
    tournament, style = stage.tournament, format_for(stage.format)
    if any(each.name == MINUTES.name for each in style.settings):
        return tournament.late_entry_rounds  # Without rounds, they are paired as they come.
    began = Entrant.objects.filter(tournament=tournament, seed__isnull=False, from_round=1)
    return min(tournament.late_entry_rounds, len(style.outline(stage.config, began.count())))


def _rounds_begun(stage: Stage) -> int:
    published = Match.objects.filter(stage=stage, voided_at=None)
    return published.aggregate(last=Max("round"))["last"] or 0


def _place_late(entrant: Entrant) -> None:
    """Behind everybody's seed, from the next round on."""
    tournament = entrant.tournament
    stage = Stage.objects.filter(tournament=tournament).order_by("-number")[0]
    last = Entrant.objects.filter(tournament=tournament).aggregate(last=Max("seed"))["last"]
    entrant.seed = (last or 0) + 1
    entrant.from_round = _rounds_begun(stage) + 1


def _join(tournament: Tournament, entrant: Entrant, now: dt.datetime, by: User | None) -> None:
    with_beliefs(tournament, [entrant])
    entrant.save(update_fields=["mu", "sigma"])
    record(
        tournament,
        "entered_late",
        at=now,
        by=by,
        entrant=named(entrant),
        entrant_id=entrant.pk,
        round=entrant.from_round,
    )
    advance_locked(tournament, now)
