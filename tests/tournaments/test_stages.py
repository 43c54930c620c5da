"""Stages follow each other by a cut, ties there are parted as the event says, and never stick."""

from __future__ import annotations

import pytest

from tests.tournaments.chained import TWO, field_of, final, handles, semi_finals, stages, to_final
from tests.tournaments.helpers import (
    a_running_event,
    an_event,
    an_open_event,
    bots,
    entrant_of,
    finish,
    play_out,
    settle_all,
    win,
)
from tournaments import actions
from tournaments.actions import directing
from tournaments.actions.staging import next_field
from tournaments.errors import BadTournament
from tournaments.facts import TO_THE_END, entrant_facts, stage_facts
from tournaments.formats.registry import formats
from tournaments.formats.resolver import resolve
from tournaments.models import Act, Match, MatchTable, Stage, Tournament
from tournaments.queries import audit_findings, tournaments_to_advance

pytestmark = pytest.mark.django_db

SHORT = {"arena": {"matches_each": 2}, "ladder": {"matches_each": 2}, "swiss": {"rounds": 2}}


def four_then_three(policy: str) -> Tournament:
    """Three of four go on: the losers of the semi-finals share the last place that does."""
    event = a_running_event(*bots(4), later_stages=to_final(3, policy))
    semi_finals(event)
    final(event)
    event.refresh_from_db()
    return event


def test_a_second_stage_begins_with_those_whom_the_cut_lets_through():
    event = a_running_event(*bots(4), later_stages=to_final(2))
    semi_finals(event)
    assert len(stages(event)) == 1
    final(event)
    first, second = stages(event)
    assert field_of(event, 2) == ["bot-01", "bot-02"]
    assert first.closed_at is not None
    assert (second.closed_at, second.format, second.config) == (None, "single-elimination", TWO)
    assert list(second.matches.values_list("key", "state")) == [("W1.1", "live")]


def test_the_last_stage_ends_the_event():
    event = play_out(a_running_event(*bots(6), later_stages=[*to_final(4), *to_final(2)]))
    assert (event.state, event.closed_reason) == ("closed", "")
    assert [stage.closed_at is not None for stage in stages(event)] == [True, True, True]
    kinds = (
        Act.objects.filter(kind__startswith="stage_").order_by("pk").values_list("kind", flat=True)
    )
    assert list(kinds) == ["stage_closed", "stage_started"] * 2


def test_a_swiss_is_followed_by_its_top_four():
    event = play_out(
        a_running_event(
            *bots(8), format="swiss", config={"rounds": 3}, later_stages=to_final(4, "lot")
        )
    )
    assert event.state == "closed"
    assert len(stages(event)[1].field) == 4
    assert Match.objects.filter(stage=stages(event)[1]).count() == 3


def test_without_a_cut_everybody_who_is_left_goes_on():
    event = a_running_event(*bots(4), later_stages=[{"format": "single-elimination"}])
    semi_finals(event)
    actions.withdraw(entrant_id=entrant_of(event, event.entrants.get(seed=4).player).pk, by=None)
    final(event)
    assert field_of(event, 2) == ["bot-01", "bot-02", "bot-03"]


def test_whoever_has_left_does_not_go_on_and_the_next_one_does():
    event = a_running_event(*bots(4), later_stages=to_final(2))
    semi_finals(event)
    winner = event.entrants.get(seed=1)
    actions.withdraw(entrant_id=winner.pk, by=None)
    settle_all()
    # The final went to bot-02 without play; of the semi-finals' losers the higher seed goes on.
    assert field_of(event, 2) == ["bot-02", "bot-03"]


def test_the_higher_seed_of_the_tied_goes_on_and_the_trail_says_so():
    event = four_then_three("higher_seed")
    assert field_of(event, 2) == ["bot-01", "bot-02", "bot-03"]
    act = Act.objects.get(kind="tie_resolved")
    assert (act.payload["policy"], act.payload["match"]) == ("higher_seed", "stage 1")
    assert handles(event, act.payload["entrants"]) == ["bot-03", "bot-04"]
    assert handles(event, act.payload["through"]) == ["bot-03"]


def test_all_of_the_tied_go_through_where_the_event_says_so():
    assert field_of(four_then_three("all_through"), 2) == ["bot-01", "bot-02", "bot-03", "bot-04"]


def test_none_of_the_tied_goes_through_where_the_event_says_so():
    assert field_of(four_then_three("none_through_if_over"), 2) == ["bot-01", "bot-02"]


def test_a_lot_repeats_with_the_draw():
    event = four_then_three("lot")
    third = field_of(event, 2)[2]
    assert third in ("bot-03", "bot-04")
    assert Act.objects.get(kind="tie_resolved").payload["policy"] == "lot"


def test_a_playoff_is_played_among_the_tied_alone():
    event = four_then_three("playoff")
    assert len(stages(event)) == 1
    playoff = Match.objects.get(section="playoff")
    assert (playoff.key, playoff.round, playoff.state, playoff.advance) == ("PO1", 3, "live", 1)
    assert playoff.why.endswith("seed 3 and seed 4 are level on everything; one goes on.")
    win(event, "PO1", "bot-04", "bot-03")
    assert field_of(event, 2) == ["bot-01", "bot-02", "bot-04"]
    assert play_out(event).state == "closed"
    assert audit_findings() == []


def test_programs_play_off_unless_the_event_says_otherwise():
    stage = {"format": "single-elimination", "config": TWO, "cut": {"take": 3}}
    event = a_running_event(*bots(4), later_stages=[stage])
    semi_finals(event)
    final(event)
    assert Match.objects.filter(section="playoff").count() == 1


def test_of_two_in_a_playoff_one_may_leave():
    event = four_then_three("playoff")
    actions.withdraw(entrant_id=event.entrants.get(seed=3).pk, by=None)
    play_out(event)
    assert field_of(event, 2) == ["bot-01", "bot-02", "bot-04"]


def test_a_tie_that_a_director_decides_waits_in_sight_and_is_not_dealt():
    event = four_then_three("require_decisive")
    tie = Match.objects.get(section="decision")
    assert (tie.key, tie.state) == ("TIE1", "ready")
    assert tie.why.endswith("one goes on, as a director says.")
    assert event.pk not in tournaments_to_advance(10)
    actions.advance(event.pk)
    assert MatchTable.objects.filter(match=tie).count() == 0
    three, four = event.entrants.filter(seed__in=(3, 4)).order_by("seed")
    directing.override_result(
        tournament_id=event.pk,
        stage=1,
        match="TIE1",
        places={four.pk: 1, three.pk: 2},
        by=None,
        reason="tossed",
    )
    assert field_of(event, 2) == ["bot-01", "bot-02", "bot-04"]
    assert play_out(event).state == "closed"
    assert audit_findings() == []


def test_with_one_left_for_the_next_stage_the_event_closes_and_says_why():
    event = a_running_event(*bots(3), later_stages=to_final(2))
    for seed in (2, 3):
        actions.withdraw(entrant_id=event.entrants.get(seed=seed).pk, by=None)
    settle_all()
    event.refresh_from_db()
    assert event.state == "closed"
    assert event.closed_reason == "one entrant was left for stage 2, two are needed."


@pytest.mark.parametrize("act", [actions.withdraw, actions.disqualify])
def test_who_leaves_a_later_stage_does_not_change_who_reached_it(act):
    event = four_then_three("lot")
    before = field_of(event, 2)
    gone = event.entrants.get(player__handle=before[0])
    act(entrant_id=gone.pk, by=None, reason="gone")
    settle_all()
    out = event.entrants.exclude(player__handle__in=before).get()
    act(entrant_id=out.pk, by=None, reason="gone too")
    facts = stage_facts(stages(event)[0])
    assert handles(event, next_field(facts, resolve(facts.state))) == before


def test_a_withdrawal_counts_for_the_stage_it_happens_in():
    event = a_running_event(
        *bots(8), format="swiss", config={"rounds": 3}, later_stages=to_final(4)
    )
    while len(stages(event)) == 1:
        links = MatchTable.objects.filter(match__stage__tournament=event, table__status="running")
        for link in links.select_related("match"):
            win(event, link.match.key)
        actions.advance(event.pk)
    gone = event.entrants.get(pk=stages(event)[1].field[0])
    actions.withdraw(entrant_id=gone.pk, by=None)
    gone.refresh_from_db()
    assert gone.until_round == 1
    first, second = (actions_facts(stage) for stage in stages(event))
    assert first[gone.pk] == TO_THE_END
    assert second[gone.pk] == 1


def actions_facts(stage: Stage) -> dict[int, int | None]:
    """The last round of each entrant of the stage."""
    return {fact.id: fact.until_round for fact in entrant_facts(stage)}


@pytest.mark.parametrize(
    ("settings", "field", "text"),
    [
        ({"later_stages": to_final(1)}, "later_stages[0].cut.take", "from 2 to 4096, not 1"),
        (
            {"later_stages": to_final(8), "max_entrants": 8},
            "later_stages[0].cut.take",
            "fewer than 8",
        ),
        (
            {"later_stages": to_final(4, config={"seats": 9})},
            "later_stages[0].config.seats",
            "a whole number from 2 to 6, not 9",
        ),
        (
            {"later_stages": to_final(4, config={"seats": 6, "advance": 2})},
            "later_stages[0].config.seats",
            "is played by 2 to 4, not 6",
        ),
        (
            {"later_stages": to_final(3, format="swiss", config={})},
            "later_stages[0].config.entrants",
            "A Swiss needs at least 4 entrants, not 3",
        ),
        ({"match_plan": {"kind": "magic"}}, "match_plan.kind", "Expected versus or"),
        ({"team_size": 9}, "team_size", "1 to 5 players, not 9"),
        ({"team_size": 2}, "team_size", "an entrant is one player, not 2"),
        ({"time_zone": "Middle/Earth"}, "time_zone", "Expected a time zone"),
        ({"schedule": {"every_days": 0}}, "schedule.every_days", "from 1 to 365, not 0"),
        ({"max_tables_each": 0}, "max_tables_each", "1 to 100 tables at once, not 0"),
        ({"late_entry_rounds": -1}, "late_entry_rounds", "0 to 50 rounds, not -1"),
        ({"late_entry_rounds": 2}, "late_entry_rounds", "is drawn whole at the start"),
        (
            {"format": "swiss", "config": {"rounds": 9}, "max_entrants": 6},
            "min_entrants",
            "A Swiss needs at least 4 entrants",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_when_it_is_set_up(settings, field, text):
    with pytest.raises(BadTournament) as refused:
        an_event(**settings)
    assert (refused.value.field, text in str(refused.value)) == (field, True)


@pytest.mark.parametrize(
    ("settings", "fewest"),
    [
        ({"format": "swiss", "config": {}}, 4),
        ({"format": "swiss", "config": {"rounds": 5}}, 7),
        ({"format": "round-robin", "config": {"groups": 3}, "min_entrants": 4}, 6),
        ({"format": "pods", "config": {"seats": 3}, "min_entrants": 5}, 5),
    ],
)
def test_an_event_needs_as_many_as_it_can_be_played_with(settings, fewest):
    assert an_event(**settings).min_entrants == fewest
    event = a_running_event(*bots(3), format="swiss", config={})
    assert event.closed_reason == "three entrants had entered, four are needed. Nothing was rated."


def test_too_few_for_the_format_close_the_event_with_the_reason_of_the_format():
    event = an_open_event(*bots(3), format="swiss", config={})
    # As events were set up that asked for two whatever their format.
    Tournament.objects.filter(pk=event.pk).update(min_entrants=2)
    actions.start_tournament(tournament_id=event.pk, by=None)
    event.refresh_from_db()
    assert event.state == "closed"
    assert event.closed_reason == (
        "three take part: A Swiss needs at least 4 entrants, not 3: take a round robin."
        " Nothing was rated."
    )


def test_groups_are_followed_by_a_bracket_in_which_they_meet_late():
    stage = {"format": "single-elimination", "cut": {"per_group": 2, "tie_policy": "lot"}}
    event = a_running_event(
        *bots(8), format="round-robin", config={"groups": 2}, later_stages=[stage]
    )
    while len(stages(event)) == 1:
        links = MatchTable.objects.filter(match__stage__tournament=event, table__status="running")
        finish(links.order_by("pk")[0].table)
        settle_all()
    groups = {
        entrant: match.group
        for match in Match.objects.filter(stage__number=1)
        for entrant in [entrant_at(event, slot) for slot in match.slots]
    }
    field = stages(event)[1].field
    assert len(field) == 4
    # Seeds 1 and 4, 2 and 3 meet in the semi-finals.
    assert groups[field[0]] != groups[field[3]]
    assert groups[field[1]] != groups[field[2]]
    assert play_out(event).state == "closed"


def entrant_at(event: Tournament, slot: list) -> int:
    return event.entrants.get(seed=slot[1]).pk


def test_a_league_is_followed_by_its_next_season():
    season = {"format": "league", "config": {"tiers": 2, "promote": 1}}
    event = play_out(a_running_event(*bots(6), **season, later_stages=[season]))
    assert event.state == "closed"
    assert len(stages(event)[1].field) == 6


@pytest.mark.parametrize("code", [each.code for each in formats()])
def test_every_format_is_followed_by_a_final_though_somebody_leaves(code):
    event = a_running_event(
        *bots(6), format=code, config=SHORT.get(code, {}), later_stages=to_final(2, "playoff")
    )
    assert event.state == "running"
    actions.withdraw(entrant_id=event.entrants.get(seed=3).pk, by=None)
    settle_all()
    event = play_out(event)
    assert (event.state, event.closed_reason) == ("closed", "")
    assert len(stages(event)) == 2
    assert event.entrants.get(seed=3).pk not in stages(event)[1].field
    assert audit_findings() == []
