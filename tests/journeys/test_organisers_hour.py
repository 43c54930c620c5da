"""An organiser's hour: check in, a no-show, a withdrawal, wrong results, a tie, the champion."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from django.core.management import call_command

from games.models import Table
from players.transactions import database_now
from ratings.models import Contest, Rating
from tests.builders import some_bots
from tests.games.helpers import play_one
from tests.journeys.desks import AdminDesk, ApiDesk, Desk, player_of
from tests.journeys.events import assert_a_rebuild_changes_nothing, tables_with_a_contest
from tests.journeys.ticks import tick
from tests.tournaments.helpers import match_of
from tournaments.models import Act, Entrant, Match, MatchTable, Stage, Tournament
from tournaments.queries import acts_of

pytestmark = pytest.mark.django_db

LEFT = "its machine is down"
WRONG = "the wrong bot was connected"
SLIP = "meant the other match"
BACK = "that match was right"
ANEW = "it played a version that may not"


def an_event(desk: Desk, policy: str) -> Tournament:
    """Two groups, two of each go on to a bracket; entry is open, check-in too."""
    event = desk.create(
        name="Sunday Cup",
        game="big-two",
        format="round-robin",
        config={"groups": 2},
        later_stages=[
            {
                "format": "single-elimination",
                "config": {"seats": 2},
                "cut": {"per_group": 2, "tie_policy": policy},
            }
        ],
        seeding="entry",
        patience_seconds=60,
        check_in=True,
        starts_at=database_now() + dt.timedelta(minutes=20),
    )
    desk.open(event)
    return event


def table_between(event: Tournament, *handles: str) -> tuple[str, Table]:
    """The match in which they sit at a table just now, and the table."""
    wanted = set(event.entrants.filter(player__handle__in=handles).values_list("pk", flat=True))
    running = MatchTable.objects.filter(match__stage__tournament=event, table__status="running")
    (link,) = [
        each for each in running.select_related("table", "match") if set(each.seating) == wanted
    ]
    return link.match.key, link.table


def win(desk: Desk, event: Tournament, *order: str) -> str:
    """They play, in this order it ends, and what follows happens; the key of the match."""
    key, table = table_between(event, *order)
    desk.play(table, *order)
    tick()
    return key


def begin_without_the_one_who_never_came(desk: Desk, policy: str) -> Tournament:
    event = an_event(desk, policy)
    players = some_bots(*(f"bot-{number}" for number in range(1, 8)))
    for player in players:
        desk.enter(event, player)
    for player in players[:6]:
        desk.check_in(event, player)
    desk.start(event)
    event.refresh_from_db()
    assert event.state == "running"
    absent = Entrant.objects.get(tournament=event, status="absent")
    assert (absent.player.handle, absent.seed) == ("bot-7", None)
    return event


def play_group_b_until_one_withdraws_at_its_table(desk: Desk, event: Tournament) -> None:
    """bot-6 has lost to bot-3 when it goes in the middle of its match with bot-2."""
    win(desk, event, "bot-3", "bot-6")
    key, table = table_between(event, "bot-2", "bot-6")
    for _ in range(4):
        play_one(table)
    desk.withdraw(event, player_of(event, "bot-6"), LEFT)
    tick()
    table.refresh_from_db()
    assert (table.status, match_of(event, key).state) == ("over", "done")
    assert list(places(event, 1, key)) == ["bot-2", "bot-6"]
    win(desk, event, "bot-2", "bot-3")


def correct_a_result_of_group_a(desk: Desk, event: Tournament) -> None:
    """bot-1 won at the table but should not have been there; first the wrong match is decided."""
    other = win(desk, event, "bot-4", "bot-5")
    wrong = win(desk, event, "bot-1", "bot-5")
    slip = desk.act(event, decided(other, "bot-5", "bot-4"), SLIP)
    assert list(places(event, 1, other)) == ["bot-5", "bot-4"]
    undo = {"kind": "undo", "stage": 1, "act": slip.pk}
    assert desk.look(event, undo).matches == [
        (other, "bot-5 before bot-4", "bot-4 before bot-5"),
    ]
    desk.act(event, undo, BACK)
    assert list(places(event, 1, other)) == ["bot-4", "bot-5"]
    price = desk.look(event, decided(wrong, "bot-5", "bot-1"))
    assert price.matches == [(wrong, "bot-1 before bot-5", "bot-5 before bot-1")]
    assert (price.tables, price.rated) == (0, {"bot-1", "bot-5"})
    assert list(places(event, 1, wrong)) == ["bot-1", "bot-5"]
    desk.act(event, decided(wrong, "bot-5", "bot-1"), WRONG)
    assert list(places(event, 1, wrong)) == ["bot-5", "bot-1"]


def part_the_three_who_are_level(desk: Desk, event: Tournament, policy: str) -> list[str]:
    """Each of group A has won once, and two of them go on; the field of the bracket."""
    win(desk, event, "bot-1", "bot-4")
    if policy == "playoff":
        assert win(desk, event, "bot-5", "bot-4", "bot-1") == "PO1"
    tied = Act.objects.get(tournament=event, kind="tie_resolved")
    assert tied.payload["policy"] == policy
    names = dict(event.entrants.values_list("pk", "player__handle"))
    assert {names[key] for key in tied.payload["entrants"]} == {"bot-1", "bot-4", "bot-5"}
    field = [names[key] for key in Stage.objects.get(tournament=event, number=2).field]
    assert {"bot-2", "bot-3"} < set(field)
    assert len(set(field) & {"bot-1", "bot-4", "bot-5"}) == 2
    return field


def take_a_semi_final_back_while_the_final_runs(
    desk: Desk, event: Tournament, field: list[str]
) -> tuple[str, str]:
    """What it costs is said before; played again it comes out otherwise. Who meets in the final."""
    one, three, four, two = field
    win(desk, event, three, four)
    key = win(desk, event, one, two)
    _, table = table_between(event, one, three)
    again = {"kind": "void_result", "stage": 2, "match": key}
    price = desk.look(event, again)
    assert price.matches == [
        (key, f"{one} before {two}", f"{one} – {two}: is being played"),
        ("Final", f"{one} – {three}: is being played", f"somebody – {three}: waits"),
    ]
    assert price.tables == 1
    assert {one, two} <= price.rated
    table.refresh_from_db()
    assert table.status == "running"
    desk.act(event, again, ANEW)
    table.refresh_from_db()
    assert table.status == "void"
    win(desk, event, two, one)
    return two, three


@pytest.mark.parametrize(("desk_of", "policy"), [(ApiDesk, "lot"), (AdminDesk, "playoff")])
def test_an_organisers_hour(desk_of: Callable[[], Desk], policy: str) -> None:
    desk = desk_of()
    event = begin_without_the_one_who_never_came(desk, policy)
    play_group_b_until_one_withdraws_at_its_table(desk, event)
    correct_a_result_of_group_a(desk, event)
    field = part_the_three_who_are_level(desk, event, policy)
    champion, second = take_a_semi_final_back_while_the_final_runs(desk, event, field)
    win(desk, event, champion, second)
    event.refresh_from_db()
    assert event.state == "closed"
    assert desk.champion(event) == champion
    assert_the_ratings_follow_from_what_counts(played=9 if policy == "playoff" else 8)
    assert_the_trail_is_complete(desk, event)
    call_command("audit")


def assert_the_ratings_follow_from_what_counts(played: int) -> None:
    """Of all tables the overridden one, the one taken back and the void one count for nothing."""
    assert len(tables_with_a_contest()) == played
    assert Contest.objects.filter(voided_at=None, sequence__isnull=False).count() == played
    assert Table.objects.count() == played + 3
    assert Rating.objects.count() == 6
    assert_a_rebuild_changes_nothing()


def assert_the_trail_is_complete(desk: Desk, event: Tournament) -> None:
    acts = list(reversed(acts_of(event.pk, limit=50)))
    me = desk.username
    assert [(act.kind, act.actor, act.reason) for act in acts] == [
        ("created", me, ""),
        ("opened", me, ""),
        ("started", me, ""),
        ("withdrawn", desk.who_withdraws, LEFT),
        ("override", me, SLIP),
        ("undone", me, BACK),
        ("override", me, WRONG),
        ("tie_resolved", "", ""),
        ("stage_closed", "", ""),
        ("stage_started", "", ""),
        ("result_void", me, ANEW),
        ("closed", "", ""),
    ]
    told = [act.text for act in acts]
    assert told[2] == "Started with 6 entrants; one did not check in."
    assert told[6].endswith("was decided: bot-5 before bot-1. One result left the ledger.")
    assert told[10].endswith(
        "it is played again. One table was voided. One result left the ledger."
    )


def decided(match: str, *order: str) -> dict:
    places = {handle: place for place, handle in enumerate(order, start=1)}
    return {"kind": "override", "stage": 1, "match": match, "places": places}


def places(event: Tournament, stage: int, key: str) -> dict[str, int]:
    """Handles and places in the result of a match that counts, the best first."""
    match = Match.objects.get(stage__tournament=event, stage__number=stage, key=key, voided_at=None)
    result = match.results.get(voided_at=None)
    names = dict(event.entrants.values_list("pk", "player__handle"))
    return {names[one]: place for one, place in zip(result.entrants, result.places, strict=True)}
