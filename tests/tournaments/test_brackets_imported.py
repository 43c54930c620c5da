"""Brackets of brackets-manager: an event that ran there stands here as it stood, and goes on."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import a_user
from tests.formats.playing import Lot, fresh, keep_walkovers, ready
from tests.tournaments.helpers import a_running_event, bots, play_out, states_of, win
from tests.web.worlds import text_of, visit
from tournaments.actions.directing import give_walkover, override_result, undo_act
from tournaments.formats.registry import format_for
from tournaments.formats.slots import MatchOutcome, StageState
from tournaments.interchange import brackets_model
from tournaments.interchange.brackets_reading import Imported, load
from tournaments.interchange.brackets_results import OtherDrawing, outcomes_of
from tournaments.interchange.exports import export_event
from tournaments.interchange.importing import import_bracket
from tournaments.models import Act, Entrant, MatchResult, MatchTable, Tournament
from tournaments.queries.standings import standings_of

FILES = Path(__file__).parent.parent / "vectors" / "brackets"


def data_of(name: str) -> dict[str, Any]:
    return dict(json.loads((FILES / f"{name}.json").read_text()))


def imported(data: object, **asked: Any) -> Tournament:
    return import_bracket(load(data), game="big-two", organiser=None, source="cup.json", **asked)


def results_of(event: Tournament) -> dict[str, tuple[list[str], list[int], str]]:
    """By match: who came before whom, their places, and the cause."""
    entrants = Entrant.objects.filter(tournament=event).select_related("player")
    names = {each.pk: each.player.handle for each in entrants}
    found = MatchResult.objects.filter(match__stage__tournament=event, voided_at=None)
    return {
        key: ([names[each] for each in order], places, cause)
        for key, order, places, cause in found.values_list(
            "match__key", "entrants", "places", "cause"
        )
    }


# ------------------------------------------------------------------ files of brackets-manager


@pytest.mark.django_db
class TestFilesOfBracketsManager:
    def test_half_of_two_lives_stands_and_goes_on(self):
        bots(8)
        event = imported(data_of("double_of_8"))
        assert results_of(event) == {
            "W1.1": (["bot-01", "bot-08"], [1, 2], "override"),
            "W1.2": (["bot-05", "bot-04"], [1, 2], "override"),
            "W1.3": (["bot-02", "bot-07"], [1, 2], "override"),
            "W1.4": (["bot-06", "bot-03"], [1, 2], "walkover"),
            "L1.2": (["bot-08", "bot-04"], [1, 2], "override"),
            "W2.1": (["bot-01", "bot-05"], [1, 2], "override"),
            "W2.2": (["bot-02", "bot-06"], [1, 2], "override"),
            "W3.1": (["bot-01", "bot-02"], [1, 2], "override"),
        }
        live = [key for key, state in states_of(event).items() if state == "live"]
        assert live == ["L1.1", "L2.2"]
        win(event, "L1.1", "bot-07", "bot-03")
        assert states_of(event)["L2.1"] == "live"
        assert play_out(event).state == "closed"

    def test_byes_and_a_match_for_the_third_place(self):
        bots(6)
        event = imported(data_of("single_of_6"))
        assert event.config["third_place"] is True
        assert states_of(event) == {
            "W1.2": "done",
            "W1.4": "walkover",
            "W2.1": "done",
            "W2.2": "live",
            "W3.1": "blocked",
            "T1.1": "blocked",
        }

    def test_groups_hold_the_same_members_and_a_draw_is_one(self):
        bots(7)
        event = imported(data_of("groups_of_7"))
        groups: dict[str, set[str]] = {}
        for row in standings_of(event.pk):
            groups.setdefault(row.group, set()).add(row.name)
        assert groups == {
            "A": {"bot-01", "bot-03", "bot-05", "bot-07"},
            "B": {"bot-02", "bot-04", "bot-06"},
        }
        assert results_of(event)["R2.A2"] == (["bot-03", "bot-07"], [1, 1], "override")
        assert len(results_of(event)) == 5

    def test_another_order_of_seeds_is_ours_too(self):
        bots(8)
        event = imported(data_of("natural_of_8"))
        assert event.config["order"] == "natural"
        assert results_of(event)["W2.1"][0] == ["bot-01", "bot-04"]

    def test_a_second_final_that_nobody_needs_is_none(self):
        """There both finalists stand in it even where the unbeaten one has won the first."""
        bots(8)
        event = imported(data_of("double_of_8_over"))
        assert (event.state, states_of(event)["GF2"]) == ("closed", "skipped")
        assert standings_of(event.pk)[0].name == "bot-01"

    def test_losers_who_fall_elsewhere_are_refused_with_the_match(self):
        bots(16)
        with pytest.raises(OtherDrawing) as refused:
            imported(data_of("double_of_16"))
        assert str(refused.value) == (
            "Losers round 2, match 1 of the file is bot-05 against bot-16; here bot-05 meets"
            " bot-02 in L2.1, and bot-16 meets bot-03 in L2.3 (losers fall into other places"
            " here than by its seedOrdering)."
        )
        assert not Tournament.objects.exists()

    def test_scores_come_along_and_nothing_is_dealt_for_what_was_decided(self):
        bots(8)
        event = imported(data_of("double_of_8"))
        first = MatchResult.objects.get(match__stage__tournament=event, match__key="W1.2")
        assert first.scores == ["2", "0"]
        dealt = MatchTable.objects.filter(match__stage__tournament=event)
        assert set(dealt.values_list("match__key", flat=True)) == {"L1.1", "L2.2"}

    def test_every_result_is_an_act_that_can_be_undone(self):
        bots(8)
        event = imported(data_of("double_of_8"))
        acts = Act.objects.filter(tournament=event, reason="imported from cup.json")
        assert list(acts.order_by("pk").values_list("kind", flat=True)) == [
            "override", "override", "override", "walkover",
            "override", "override", "override", "override",
        ]  # fmt: skip
        last = acts.order_by("-pk")[0]
        assert last.payload["label"] == "Winners final"
        undo_act(tournament_id=event.pk, act_id=last.pk, by=None, reason="was wrong there")
        assert states_of(event)["W3.1"] == "live"

    def test_without_results_it_is_open_and_begins_later(self):
        bots(8)
        event = imported(data_of("double_of_8"), with_results=False)
        assert event.state == "open"

    def test_pages_show_matches_that_no_table_was_dealt_for(self):
        bots(8)
        event = imported(data_of("double_of_8"))
        home = f"/events/{event.public_id}"
        for tab in ("", "?tab=tables", "?tab=standings", "?tab=entrants"):
            assert visit(home + tab).status_code == 200
        acts = " ".join(text_of(visit(f"{home}?tab=acts")).split())
        assert "Winners final was decided: bot-01 before bot-02." in acts
        assert acts.count("imported from cup.json") == 8
        for key, state in (("W1.1", "over"), ("W1.4", "walkover"), ("GF2", "blocked")):
            page = visit(f"{home}/matches/{key}")
            assert page.status_code == 200
            assert state in text_of(page)


# ------------------------------------------------------------------ there and back again

CONFIGS = (
    ("single-elimination", {}),
    ("single-elimination", {"third_place": True}),
    *(
        ("single-elimination", {"order": order})
        for order in ("natural", "reverse", "half_shift", "reverse_half_shift", "pair_flip")
    ),
    *(("double-elimination", {"final": final}) for final in ("none", "single", "reset")),
    ("round-robin", {}),
    ("round-robin", {"legs": 2}),
    ("round-robin", {"groups": 2}),
    ("round-robin", {"groups": 3, "legs": 2}),
)


def decided_at_random(code: str, config: Any, n: int, matches: int, secret: int) -> StageState:
    """As many matches as asked for, each won, drawn where that can be, or given without play."""
    chance = Random(secret)
    state = fresh(config, n, format_for(code))
    for _ in range(matches):
        state = keep_walkovers(state)
        waiting = ready(state)
        if not waiting:
            break
        match = chance.choice(waiting)
        order = tuple(chance.sample(match.present, 2))
        is_draw = code == "round-robin" and chance.random() < 0.2
        cause = "walkover" if chance.random() < 0.2 and not is_draw else "override"
        outcome = MatchOutcome(match.key, order, (1, 1) if is_draw else (1, 2), cause)
        state = replace(state, results={**state.results, match.key: outcome})
    return state


def brought_back(found: Imported, names: dict[int, str]) -> StageState:
    """The stage that is set up from a file, with the results in it."""
    ids = {name: key for key, name in names.items()}
    format_ = format_for(found.format)
    state = fresh(found.config, len(found.names), format_)
    assert [ids[name] for name in found.names] == [entrant.id for entrant in state.entrants]
    outcomes = outcomes_of(found.matches, state, names)
    return StageState(state.entrants, state.matches, {each.key: each for each in outcomes})


@given(
    kind=st.sampled_from(CONFIGS),
    n=st.integers(2, 40),
    part=st.floats(0, 1),
    secret=st.integers(0, 10**6),
)
def test_an_event_that_was_exported_stands_equal_once_it_is_imported(kind, n, part, secret):
    code, config = kind
    n = min(n, 14) if code == "round-robin" else n
    n = max(n, 2 * config.get("groups", 1))
    names = {100 + seed: f"seed-{seed}" for seed in range(1, n + 1)}
    planned = len(format_for(code).plan(config, n, Lot()))
    state = decided_at_random(code, config, n, round(part * planned), secret)
    data = json.loads(json.dumps(brackets_model.dump("Cup", code, config, state, names)))
    again = brought_back(load(data), names)
    assert placed(again) == placed(state)
    style = format_for(code)
    assert style.standings(load(data).config, again) == style.standings(config, state)


def placed(state: StageState) -> dict[str, tuple[dict[int, int], str]]:
    """By match: the place of everybody, and how it came about."""
    return {
        key: (dict(zip(outcome.entrants, outcome.places, strict=True)), outcome.cause)
        for key, outcome in state.results.items()
    }


@pytest.mark.django_db
def test_a_running_event_is_taken_along_with_all_that_was_decided(tmp_path, capsys):
    event = a_running_event(*bots(6), format="double-elimination")
    win(event, "W1.2", "bot-05", "bot-04")
    keys = dict(Entrant.objects.filter(tournament=event).values_list("player__handle", "pk"))
    act = {"tournament_id": event.pk, "stage": 1, "by": None, "reason": "saw it"}
    give_walkover(match="W1.4", winners=[keys["bot-03"]], **act)
    override_result(match="W2.2", places={keys["bot-03"]: 1, keys["bot-02"]: 2}, **act)
    file = tmp_path / "cup.json"
    file.write_text(export_event(event.pk, "brackets").text)
    asked = ("import_brackets", str(file), "--game", "big-two")
    call_command(*asked, "--name", "Again", "--organiser", a_user("ada", staff=True).username)
    again = Tournament.objects.get(name="Again", organiser__username="ada")
    assert results_of(again) == {
        "W1.2": (["bot-05", "bot-04"], [1, 2], "override"),
        "W1.4": (["bot-03", "bot-06"], [1, 2], "walkover"),
        "W2.2": (["bot-03", "bot-02"], [1, 2], "override"),
    }
    assert states_of(again) == states_of(event)
    assert f"3 matches are decided. /events/{again.public_id}" in capsys.readouterr().out
    call_command(*asked, "--without-results")
    assert "is open with 6 entrants in the order of the file; 3 results stay there." in (
        capsys.readouterr().out
    )
    with pytest.raises(CommandError, match="There is no user 'eve'"):
        call_command(*asked, "--organiser", "eve")
