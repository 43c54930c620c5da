"""Tables that share a deal: until the last has ended, only their own seats see anything of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games.actions import void_table
from games.glimpses import glimpses_of
from games.models import Seat, Table
from games.rules.registry import AnyRules, games
from players.models import Player, User
from tests.api.calling import BROWSER, ROOT, Api
from tests.api.matrix import MATRIX
from tests.builders import a_bot, a_token, an_admin, own_player
from tests.games.helpers import play_one, play_to_the_end
from tests.tournaments.helpers import a_running_event, bots, settle_all
from tests.tournaments.sets import a_team_event, running_of, team_of
from tournaments.interchange.exports import export_event
from tournaments.models import Match, Tournament
from tournaments.queries import blockers, wait_line_of
from web.event_sections import Asked
from web.stream import INSTANT
from web.viewer import viewer_for
from web.views.event_match import match_context
from web.views.events import bracket_context
from web.views.home import live_context
from web.views.live import EVENT_UNITS, HOME_UNITS, MATCH_UNITS, rendered

pytestmark = pytest.mark.django_db
GAMES = games()


@dataclass(frozen=True)
class Sealed:
    """A running match on one shared deal, and one of its tables, two moves old."""

    event: Tournament
    table: Table
    sister: Table
    seated: Player
    at_the_sister: Player | None
    # Somebody who sits at the sister table only; in a duplicate everybody sits at both.


def a_sealed_match(rules: type[AnyRules]) -> Sealed:
    if rules.cooperative:
        event = a_team_event(2, game=rules.code)
    else:
        event = a_running_event(*bots(2), game=rules.code, match_plan={"kind": "duplicate"})
    table, sister = running_of(event, Match.objects.get().key)
    for _ in range(2):
        play_one(table)
    table.refresh_from_db()
    strangers = set(players_of(sister)) - set(players_of(table))
    return Sealed(event, table, sister, players_of(table)[0], next(iter(strangers), None))


def players_of(table: Table) -> list[Player]:
    seats = Seat.objects.filter(table=table).select_related("player").order_by("number")
    return [seat.player for seat in seats if seat.player]


@pytest.fixture(params=GAMES, ids=lambda rules: rules.code)
def match(request) -> Sealed:
    return a_sealed_match(request.param)


def outsiders(match: Sealed) -> Iterator[tuple[str, Api]]:
    """A spectator without a name, a bot of elsewhere, staff, and a seat of the sister table."""
    staff = an_admin("root")
    Player.objects.create(owner=staff, handle="root", kind=Player.Kind.HUMAN)
    yield "nobody", Api()
    yield "a stranger", Api(a_token(a_bot("stranger")))
    yield "staff", Api(a_token(own_player(staff)))
    if match.at_the_sister:
        yield "a seat of the sister table", Api(a_token(match.at_the_sister))


TABLE_ROUTES = [each for each in MATRIX if "{table_id}" in each[1]]
BODIES: dict[str, Any] = {
    "/tables/{table_id}/moves": {"turn": 0, "move": {"type": "pass"}},
    "/tables/{table_id}/nonce": {"nonce": "00"},
}


def test_every_route_of_a_closed_table_says_that_there_is_none(match):
    for who, api in outsiders(match):
        for method, route in TABLE_ROUTES:
            path = route.replace("{table_id}", match.table.public_id)
            body = BODIES.get(route, {})
            answer = api.get(path) if method == "get" else api.post(path, body)
            is_unnamed = who == "nobody" and method == "post"
            assert (who, route, answer.status) == (who, route, 401 if is_unnamed else 404)


def test_a_closed_table_answers_as_one_that_never_was(match):
    api = Api(a_token(a_bot("stranger")))
    told = api.get(f"/tables/{match.table.public_id}").json
    never = api.get("/tables/000000000000").json
    assert told["detail"] == never["detail"]
    assert told["code"] == never["code"] == "table_not_found"


def test_waiting_at_a_closed_table_is_answered_at_once(match):
    answer = Api().get(f"/tables/{match.table.public_id}", after_ply=0, wait=20)
    assert answer.status == 404


def test_a_closed_table_is_in_no_list_of_others(match):
    for _, api in outsiders(match):
        for query in ({}, {"status": "running"}, {"player": match.seated.public_id}):
            listed = {line["id"] for line in api.get("/tables", **query).json["items"]}
            assert match.table.public_id not in listed


def test_its_own_seat_sees_it_and_finds_it_by_its_turn(match):
    api = Api(a_token(match.seated))
    assert api.get(f"/tables/{match.table.public_id}").status == 200
    assert api.get(f"/tables/{match.table.public_id}/log").status == 200
    assert api.get(f"/tables/{match.table.public_id}/record").code == "record_closed"
    to_act = Seat.objects.get(table=match.table, deadline_at__isnull=False).player
    assert to_act is not None
    due = {table["id"] for table in Api(a_token(to_act)).get("/turns").json["turns"]}
    assert match.table.public_id in due


def test_turns_bring_nobody_a_table_at_which_it_does_not_sit(match):
    for who, api in outsiders(match):
        if who != "nobody":
            due = [table["id"] for table in api.get("/turns", wait=0).json["turns"]]
            assert match.table.public_id not in due


EVENT_ROUTES = [route for method, route in MATRIX if method == "get" and "{tournament_id}" in route]


def told_of_the_event(event: Tournament) -> dict[str, str]:
    """All that is said of an event and its players to somebody without a name."""
    routes = [route.replace("{tournament_id}", event.public_id) for route in EVENT_ROUTES]
    routes += ["/tables", "/tournaments", "/leaderboards"]
    routes += [f"/players/{entrant.player.public_id}" for entrant in event.entrants.all()]
    told = {route: _without_clock(Api().get(route).json) for route in routes}
    tables = list(Table.objects.values_list("pk", flat=True))
    asked = bracket_context(event.public_id, viewer_for(None), Asked.of({}))
    units = {name: INSTANT.sub("", html) for name, html in rendered(EVENT_UNITS, asked).items()}
    key = Match.objects.get().key
    of_match = match_context(event.public_id, key, viewer_for(None), Asked.of({}))
    for name, html in rendered(MATCH_UNITS, of_match).items():
        units[f"match {name}"] = INSTANT.sub("", html)
    cache.clear()
    home = rendered(HOME_UNITS, live_context(viewer_for(None)))
    units |= {f"home {name}": INSTANT.sub("", html) for name, html in home.items()}
    return {**told, **units, "glimpses": str(glimpses_of(tables))}


def _without_clock(told: Any) -> str:
    if isinstance(told, dict):
        told = {name: value for name, value in told.items() if name != "server_time"}
    return json.dumps(told, sort_keys=True)


def test_nothing_about_the_event_changes_when_somebody_moves_or_a_table_ends(match):
    before = told_of_the_event(match.event)
    play_one(match.table)
    assert told_of_the_event(match.event) == before
    play_to_the_end(match.table)
    assert told_of_the_event(match.event) == before
    settle_all()
    assert told_of_the_event(match.event) == before


def test_the_event_names_neither_the_table_nor_who_must_act_there(match):
    told = " ".join(told_of_the_event(match.event).values())
    assert match.table.public_id not in told
    assert "must act" not in told
    assert wait_line_of(match.event.pk).endswith(
        "closed until the last table of its deal has ended."
    )
    (blocker,) = blockers.blockers_of(match.event.pk)
    assert (blocker.title, blocker.table, blocker.player) == ("plays on shared deals", "", "")


PAGES: list[Callable[[Sealed], str]] = [
    lambda match: f"/tables/{match.table.public_id}",
    lambda match: f"/tables/{match.table.public_id}/replay",
    lambda match: f"/live/table/{match.table.public_id}",
]
LISTS: list[Callable[[Sealed], str]] = [
    lambda match: "/",
    lambda match: "/tables",
    lambda match: f"/events/{match.event.public_id}",
    lambda match: f"/events/{match.event.public_id}/matches/{Match.objects.get().key}",
    lambda match: f"/players/{match.seated.public_id}",
]


def browsers(match: Sealed) -> Iterator[Client]:
    yield BROWSER
    for user in (an_admin("boss"), match.at_the_sister and match.at_the_sister.owner):
        if isinstance(user, User):
            browser = Client()
            browser.force_login(user)
            yield browser


def test_no_page_shows_a_closed_table_to_others(match):
    for browser in browsers(match):
        for page in PAGES:
            assert browser.get(page(match)).status_code == 404
        for page in LISTS:
            answer = browser.get(page(match))
            assert answer.status_code == 200
            assert match.table.public_id not in answer.content.decode()


def test_staff_finds_nothing_of_it_in_the_admin(match):
    browser = Client()
    browser.force_login(an_admin("boss"))
    for part in ("table", "move"):
        assert match.table.public_id not in browser.get(f"/admin/games/{part}/").content.decode()
    one = browser.get(f"/admin/games/table/{match.table.pk}/change/")
    assert one.status_code == 302
    own_match = Match.objects.get()
    told = browser.get(f"/admin/tournaments/match/{own_match.pk}/change/").content.decode()
    assert own_match.key in told
    assert match.table.public_id not in told


def test_what_is_exported_of_a_running_event_names_no_closed_table(match):
    assert match.table.public_id not in export_event(match.event.pk, "jsonl").text


def test_an_ended_table_stays_closed_until_the_last_of_its_deal_has_ended(match):
    play_to_the_end(match.table)
    settle_all()
    for _, api in outsiders(match):
        assert api.get(f"/tables/{match.table.public_id}").status == 404
        assert api.get(f"/tables/{match.table.public_id}/record").status == 404
    own = Api(a_token(match.seated))
    assert own.get(f"/tables/{match.table.public_id}/record").code == "record_closed"
    assert own.get(f"/tables/{match.table.public_id}/verify").code == "record_closed"


def test_when_the_last_table_has_ended_everything_is_open_to_everybody(match):
    for table in (match.table, match.sister):
        play_to_the_end(table)
    for table in (match.table, match.sister):
        assert Api().get(f"/tables/{table.public_id}").status == 200
        assert Api().get(f"/tables/{table.public_id}/verify").json["holds"]
    assert set(glimpses_of([match.table.pk])) == {match.table.pk}


def test_a_deal_that_became_void_is_opened_and_its_successor_is_closed(match):
    void_table(table_id=match.table.pk, why="operator")
    settle_all()
    assert Api().get(f"/tables/{match.table.public_id}").status == 200
    for table in running_of(match.event, Match.objects.get().key):
        assert Api().get(f"/tables/{table.public_id}").status == 404


def test_two_teams_see_each_its_own_table_only():
    event = a_team_event(2)
    one, two = running_of(event, "W1.1")
    assert team_of(one) != team_of(two)
    api = Api(a_token(players_of(one)[0]))
    assert api.get(f"/tables/{one.public_id}").status == 200
    assert api.get(f"/tables/{two.public_id}").status == 404
    listed = {line["id"] for line in api.get("/tables").json["items"]}
    assert listed == {one.public_id}


def test_at_each_table_of_a_duplicate_one_sees_the_hand_of_ones_own_seat_there():
    event = a_running_event(*bots(2), match_plan={"kind": "duplicate"})
    one, two = running_of(event, "W1.1")
    api = Api(a_token(players_of(one)[0]))
    seats = [api.get(f"/tables/{table.public_id}").json["viewer_seat"] for table in (one, two)]
    assert seats == [0, 1]
    answer = BROWSER.get(f"{ROOT}/tables/{two.public_id}")
    assert answer.status_code == 404
