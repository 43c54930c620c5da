"""Logins: sign up, sign in, and a new password by mail."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from django.contrib.auth import authenticate
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from api.answers import json_response
from api.fields import Fields, text
from api.player_shapes import SignedUpShape, TokenShape, new_token_shape, player_shape
from api.problems import BadSignIn
from api.views import ApiView, Call, operation
from players import actions, throttle
from players.models import Player, User
from players.transactions import database_now

FIRST_TOKEN_DAYS = 30
EVERY_SCOPE = actions.SCOPES
PERSONS_SCOPES = ("play", "enter", "read")

PASSWORD = text(200, about="At least eight characters, none of the common ones.")


class Accounts(ApiView):
    """Signing up."""

    @operation(
        "Sign up",
        answers={201: SignedUpShape},
        body=Fields(
            username=text(200, about="3 to 24 of A-Z, a-z, 0-9, - and _; also your handle."),
            email=text(254, about="Where a link for a new password is sent."),
            password=PASSWORD,
            invitation=text(100, default=None, about="Where sign-up is by invitation."),
        ),
        about="Makes a login with a player of the same name, and a first token for it, which "
        "ends after 30 days.",
    )
    def post(self, call: Call) -> HttpResponse:
        throttle.count(throttle.SIGN_UP, throttle.address_of(call.request))
        user = actions.sign_up(**call.body)
        player = actions.own_player(user=user)
        token = _first_token(user, player)
        shape = SignedUpShape(
            username=user.username, player=player_shape(player), token=new_token_shape(token)
        )
        return json_response(shape, status=201)


class SignIn(ApiView):
    """From name and password to a token."""

    @operation(
        "Sign in for a token",
        answers={201: TokenShape},
        body=Fields(username=text(200), password=text(200)),
        about="The token acts for your own player and manages your bots and tokens; it ends "
        "after 30 days.",
    )
    def post(self, call: Call) -> HttpResponse:
        user = _signed_in(call.request, call.body["username"], call.body["password"])
        token = _first_token(user, actions.own_player(user=user))
        return json_response(new_token_shape(token), status=201)


class PasswordResets(ApiView):
    """Asking for the mail."""

    @operation(
        "Ask for a new password",
        answers={202: None},
        body=Fields(email=text(254)),
        about="Answers the same whether anybody has that address or not.",
    )
    def post(self, call: Call) -> HttpResponse:
        email = call.body["email"]
        throttle.count_reset(call.request, email)
        actions.send_password_reset(email=email, link_of=_link_of(call.request))
        return HttpResponse(status=202)


class NewPassword(ApiView):
    """Using what the mail said."""

    @operation(
        "Set the new password",
        answers={204: None},
        body=Fields(
            uid=text(60, about="From the link in the mail."),
            key=text(100, about="From the link in the mail."),
            password=PASSWORD,
        ),
    )
    def post(self, call: Call) -> HttpResponse:
        throttle.count(throttle.SIGN_IN, throttle.address_of(call.request))
        actions.reset_password(**call.body)
        return HttpResponse(status=204)


def _link_of(request: HttpRequest) -> Callable[[str, str], str]:
    """The address of the page that sets the new password; uid and key are its last two parts."""
    return lambda uid, key: request.build_absolute_uri(
        reverse("password-new", kwargs={"uid": uid, "key": key})
    )


def _signed_in(request: HttpRequest, username: str, password: str) -> User:
    throttle.count_sign_in(request, username)
    known = User.objects.filter(username__iexact=username).first()
    name = known.username if known else username
    user = authenticate(request, username=name, password=password)
    if not isinstance(user, User):
        raise BadSignIn("Name and password do not belong together.")
    return user


def _first_token(user: User, player: Player) -> actions.NewToken:
    return actions.create_token(
        owner=user,
        player=player,
        name="sign-in",
        scopes=EVERY_SCOPE if user.is_staff else PERSONS_SCOPES,
        expires_at=database_now() + dt.timedelta(days=FIRST_TOKEN_DAYS),
    )
