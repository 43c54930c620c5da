"""A director decides, takes back and undoes; every act first as a preview of what follows."""

from __future__ import annotations

import pytest

from games.models import Seat, Table
from ratings.models import Contest, Rating
from ratings.tasks import fold_due
from tests.builders import a_user
from tests.tournaments.directing import WHY, facts_of, last_act, of, result_of, winner_of
from tests.tournaments.helpers import (
    a_running_event,
    bots,
    entrant_of,
    match_of,
    play_out,
    table_of,
    win,
)
from tournaments import actions, queries
from tournaments.actions import directing
from tournaments.errors import (
    BadResult,
    MatchDecided,
    MatchNotDecided,
    MatchNotFound,
    NotInMatch,
    NotYourTournament,
    ReasonNeeded,
    TournamentOver,
)
from tournaments.models import Act, MatchTable
from tournaments.queries import audit_findings

pytestmark = pytest.mark.django_db


class TestWalkover:
    def test_whoever_is_there_goes_on_without_playing(self):
        ada, _, _, dan = players = bots(4)
        event = a_running_event(*players)
        there = entrant_of(event, dan).pk
        directing.give_walkover(**of(event, stage=1, match="W1.1", winners=[there]))
        assert result_of(event, "W1.1") == ([there, entrant_of(event, ada).pk], [1, 2], "walkover")
        assert table_of(event, "W1.1").status == Table.Status.VOID
        assert Contest.objects.count() == 0
        assert audit_findings() == []

    def test_a_match_that_was_played_takes_no_walkover(self):
        event = a_running_event(*(players := bots(2)))
        win(event, "W1.1")
        with pytest.raises(TournamentOver):
            directing.pause_tournament(**of(event))
        with pytest.raises(MatchDecided, match="override or void its result"):
            directing.give_walkover(
                **of(event, stage=1, match="W1.1", winners=[entrant_of(event, players[0]).pk])
            )

    def test_a_match_whose_entrants_are_unknown_cannot_be_given_away(self):
        event = a_running_event(*(players := bots(4)))
        with pytest.raises(MatchNotDecided, match=r"waits for W1\.1, W1\.2"):
            directing.give_walkover(
                **of(event, stage=1, match="W2.1", winners=[entrant_of(event, players[0]).pk])
            )

    def test_somebody_who_does_not_play_the_match_cannot_win_it(self):
        event = a_running_event(*(players := bots(4)))
        stranger = entrant_of(event, players[1]).pk
        with pytest.raises(NotInMatch, match=r"W1\.1 is played by bot-01, bot-04"):
            directing.give_walkover(**of(event, stage=1, match="W1.1", winners=[stranger]))
        with pytest.raises(MatchNotFound):
            directing.give_walkover(**of(event, stage=2, match="W1.1", winners=[stranger]))


class TestOverride:
    def test_the_other_goes_on_and_the_rating_forgets_the_table(self):
        event = a_running_event(*bots(4))
        win(event, "W1.1")
        winner, loser = result_of(event, "W1.1")[0]
        fold_due()
        assert Rating.objects.count() == 2
        directing.override_result(**of(event, stage=1, match="W1.1", places={winner: 2, loser: 1}))
        assert result_of(event, "W1.1") == ([loser, winner], [1, 2], "override")
        fold_due()
        assert Rating.objects.count() == 0
        assert table_of(event, "W1.1").unrated_code == "void"
        assert audit_findings() == []

    def test_a_later_match_of_others_is_struck_and_dealt_anew(self):
        event = a_running_event(*bots(4))
        win(event, "W1.1")
        win(event, "W1.2")
        final = table_of(event, "W2.1")
        winner, loser = result_of(event, "W1.1")[0]
        directing.override_result(**of(event, stage=1, match="W1.1", places={winner: 2, loser: 1}))
        final.refresh_from_db()
        assert (final.status, final.why) == (Table.Status.VOID, "director")
        seating = MatchTable.objects.get(match=match_of(event, "W2.1"), voided_at=None).seating
        assert set(seating) == {loser, winner_of(event, "W1.2")}
        assert audit_findings() == []

    def test_a_later_result_may_stand_as_the_directors_decision(self):
        event = a_running_event(*bots(4))
        play_out(event)
        champion = winner_of(event, "W2.1")
        key = "W1.1" if winner_of(event, "W1.1") == champion else "W1.2"
        winner, loser = result_of(event, key)[0]
        directing.override_result(
            **of(event, stage=1, match=key, places={winner: 2, loser: 1}, keep_later=True)
        )
        assert winner_of(event, "W2.1") == champion
        assert result_of(event, "W2.1")[2] == "override"
        event.refresh_from_db()
        assert event.state == "closed"
        assert audit_findings() == []

    @pytest.mark.parametrize(
        ("places", "text"),
        [
            ((1, 1), "The first 1 of W1.1 go on; no places may tie there."),
            ((2, 3), r"expected \(1, 2\), not \(2, 3\)"),
            ((1,), "Every entrant of W1.1 needs a place; there is none for bot-04."),
        ],
    )
    def test_places_that_are_no_finishing_order_are_refused(self, places, text):
        ada, _, _, dan = players = bots(4)
        event = a_running_event(*players)
        pair = [entrant_of(event, ada).pk, entrant_of(event, dan).pk]
        with pytest.raises(BadResult, match=text):
            directing.override_result(
                **of(event, stage=1, match="W1.1", places=dict(zip(pair, places, strict=False)))
            )


class TestVoid:
    def test_the_match_is_played_again_and_only_that_counts(self):
        event = a_running_event(*bots(2))
        first = table_of(event, "W1.1")
        win(event, "W1.1")
        event.refresh_from_db()
        assert event.state == "closed"
        directing.void_result(**of(event, stage=1, match="W1.1"))
        event.refresh_from_db()
        assert event.state == "running"
        second = table_of(event, "W1.1")
        assert second.pk != first.pk
        win(event, "W1.1")
        sources = Contest.objects.filter(voided_at=None).values_list("source", flat=True)
        assert list(sources) == [f"table:{second.public_id}"]
        assert audit_findings() == []

    def test_a_result_that_is_not_there_cannot_be_taken_back(self):
        event = a_running_event(*bots(4))
        with pytest.raises(MatchNotDecided, match="Final is blocked"):
            directing.void_result(**of(event, stage=1, match="W2.1"))


class TestPause:
    def test_a_paused_event_deals_nothing_and_goes_on_where_it_was(self):
        event = a_running_event(*bots(4))
        directing.pause_tournament(**of(event))
        assert not Table.objects.filter(paused_at=None).exists()
        directing.pause_tournament(**of(event))
        directing.resume_tournament(**of(event))
        assert not Table.objects.filter(paused_at__isnull=False).exists()
        play_out(event)
        event.refresh_from_db()
        assert event.state == "closed"
        assert audit_findings() == []

    def test_a_pause_is_undone_by_going_on(self):
        event = a_running_event(*bots(2))
        directing.pause_tournament(**of(event))
        directing.undo_act(**of(event, act_id=last_act(event).pk))
        event.refresh_from_db()
        assert event.paused_at is None


class TestPreview:
    def test_a_table_that_ends_by_the_act_is_not_called_void(self):
        event = a_running_event(*bots(2))
        seat = Seat.objects.get(deadline_at__isnull=False)
        removed = of(event, table=seat.table.public_id, player_id=seat.player_id)
        seen = directing.preview(event.pk, lambda: directing.remove_from_table(**removed))
        assert (seen.tables, seen.state) == ((), "closed")

    def test_it_lists_what_an_override_changes_and_changes_nothing(self):
        event = a_running_event(*bots(4))
        win(event, "W1.1")
        win(event, "W1.2")
        fold_due()
        before = facts_of(event)
        winner, loser = result_of(event, "W1.1")[0]
        final = table_of(event, "W2.1")
        seen = directing.preview(
            event.pk,
            lambda: directing.override_result(
                **of(event, stage=1, match="W1.1", places={winner: 2, loser: 1})
            ),
        )
        names = {entrant.pk: entrant.player.handle for entrant in event.entrants.all()}
        assert [(moved.label, moved.before) for moved in seen.matches] == [
            ("W1.1", f"{names[winner]} before {names[loser]}"),
            ("Final", f"{names[winner]} – {names[winner_of(event, 'W1.2')]}: is being played"),
        ]
        assert seen.matches[0].after == f"{names[loser]} before {names[winner]}"
        assert seen.tables == (final.public_id,)
        assert seen.contests == 1
        assert {move.handle for move in seen.ratings.moves} == {names[winner], names[loser]}
        assert facts_of(event) == before
        final.refresh_from_db()
        assert final.status == Table.Status.RUNNING
        assert not Act.objects.filter(tournament=event, kind="override").exists()

    def test_the_preview_of_an_undo_tells_the_ratings_that_move_back(self):
        event = a_running_event(*bots(4))
        win(event, "W1.1", "bot-01", "bot-04")
        fold_due()
        directing.void_result(**of(event, stage=1, match="W1.1"))
        fold_due()
        act = Act.objects.get(tournament=event, kind="result_void")
        seen = directing.preview(event.pk, lambda: directing.undo_act(**of(event, act_id=act.pk)))
        moves = {move.handle: move.after for move in seen.ratings.moves}
        directing.undo_act(**of(event, act_id=act.pk))
        fold_due()
        ratings = Rating.objects.filter(player__handle__in=["bot-01", "bot-04"])
        assert moves == dict(ratings.values_list("player__handle", "exposure"))
        assert moves["bot-01"] > 0.0 > moves["bot-04"]

    def test_the_preview_of_leaving_tells_the_match_that_it_decides(self):
        event = a_running_event(*bots(4))
        entrant = event.entrants.get(player__handle="bot-04")
        seen = directing.preview(
            event.pk,
            lambda: actions.disqualify(entrant_id=entrant.pk, by=None, reason=WHY),
        )
        assert ("W1.1", "bot-01 before bot-04") in [
            (moved.label, moved.after) for moved in seen.matches
        ]
        assert {"bot-01", "bot-04"} <= set(seen.told)

    def test_a_refusal_is_a_refusal_in_the_preview_too(self):
        event = a_running_event(*bots(4))
        with pytest.raises(MatchNotFound):
            directing.preview(
                event.pk, lambda: directing.void_result(**of(event, stage=1, match="W9.9"))
            )


class TestWhoMay:
    def test_only_a_director_who_says_why(self):
        event = a_running_event(*bots(2))
        with pytest.raises(NotYourTournament):
            directing.pause_tournament(tournament_id=event.pk, by=a_user("eve"), reason=WHY)
        with pytest.raises(ReasonNeeded):
            directing.pause_tournament(tournament_id=event.pk, by=None, reason="  ")

    def test_every_act_stands_in_the_trail_with_its_reason(self):
        event = a_running_event(*bots(4))
        win(event, "W1.1")
        winner, loser = result_of(event, "W1.1")[0]
        directing.override_result(**of(event, stage=1, match="W1.1", places={winner: 2, loser: 1}))
        told = queries.acts_of(event.pk)[0]
        names = {entrant.pk: entrant.player.handle for entrant in event.entrants.all()}
        assert (told.text, told.reason) == (
            f"W1.1 was decided: {names[loser]} before {names[winner]}. One result left the ledger.",
            WHY,
        )
