"""Logins, bots and tokens over HTTP; and how often is too often."""

from __future__ import annotations

import datetime as dt
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from players import throttle
from players.actions import create_invitation
from players.errors import TooOften
from players.models import Player, Token
from players.throttle import Limit, count
from tests.api.calling import BROWSER, Api, as_player
from tests.builders import a_bot, a_token, a_user, an_admin, own_player

pytestmark = pytest.mark.django_db

ADA = {"username": "ada", "email": "ada@example.org", "password": "correct horse battery"}


def test_from_nothing_to_a_token_that_opens_a_table():
    signed_up = Api().post("/accounts", ADA)
    assert (signed_up.status, signed_up.json["player"]["handle"]) == (201, "ada")
    api = Api(signed_up.json["token"]["secret"])
    bot = api.post("/bots", {"handle": "robo", "version": "v1"}).json
    assert (bot["owner"], bot["kind"], bot["version"]) == ("ada", "bot", "v1")
    made = api.post("/tokens", {"player": bot["id"], "name": "laptop", "scopes": ["play", "read"]})
    assert made.status == 201
    own = Api(made.json["secret"]).get("/token").json
    assert (own["handle"], own["owner"], own["scopes"]) == ("robo", "ada", ["play", "read"])


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"username": "🂡🂢🂣"}, 422, "bad_handle"),
        ({"username": "x" * 300}, 400, "bad_input"),
        ({"username": "x" * 25}, 422, "bad_handle"),
        ({"username": None}, 400, "bad_input"),
        ({"username": "grace"}, 409, "handle_taken"),
        ({"email": "nowhere"}, 422, "bad_email"),
        ({"email": "grace@example.org"}, 409, "email_taken"),
        ({"password": "12345678"}, 422, "weak_password"),
        ({"is_staff": True}, 400, "bad_input"),
    ],
)
def test_a_sign_up_that_cannot_be_is_refused(changed, status, code):
    a_user("grace")
    answer = Api().post("/accounts", {**ADA, **changed})
    assert (answer.status, answer.code) == (status, code)
    assert Player.objects.count() == 1


def test_sign_up_may_be_closed_or_by_invitation(settings):
    settings.SIGN_UP = "closed"
    assert Api().post("/accounts", ADA).code == "sign_up_closed"
    settings.SIGN_UP = "invitation"
    assert Api().post("/accounts", ADA).code == "bad_invitation"
    text = create_invitation(created_by=an_admin())
    assert Api().post("/accounts", {**ADA, "invitation": text}).status == 201


def test_signing_in_gives_a_token_for_a_month():
    a_user("ada")
    answer = Api().post("/sign-in", {"username": "ADA", "password": "adaada"})
    assert (answer.status, answer.json["scopes"]) == (201, ["play", "enter", "read"])
    assert Api(answer.json["secret"]).get("/token").json["kind"] == "human"


def test_an_administrator_may_sign_in_and_organise():
    an_admin("root")
    answer = Api().post("/sign-in", {"username": "root", "password": "rootroot"})
    assert "organise" in answer.json["scopes"]


@pytest.mark.parametrize(("name", "password"), [("ada", "wrong"), ("nobody", "adaada"), ("", "")])
def test_a_wrong_sign_in_tells_nothing_more(name, password):
    a_user("ada")
    answer = Api().post("/sign-in", {"username": name, "password": password})
    assert (answer.status, answer.code) == (401, "bad_sign_in")


def test_guessing_a_password_is_slowed_down():
    a_user("ada")
    answers = [
        Api().post("/sign-in", {"username": "ada", "password": str(guess)}) for guess in range(11)
    ]
    assert [answer.status for answer in answers] == [401] * 10 + [429]
    last = answers[-1]
    assert last.code == "too_many_requests"
    assert int(last.headers["Retry-After"]) == last.json["retry_after"] > 0
    assert (last.json["limit"], last.json["remaining"]) == (10, 0)


def test_limits_count_by_the_address_that_our_own_proxy_saw(settings):
    from django.test import RequestFactory

    from players.throttle import address_of

    request = RequestFactory().get(
        "/", headers={"X-Forwarded-For": "6.6.6.6, 7.7.7.7"}, REMOTE_ADDR="10.0.0.1"
    )
    assert address_of(request) == "10.0.0.1"
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    assert address_of(request) == "7.7.7.7"


def counts_let_through(limit):
    def one(_):
        try:
            count(limit, "somebody")
        except TooOften:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        return sum(threads.map(one, range(200)))


def test_parallel_requests_do_not_slip_through():
    assert counts_let_through(Limit("parallel", 50, 3600)) == 50


@pytest.fixture
def no_client(monkeypatch):
    monkeypatch.setattr(throttle._Shared, "client", None)
    monkeypatch.setattr(throttle._Shared, "paused_until", 0.0)


@pytest.mark.requires_redis
def test_with_redis_all_processes_count_together(no_client):
    assert counts_let_through(Limit("parallel", 50, 3600)) == 50
    assert throttle._Shared.client is not None
    (kept,) = throttle._Shared.client.keys(f"{throttle.PREFIX}:parallel:*")
    assert throttle._Shared.client.get(kept) == b"200"
    assert 0 < throttle._Shared.client.ttl(kept) <= 3600


def test_without_redis_requests_are_counted_in_the_process(no_client, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert counts_let_through(Limit("no-redis", 50, 3600)) == 50


def test_a_new_password_comes_by_mail(mailoutbox):
    user = a_user("ada")
    assert Api().post("/password-resets", {"email": "ada@example.org"}).status == 202
    assert Api().post("/password-resets", {"email": "nobody@example.org"}).status == 202
    (mail,) = mailoutbox
    uid, key = re.search(r"http://\S+/([^/\s]+)/([^/\s]+)\s", mail.body).groups()
    used = {"uid": uid, "key": key, "password": "another good sentence"}
    assert Api().post("/password-resets/used", used).status == 204
    user.refresh_from_db()
    assert user.check_password("another good sentence")
    again = Api().post("/password-resets/used", used)
    assert (again.status, again.code) == (422, "bad_reset")


def test_a_token_is_listed_by_its_prefix_and_revoked_by_it():
    ada = own_player(a_user("ada"))
    api, other = as_player(ada), a_token(ada)
    listed = api.get("/tokens").json["items"]
    assert other[:12] in [token["prefix"] for token in listed]
    assert all("secret" not in token for token in listed)
    for _ in range(2):
        assert api.delete(f"/tokens/{other[:12]}").status == 204
    assert Api(other).get("/token").code == "bad_token"
    assert api.delete("/tokens/pod_nothing1").code == "token_not_found"


def test_the_token_of_another_is_not_found():
    theirs = a_token(a_bot())
    answer = as_player(own_player(a_user("eve"))).delete(f"/tokens/{theirs[:12]}")
    assert (answer.status, answer.code) == (404, "token_not_found")


def test_a_token_gives_no_scope_that_it_lacks():
    ada = own_player(a_user("ada"))
    body = {"player": ada.public_id, "name": "more", "scopes": ["play", "organise"]}
    answer = as_player(ada, "read", "play").post("/tokens", body)
    assert (answer.status, answer.code) == (403, "missing_scope")
    assert answer.json["scopes"] == ["organise"]


def test_a_token_makes_nothing_that_outlives_it():
    ada = own_player(a_user("ada"))
    ends = dt.datetime.now(dt.UTC) + dt.timedelta(hours=1)
    api = Api(a_token(ada, expires_at=ends))
    body = {"player": ada.public_id, "name": "later", "scopes": ["play"]}
    later = (ends + dt.timedelta(hours=1)).isoformat()
    assert api.post("/tokens", {**body, "expires_at": later}).code == "bad_expiry"
    assert api.post("/tokens", body).status == 201
    assert Token.objects.latest("pk").expires_at == ends


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"scopes": []}, 400, "bad_input"),
        ({"scopes": "play"}, 400, "bad_input"),
        ({"scopes": ["rule"]}, 422, "bad_scopes"),
        ({"name": ""}, 422, "bad_name"),
        ({"name": "a\u200bb"}, 422, "bad_name"),
        ({"player": "nobody"}, 404, "player_not_found"),
        ({"expires_at": "2001-01-01T00:00:00Z"}, 422, "bad_expiry"),
        ({"expires_at": "9999-12-31T23:59:59-23:00"}, 400, "bad_input"),
        ({"expires_at": 1}, 400, "bad_input"),
    ],
)
def test_a_token_that_cannot_be_is_refused(changed, status, code):
    ada = own_player(a_user("ada"))
    body = {"player": ada.public_id, "name": "laptop", "scopes": ["play"], **changed}
    answer = as_player(ada).post("/tokens", body)
    assert (answer.status, answer.code) == (status, code)


def test_a_token_for_the_bot_of_another_is_refused():
    bot = a_bot("robo")
    api = as_player(own_player(a_user("eve")))
    body = {"player": bot.public_id, "name": "mine", "scopes": ["play"]}
    assert api.post("/tokens", body).code == "not_your_player"


def test_a_bot_manages_neither_bots_nor_tokens():
    api = as_player(a_bot("robo"))
    assert api.post("/bots", {"handle": "child"}).code == "not_allowed"
    assert api.get("/tokens").code == "not_allowed"


@pytest.mark.parametrize(
    "header", ["pod_x", "Bearer", "Bearer ", "Bearer pod_x", "Basic YTpi", "Token pod_x", "", "é"]
)
def test_a_wrong_header_is_refused_even_where_none_is_needed(header):
    response = BROWSER.get("/api/v1/games", headers={"Authorization": header})
    assert (response.status_code, response.json()["code"]) == (401, "bad_token")
    assert response.headers["WWW-Authenticate"].startswith("Bearer")


def test_the_use_of_a_token_is_noted():
    token = a_token(a_bot())
    Api(token).get("/token")
    assert Token.objects.get().last_used_at
