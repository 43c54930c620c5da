"""What people send: sign-up, sign-in, bots, tokens, entries, and how pages are to look."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.test import Client

from players.models import Player, Token, User
from tests.builders import a_bot, a_user, own_player
from tests.web.worlds import BROWSER, an_event, send, text_of, visit
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db


# ------------------------------------------------------------------ accounts


def test_signing_up_makes_a_login_a_player_and_signs_in():
    response = send("/sign-up", username="mina", email="mina@example.org", password="tidewater-9")
    assert (response.status_code, response.url) == (302, "/bots")
    assert Player.objects.get(handle="mina").kind == "human"
    assert ">mina</span>" in text_of(BROWSER.get("/"))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"username": "m"}, "A handle is 3 to 24 characters"),
        ({"email": "nowhere"}, "An address that mail can be sent to is needed"),
        ({"password": "12345678"}, "too common"),
        ({"username": "🂡🂢🂣"}, "A handle is 3 to 24 characters"),
        ({"username": "x" * 300}, "A handle is 3 to 24 characters"),
    ],
)
def test_a_refused_sign_up_says_why_and_keeps_what_was_typed(fields, sentence):
    good = {"username": "mina", "email": "mina@example.org", "password": "tidewater-9"}
    response = send("/sign-up", **{**good, **fields})
    page = text_of(response)
    assert response.status_code == 422
    assert sentence in page
    assert 'role="alert"' in page
    assert "tidewater-9" not in page
    assert not User.objects.exists()


def test_where_sign_up_is_closed_the_page_says_so(settings):
    settings.SIGN_UP = "closed"
    assert "takes no new people at present" in text_of(visit("/sign-up"))
    assert "/sign-up" not in text_of(visit("/"))


def test_signing_in_leads_back_to_where_one_wanted_to_go():
    a_user("mina")
    response = send("/sign-in", username="mina", password="minamina", next="/bots")
    assert response.url == "/bots"


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org", "javascript:1"])
def test_signing_in_never_leads_to_another_place(elsewhere):
    a_user("mina")
    response = send("/sign-in", username="mina", password="minamina", next=elsewhere)
    assert response.url == "/"


@pytest.mark.parametrize("name", ["mina", "nobody", "\0", "x" * 1000])
def test_a_wrong_password_and_a_wrong_name_get_the_same_answer(name):
    a_user("mina")
    response = send("/sign-in", username=name, password="wrong")
    assert response.status_code == 422
    assert "No login has that name and that password." in text_of(response)


def test_signing_out_takes_a_form_and_ends_the_session():
    mina = a_user("mina")
    assert visit("/sign-out", mina).status_code == 405
    assert send("/sign-out", mina).status_code == 302
    assert "Sign in" in text_of(BROWSER.get("/"))


def test_a_forgotten_password_is_replaced_through_a_mailed_link():
    a_user("mina")
    send("/password/forgotten", email="mina@example.org")
    link = re.search(r"https?://[^/]+(/password/new/\S+)", mail.outbox[0].body)
    assert link
    assert visit(link[1]).status_code == 200
    assert send(link[1], password="tidewater-9").url == "/sign-in"
    assert send("/sign-in", username="mina", password="tidewater-9").status_code == 302
    assert send(link[1], password="tidewater-10").status_code == 422


def test_nobody_learns_whose_address_is_known():
    a_user("mina")
    known = send("/password/forgotten", email="mina@example.org")
    unknown = send("/password/forgotten", email="nobody@example.org")
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
    assert len(mail.outbox) == 1


def test_a_form_without_its_key_is_refused_with_a_page():
    strict = Client(enforce_csrf_checks=True)
    response = strict.post("/sign-in", {"username": "mina", "password": "x"})
    assert response.status_code == 403
    assert "Nothing has changed." in text_of(response)


# ------------------------------------------------------------------ bots and tokens


def test_bots_are_for_people_who_signed_in():
    assert visit("/bots").url == "/sign-in?next=/bots"


def test_a_bot_is_made_and_listed():
    mina = a_user("mina")
    assert send("/bots/new", mina, handle="tidewater", version_label="first try").url == "/bots"
    page = text_of(BROWSER.get("/bots"))
    assert ">tidewater</a>" in page
    assert "first try" in page
    assert "no token yet" in page


def test_a_refused_bot_says_why():
    mina = a_user("mina")
    response = send("/bots/new", mina, handle="no spaces please")
    assert response.status_code == 422
    assert "A handle is 3 to 24 characters" in text_of(response)


def test_a_token_is_shown_once_and_never_again():
    bot = a_bot("tidewater")
    response = send(
        f"/bots/{bot.public_id}/tokens", bot.owner, name="laptop", scopes=["play"], days="90"
    )
    secret = re.search(r'<output id="secret">(pod_\w{43})</output>', text_of(response))
    assert secret
    assert "no-store" in response.headers["Cache-Control"]
    again = text_of(BROWSER.get("/bots"))
    assert secret[1] not in again
    assert f"{secret[1][:12]}…" in again


def test_a_token_ends_when_it_was_asked_to():
    bot = a_bot("tidewater")
    path = f"/bots/{bot.public_id}/tokens"
    send(path, bot.owner, name="short", scopes=["play"], days="30")
    send(path, bot.owner, name="long", scopes=["play", "enter"], days="")
    short, long = Token.objects.order_by("pk")
    assert (short.expires_at - short.created_at).days in (29, 30)
    assert long.expires_at is None
    assert long.scopes == ["play", "enter"]


@pytest.mark.parametrize("fields", [{"name": ""}, {"scopes": []}, {"scopes": ["everything"]}])
def test_a_refused_token_says_why_beside_its_form(fields):
    bot = a_bot("tidewater")
    good = {"name": "laptop", "scopes": ["play"], "days": "90"}
    response = send(f"/bots/{bot.public_id}/tokens", bot.owner, **{**good, **fields})
    assert response.status_code == 422
    assert 'role="alert"' in text_of(response)
    assert not Token.objects.exists()


def test_nobody_makes_or_revokes_tokens_of_others():
    bot = a_bot("tidewater")
    send(f"/bots/{bot.public_id}/tokens", bot.owner, name="laptop", scopes=["play"])
    stranger = a_user("stranger")
    made = send(f"/bots/{bot.public_id}/tokens", stranger, name="mine", scopes=["play"])
    assert made.status_code == 422
    token = Token.objects.get()
    assert send(f"/tokens/{token.pk}/revoke", stranger).status_code == 404
    token.refresh_from_db()
    assert token.revoked_at is None


def test_a_revoked_token_stays_in_the_list_without_a_button():
    bot = a_bot("tidewater")
    send(f"/bots/{bot.public_id}/tokens", bot.owner, name="laptop", scopes=["play"])
    token = Token.objects.get()
    assert send(f"/tokens/{token.pk}/revoke", bot.owner).url == "/bots"
    page = text_of(BROWSER.get("/bots"))
    assert "kept for the log" in page
    assert f"/tokens/{token.pk}/revoke" not in page


# ------------------------------------------------------------------ events


def test_one_of_ones_bots_enters_and_withdraws():
    bot = a_bot("tidewater")
    event = an_event()
    path = f"/events/{event.public_id}"
    assert 'action="' + path + '/enter"' in text_of(visit(path, bot.owner))
    assert send(f"{path}/enter", bot.owner, player=bot.public_id).url == path
    page = text_of(BROWSER.get(path))
    assert "tidewater takes part." in page
    assert f"{path}/withdraw" in page
    send(f"{path}/withdraw", bot.owner, player=bot.public_id)
    assert Entrant.objects.get().status == "withdrawn"


def test_oneself_enters_too():
    mina = a_user("mina")
    event = an_event()
    send(f"/events/{event.public_id}/enter", mina, player=own_player(mina).public_id)
    assert Entrant.objects.get().player == own_player(mina)


def test_nobody_enters_the_bot_of_another():
    bot = a_bot("tidewater")
    event = an_event()
    path = f"/events/{event.public_id}/enter"
    assert send(path, a_user("stranger"), player=bot.public_id).status_code == 404
    assert not Entrant.objects.exists()


def test_an_entry_after_the_start_is_refused_in_words():
    one, two, late = a_bot("kestrel"), a_bot("brine"), a_bot("late-comer")
    event = an_event(one, two, start=True)
    path = f"/events/{event.public_id}"
    assert send(f"{path}/enter", late.owner, player=late.public_id).url == path
    assert "it takes no entries" in text_of(BROWSER.get(path))
    assert f"{path}/enter" not in text_of(visit(path, late.owner))


# ------------------------------------------------------------------ how pages look


def test_a_theme_is_kept_and_written_by_the_server():
    send("/preferences", theme="dark", next="/events")
    assert '<html lang="en" data-theme="dark">' in text_of(BROWSER.get("/events"))
    send("/preferences", theme="system")
    assert '<html lang="en">' in text_of(BROWSER.get("/events"))


def test_two_colours_are_kept_too():
    send("/preferences", suits="two")
    assert 'data-suits="two"' in text_of(BROWSER.get("/"))
    send("/preferences", suits="four")
    assert "data-suits" not in text_of(BROWSER.get("/"))


def test_an_unknown_theme_changes_nothing():
    response = send("/preferences", theme='"><b>', next="/events")
    assert response.url == "/events"
    assert "theme" not in response.cookies
    BROWSER.cookies["theme"] = "plaid"
    assert '<html lang="en">' in text_of(BROWSER.get("/"))
    del BROWSER.cookies["theme"]


def test_too_many_tries_to_sign_in_are_refused_for_a_while():
    a_user("mina")
    answers = [send("/sign-in", username="mina", password="wrong").status_code for _ in range(11)]
    assert answers == [422] * 10 + [429]
    response = send("/sign-in", username="mina", password="minamina")
    assert response.status_code == 429
    assert "Too many requests; try again in" in text_of(response)


def test_too_many_mails_to_one_address_are_refused():
    for _ in range(5):
        assert send("/password/forgotten", email="mina@example.org").status_code == 302
    assert send("/password/forgotten", email="mina@example.org").status_code == 429
