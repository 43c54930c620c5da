"""Teams, late entry, seeds by hand, replacement and disqualification."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.models import Seat, Table
from players.models import Player
from ratings.models import Pool, Rating
from tests.builders import a_bot, a_house_bot, a_user
from tests.tournaments.helpers import (
    a_running_event,
    an_event,
    an_open_event,
    bots,
    entrant_of,
    finish,
    match_of,
    play_out,
    settle_all,
    table_of,
    win,
)
from tournaments import actions
from tournaments.errors import (
    AlreadyEntered,
    BadTeam,
    BadTournament,
    EntrantNotFound,
    EntryNotOpen,
    NotYourEntrant,
    NotYourTournament,
    ReasonNeeded,
)
from tournaments.models import Act, Entrant, Match, MatchTable, Tournament
from tournaments.queries import audit_findings

pytestmark = pytest.mark.django_db

SWISS = {"format": "swiss", "config": {"rounds": 3}}
TEAMS = {"game": "the-game", "match_plan": {"kind": "compare"}, "team_size": 2}


def enter(event: Tournament, player: Player, **more) -> Entrant:
    return actions.enter(tournament_id=event.pk, player_id=player.pk, **{"by": None, **more})


def play_round(event: Tournament, number: int) -> None:
    """Every table of the round ends as it stands."""
    links = MatchTable.objects.filter(match__stage__tournament=event, match__round=number)
    for link in links.select_related("table"):
        finish(link.table)
    settle_all()
    actions.advance(event.pk)


class TestLateEntry:
    def test_a_late_one_plays_from_the_next_round_on_with_the_last_seed(self):
        event = a_running_event(*bots(6), **SWISS, late_entry_rounds=2)
        late = enter(event, a_bot("late"))
        assert (late.seed, late.from_round) == (7, 2)
        assert Act.objects.get(kind="entered_late").payload == {
            "entrant": "late", "entrant_id": late.pk, "round": 2,
        }  # fmt: skip
        play_round(event, 1)
        assert play_out(event).state == "closed"
        seats = Seat.objects.filter(player=late.player)
        assert 1 <= seats.count() <= 2
        assert audit_findings() == []

    def test_entry_closes_when_its_last_round_is_paired(self):
        event = a_running_event(*bots(6), **SWISS, late_entry_rounds=2)
        play_round(event, 1)
        with pytest.raises(EntryNotOpen, match="Autumn Open took entries until round 2 was paired"):
            enter(event, a_bot("late"))

    def test_nobody_comes_once_the_last_round_of_all_is_paired(self):
        event = a_running_event(*bots(4), format="swiss", config={"rounds": 1}, late_entry_rounds=5)
        with pytest.raises(EntryNotOpen, match="until round 1 was paired"):
            enter(event, a_bot("late"))

    def test_an_event_that_takes_no_late_entries_says_so(self):
        event = a_running_event(*bots(6), **SWISS)
        with pytest.raises(EntryNotOpen, match="Autumn Open is running; it takes no entries"):
            enter(event, a_bot("late"))

    def test_whoever_did_not_check_in_may_still_come_late(self):
        event = a_running_event(*bots(6), **SWISS, late_entry_rounds=2)
        absent = Entrant.objects.create(
            tournament=event, player=a_bot("absent"), status="absent", entered_at=event.created_at
        )
        assert enter(event, absent.player).seed == 7

    def test_whoever_has_left_does_not_come_back_by_entering(self):
        players = bots(6)
        event = a_running_event(*players, **SWISS, late_entry_rounds=2)
        actions.withdraw(entrant_id=entrant_of(event, players[0]).pk, by=None)
        with pytest.raises(AlreadyEntered, match="bot-01 has left Autumn Open, which began"):
            enter(event, players[0])


class TestSeedsByHand:
    def test_the_wanted_seeds_come_first_and_the_others_by_entry(self):
        players = bots(4)
        event = an_open_event(*players, seeding="manual")
        wanted = {entrant_of(event, players[3]).pk: 1, entrant_of(event, players[2]).pk: 2}
        actions.set_seeds(tournament_id=event.pk, seeds=wanted, by=None)
        actions.set_seeds(tournament_id=event.pk, seeds=wanted, by=None)
        assert Act.objects.filter(kind="seeds_set").count() == 1
        actions.start_tournament(tournament_id=event.pk, by=None)
        order = event.entrants.order_by("seed").values_list("player__handle", flat=True)
        assert list(order) == ["bot-04", "bot-03", "bot-01", "bot-02"]

    @pytest.mark.parametrize(
        ("seeds", "text"),
        [
            ([1, 1], "No two entrants can have the same seed"),
            ([0, None], "a whole number from 1 to 4096, not 0"),
            ([5000, None], "a whole number from 1 to 4096, not 5000"),
        ],
    )
    def test_seeds_that_cannot_be_are_refused(self, seeds, text):
        players = bots(2)
        event = an_open_event(*players, seeding="manual")
        keys = [entrant_of(event, player).pk for player in players]
        with pytest.raises(BadTournament, match=text):
            actions.set_seeds(
                tournament_id=event.pk, seeds=dict(zip(keys, seeds, strict=True)), by=None
            )

    def test_only_where_seeds_are_set_by_hand_and_before_the_start(self):
        event = an_open_event(*bots(2))
        with pytest.raises(BadTournament, match="Seeds of Autumn Open go by entry"):
            actions.set_seeds(tournament_id=event.pk, seeds={}, by=None)
        begun = a_running_event(*[a_bot("one"), a_bot("two")], seeding="manual")
        with pytest.raises(EntryNotOpen, match="its seeds are drawn"):
            actions.set_seeds(tournament_id=begun.pk, seeds={}, by=None)

    def test_a_stranger_seeds_nobody(self):
        event = an_open_event(*bots(2), seeding="manual")
        with pytest.raises(NotYourTournament):
            actions.set_seeds(tournament_id=event.pk, seeds={}, by=a_user("eve"))
        with pytest.raises(EntrantNotFound):
            actions.set_seeds(tournament_id=event.pk, seeds={999: 1}, by=None)


class TestReplacing:
    def test_the_new_player_has_seed_and_results_and_sits_at_the_next_table(self):
        event = a_running_event(*bots(4))
        win(event, "W1.1", "bot-01", "bot-04")
        place = event.entrants.get(seed=1)
        actions.replace_entrant(
            entrant_id=place.pk, player_id=a_bot("deputy").pk, by=None, reason="ill"
        )
        win(event, "W1.2", "bot-02", "bot-03")
        place.refresh_from_db()
        assert (place.player.handle, place.seed) == ("deputy", 1)
        final = Seat.objects.filter(table=table_of(event, "W2.1"))
        assert sorted(final.values_list("player__handle", flat=True)) == ["bot-02", "deputy"]
        gone = event.entrants.get(player__handle="bot-01")
        assert (gone.status, gone.seed, gone.reason, place.replaces) == (
            "replaced", None, "ill", gone,
        )  # fmt: skip
        assert Act.objects.get(kind="replaced").payload == {
            "entrant": "bot-01", "entrant_id": place.pk, "round": 2, "with": "deputy",
        }  # fmt: skip
        assert play_out(event).state == "closed"
        assert audit_findings() == []

    def test_a_table_that_runs_is_finished_by_who_sits_there(self):
        event = a_running_event(*bots(2))
        actions.replace_entrant(
            entrant_id=event.entrants.get(seed=1).pk, player_id=a_bot("deputy").pk, by=None
        )
        win(event, "W1.1", "bot-01", "bot-02")
        event.refresh_from_db()
        assert event.state == "closed"
        assert audit_findings() == []

    def test_whoever_withdraws_after_replacing_leaves_the_table_of_the_first(self):
        event = a_running_event(*bots(2))
        place = event.entrants.get(seed=1)
        actions.replace_entrant(entrant_id=place.pk, player_id=a_bot("deputy").pk, by=None)
        actions.withdraw(entrant_id=place.pk, by=None)
        settle_all()
        event.refresh_from_db()
        assert event.state == "closed"

    def test_again_is_no_error_and_nobody_plays_twice(self):
        event = a_running_event(*bots(4))
        one, deputy = event.entrants.get(seed=1), a_bot("deputy")
        for _ in range(2):
            actions.replace_entrant(entrant_id=one.pk, player_id=deputy.pk, by=None)
        assert Act.objects.filter(kind="replaced").count() == 1
        with pytest.raises(AlreadyEntered, match="bot-02 has entered Autumn Open already"):
            actions.replace_entrant(
                entrant_id=one.pk, player_id=event.entrants.get(seed=2).player_id, by=None
            )
        gone = Player.objects.get(handle="bot-01")
        with pytest.raises(AlreadyEntered, match="bot-01 has left Autumn Open"):
            actions.replace_entrant(entrant_id=one.pk, player_id=gone.pk, by=None)

    def test_before_the_start_the_first_one_may_come_back(self):
        one, two, deputy = bots(3)
        event = an_open_event(one, two)
        place = entrant_of(event, one)
        for player in (deputy, one, deputy):
            actions.replace_entrant(entrant_id=place.pk, player_id=player.pk, by=None)
        place.refresh_from_db()
        assert place.player == deputy
        assert sorted(event.entrants.values_list("status", "player__handle")) == [
            ("active", "bot-02"), ("active", "bot-03"), ("replaced", "bot-01"),
        ]  # fmt: skip

    def test_whoever_withdrew_before_the_start_may_step_in_later(self):
        players = bots(3)
        event = an_open_event(*players)
        actions.withdraw(entrant_id=entrant_of(event, players[2]).pk, by=None)
        actions.start_tournament(tournament_id=event.pk, by=None)
        place = entrant_of(event, players[0])
        actions.replace_entrant(entrant_id=place.pk, player_id=players[2].pk, by=None)
        place.refresh_from_db()
        assert place.player == players[2]

    def test_an_organiser_does_not_send_in_players_of_others(self):
        organiser = a_user("olga")
        event = a_running_event(*bots(2), organiser=organiser)
        one = event.entrants.get(seed=1)
        with pytest.raises(NotYourEntrant, match="deputy is not yours"):
            actions.replace_entrant(entrant_id=one.pk, player_id=a_bot("deputy").pk, by=organiser)
        actions.replace_entrant(entrant_id=one.pk, player_id=a_house_bot().pk, by=organiser)
        with pytest.raises(NotYourTournament):
            actions.replace_entrant(
                entrant_id=one.pk, player_id=a_bot("other").pk, by=a_user("eve")
            )


class TestDisqualifying:
    def test_it_leaves_its_table_and_comes_last(self):
        event = a_running_event(*bots(6), **SWISS)
        one = event.entrants.get(seed=1)
        for _ in range(2):
            actions.disqualify(entrant_id=one.pk, by=None, reason="two programs, one player")
        one.refresh_from_db()
        assert (one.status, one.until_round) == ("disqualified", 1)
        assert Act.objects.get(kind="disqualified").payload == {
            "entrant": "bot-01", "entrant_id": one.pk,
        }  # fmt: skip
        running = Table.objects.filter(status="running", seats__player=one.player)
        assert not running.exists()
        assert play_out(event).state == "closed"
        assert audit_findings() == []

    def test_it_needs_a_director_and_a_reason(self):
        event = a_running_event(*bots(2))
        one = event.entrants.get(seed=1)
        with pytest.raises(NotYourTournament):
            actions.disqualify(entrant_id=one.pk, by=one.player.owner, reason="I say so")
        with pytest.raises(ReasonNeeded, match="Say why bot-01 is disqualified"):
            actions.disqualify(entrant_id=one.pk, by=None, reason="  ")

    def test_whoever_had_withdrawn_may_still_be_disqualified(self):
        event = a_running_event(*bots(4))
        one = event.entrants.get(seed=4)
        actions.withdraw(entrant_id=one.pk, by=None)
        actions.disqualify(entrant_id=one.pk, by=None, reason="found out")
        one.refresh_from_db()
        assert one.status == "disqualified"


class TestTeams:
    def test_players_of_one_owner_and_house_bots_make_a_team(self):
        owner = a_user("olga")
        one, two = a_bot("one", owner=owner), a_bot("two", owner=owner)
        event = an_open_event(**TEAMS)
        team = enter(event, one, team=[two.pk], name="Olga's pair", by=owner)
        assert team.name == "Olga's pair"
        members = team.members.order_by("number").values_list("number", "player__handle")
        assert list(members) == [(1, "one"), (2, "two")]
        mixed = enter(event, a_bot("three"), team=[a_house_bot().pk])
        assert mixed.name == "three & House-Greedy"

    def test_a_team_has_as_many_players_as_the_event_says(self):
        owner = a_user("olga")
        one = a_bot("one", owner=owner)
        event = an_open_event(**TEAMS)
        with pytest.raises(BadTeam, match="is a team of 2, not 1"):
            enter(event, one)
        with pytest.raises(BadTeam, match="Nobody takes two places of one team"):
            enter(event, one, team=[one.pk])
        with pytest.raises(BadTeam, match="An entrant of Autumn Open is one player, not 2"):
            enter(an_open_event(), one, team=[a_bot("two").pk])

    def test_nobody_is_put_into_a_team_by_somebody_else(self):
        owner = a_user("olga")
        event = an_open_event(**TEAMS)
        with pytest.raises(NotYourEntrant, match="two is not yours"):
            enter(event, a_bot("one", owner=owner), team=[a_bot("two").pk], by=owner)
        with pytest.raises(NotYourEntrant, match="cannot speak for it"):
            enter(event, a_house_bot(), team=[a_house_bot("House-Two").pk], by=owner)

    def test_nobody_plays_in_two_teams(self):
        one, two, three, four = bots(4)
        event = an_open_event(**TEAMS)
        enter(event, one, team=[two.pk])
        with pytest.raises(AlreadyEntered, match="bot-01 & bot-02 has entered"):
            enter(event, three, team=[two.pk])
        enter(event, three, team=[four.pk])

    def test_the_owner_of_any_of_them_speaks_for_the_team(self):
        one, two = bots(2)
        event = an_open_event(**TEAMS)
        team = enter(event, one, team=[two.pk])
        with pytest.raises(NotYourEntrant, match="bot-01 & bot-02 is not yours"):
            actions.withdraw(entrant_id=team.pk, by=a_user("eve"))
        actions.withdraw(entrant_id=team.pk, by=two.owner)
        team.refresh_from_db()
        assert team.status == "withdrawn"

    def test_one_of_a_team_may_be_replaced(self):
        one, two = bots(2)
        event = an_open_event(**TEAMS)
        team = enter(event, one, team=[two.pk])
        actions.replace_entrant(
            entrant_id=team.pk, player_id=a_bot("three").pk, by=None, leaves=two.pk
        )
        members = team.members.order_by("number").values_list("player__handle", flat=True)
        assert list(members) == ["bot-01", "three"]
        with pytest.raises(EntrantNotFound, match="No such player is in the place of bot-01"):
            actions.replace_entrant(
                entrant_id=team.pk, player_id=a_bot("four").pk, by=None, leaves=two.pk
            )


def test_an_event_of_teams_is_played_to_its_end():
    players = bots(4)
    event = an_open_event(**TEAMS)
    enter(event, players[0], team=[players[1].pk])
    enter(event, players[2], team=[players[3].pk])
    actions.start_tournament(tournament_id=event.pk, by=None)
    assert match_of(event, "W1.1").state == Match.State.LIVE
    assert MatchTable.objects.filter(match__key="W1.1").count() == 2


def test_co_operative_games_need_teams_that_compare():
    with pytest.raises(BadTournament, match="a match compares teams on equal deals"):
        an_event(game="the-game")


class TestDrawnApart:
    def test_bots_of_one_owner_meet_late(self):
        owner = a_user("olga")
        one, four = a_bot("one", owner=owner), a_bot("four", owner=owner)
        event = a_running_event(one, a_bot("two"), a_bot("three"), four)
        order = event.entrants.order_by("seed").values_list("player__handle", flat=True)
        assert list(order) == ["one", "two", "four", "three"]
        assert not Act.objects.filter(kind="met_early").exists()

    def test_an_organiser_who_seeds_by_hand_gets_what_was_asked(self):
        owner = a_user("olga")
        one, four = a_bot("one", owner=owner), a_bot("four", owner=owner)
        event = a_running_event(one, a_bot("two"), a_bot("three"), four, seeding="manual")
        order = event.entrants.order_by("seed").values_list("player__handle", flat=True)
        assert list(order) == ["one", "two", "three", "four"]

    def test_who_is_drawn_together_all_the_same_is_told(self):
        owner = a_user("olga")
        a_running_event(a_bot("one", owner=owner), a_bot("two", owner=owner))
        act = Act.objects.get(kind="met_early")
        assert act.payload == {"pairs": [["one", "two"]], "number": 1}


def test_a_team_is_seeded_by_what_its_players_are_on_average():
    players = bots(6)
    pool = Pool.objects.create(game="the-game", division="team")
    for player, mu in zip(players, (30.0, 20.0, 40.0, 30.0), strict=False):
        Rating.objects.create(
            pool=pool, player=player, mu=mu, sigma=1.0, exposure=mu - 3.0, contests=9,
            last_sequence=1, last_played_at=timezone.now(),
        )  # fmt: skip
    event = an_open_event(**TEAMS, seeding="rating")
    for one, other in ((4, 5), (0, 1), (2, 3)):
        enter(event, players[one], team=[players[other].pk])
    actions.start_tournament(tournament_id=event.pk, by=None)
    seeds = event.entrants.order_by("seed").values_list("name", "mu")
    assert list(seeds) == [
        ("bot-03 & bot-04", 35.0), ("bot-01 & bot-02", 25.0), ("bot-05 & bot-06", None),
    ]  # fmt: skip
