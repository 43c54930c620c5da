"""The admin pages about people: look, shut, revoke, invite; no secret is shown."""

from __future__ import annotations

import re

import pytest

from players.actions import sign_up
from players.models import Invitation, Token, User
from players.queries import caller_of
from tests.builders import a_bot, a_token, an_admin

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(client):
    client.force_login(an_admin())
    return client


@pytest.mark.parametrize("kind", ["user", "player", "token", "invitation"])
def test_lists_and_lines_are_shown(operator, kind):
    a_token(a_bot())
    Invitation.objects.create(digest="x", created_by=User.objects.get(username="root"))
    page = operator.get(f"/admin/players/{kind}/")
    assert page.status_code == 200
    first = re.search(rf'href="(/admin/players/{kind}/\d+/change/[^"]*)"', page.content.decode())
    assert first
    assert operator.get(first.group(1)).status_code == 200


def test_no_fingerprint_of_a_token_is_shown(operator):
    a_token(a_bot())
    token = Token.objects.get()
    page = operator.get(f"/admin/players/token/{token.pk}/change/").content.decode()
    assert token.prefix in page
    assert token.digest not in page


def test_an_operator_revokes_a_token(operator):
    text = a_token(a_bot())
    chosen = {"action": "revoke", "_selected_action": [Token.objects.get().pk]}
    assert operator.post("/admin/players/token/", chosen, follow=True).status_code == 200
    assert caller_of(text) is None


def test_an_operator_invites_somebody(operator, settings):
    settings.SIGN_UP = "invitation"
    page = operator.post("/admin/players/invitation/add/", {"note": "for ada"}, follow=True)
    text = re.search(r"The invitation is (\S+)", page.content.decode()).group(1)
    user = sign_up(
        username="ada", email="ada@example.org", password="correct horse battery", invitation=text
    )
    assert user.invitation.note == "for ada"
    assert Invitation.objects.count() == 1


def test_an_operator_makes_a_login(operator):
    made = {
        "username": "dora",
        "email": "dora@example.org",
        "usable_password": "true",
        "password1": "correct horse battery",
        "password2": "correct horse battery",
    }
    page = operator.post("/admin/players/user/add/", made, follow=True)
    assert page.status_code == 200
    assert User.objects.get(username="dora").check_password("correct horse battery")


@pytest.mark.parametrize("kind", ["player", "token"])
def test_nothing_is_added_or_deleted_by_hand(operator, kind):
    a_token(a_bot())
    assert operator.get(f"/admin/players/{kind}/add/").status_code == 403
    pk = Token.objects.get().pk if kind == "token" else Token.objects.get().player_id
    assert operator.post(f"/admin/players/{kind}/{pk}/delete/", {"post": "yes"}).status_code == 403
