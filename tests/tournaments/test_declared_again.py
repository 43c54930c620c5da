"""An event is written as the declaration that sets the same one up again."""

from __future__ import annotations

import datetime as dt

import pytest
import yaml
from django.core.management import call_command

from tests.tournaments.helpers import a_running_event, an_event, an_open_event, bots, win
from tests.tournaments.sets import START_BY_LOT
from tournaments import actions
from tournaments.interchange.declared import SETTINGS, read_declaration
from tournaments.interchange.exports import export_event
from tournaments.interchange.loading import load_event
from tournaments.models import Entrant, EntrantPlayer, Tournament

pytestmark = pytest.mark.django_db


def written(event: Tournament) -> str:
    return export_event(event.pk, "yaml").text


def again(event: Tournament) -> Tournament:
    return load_event(read_declaration(written(event)), organiser=None)


def settings_of(event: Tournament) -> dict[str, object]:
    return {name: getattr(event, name) for name in SETTINGS}


def field_of(event: Tournament) -> list[tuple[object, ...]]:
    """Everybody entered, in the order of entry, with the players of teams."""
    return [
        (
            each.player.handle,
            each.name,
            each.club,
            each.wanted_seed,
            *EntrantPlayer.objects.filter(entrant=each)
            .order_by("number")
            .values_list("player__handle", flat=True),
        )
        for each in Entrant.objects.filter(tournament=event).select_related("player").order_by("pk")
    ]


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"format": "swiss", "config": {"rounds": 5}, "late_entry_rounds": 2, "casual": True},
        {"game": "big-number", "config": {"seats": 3, "advance": 1}, "max_entrants": 40},
        {"match_plan": {"kind": "versus", "best_of": 3}, "max_tables_each": 2},
        {
            "format": "round-robin",
            "config": {"groups": 2},
            "later_stages": [{"format": "single-elimination", "cut": {"take": 2}}],
            "min_entrants": 4,
        },
        {
            "description": "No prizes:\n- none\n",
            "starts_at": dt.datetime(2099, 7, 5, 17, 0, tzinfo=dt.UTC),
            "time_zone": "Europe/Berlin",
            "check_in": True,
            "check_in_seconds": 900,
        },
    ],
)
def test_every_setting_comes_back(settings):
    event = an_open_event(*bots(4), **settings)
    other = again(event)
    assert settings_of(other) == settings_of(event)
    assert field_of(other) == field_of(event)
    assert other.state == "open"


def test_only_what_was_set_is_written():
    event = an_event(seeding="rating", config={}, patience_seconds=45)
    assert yaml.safe_load(written(event)) == {
        "name": "Autumn Open",
        "game": "big-two",
        "format": "single-elimination",
        "patience_seconds": 45,
    }
    assert again(event).state == "draft"


def test_clubs_seeds_and_teams_come_back():
    ada, bob, cy, dan = bots(4)
    compared = {"team_size": 2, "match_plan": {"kind": "compare"}, "options": START_BY_LOT}
    event = an_open_event(seeding="manual", game="the-game", **compared)
    first = actions.enter(
        tournament_id=event.pk, player_id=ada.pk, team=[bob.pk], name="Reds", club="north", by=None
    )
    actions.enter(tournament_id=event.pk, player_id=cy.pk, team=[dan.pk], name="2031", by=None)
    actions.set_seeds(tournament_id=event.pk, seeds={first.pk: 2}, by=None)
    assert field_of(again(event)) == [
        ("bot-01", "Reds", "north", 2, "bot-01", "bot-02"),
        ("bot-03", "2031", "", None, "bot-03", "bot-04"),
    ]


def test_one_that_began_is_set_up_anew_without_its_start_and_results(tmp_path, capsys):
    event = a_running_event(*bots(4))
    win(event, "W1.1", "bot-01", "bot-04")
    file = tmp_path / "cup.yaml"
    call_command("export_event", event.public_id, "--as", "yaml")
    file.write_text(capsys.readouterr().out)
    call_command("load_event", str(file))
    other = Tournament.objects.exclude(pk=event.pk).get()
    assert (other.state, other.starts_at, other.check_in) == ("open", None, False)
    assert [row[0] for row in field_of(other)] == ["bot-01", "bot-02", "bot-03", "bot-04"]


def test_who_left_before_the_start_or_was_replaced_is_not_in_it():
    event = an_open_event(*bots(5))
    leaver = Entrant.objects.get(tournament=event, player__handle="bot-02")
    actions.withdraw(entrant_id=leaver.pk, by=None)
    actions.start_tournament(tournament_id=event.pk, by=None)
    assert read_declaration(written(event)).entrants[1].players == ("bot-03",)
    assert len(read_declaration(written(event)).entrants) == 4
