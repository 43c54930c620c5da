"""Logins: open, by invitation, closed; and a new password by mail."""

from __future__ import annotations

import pytest

from players.actions import (
    create_bot,
    create_invitation,
    house_player,
    own_player,
    reset_password,
    send_password_reset,
    sign_up,
)
from players.errors import (
    BadEmail,
    BadHandle,
    BadInvitation,
    BadReset,
    EmailTaken,
    HandleTaken,
    SignUpClosed,
    WeakPassword,
)
from players.models import Player, User
from tests.builders import a_bot, a_user, an_admin

pytestmark = pytest.mark.django_db

GOOD = "correct horse battery"


def ada(**other):
    return sign_up(**{"username": "ada", "email": "ada@example.org", "password": GOOD, **other})


def test_signing_up_makes_a_login_with_a_player_of_the_same_name():
    user = ada()
    assert user.check_password(GOOD)
    assert list(Player.objects.values_list("handle", "kind", "owner")) == [
        ("ada", "human", user.pk)
    ]


def test_two_people_cannot_have_one_name_in_other_letters():
    ada()
    with pytest.raises(HandleTaken):
        ada(username="ADA", email="other@example.org")


def test_nobody_takes_the_name_of_a_bot():
    a_bot("robo")
    with pytest.raises(HandleTaken):
        ada(username="Robo")


def test_one_address_is_for_one_login():
    ada()
    with pytest.raises(EmailTaken):
        ada(username="grace", email="ADA@example.org")


@pytest.mark.parametrize("password", ["short", "password", "12345678901", "ada@example", "x" * 201])
def test_a_password_that_is_easy_to_guess_is_refused(password):
    with pytest.raises(WeakPassword):
        ada(password=password)
    assert User.objects.count() == 0


@pytest.mark.parametrize("email", ["", "ada", "ada@", "a b@example.org", "ada@example.org\n\0"])
def test_an_address_must_take_mail(email):
    with pytest.raises(BadEmail):
        ada(email=email)


def test_a_name_of_signs_is_refused():
    with pytest.raises(BadHandle):
        ada(username="🂡🂢🂣")


def test_where_sign_up_is_closed_nobody_signs_up(settings):
    settings.SIGN_UP = "closed"
    with pytest.raises(SignUpClosed):
        ada()


def test_an_invitation_lets_one_person_in(settings):
    settings.SIGN_UP = "invitation"
    text = create_invitation(created_by=an_admin(), note="for ada")
    user = ada(invitation=text)
    assert user.invitation.note == "for ada"
    with pytest.raises(BadInvitation):
        ada(username="grace", email="grace@example.org", invitation=text)
    assert not User.objects.filter(username="grace").exists()


@pytest.mark.parametrize("invitation", [None, "", "made-up"])
def test_without_an_invitation_nobody_comes_in(settings, invitation):
    settings.SIGN_UP = "invitation"
    with pytest.raises(BadInvitation):
        ada(invitation=invitation)


def test_an_administrator_gets_a_player_when_one_is_needed():
    admin = an_admin("root")
    first, again = own_player(user=admin), own_player(user=admin)
    assert first == again
    assert (first.handle, first.kind) == ("root", "human")


def test_a_bot_needs_a_name_of_its_own():
    owner = a_user("ada")
    assert create_bot(owner=owner, handle="robo", version_label="v2").version_label == "v2"
    with pytest.raises(HandleTaken):
        create_bot(owner=a_user("grace"), handle="ROBO")


def test_a_house_bot_is_made_once():
    first, again = house_player("greedy-1", "greedy"), house_player("greedy-1", "greedy")
    assert first == again
    assert (first.owner, first.strategy, first.kind) == (None, "greedy", "bot")


def test_a_house_bot_goes_by_another_name_where_its_own_is_taken():
    a_bot("greedy-1")
    assert house_player("greedy-1", "greedy").handle == "house-greedy-1"
    assert house_player("greedy-1", "greedy").handle == "house-greedy-1"


def link(uid: str, key: str) -> str:
    return f"LINK {uid} {key}"


def test_the_mail_sets_a_new_password_once(mailoutbox):
    user = ada()
    send_password_reset(email="ADA@example.org", link_of=link)
    (mail,) = mailoutbox
    assert mail.to == ["ada@example.org"]
    uid, key = mail.body.split("LINK ")[1].split()[:2]
    reset_password(uid=uid, key=key, password="another good sentence")
    user.refresh_from_db()
    assert user.check_password("another good sentence")
    with pytest.raises(BadReset):
        reset_password(uid=uid, key=key, password="a third good sentence")


def test_nobody_learns_whether_an_address_is_known(mailoutbox):
    ada()
    send_password_reset(email="nobody@example.org", link_of=link)
    assert mailoutbox == []


@pytest.mark.parametrize("uid", ["", "x", "AAAA", "MQ", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk"])
def test_a_made_up_link_sets_nothing(uid):
    ada()
    with pytest.raises(BadReset):
        reset_password(uid=uid, key="made-up", password=GOOD)
