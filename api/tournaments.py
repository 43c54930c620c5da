"""Tournaments: list, enter, check in, withdraw, bracket, standings; and what directors do."""

from __future__ import annotations

from django.http import HttpResponse

from api.acts import ACT, PreviewShape, perform
from api.answers import json_response
from api.bracket_shapes import BracketShape, StandingShape, bracket_shape, standing_shape
from api.cursors import key_of, numbered, page, page_fields
from api.directing import TOURNAMENT, seen_by_caller
from api.fields import Fields, from_text, one_of, text, texts, whole
from api.problems import NotAllowed
from api.schema import TextFile, page_of
from api.tournament_shapes import (
    ActShape,
    EntrantShape,
    TournamentLineShape,
    TournamentShape,
    act_shape,
    entrant_shape,
    tournament_line_shape,
    tournament_shape,
)
from api.views import ApiView, Call, operation
from players import throttle
from players.models import Player
from players.queries import owner_of, player_by_key, player_by_public_id
from tournaments import actions, queries
from tournaments.interchange.exports import EXPORTS, export_event

ENTER = ("enter",)
DIRECT = ("organise",)
REASON = text(200, default="", about="Why; it is kept with the act.")
STAGE = from_text(whole(1, 20, default=None, about="A stage, by number."))
PLAYER = text(12, default=None, about="Your bot, by id; left out: the player of your token.")


class Tournaments(ApiView):
    """All tournaments, and the way to set one up."""

    @operation(
        "List tournaments",
        answers={200: page_of(TournamentLineShape)},
        query=Fields(
            state=one_of(
                "open", "running", "closed", "cancelled", default=None, about="Only in that state."
            ),
            game=text(20, default=None, about="Only of that game."),
            **page_fields(),
        ),
    )
    def get(self, call: Call) -> HttpResponse:
        query = call.query
        lines = queries.list_tournaments(
            state=query["state"],
            game=query["game"],
            after=key_of("tournaments", query["cursor"]),
            limit=query["limit"] + 1,
        )
        shape = page(
            "tournaments", lines, query["limit"], lambda line: line.id, tournament_line_shape
        )
        return json_response(shape)

    @operation(
        "Set up a tournament",
        answers={201: TournamentShape},
        scopes=DIRECT,
        staff=True,
        body=TOURNAMENT,
        about="A draft that nobody sees but its directors, until you open its entry.",
    )
    def post(self, call: Call) -> HttpResponse:
        throttle.count(throttle.NEW_TOURNAMENT, f"user:{call.by.owner_id}")
        made = actions.create_tournament(organiser=owner_of(call.by), **call.body)
        return _shown(made.public_id, status=201)


class OneTournament(ApiView):
    """A tournament."""

    @operation("A tournament", answers={200: TournamentShape})
    def get(self, call: Call, tournament_id: str) -> HttpResponse:
        seen_by_caller(call, tournament_id)
        return _shown(tournament_id)


class Open(ApiView):
    """From draft to open."""

    @operation(
        "Open entry to a tournament", answers={200: TournamentShape}, scopes=DIRECT, staff=True
    )
    def post(self, call: Call, tournament_id: str) -> HttpResponse:
        event = seen_by_caller(call, tournament_id)
        actions.open_entry(tournament_id=event.id, by=owner_of(call.by))
        return _shown(tournament_id)


class Start(ApiView):
    """The draw, now."""

    @operation(
        "Start a tournament",
        answers={200: TournamentShape},
        scopes=DIRECT,
        staff=True,
        about="With those who are there. With too few it closes and says so.",
    )
    def post(self, call: Call, tournament_id: str) -> HttpResponse:
        event = seen_by_caller(call, tournament_id)
        actions.start_tournament(tournament_id=event.id, by=owner_of(call.by))
        return _shown(tournament_id)


class Cancel(ApiView):
    """The end, without a winner."""

    @operation(
        "Cancel a tournament",
        answers={200: TournamentShape},
        scopes=DIRECT,
        staff=True,
        body=Fields(reason=REASON),
        about="Running tables are void and change no rating; finished ones stand.",
    )
    def post(self, call: Call, tournament_id: str) -> HttpResponse:
        event = seen_by_caller(call, tournament_id)
        actions.cancel_tournament(
            tournament_id=event.id, by=owner_of(call.by), reason=call.body["reason"]
        )
        return _shown(tournament_id)


class Entrants(ApiView):
    """Who takes part."""

    @operation(
        "List the entrants",
        answers={200: page_of(EntrantShape)},
        query=Fields(**page_fields()),
        about="By seed once it has begun, else in the order of entry.",
    )
    def get(self, call: Call, tournament_id: str) -> HttpResponse:
        event = seen_by_caller(call, tournament_id)
        kind = f"entrants:{tournament_id}"
        return json_response(
            numbered(kind, queries.entrants_of(event.id), call.query, entrant_shape)
        )

    @operation(
        "Enter a tournament",
        answers={201: EntrantShape},
        scopes=ENTER,
        body=Fields(
            player=PLAYER,
            team=texts(4, default=[], about="The other players of your team, by id."),
            name=text(60, default="", about="Of a team; left out: the handles of its players."),
            club=text(40, default="", about="Entrants of one club are drawn apart."),
        ),
        about="A team's players are all yours, or bots of the house. Once a tournament runs it may"
        " still take late entries, which play from the next round on.",
    )
    def post(self, call: Call, tournament_id: str) -> HttpResponse:
        event = seen_by_caller(call, tournament_id)
        player, body = _player_of(call), call.body
        actions.enter(
            tournament_id=event.id,
            player_id=player.pk,
            by=owner_of(call.by),
            team=[player_by_public_id(public_id).pk for public_id in body["team"]],
            name=body["name"],
            club=body["club"],
        )
        return _entry(event.id, player, status=201)


class CheckIn(ApiView):
    """Being there."""

    @operation(
        "Check in",
        answers={200: EntrantShape},
        scopes=ENTER,
        body=Fields(player=PLAYER),
        about="Where a tournament has check-in, who has not checked in at its start is left out.",
    )
    def post(self, call: Call, tournament_id: str) -> HttpResponse:
        event = seen_by_caller(call, tournament_id)
        player = _player_of(call)
        entrant = queries.entrant_of(tournament_id=event.id, player_id=player.pk)
        actions.check_in(entrant_id=entrant.id, by=owner_of(call.by))
        return _entry(event.id, player)


class Withdraw(ApiView):
    """Taking no further part."""

    @operation(
        "Withdraw from a tournament",
        answers={200: EntrantShape},
        scopes=(*ENTER, *DIRECT),
        body=Fields(player=PLAYER, reason=REASON),
        about="The player leaves its running table and plays no further match. Again is no error.",
    )
    def post(self, call: Call, tournament_id: str) -> HttpResponse:
        event = seen_by_caller(call, tournament_id)
        player = _player_of(call)
        entrant = queries.entrant_of(tournament_id=event.id, player_id=player.pk)
        actions.withdraw(entrant_id=entrant.id, by=owner_of(call.by), reason=call.body["reason"])
        return _entry(event.id, player)


class Bracket(ApiView):
    """Who meets whom."""

    @operation(
        "The bracket",
        answers={200: BracketShape},
        query=Fields(stage=STAGE),
        about="Of one stage: the newest, where none is asked for.",
    )
    def get(self, call: Call, tournament_id: str) -> HttpResponse:
        event = seen_by_caller(call, tournament_id)
        return json_response(bracket_shape(queries.bracket_of(event.id, call.query["stage"])))


class Standings(ApiView):
    """Who is where."""

    @operation(
        "The standings",
        answers={200: page_of(StandingShape)},
        query=Fields(stage=STAGE, **page_fields()),
        about="Total at every instant; empty before the start. Of the whole tournament, or group"
        " by group of the stage that is asked for.",
    )
    def get(self, call: Call, tournament_id: str) -> HttpResponse:
        event = seen_by_caller(call, tournament_id)
        stage = call.query["stage"]
        rows = (
            queries.standings_of(event.id)
            if stage is None
            else queries.stage_standings(event.id, stage).rows
        )
        kind = f"standings:{tournament_id}" + ("" if stage is None else f":{stage}")
        return json_response(numbered(kind, list(rows), call.query, standing_shape))


class Export(ApiView):
    """A tournament as a file."""

    @operation(
        "Take a tournament elsewhere",
        answers={200: TextFile("text/plain")},
        query=Fields(
            **{
                "as": one_of(
                    "jsonl", *EXPORTS, default="jsonl", about="jsonl: every fact, a line each."
                )
            },
            stage=STAGE,
        ),
        about="`csv` has the standings, `brackets` the matches as brackets-model JSON, `trf` a"
        " Swiss for two as federations read it; each of the newest stage or of the one asked for.",
    )
    def get(self, call: Call, tournament_id: str) -> HttpResponse:
        event = seen_by_caller(call, tournament_id)
        made = export_event(event.id, call.query["as"], stage=call.query["stage"])
        response = HttpResponse(made.text, content_type=made.content_type)
        response["Content-Disposition"] = f'attachment; filename="{made.name}"'
        response["Cache-Control"] = "no-store"
        return response


class Acts(ApiView):
    """What directors and the clock did."""

    @operation(
        "The acts of a tournament",
        answers={200: page_of(ActShape)},
        query=Fields(**page_fields()),
        about="The newest first.",
    )
    def get(self, call: Call, tournament_id: str) -> HttpResponse:
        event = seen_by_caller(call, tournament_id)
        query, kind = call.query, f"acts:{tournament_id}"
        after = key_of(kind, query["cursor"])
        acts = queries.acts_of(event.id, after=after, limit=query["limit"] + 1)
        return json_response(page(kind, acts, query["limit"], lambda act: act.id, act_shape))

    @operation(
        "Direct a tournament",
        answers={200: PreviewShape, 201: ActShape},
        scopes=DIRECT,
        staff=True,
        body=ACT,
        about="Every act is public with its reason, and `undo` takes it back. Ask with `preview`"
        " first: it lists the matches, tables and ratings that would change.",
    )
    def post(self, call: Call, tournament_id: str) -> HttpResponse:
        return perform(call, tournament_id)


def _player_of(call: Call) -> Player:
    """Whom the request is about: a bot's token speaks for that bot alone."""
    named = call.body["player"]
    if named is None or named == call.by.player_public_id:
        return player_by_key(call.by.player_id)
    if not call.by.is_person:
        raise NotAllowed("Your token acts for a bot, and speaks for no other player.")
    return player_by_public_id(named)


def _entry(event_id: int, player: Player, *, status: int = 200) -> HttpResponse:
    entrant = queries.entrant_of(tournament_id=event_id, player_id=player.pk)
    return json_response(entrant_shape(entrant), status=status)


def _shown(tournament_id: str, *, status: int = 200) -> HttpResponse:
    seen = queries.tournament_seen(tournament_id)
    return json_response(tournament_shape(seen, queries.wait_line_of(seen.id)), status=status)
