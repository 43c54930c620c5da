"""What directors do to a running tournament: previews, acts, and taking them back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from django.http import HttpResponse

from api.answers import json_response
from api.directing import seen_by_caller
from api.fields import Field, Fields, flag, mapping, one_of, text, texts, whole
from api.problems import BadInput
from api.tournament_shapes import ActShape, act_shape
from api.views import ApiView, Call, operation
from players.queries import owner_of, player_by_public_id
from ratings.queries import Move
from tournaments import queries
from tournaments.actions import directing
from tournaments.actions.directing import Preview
from tournaments.queries.blockers import Blocker, blockers_of

DIRECT = ("organise",)
MOST_ENTRANTS = 6
WORDS = {"entrants": "players", "player": "players"}
# What the body calls them.


def optional(field: Field) -> Field:
    return Field(field.read, field.schema, None)


ACT = Fields(
    kind=one_of(*directing.KINDS, about="What is to be done."),
    reason=text(200, about="Why; everybody can read it."),
    stage=optional(
        whole(
            1, 20, about="The stage of the match, from 1; for repair_round the newest by default."
        )
    ),
    round=optional(
        whole(
            1,
            10_000,
            about="For repair_round: the first round to be paired anew; by default the newest.",
        )
    ),
    match=optional(text(16, about="For walkover, override and void_result: the match, by key.")),
    players=optional(
        texts(
            MOST_ENTRANTS,
            about="Whom it is about, by id. For walkover: who is there, the best first. For"
            " replace: who goes, then who comes.",
        )
    ),
    places=optional(
        mapping(about="For override: a place for each player of the match, by id; ties share.")
    ),
    table=optional(text(12, about="For give_time and remove: the table, by id.")),
    seconds=optional(whole(1, 86_400, about="For give_time.")),
    act=optional(whole(1, about="For undo: the act, by its number.")),
    keep_later=flag(
        default=False,
        about="True: later results stand as decided although their entrants change.",
    ),
    preview=flag(default=False, about="True: nothing happens; the answer says what would."),
)


class MatchMovedShape(TypedDict):
    """A match as it stands and as it would."""

    stage: int
    key: str
    label: str
    before: str
    after: str


class RatingMovedShape(TypedDict):
    """The lower edge of a rating; `after` is null where no rating would be left."""

    handle: str
    game: str
    division: str
    before: float
    after: float | None


class PreviewShape(TypedDict):
    """What an act would lead to; `tables` would be void, `told` are those it concerns."""

    preview: bool
    matches: list[MatchMovedShape]
    tables: list[str]
    contests: int
    ratings: list[RatingMovedShape]
    ratings_uncounted: int
    told: list[str]
    state: str


class BlockerShape(TypedDict):
    """One thing the tournament waits for; `acts` would end the wait."""

    weight: str
    stage: int | None
    match: str | None
    label: str
    title: str
    text: str
    acts: list[str]
    table: str | None
    seat: int | None
    player: str | None
    deadline_at: dt.datetime | None


class BlockersShape(TypedDict):
    """All of them, the most pressing first."""

    items: list[BlockerShape]


class Blockers(ApiView):
    """What it waits for."""

    @operation(
        "What a tournament waits for",
        answers={200: BlockersShape},
        about="The most pressing first, with the acts that would end the wait.",
    )
    def get(self, call: Call, tournament_id: str) -> HttpResponse:
        event = seen_by_caller(call, tournament_id)
        return json_response({"items": [_blocker_shape(each) for each in blockers_of(event.id)]})


def perform(call: Call, tournament_id: str) -> HttpResponse:
    """Do an act, or tell what it would lead to."""
    event = seen_by_caller(call, tournament_id)
    kind = call.body["kind"]
    for name in directing.NEEDS[kind]:
        word = WORDS.get(name, name)
        if not call.body[word]:
            raise BadInput(f"{word} is missing; {kind} needs it.", extras={"field": word})
    _refuse_more_or_fewer(kind, call.body["players"] or [])
    asked = _asked(call.body, event.id)
    by = owner_of(call.by)
    act = directing.act_of(event.id, by, asked)
    if call.body["preview"]:
        return json_response(preview_shape(directing.preview(event.id, act)))
    before = queries.newest_act(event.id)
    act()
    done = queries.act_done(
        event.id,
        since=before,
        actor_id=by.pk if by else None,
        before=asked.said_before,
        entrants=asked.entrants,
    )
    return json_response(act_shape(done), status=201)


def _refuse_more_or_fewer(kind: str, players: Sequence[str]) -> None:
    """Whoever is named counts: an act is about one player, a replacement about two."""
    most = {"walkover": MOST_ENTRANTS, "replace": 2}.get(kind, 1)
    if len(players) > most or (kind == "replace" and len(players) < most):
        expected = "who goes, then who comes" if kind == "replace" else f"{most} at most"
        raise BadInput(
            f"players names {expected}; {kind} got {len(players)}.", extras={"field": "players"}
        )


def _asked(body: Mapping[str, Any], event_id: int) -> directing.Asked:
    kind, players = body["kind"], body["players"] or []
    needs = directing.NEEDS[kind]
    entrants = players[:1] if kind == "replace" else players if "entrants" in needs else []
    other = players[1:] if kind == "replace" else players
    return directing.Asked(
        kind=kind,
        reason=body["reason"],
        stage=body["stage"] or 0,
        round=body["round"] or 0,
        match=body["match"] or "",
        entrants=tuple(queries.entrant_key(event_id, each) for each in entrants),
        places=_places(event_id, body["places"]) if body["places"] is not None else {},
        table=body["table"] or "",
        player=player_by_public_id(other[0]).pk if "player" in needs and other else 0,
        seconds=body["seconds"] or 0,
        act=body["act"] or 0,
        keep_later=body["keep_later"],
    )


def _places(event_id: int, places: Mapping[str, Any]) -> dict[int, int]:
    wrong = [place for place in places.values() if type(place) is not int]
    if wrong or not 2 <= len(places) <= MOST_ENTRANTS:
        raise BadInput(
            'places is an object such as {"k3m9…": 1, "p7qx…": 2}: a place for each player.',
            extras={"field": "places"},
        )
    return {queries.entrant_key(event_id, player): place for player, place in places.items()}


def preview_shape(seen: Preview) -> PreviewShape:
    return PreviewShape(
        preview=True,
        matches=[
            MatchMovedShape(
                stage=moved.stage,
                key=moved.key,
                label=moved.label,
                before=moved.before,
                after=moved.after,
            )
            for moved in seen.matches
        ],
        tables=list(seen.tables),
        contests=seen.contests,
        ratings=[_rating_shape(move) for move in seen.ratings.moves],
        ratings_uncounted=seen.ratings.uncounted,
        told=list(seen.told),
        state=seen.state,
    )


def _rating_shape(move: Move) -> RatingMovedShape:
    return RatingMovedShape(
        handle=move.handle,
        game=move.game,
        division=move.division,
        before=move.before,
        after=move.after,
    )


def _blocker_shape(blocker: Blocker) -> BlockerShape:
    return BlockerShape(
        weight=blocker.weight,
        stage=blocker.stage,
        match=blocker.match or None,
        label=blocker.label,
        title=blocker.title,
        text=blocker.text,
        acts=list(blocker.acts),
        table=blocker.table or None,
        seat=blocker.seat,
        player=blocker.player or None,
        deadline_at=blocker.deadline_at,
    )


__all__ = ["ACT", "DIRECT", "ActShape", "Blockers", "PreviewShape", "perform"]
