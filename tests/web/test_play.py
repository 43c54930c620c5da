"""Playing on pages: the forms that open, join, start, play and leave, and what they refuse."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games import actions
from games.models import Move, Seat, Table
from games.queries import table_seen
from games.rules.registry import games
from players.models import User
from tests.builders import a_user, own_player
from tests.games.helpers import a_table, play_to_the_end
from tests.web.worlds import BROWSER, send, text_of, visit
from tournaments.actions import settle_table
from web.felts.asking import moves_of
from web.felts.hand import key_of
from web.felts.registry import felt_module, play_module

pytestmark = pytest.mark.django_db
GAMES = [one.code for one in games()]


def an_open_table(user: User, game: str = "big-two", seats: int = 2, **more: Any) -> Table:
    return actions.open_table(
        game=game,
        options=more.pop("options", {}),
        seat_count=seats,
        patience_seconds=60,
        opened_by=own_player(user),
        **more,
    )


def two_people(game: str = "big-two", **more: Any) -> tuple[Table, User, User]:
    """A running table; the first of the two is to act."""
    mina, jonas = a_user("mina"), a_user("jonas")
    table = an_open_table(mina, game, **more)
    actions.join_table(public_id=table.public_id, player_id=own_player(jonas).pk)
    first = Seat.objects.get(table=table, deadline_at__isnull=False).player
    assert first
    return table, *((mina, jonas) if first.owner == mina else (jonas, mina))


def seen_by(table: Table, user: User) -> Any:
    return table_seen(public_id=table.public_id, viewer=own_player(user).pk)


def path_of(table: Table, act: str = "") -> str:
    return f"/tables/{table.public_id}{act}"


def fields_of(move: Any) -> dict[str, Any]:
    """A legal move as the form of its game sends it."""
    kind = move["type"]
    if kind == "pass":
        return {"pass": "1"}
    if "cards" in move:
        return {"card": move["cards"], "take": move.get("take") or ""}
    if kind == "play":
        return {"card": str(move["card"]), "pile": move["pile"]}
    if kind == "start":
        return {"start": str(move["seat"])}
    if kind == "signal":
        about = move.get("pile") or move.get("range") or ""
        return {"act": "signal", "signal": f"{move['say']} {about}".strip()}
    return {"act": kind}


def a_short_table(game: str) -> Table:
    """Two people, one deal."""
    options = {"big-number": {"single_deal": True}}.get(game, {})
    table, *_ = two_people(game, options=options)
    table.refresh_from_db()
    return table


def an_act(table: Table) -> tuple[User, dict[str, Any]]:
    """Who is to act, and a form of theirs: a play rather than a pass."""
    player = Seat.objects.get(table=table, deadline_at__isnull=False).player
    assert player
    assert player.owner
    seen = seen_by(table, player.owner)
    plays = [one for one in moves_of(seen) if one["type"] not in {"pass", "signal"}]
    return player.owner, {"turn": seen.turn, **fields_of((plays or moves_of(seen))[0])}


# ---- every registered game has its page


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_felt_a_panel_and_a_template(game):
    assert felt_module(game).felt_of
    assert play_module(game).panel_of
    table, first, second = two_people(game)
    assert "Your turn" in text_of(visit(path_of(table), first))
    assert "is to act" in text_of(visit(path_of(table), second))


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_can_be_sent_by_the_form(game):
    table, first, _ = two_people(game)
    moves = moves_of(seen_by(table, first))
    read = play_module(game).move_of
    for move in moves[:80]:
        fields = {
            name: one if isinstance(one, list) else [one] for name, one in fields_of(move).items()
        }
        assert read(fields) == move


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_table_is_played_by_posts_without_script(game):
    table = a_short_table(game)
    while table.status == "running":
        player, fields = an_act(table)
        answer = send(path_of(table, "/play"), player, **fields)
        assert (answer.status_code, answer.url) == (302, path_of(table))
        table.refresh_from_db()
    assert table.status == "over"
    settle_table(table.pk)
    assert "How it ended" in text_of(visit(path_of(table)))
    last = Move.objects.filter(table=table).count()
    for ply in (0, last // 2, last):
        assert f"ply {ply} of {last}" in text_of(visit(path_of(table, f"/replay?ply={ply}")))


@pytest.mark.parametrize("game", GAMES)
def test_four_colours_are_offered_where_cards_have_suits(game):
    table, first, _ = two_people(game)
    are_suited = isinstance(seen_by(table, first).view["hand"][0], str)
    assert felt_module(game).HAS_SUITS is are_suited
    assert ("Four suits" in text_of(visit(path_of(table), first))) is are_suited


@pytest.mark.parametrize("game", GAMES)
def test_the_last_move_tells_at_once_how_it_ended(game):
    table, client = a_short_table(game), Client()
    while table.status == "running":
        player, fields = an_act(table)
        client.force_login(player)
        answer = client.post(path_of(table, "/play"), fields, headers={"X-Fragment": "panel"})
        table.refresh_from_db()
    panel = text_of(answer)
    assert "How it ended" in panel
    felt = felt_module(game).felt_of(seen_by(table, player), [])
    assert getattr(felt, "ending", "") in panel
    assert getattr(felt, "score_word", "") in panel


# ---- opening, joining, starting


def test_a_table_is_opened_and_started_with_house_bots():
    mina = a_user("mina")
    answer = send("/tables/new/big-two", mina, seats="3", patience="60", filler="random", start="1")
    table = Table.objects.get()
    assert answer.url == path_of(table)
    assert (table.status, table.seat_count) == ("running", 3)
    names = [seat.player.handle for seat in table.seats.order_by("number") if seat.player]
    assert names == ["mina", "random-1", "random-2"]


def test_a_table_is_opened_and_waits():
    mina = a_user("mina")
    send("/tables/new/big-two", mina, seats="4", patience="30", casual="on", wait="1")
    table = Table.objects.get()
    assert (table.status, table.casual, table.patience_seconds) == ("open", True, 30)
    assert 'action="/tables/' in text_of(visit("/tables?status=open", a_user("jonas")))


def test_options_are_those_that_the_game_declares():
    mina = a_user("mina")
    page = text_of(visit("/tables/new/big-number", mina))
    assert 'name="option-decks"' in page
    assert 'name="option-single_deal"' in page
    send(
        "/tables/new/big-number",
        mina,
        **{"seats": "3", "option-decks": "2", "option-target": "10", "option-single_deal": ""},
    )
    assert Table.objects.get().options == {"decks": 2, "target": 10, "single_deal": False}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"seats": "9"}, "Big Number has 2 to 6 seats"),
        ({"seats": "4x"}, "Big Number has 2 to 6 seats"),
        ({"seats": "2", "option-decks": "2"}, "With 2 seats decks is 1"),
        ({"option-target": "11"}, "target is 10, 15 or 20"),
        ({"patience": "0"}, "Patience is a whole number"),
        ({"patience": "٣"}, "Patience is a whole number"),
    ],
)
def test_what_a_game_does_not_offer_is_refused_with_what_it_does(fields, said):
    answer = send("/tables/new/big-number", a_user("mina"), **fields)
    assert answer.status_code == 422
    assert said in unescape(text_of(answer))
    assert not Table.objects.exists()


def test_a_game_nobody_knows_has_no_form():
    assert visit("/tables/new/whist", a_user("mina")).status_code == 404


def test_somebody_signed_out_is_led_to_sign_up_and_back():
    assert visit("/tables/new/big-two").url == "/sign-up?next=%2Ftables%2Fnew%2Fbig-two"
    assert "Play a table" in text_of(visit("/"))
    table = an_open_table(a_user("mina"))
    for act in ("/join", "/start", "/leave", "/play"):
        assert send(path_of(table, act)).url.startswith("/sign-up?next=")
    assert f"/sign-up?next={path_of(table)}" in text_of(visit(path_of(table)))


def test_joining_takes_the_seat_and_a_full_table_starts():
    table, jonas = an_open_table(a_user("mina")), a_user("jonas")
    assert "Join this table" in text_of(visit(path_of(table), jonas))
    send(path_of(table, "/join"), jonas)
    table.refresh_from_db()
    assert table.status == "running"
    again = BROWSER.post(path_of(table, "/join"), follow=True)
    assert 'role="alert">This table is running;' in text_of(again)


def test_only_a_seat_starts_a_table():
    mina, jonas = a_user("mina"), a_user("jonas")
    table = an_open_table(mina, seats=3)
    send(path_of(table, "/start"), jonas, filler="greedy")
    table.refresh_from_db()
    assert table.status == "open"
    send(path_of(table, "/start"), mina, filler="no such bot")
    table.refresh_from_db()
    assert table.status == "running"


# ---- the own turn


def test_the_page_names_every_play_of_a_short_list():
    table, first, second = two_people()
    lead = seen_by(table, first).view["hand"][:1]
    send(path_of(table, "/play"), first, turn=0, card=lead)
    page = text_of(visit(path_of(table), second))
    found = re.search(r'data-plays="([^"]*)"', page)
    assert found
    plays = json.loads(unescape(found[1]))
    legal = [move for move in moves_of(seen_by(table, second)) if move["type"] == "play"]
    assert set(plays) == {key_of(move["cards"]) for move in legal}
    assert all(words.startswith("Play ") for words in plays.values())


def test_the_title_tells_that_it_is_your_turn():
    table, first, second = two_people()
    assert f"<title>(1) your turn, table {table.public_id}" in text_of(visit(path_of(table), first))
    assert "(1)" not in text_of(visit(path_of(table), second))


def test_a_refusal_keeps_the_cards_and_says_why():
    table, first, _ = two_people()
    hand = seen_by(table, first).view["hand"]
    answer = send(path_of(table, "/play"), first, turn=0, card=[hand[-1], hand[0]])
    page = unescape(text_of(answer))
    assert answer.status_code == 422
    assert "Your cards are still chosen, your clock did not stop." in page
    assert page.count(" checked>") == 3  # two cards, and the letters that act
    assert "not_a_combination" in page
    assert not Move.objects.exists()


def test_the_script_gets_the_panel_alone():
    table, first, _ = two_people()
    client = Client()
    client.force_login(first)
    lead = seen_by(table, first).view["hand"][0]
    fields = {"turn": 0, "card": lead}
    answer = client.post(path_of(table, "/play"), fields, headers={"X-Fragment": "panel"})
    assert answer.headers["X-Fragment"] == "panel"
    assert text_of(answer).lstrip().startswith('<section class="panel own wait"')
    again = client.post(path_of(table, "/play"), fields, headers={"X-Fragment": "panel"})
    assert again.status_code == 200
    assert Move.objects.count() == 1


def test_another_move_for_a_turn_that_was_made_shows_the_table_as_it_is():
    table, first, _ = two_people()
    hand = seen_by(table, first).view["hand"]
    send(path_of(table, "/play"), first, turn=0, card=hand[0])
    answer = send(path_of(table, "/play"), first, turn=0, card=hand[1])
    assert answer.status_code == 409
    assert "Here is the table now." in text_of(answer)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"turn": "0"},
        {"turn": "-1", "card": "3D"},
        {"turn": "1e9", "card": "3D"},
        {"turn": "9" * 400, "pass": "1"},
        {"turn": "0", "card": ["3D"] * 300},
        {"turn": "0", "card": "<script>alert(1)</script>"},
        {"turn": "0", "card": "\x00"},
        {"turn": "0", "card": "9X", "take": "\ud7ff"},
        {"turn": "0", "card": "50", "pile": "middle"},
        {"turn": "0", "start": "99"},
        {"turn": "0", "start": "²"},
        {"turn": "0", "act": "signal", "signal": "win now"},
        {"turn": "0", "act": "open", "card": ""},
        {"turn": "0", "reserve": "up9"},
    ],
)
def test_hostile_forms_are_refused_and_change_nothing(game, fields):
    table, first, _ = two_people(game)
    answer = send(path_of(table, "/play"), first, **fields)
    assert answer.status_code in {409, 422}
    assert "<script>alert" not in text_of(answer)
    check = BROWSER.get(path_of(table, "/check"), fields)
    assert check.status_code == 200
    assert not Move.objects.exists()


@pytest.mark.parametrize("game", GAMES)
def test_asking_what_cards_amount_to_changes_nothing_and_needs_a_seat(game):
    table, first, second = two_people(game)
    hand = seen_by(table, first).view["hand"]
    client = Client()
    client.force_login(first)
    said = client.get(path_of(table, "/check"), {"card": hand[:1]}).json()
    assert set(said) == {"label", "ready", "why"}
    client.force_login(second)
    waits = client.get(path_of(table, "/check"), {"card": seen_by(table, second).view["hand"][:1]})
    assert (waits.json()["label"], waits.json()["ready"]) == ("Play: not your turn yet", False)
    client.force_login(a_user("teo"))
    assert client.get(path_of(table, "/check"), {"card": hand[:1]}).status_code == 404
    assert Client().get(path_of(table, "/check")).status_code == 404


def test_no_cache_keeps_a_hand():
    table, first, _ = two_people()
    client = Client()
    client.force_login(first)
    shown = client.get(path_of(table))
    asked = client.get(path_of(table, "/check"))
    kept = [answer.headers.get("Cache-Control") for answer in (shown, asked)]
    assert kept == ["no-store", "no-store"]


def test_why_cards_do_not_play_is_told_before_they_are_sent():
    table, first, _ = two_people()
    hand = seen_by(table, first).view["hand"]
    client = Client()
    client.force_login(first)
    said = client.get(path_of(table, "/check"), {"card": [hand[0], hand[-1]]}).json()
    assert said == {
        "label": "Play: no combination",
        "ready": False,
        "why": "These two are no pair: their ranks differ.",
    }


def test_help_is_on_where_nothing_counts_and_off_where_it_may():
    table, first, _ = two_people(casual=True)
    assert "You lead" in text_of(visit(path_of(table), first))
    assert "Help is off" not in text_of(visit(path_of(table), first))


def test_a_rated_table_gives_no_help():
    table, first, _ = two_people()
    page = text_of(visit(path_of(table), first))
    assert "Help is off: this table may count." in page
    assert "data-choose" not in page
    assert "no play with it now" not in page


@pytest.mark.parametrize("game", GAMES)
def test_a_panel_shows_no_card_of_others(game):
    table, first, second = two_people(game)
    other = set(map(str, seen_by(table, second).view["hand"]))
    own = set(map(str, seen_by(table, first).view["hand"]))
    page = text_of(visit(path_of(table), first))
    values = set(re.findall(r'name="card" value="(\w+)"', page))
    assert values == own
    assert not values & (other - own)
    assert 'name="card"' not in text_of(visit(path_of(table)))


# ---- leaving


def test_leaving_tells_its_price_first():
    table, first, second = two_people()
    page = text_of(visit(path_of(table), first))
    assert "You take last place, 2nd of 2. It counts." in page
    send(path_of(table, "/leave"), first)
    table.refresh_from_db()
    assert table.status == "over"
    assert Seat.objects.get(table=table, player=own_player(first)).place == 2
    assert "How it ended" in text_of(visit(path_of(table), second))


def test_leaving_a_casual_table_does_not_count():
    table, first, _ = two_people(casual=True)
    assert "You take last place, 2nd of 2. It does not count." in text_of(
        visit(path_of(table), first)
    )


def test_leaving_an_open_table_frees_the_seat():
    mina = a_user("mina")
    table = an_open_table(mina)
    assert "Nobody else is here: the table closes." in text_of(visit(path_of(table), mina))
    send(path_of(table, "/leave"), mina)
    table.refresh_from_db()
    assert table.status == "void"


# ---- after the end


def test_a_replay_is_closed_until_the_record_opens():
    table = a_table(own_player(a_user("mina")), own_player(a_user("jonas")))
    assert visit(path_of(table, "/replay")).status_code == 404
    play_to_the_end(table)
    settle_table(table.pk)
    assert visit(path_of(table, "/replay?ply=99999")).status_code == 200
    assert visit(path_of(table, "/replay?ply=x")).status_code == 200


def test_a_replay_steps_by_links_and_shows_all_hands():
    table = a_table(own_player(a_user("mina")), own_player(a_user("jonas")))
    play_to_the_end(table)
    settle_table(table.pk)
    page = text_of(visit(path_of(table, "/replay?ply=1")))
    assert 'rel="prev" href="?ply=0"' in page
    assert 'rel="next" href="?ply=2"' in page
    assert page.count('class="in hands"') == 2


def test_a_result_stays_live_until_it_is_told_what_became_of_the_rating():
    table, first, _ = two_people()
    send(path_of(table, "/leave"), first)
    page = text_of(visit(path_of(table), first))
    assert f'sse-connect="/live/table/{table.public_id}"' in page
    assert "The rating follows in a moment." in page
    assert "The first trick was the last." in page
    settle_table(table.pk)
    page = text_of(visit(path_of(table), first))
    assert "sse-connect" not in page
    assert "Not rated: fewer than two seats ever made a move." in page


def test_a_table_that_was_left_before_its_first_turn_says_that_it_counts_for_nothing():
    table, first, _ = two_people("the-game")
    send(path_of(table, "/leave"), first)
    page = text_of(visit(path_of(table)))
    assert "A seat left before the first turn: it counts as not played." in page
    assert f'href="{path_of(table, "/replay")}?ply=0"' in page
    assert "the log opens when the table is over" not in page


def test_a_table_that_never_started_says_so_without_a_replay():
    mina = a_user("mina")
    table = an_open_table(mina)
    send(path_of(table, "/leave"), mina)
    page = text_of(visit(path_of(table), mina))
    assert "It counts as not played." in page
    assert "Replay" not in page


def test_the_end_offers_replay_and_the_check_in_the_browser():
    table = a_table(own_player(a_user("mina")), own_player(a_user("jonas")))
    play_to_the_end(table)
    settle_table(table.pk)
    page = text_of(visit(path_of(table)))
    assert f'data-verify-record="/api/v1/tables/{table.public_id}/record"' in page
    assert f'href="{path_of(table)}/replay?ply=0"' in page
    assert "The rating follows in a moment." in page
