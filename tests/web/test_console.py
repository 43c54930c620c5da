"""The organiser's console: what waits, acts with their price, and the way back."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Seat, Table
from ratings.tasks import fold_due
from tests.builders import a_bot, a_house_bot, a_user
from tests.tournaments.helpers import (
    a_running_event,
    an_event,
    an_open_event,
    bots,
    entrant_of,
    match_of,
    play_out,
    table_of,
    win,
)
from tournaments.models import Act, MatchResult, Tournament

pytestmark = pytest.mark.django_db
WHY = "the wrong bot was connected"


def signed_in(name="dora", *, staff=True) -> Client:
    client = Client()
    client.force_login(a_user(name, staff=staff))
    return client


def console(event: Tournament, query: str = "") -> str:
    return f"/events/{event.public_id}/console{query}"


def page(client: Client, event: Tournament, query: str = "") -> str:
    answer = client.get(console(event, query))
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def confirm(client: Client, event: Tournament, **fields: object):
    return client.post(console(event), {**fields, "reason": WHY}, follow=True)


def test_only_directors_find_it():
    event = a_running_event(*bots(2))
    assert Client().get(console(event)).status_code == 302
    assert signed_in("eve", staff=False).get(console(event)).status_code == 404
    assert signed_in().get(console(event)).status_code == 200


def test_an_organiser_who_is_no_staff_directs_its_own_event():
    owner = a_user("olga")
    event = a_running_event(*bots(2), organiser=owner)
    client = Client()
    client.force_login(owner)
    assert "you direct this" in page(client, event)


def test_it_says_what_it_waits_for_and_what_can_be_done():
    event = a_running_event(*bots(2))
    html = page(signed_in(), event)
    seat = Seat.objects.get(deadline_at__isnull=False)
    assert f"{seat.player.handle} must act" in html
    assert "then it takes last place" in html
    assert f"?do=give_time&amp;match=W1.1&amp;table={table_of(event, 'W1.1').public_id}" in html


def test_a_result_is_decided_otherwise_after_a_preview_with_its_price():
    client, event = signed_in(), a_running_event(*bots(4))
    win(event, "W1.1", "bot-01", "bot-04")
    win(event, "W1.2", "bot-02", "bot-03")
    fold_due()
    asked = page(client, event, "?do=override&match=W1.1")
    assert "See what follows" in asked
    assert "Afterwards" not in asked
    one, four = (entrant_of(event, player).pk for player in players_of(event, "bot-01", "bot-04"))
    query = f"?do=override&match=W1.1&place-{one}=2&place-{four}=1"
    seen = words(page(client, event, query))
    assert "bot-01 before bot-04 bot-04 before bot-01" in seen
    assert "1 stopped and voided" in seen
    assert "Decide, void 1 table, move 2 ratings" in seen
    assert not Act.objects.filter(tournament=event, kind="override").exists()
    fields = {"do": "override", "match": "W1.1", f"place-{one}": 2, f"place-{four}": 1}
    done = confirm(client, event, **fields).content.decode()
    act = Act.objects.get(tournament=event, kind="override")
    assert act.reason == WHY
    assert "W1.1 was decided: bot-04 before bot-01. One table was voided." in done
    assert f'<a href="{console(event)}?do=undo&amp;act={act.pk}">Undo it</a>' in done
    result = MatchResult.objects.get(match=match_of(event, "W1.1"), voided_at=None)
    assert result.entrants[0] == four


def test_an_act_is_undone_from_the_list():
    client, event = signed_in(), a_running_event(*bots(2))
    confirm(client, event, do="pause")
    act = Act.objects.get(tournament=event, kind="paused")
    assert "Undo this act?" in page(client, event, f"?do=undo&act={act.pk}")
    confirm(client, event, do="undo", act=act.pk)
    event.refresh_from_db()
    assert event.paused_at is None


def test_what_ends_the_event_is_told_and_undone_like_any_act():
    client, event = signed_in(), a_running_event(*bots(2))
    entrant = event.entrants.get(seed=1)
    html = confirm(client, event, do="walkover", match="W1.1", entrant=entrant.pk).content.decode()
    assert "Final went to bot-01 without play." in words(html)
    act = Act.objects.get(tournament=event, kind="walkover")
    assert f'do=undo&amp;act={act.pk}">Undo it' in html


def test_who_has_won_is_disqualified_after_the_end():
    client, event = signed_in(), play_out(a_running_event(*bots(2)))
    entrant = event.entrants.get(seed=1)
    assert f"do=disqualify&amp;entrant={entrant.pk}" in page(client, event)
    confirm(client, event, do="disqualify", entrant=entrant.pk)
    entrant.refresh_from_db()
    assert entrant.status == "disqualified"
    assert f"do=disqualify&amp;entrant={entrant.pk}" not in page(client, event)


def test_a_refused_act_says_why_and_keeps_what_was_typed():
    client, event = signed_in(), a_running_event(*bots(2))
    play_out(event)
    assert "is over; no clock of it runs" in page(client, event, "?do=pause")
    answer = confirm(client, event, do="pause").content.decode()
    assert "is over; no clock of it runs" in answer


def test_time_is_given_a_player_removed_and_another_takes_a_place():
    client, event = signed_in(), a_running_event(*bots(4))
    table = table_of(event, "W1.1")
    seat = Seat.objects.get(table=table, deadline_at__isnull=False)
    at = {"table": table.public_id, "of": seat.player.public_id}
    confirm(client, event, do="give_time", seconds=120, **at)
    confirm(client, event, do="remove", **at)
    table.refresh_from_db()
    assert table.status == Table.Status.OVER
    entrant = entrant_of(event, players_of(event, "bot-02")[0])
    a_bot("spare")
    confirm(client, event, do="replace", entrant=entrant.pk, handle="spare")
    kinds = set(Act.objects.filter(tournament=event).values_list("kind", flat=True))
    assert {"time_given", "removed", "replaced"} <= kinds


def test_an_unknown_act_or_match_shows_the_console_alone():
    client, event = signed_in(), a_running_event(*bots(2))
    for query in ("?do=dance", "?do=override&match=W9.9", "?do=override", "?act=x&do=undo"):
        assert "What it waits for" in page(client, event, query)
    assert client.post(console(event), {"do": "dance"}).status_code == 404


@pytest.mark.parametrize("stage", ["0", "2", "50"])
def test_a_stage_that_has_not_begun_has_no_console(stage):
    client, event = signed_in(), a_running_event(*bots(2))
    for query in (f"?stage={stage}", f"?do=repair_round&stage={stage}"):
        assert client.get(f"{console(event)}{query}").status_code == 404


def players_of(event: Tournament, *handles: str):
    return [event.entrants.get(player__handle=handle).player for handle in handles]


def test_a_replacement_that_nobody_is_called_is_refused_by_name():
    event = a_running_event(*bots(2))
    entrant = event.entrants.first()
    html = page(signed_in(), event, f"?do=replace&entrant={entrant.pk}&handle=nobody")
    assert "Nobody is called &#x27;nobody&#x27; here." in html
    assert "Say the rest" not in html


def enter(client: Client, event: Tournament, **fields: str) -> str:
    answer = client.post(console(event, "/enter"), fields, follow=True)
    assert answer.status_code == 200
    return words(answer.content.decode())


def test_a_director_brings_in_bots_of_the_house_by_their_handles():
    a_house_bot("Aster")
    a_house_bot("Bramble")
    event, client = an_open_event(), signed_in()
    assert "Bots of the house: Aster, Bramble." in page(client, event)
    assert "Entered: Aster, Bramble." in enter(client, event, handles="Aster, Bramble")
    assert event.entrants.count() == 2


def test_whoever_cannot_be_entered_is_named_and_those_before_stay():
    a_house_bot("Aster")
    event = an_open_event()
    said = enter(signed_in(), event, handles="Aster, nobody")
    assert "Nobody is called &#x27;nobody&#x27; here." in said
    assert "Entered: Aster." in said


def test_where_teams_play_all_that_are_named_are_one_team():
    for handle in ("Aster", "Bramble"):
        a_house_bot(handle)
    event = an_open_event(game="the-game", team_size=2, match_plan={"kind": "compare"})
    said = enter(signed_in(), event, handles="Aster, Bramble", name="Hedge")
    assert "Entered: Hedge." in said


def test_nobody_else_brings_players_in():
    a_house_bot("Aster")
    event = an_open_event()
    answer = signed_in("eve", staff=False).post(console(event, "/enter"), {"handles": "Aster"})
    assert answer.status_code == 404
    assert event.entrants.count() == 0


def test_a_director_says_that_an_entrant_is_there():
    soon = timezone.now() + dt.timedelta(minutes=10)
    event = an_open_event(*bots(1), check_in=True, starts_at=soon)
    entrant, client = event.entrants.get(), signed_in()
    path = f"/console/check-in/{entrant.pk}"
    assert path in page(client, event)
    client.post(f"/events/{event.public_id}{path}")
    entrant.refresh_from_db()
    assert entrant.checked_in_at is not None
    assert path not in page(client, event)


def test_an_entrant_of_another_event_is_not_checked_in_here():
    soon = timezone.now() + dt.timedelta(minutes=10)
    event = an_open_event(check_in=True, starts_at=soon)
    other = an_open_event(*bots(1), check_in=True, starts_at=soon, name="Another")
    entrant = other.entrants.get()
    answer = signed_in().post(console(event, f"/check-in/{entrant.pk}"))
    assert answer.status_code == 404
    entrant.refresh_from_db()
    assert entrant.checked_in_at is None


def test_an_event_is_opened_and_started_from_there():
    client, event = signed_in(), an_event()
    assert f'action="/events/{event.public_id}/open"' in page(client, event)
    client.post(f"/events/{event.public_id}/open")
    html = page(client, event)
    assert f'action="/events/{event.public_id}/start"' in html
    assert f'action="/events/{event.public_id}/open"' not in html


def test_a_pause_shows_which_clocks_stop_and_what_they_keep():
    client, event = signed_in(), a_running_event(*bots(4))
    shown = re.findall(r'<span class="stops">(.*?)</span>', page(client, event, "?do=pause"))
    assert [words(one)[:4] for one in shown] == ["W1.1", "W1.2"]
    assert all(re.search(r">(1:00|0:5\d)</time>", one) for one in shown)
