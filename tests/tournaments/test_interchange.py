"""Events as files: declared ones are loaded whole or not at all, others are written and read."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction

import pytest
from django.core.management import CommandError, call_command
from py4swiss.trf import TrfParser

from tests.builders import a_user
from tests.formats.playing import fresh, won
from tests.tournaments.helpers import a_running_event, bots, play_out, win
from tournaments.errors import BadTournament
from tournaments.formats.registry import format_for
from tournaments.formats.standings import StandingRow, TieBreak
from tournaments.interchange import brackets_model
from tournaments.interchange.brackets_reading import load
from tournaments.interchange.brackets_words import NotABracket
from tournaments.interchange.declared import BadDeclaration, read_declaration
from tournaments.interchange.exports import NotExportable, export_event
from tournaments.interchange.loading import check_event, load_event
from tournaments.interchange.standings_csv import dump_standings
from tournaments.models import Entrant, Tournament

CUP = """
name: Sunday cup
game: big-two
format: single-elimination
seeding: manual
time_zone: Europe/Berlin
starts_at: 2099-07-05 19:00
entrants:
  - {player: bot-02, seed: 1}
  - bot-01
  - {player: bot-03, club: north}
"""


class TestDeclared:
    def test_a_time_without_an_offset_is_read_in_the_zone_of_the_event(self):
        starts_at = read_declaration(CUP).settings["starts_at"]
        assert starts_at.isoformat() == "2099-07-05T19:00:00+02:00"

    @pytest.mark.parametrize(
        ("text", "field", "message"),
        [
            ("- a list", "", "A declaration is a mapping"),
            ("name: [", "line 1", "This is no YAML"),
            ("name: x\nname: y", "line 2", "'name' stands there twice"),
            ("name: x\ngame: y", "format", "This setting is needed."),
            (f"{CUP}\nprize: 3", "prize", "There is no such setting; there are name, game"),
            (f"{CUP}\n  - 7", "entrants[3]", "Expected a handle, or a mapping, not 7."),
            (f"{CUP}\n  - bot-01", "entrants", "bot-01 is entered twice."),
            (f"{CUP}\n  - {{player: x, rank: 1}}", "entrants[3].rank", "There is no such field"),
            (f"{CUP}\n  - {{player: x, seed: 0}}", "entrants[3].seed", "a whole number from 1"),
            (CUP.replace("Europe/Berlin", "Mars/Base"), "time_zone", "no time zone 'Mars/Base'"),
            (CUP.replace("2099-07-05 19:00", "soon"), "starts_at", "Expected a date and time"),
            (CUP.replace("2099-07-05 19:00", "2099-03-29 02:30"), "starts_at", "There is no 02:30"),
        ],
    )
    def test_what_is_no_event_is_refused_with_the_place(self, text, field, message):
        with pytest.raises(BadDeclaration) as refused:
            read_declaration(text)
        assert refused.value.field == field
        assert message in str(refused.value)

    def test_tags_of_yaml_make_no_objects(self):
        with pytest.raises(BadDeclaration, match="This is no YAML"):
            read_declaration("name: !!python/object/apply:os.getcwd []")


@pytest.mark.django_db
class TestLoading:
    def test_a_file_becomes_an_open_event_with_its_entrants_and_seeds(self):
        bots(3)
        event = load_event(read_declaration(CUP), organiser=None)
        entered = Entrant.objects.filter(tournament=event).order_by("pk")
        assert event.state == "open"
        assert list(entered.values_list("player__handle", "wanted_seed", "club")) == [
            ("bot-02", 1, ""),
            ("bot-01", None, ""),
            ("bot-03", None, "north"),
        ]

    def test_it_is_loaded_whole_or_not_at_all(self):
        bots(2)
        with pytest.raises(BadDeclaration, match=r"entrants\[2\]: Nobody is called 'bot-03' here"):
            load_event(read_declaration(CUP), organiser=None)
        assert not Tournament.objects.exists()

    def test_checking_leaves_nothing_behind(self):
        bots(3)
        check_event(read_declaration(CUP), organiser=None)
        assert not Tournament.objects.exists()
        with pytest.raises(BadTournament, match="whole number from 2 to 6"):
            check_event(read_declaration(f"{CUP}\nconfig: {{seats: 9}}"), organiser=None)

    def test_the_command_loads_and_says_where_the_event_is(self, tmp_path, capsys):
        bots(3)
        file = tmp_path / "cup.yaml"
        file.write_text(CUP)
        call_command("load_event", str(file), check=True)
        call_command("load_event", str(file), organiser=a_user("ada", staff=True).username)
        event = Tournament.objects.get()
        assert f"with 3 entrants: /events/{event.public_id}" in capsys.readouterr().out
        with pytest.raises(CommandError, match="There is no user 'eve'"):
            call_command("load_event", str(file), organiser="eve")
        with pytest.raises(CommandError, match="cannot be read"):
            call_command("load_event", str(tmp_path / "none.yaml"))


def of_eight(code="single-elimination", config=None):
    """A state in which the first two matches were won by the higher seed."""
    state = fresh(config or {}, 8, format_for(code))
    first, second = (match.key for match in state.matches[:2])
    state = won(state, first, 101, 108)
    return won(state, second, 104, 105)


NAMES = {100 + seed: f"seed-{seed}" for seed in range(1, 14)}


class TestBracketsModel:
    def test_a_tree_is_written_with_its_rounds_and_results(self):
        data = brackets_model.dump("Cup", "single-elimination", {}, of_eight(), NAMES)
        assert [len(data[name]) for name in ("participant", "group", "round", "match")] == [
            8,
            1,
            3,
            7,
        ]
        assert data["match"][0]["opponent1"] == {"id": 101, "position": 1, "result": "win"}
        assert data["match"][0]["opponent2"] == {"id": 108, "position": 8, "result": "loss"}
        assert [match["status"] for match in data["match"]] == [4, 4, 2, 2, 2, 0, 0]
        assert data["match"][4]["opponent1"] == {"id": 101}

    def test_byes_are_matches_against_nobody_there(self):
        state = fresh({}, 6)
        data = brackets_model.dump("Cup", "single-elimination", {}, state, NAMES)
        first = data["match"][0]
        assert first["opponent1"] == {"id": 101, "position": 1, "result": "win"}
        assert first["opponent2"] is None
        assert len(data["match"]) == 7

    @pytest.mark.parametrize("entrants", [2, 3, 5, 8, 13])
    @pytest.mark.parametrize("code", ["single-elimination", "round-robin"])
    def test_what_was_written_is_read_again(self, code, entrants):
        state = fresh({}, entrants, format_for(code))
        match = state.matches[0]
        one, other = (100 + slot.seed for slot in match.slots)
        state = won(state, match.key, other, one)
        read = load(json.loads(json.dumps(brackets_model.dump("Cup", code, {}, state, NAMES))))
        assert (read.name, read.format) == ("Cup", code)
        assert set(read.names) == {NAMES[100 + seed] for seed in range(1, entrants + 1)}
        if code == "single-elimination":
            assert list(read.names) == [NAMES[100 + seed] for seed in range(1, entrants + 1)]
        decided = [each for each in read.matches if each.places]
        assert [(each.names, each.places) for each in decided] == [
            ((NAMES[one], NAMES[other]), (2, 1))
        ]

    @pytest.mark.parametrize("final", ["none", "single", "reset"])
    def test_two_lives_have_groups_for_winners_losers_and_the_final(self, final):
        state = fresh({"final": final}, 8, format_for("double-elimination"))
        data = brackets_model.dump("Cup", "double-elimination", {"final": final}, state, NAMES)
        assert len(data["group"]) == (2 if final == "none" else 3)
        assert load(data).config == {"final": final}

    @pytest.mark.parametrize(
        ("data", "text"),
        [
            ([], "Expected an object with participant"),
            ({"participant": 3}, "participant is a list of objects"),
            (
                {"participant": [{}], "stage": [], "group": [], "round": [], "match": []},
                "A row of participant has no id.",
            ),
            (
                {
                    "participant": [{"id": 1, "name": "x"}, {"id": 2, "name": "y"}],
                    "stage": [{"id": 0, "type": "swiss"}],
                    "group": [],
                    "round": [],
                    "match": [],
                },
                "A stage of type 'swiss' is not played here.",
            ),
        ],
    )
    def test_other_data_is_refused(self, data, text):
        with pytest.raises(NotABracket, match=text):
            load(data)

    def test_tables_of_more_than_two_do_not_fit(self):
        state = fresh({"seats": 4, "advance": 2}, 16)
        with pytest.raises(NotABracket, match="more sit at a table"):
            brackets_model.dump("Cup", "single-elimination", {"seats": 4}, state, NAMES)


def test_standings_are_a_table_with_a_column_for_each_tie_break():
    row = StandingRow(
        entrant=101,
        place=1,
        points=Fraction(5, 2),
        tie_breaks=(TieBreak("buchholz", "Buchholz", Fraction(19, 3), ""),),
        explanation="",
        is_out=False,
        played=3,
    )
    text = dump_standings([row], {101: "=evil"}, {101: 4})
    assert list(csv.reader(io.StringIO(text))) == [
        ["group", "place", "name", "seed", "points", "buchholz", "played", "out"],
        ["", "1", "'=evil", "4", "2.5", "6.333333", "3", "no"],
    ]


@pytest.mark.django_db
class TestExports:
    def test_a_swiss_event_is_a_report_that_another_program_reads(self, tmp_path):
        event = play_out(a_running_event(*bots(5), format="swiss", config={"rounds": 3}))
        exported = export_event(event.pk, "trf")
        file = tmp_path / "event.trf"
        file.write_text(exported.text)
        report = TrfParser.parse(file)
        report.validate_contents()
        assert len(report.player_sections) == 5
        assert report.x_section.number_of_rounds == 3
        assert sum(line.points_times_ten for line in report.player_sections) == 90

    def test_everything_is_a_line_each(self):
        event = a_running_event(*bots(4))
        win(event, "W1.1", "bot-01", "bot-04")
        lines = [json.loads(line) for line in export_event(event.pk, "jsonl").text.splitlines()]
        kinds = [line["kind"] for line in lines]
        assert kinds[0] == "tournament"
        assert (kinds.count("entrant"), kinds.count("stage"), kinds.count("match")) == (4, 1, 3)
        played = next(line for line in lines if line["kind"] == "match" and line["key"] == "W1.1")
        assert (played["state"], played["result"]["places"]) == ("done", [1, 2])

    def test_standings_and_the_tree_come_from_the_same_facts(self):
        event = play_out(a_running_event(*bots(4)))
        rows = list(csv.DictReader(io.StringIO(export_event(event.pk, "csv").text)))
        assert [row["place"] for row in rows] == ["1", "2", "3", "3"]
        data = json.loads(export_event(event.pk, "brackets").text)
        champion = data["match"][-1]
        names = {row["id"]: row["name"] for row in data["participant"]}
        winner = next(
            champion[side]
            for side in ("opponent1", "opponent2")
            if champion[side]["result"] == "win"
        )
        assert names[winner["id"]] == rows[0]["name"]

    def test_what_a_format_cannot_hold_is_said(self):
        event = a_running_event(*bots(8), config={"seats": 4, "advance": 2})
        for kind in ("trf", "brackets"):
            with pytest.raises(NotExportable, match="more sit at a table"):
                export_event(event.pk, kind)

    def test_the_commands_write_and_read_a_draw(self, tmp_path, capsys):
        event = a_running_event(*bots(4))
        call_command("export_event", event.public_id, "--as", "brackets")
        file = tmp_path / "bracket.json"
        file.write_text(capsys.readouterr().out)
        call_command("import_brackets", str(file), "--game", "big-two", "--name", "Again")
        again = Tournament.objects.get(name="Again")
        seeds = Entrant.objects.filter(tournament=again).order_by("wanted_seed")
        assert list(seeds.values_list("player__handle", flat=True)) == [
            "bot-01",
            "bot-02",
            "bot-03",
            "bot-04",
        ]
