"""Events, their entrants and their acts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Count, Max, Q, QuerySet

from games.queries import revealed_draw
from players.transactions import read_at
from tournaments.act_words import STANDSTILL, UNDOABLE, told
from tournaments.check_in import check_in_opens_at
from tournaments.errors import EntrantNotFound, TournamentNotFound
from tournaments.formats.registry import format_for
from tournaments.match_plans import described, plan_of
from tournaments.models import Act, Entrant, EntrantPlayer, Match, MatchTable, Tournament
from tournaments.queries.bracket import APART_WORDS
from tournaments.queries.seen import (
    ActSeen,
    EntrantSeen,
    MatchOfTable,
    MemberSeen,
    TournamentListed,
    TournamentSeen,
)
from tournaments.seeds import named, with_beliefs
from tournaments.stage_plans import plans_of

TAKES_PART = Q(entrants__status=Entrant.Status.ACTIVE) | Q(entrants__seed__isnull=False)
IN_PLAY = Q(state__in=[Match.State.LIVE, Match.State.READY])
LISTED = (
    "id",
    "public_id",
    "name",
    "game",
    "format",
    "state",
    "casual",
    "patience_seconds",
    "entrants",
    "max_entrants",
    "starts_at",
    "started_at",
    "closed_at",
    "closed_reason",
    "created_at",
)
MATCH_OF_TABLE = (
    "match__stage__tournament_id",
    "match__stage__tournament__public_id",
    "match__stage__tournament__name",
    "match__key",
    "match__label",
)


def list_tournaments(
    *,
    state: str | None = None,
    game: str | None = None,
    series: int | None = None,
    after: int | None = None,
    limit: int = 50,
) -> list[TournamentListed]:
    """Newest first, `after` the key of the last line seen. Drafts only where they are asked for."""
    events = Tournament.objects.order_by("-pk")
    events = events.filter(state=state) if state else events.exclude(state=Tournament.State.DRAFT)
    if game:
        events = events.filter(game=game)
    if series:
        events = events.filter(series=series)
    if after:
        events = events.filter(pk__lt=after)
    return _listed(events[:limit])


def coming_tournaments(limit: int) -> list[TournamentListed]:
    """Events that can be entered, the next to start first, those without a time last."""
    opened = Tournament.objects.filter(state=Tournament.State.OPEN)
    timed = _listed(opened.filter(starts_at__isnull=False).order_by("starts_at")[:limit])
    return [*timed, *_listed(opened.filter(starts_at=None).order_by("-pk")[: limit - len(timed)])]


def _listed(events: QuerySet[Tournament]) -> list[TournamentListed]:
    keys = list(events.values_list("pk", flat=True))
    counted_events = Tournament.objects.filter(pk__in=keys).annotate(
        taking_part=Count("entrants", filter=TAKES_PART)
    )
    columns = ["taking_part" if name == "entrants" else name for name in LISTED]
    lines = {row[0]: TournamentListed(*row) for row in counted_events.values_list(*columns)}
    return [lines[key] for key in keys]


def tournament_by_public_id(public_id: str) -> Tournament:
    """Raises TournamentNotFound."""
    found = (
        Tournament.objects.select_related("organiser", "draw").filter(public_id=public_id).first()
    )
    if found is None:
        raise TournamentNotFound("No such event.")
    return found


def tournament_seen(public_id: str) -> TournamentSeen:
    """Raises TournamentNotFound."""
    event = _with_counts().annotate(read_at=read_at()).filter(public_id=public_id).first()
    if event is None:
        raise TournamentNotFound("No such event.")
    return TournamentSeen(
        id=event.pk,
        public_id=event.public_id,
        name=event.name,
        description=event.description,
        game=event.game,
        options=event.options,
        format=event.format,
        config=event.config,
        settings_words=format_for(event.format).describe(event.config),
        match_plan=event.match_plan,
        match_words=described(plan_of(event.match_plan)),
        later_stages=event.later_stages,
        team_size=event.team_size,
        schedule=event.schedule,
        time_zone=event.time_zone,
        max_tables_each=event.max_tables_each,
        late_entry_rounds=event.late_entry_rounds,
        paused_at=event.paused_at,
        patience_seconds=event.patience_seconds,
        casual=event.casual,
        state=event.state,
        seeding=event.seeding,
        organiser_id=event.organiser_id,
        organiser=event.organiser.username if event.organiser else "",
        series_id=event.series.public_id if event.series else "",
        series_name=event.series.name if event.series else "",
        entrants=event.taking_part,
        checked_in=event.there,
        min_entrants=event.min_entrants,
        max_entrants=event.max_entrants,
        check_in=event.check_in,
        check_in_opens_at=check_in_opens_at(event),
        starts_at=event.starts_at,
        created_at=event.created_at,
        started_at=event.started_at,
        closed_at=event.closed_at,
        closed_reason=event.closed_reason,
        server_now=event.read_at,
        draw_id=event.draw.public_id,
        draw_commitment=event.draw.commitment,
        draw_secret=revealed_draw(event.draw_id) if event.draw.revealed_at else None,
        current_rounds=_current_rounds(event),
    )


def _with_counts() -> QuerySet[Any]:
    """Events with how many take part and how many of them have checked in."""
    return Tournament.objects.select_related("organiser", "draw", "series").annotate(
        taking_part=Count("entrants", filter=TAKES_PART),
        there=Count(
            "entrants",
            filter=Q(entrants__status=Entrant.Status.ACTIVE, entrants__checked_in_at__isnull=False),
        ),
    )


def _current_rounds(event: Tournament) -> tuple[str, ...]:
    if event.state != Tournament.State.RUNNING:
        return ()
    rounds = (
        Match.objects.filter(
            stage__tournament=event, stage__started_at__isnull=False, voided_at=None
        )
        .values("stage__number", "section", "round")
        .order_by("round", "section")
        .annotate(going_on=Max("advance"), current=Count("pk", filter=IN_PLAY))
    )
    newest = max((each["stage__number"] for each in rounds), default=1)
    ours = [each for each in rounds if each["stage__number"] == newest]
    plan = plans_of(event)[newest - 1]
    going_on = {
        (each["section"], each["round"]): each["going_on"]
        for each in ours
        if each["section"] not in APART_WORDS
    }
    names = plan.style.round_names(plan.config, going_on)
    current = (each for each in ours if each["current"])
    told = (
        APART_WORDS.get(each["section"]) or names[each["section"], each["round"]]
        for each in current
    )
    return tuple(dict.fromkeys(told))


def entrants_of(tournament_id: int) -> list[EntrantSeen]:
    """By seed where the event has begun, else in the order of entry; who is out of it last.

    Raises TournamentNotFound.
    """
    event = Tournament.objects.filter(pk=tournament_id).first()
    if event is None:
        raise TournamentNotFound("No such event.")
    entrants = list(
        Entrant.objects.filter(tournament=event)
        .select_related("player__owner", "replaces__player")
        .order_by("pk")
    )
    if event.started_at is None:
        with_beliefs(event, entrants)
    entrants.sort(key=_entrant_order)
    teams = _teams_of(Q(entrant__tournament=event)) if event.team_size > 1 else {}
    return [_entrant_seen(entrant, teams.get(entrant.pk, ())) for entrant in entrants]


def _teams_of(wanted: Q) -> dict[int, tuple[MemberSeen, ...]]:
    """The players of teams, by entrant."""
    rows = EntrantPlayer.objects.filter(wanted).order_by("entrant", "number")
    teams: dict[int, tuple[MemberSeen, ...]] = {}
    for key, public_id, handle in rows.values_list(
        "entrant_id", "player__public_id", "player__handle"
    ):
        teams[key] = (*teams.get(key, ()), MemberSeen(public_id, handle))
    return teams


def entrant_of(*, tournament_id: int, player_id: int) -> EntrantSeen:
    """The player's own entry. Raises EntrantNotFound."""
    entry = Entrant.objects.select_related("player__owner", "replaces__player", "tournament")
    for entrant in entry.filter(tournament_id=tournament_id, player_id=player_id):
        is_team = entrant.tournament.team_size > 1
        teams = _teams_of(Q(entrant=entrant)) if is_team else {}
        return _entrant_seen(entrant, teams.get(entrant.pk, ()))
    raise EntrantNotFound("This player has not entered the event.")


def entrant_key(tournament_id: int, player: str) -> int:
    """The key of a player's entry, by the player's public id. Raises EntrantNotFound."""
    entry = Entrant.objects.filter(tournament_id=tournament_id, player__public_id=player)
    for key in entry.values_list("pk", flat=True):
        return key
    raise EntrantNotFound(f"Player {player} has not entered the event.")


def _entrant_order(entrant: Entrant) -> tuple[bool, int, int]:
    is_out = entrant.seed is None and entrant.status != Entrant.Status.ACTIVE
    return (is_out, entrant.seed or 0, entrant.pk)


def _entrant_seen(entrant: Entrant, members: tuple[MemberSeen, ...] = ()) -> EntrantSeen:
    player = entrant.player
    return EntrantSeen(
        id=entrant.pk,
        player_id=player.pk,
        player_public_id=player.public_id,
        name=named(entrant),
        handle=player.handle,
        members=members,
        club=entrant.club,
        kind=player.kind,
        owner_id=player.owner_id,
        owner=player.owner.username if player.owner else "",
        seed=entrant.seed,
        status=entrant.status,
        mu=entrant.mu,
        sigma=entrant.sigma,
        entered_at=entrant.entered_at,
        checked_in_at=entrant.checked_in_at,
        withdrawn_at=entrant.withdrawn_at,
        reason=entrant.reason,
        from_round=entrant.from_round,
        replaces=entrant.replaces.player.handle if entrant.replaces else "",
    )


def acts_of(tournament_id: int, *, after: int | None = None, limit: int = 100) -> list[ActSeen]:
    """The trail of the event, newest first; `after` the key of the last line seen."""
    acts = _acts(tournament_id)
    if after:
        acts = acts.filter(pk__lt=after)
    return _seen_acts(tournament_id, list(acts[:limit]))


def newest_act(tournament_id: int) -> int:
    """The key of the last line of the trail; 0 while it is empty."""
    return Act.objects.filter(tournament_id=tournament_id).aggregate(key=Max("pk"))["key"] or 0


def act_done(
    tournament_id: int,
    *,
    since: int,
    actor_id: int | None,
    before: Sequence[str] = (),
    entrants: Sequence[int] = (),
) -> ActSeen:
    """What a director has done since that line, though the clock went on at once after it.

    Where that was nothing, as it had been done before: the line of a kind in `before` that told
    of it, about the first of `entrants` if it was about one.
    """
    acts = _acts(tournament_id)
    about = {"payload__entrant_id": entrants[0]} if entrants else {}
    done = (
        acts.filter(pk__gt=since, actor_id=actor_id).first()
        or acts.filter(kind__in=before, **about).first()
        or acts[0]
    )
    return _seen_acts(tournament_id, [done])[0]


def _acts(tournament_id: int) -> QuerySet[Act]:
    acts = Act.objects.filter(tournament_id=tournament_id)
    return acts.select_related("actor").order_by("-pk")


def _seen_acts(tournament_id: int, shown: Sequence[Act]) -> list[ActSeen]:
    undone = _undone(tournament_id) if any(act.kind in UNDOABLE for act in shown) else set()
    return [
        ActSeen(
            id=act.pk,
            is_undoable=act.kind in UNDOABLE and act.pk not in undone,
            kind=act.kind,
            text=told(act.kind, act.payload),
            actor=act.actor.username if act.actor else "",
            reason=act.reason,
            happened_at=act.happened_at,
        )
        for act in shown
    ]


def _undone(tournament_id: int) -> set[int]:
    """Keys of the acts that were taken back; so was each standstill, and its end, but the last."""
    acts = Act.objects.filter(tournament_id=tournament_id)
    taken_back = acts.filter(kind="undone").values_list("payload__undoes", flat=True)
    stood_still = acts.filter(kind__in=STANDSTILL).order_by("-pk").values_list("pk", flat=True)
    return {*taken_back, *stood_still[1:]}


def match_of_table(table_id: int) -> MatchOfTable | None:
    """The match that a table is played for, if it is played for one."""
    for row in MatchTable.objects.filter(table_id=table_id).values_list(*MATCH_OF_TABLE):
        return MatchOfTable(*row)
    return None


def matches_of_tables(public_ids: Iterable[str]) -> dict[str, MatchOfTable]:
    """By the table's public id; tables that are played for no match are left out."""
    found = MatchTable.objects.filter(table__public_id__in=list(public_ids))
    rows = found.values_list("table__public_id", *MATCH_OF_TABLE)
    return {public_id: MatchOfTable(*row) for public_id, *row in rows}


def table_ids_of(tournament_id: int) -> list[int]:
    """Keys of all tables of an event, newest first."""
    tables = MatchTable.objects.filter(match__stage__tournament_id=tournament_id)
    return list(tables.order_by("-table_id").values_list("table_id", flat=True))
