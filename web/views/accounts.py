"""Signing in, up and out, and a new password where the old one is forgotten."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from players.actions import reset_password, send_password_reset
from players.actions import sign_up as sign_up_action
from players.errors import PlayerError, TooOften
from players.throttle import SIGN_UP, address_of, count, count_reset, count_sign_in
from web.views.pages import back_of, status_of

BACKEND = "django.contrib.auth.backends.ModelBackend"
GET_OR_POST = require_http_methods(["GET", "HEAD", "POST"])


@GET_OR_POST
@sensitive_post_parameters("password")
def sign_in(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _form(request, "sign_in")
    name, password = request.POST.get("username", ""), request.POST.get("password", "")
    try:
        count_sign_in(request, name)
    except TooOften as refused:
        return _form(request, "sign_in", refused)
    user = None if "\0" in name else authenticate(request, username=name, password=password)
    if user is None:
        return _form(request, "sign_in", "No login has that name and that password.")
    login(request, user)
    return redirect(back_of(request))


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("home")


@GET_OR_POST
@sensitive_post_parameters("password")
def sign_up(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _form(request, "sign_up")
    try:
        count(SIGN_UP, address_of(request))
        user = sign_up_action(
            username=request.POST.get("username", ""),
            email=request.POST.get("email", ""),
            password=request.POST.get("password", ""),
            invitation=request.POST.get("invitation") or None,
        )
    except PlayerError as refused:
        return _form(request, "sign_up", refused)
    login(request, user, backend=BACKEND)
    messages.success(request, "You are in. Open a table, or make bots of your own under Bots.")
    return redirect(back_of(request, reverse("bots")))


@GET_OR_POST
def forgotten(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _form(request, "forgotten")
    email = request.POST.get("email", "")
    try:
        count_reset(request, email)
    except TooOften as refused:
        return _form(request, "forgotten", refused)
    send_password_reset(
        email=email,
        link_of=lambda uid, key: request.build_absolute_uri(
            reverse("password-new", args=[uid, key])
        ),
    )
    messages.success(request, "If somebody here has that address, a link is on its way to it.")
    return redirect("sign-in")


@GET_OR_POST
@sensitive_post_parameters("password")
def new_password(request: HttpRequest, uid: str, key: str) -> HttpResponse:
    if request.method != "POST":
        return _form(request, "new_password")
    try:
        reset_password(uid=uid, key=key, password=request.POST.get("password", ""))
    except PlayerError as refused:
        return _form(request, "new_password", refused)
    messages.success(request, "The new password is set. Sign in with it.")
    return redirect("sign-in")


def _form(request: HttpRequest, page: str, error: PlayerError | str = "") -> HttpResponse:
    """The form again with what was typed, but for the password, and why it was refused."""
    typed = {name: request.POST.get(name, "") for name in ("username", "email", "invitation")}
    context = {
        "error": error,
        "typed": typed,
        "next": back_of(request),
        "sign_up_mode": settings.SIGN_UP,
    }
    return render(request, f"web/accounts/{page}.html", context, status=status_of(error))
