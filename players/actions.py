"""What can happen to logins, players and tokens."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.core.validators import validate_email
from django.db import IntegrityError
from django.db.models.functions import Now
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from players.errors import (
    BadEmail,
    BadExpiry,
    BadInvitation,
    BadReset,
    BadScopes,
    EmailTaken,
    HandleTaken,
    NotYourPlayer,
    SignUpClosed,
    TokenNotFound,
    WeakPassword,
)
from players.models import Invitation, Player, Token, User
from players.names import OF_THE_HOUSE, handle_of, outside_handle_of, plain_name
from players.tokens import digest_of, new_token_text, prefix_of
from players.transactions import database_now, in_one_transaction

SCOPES = ("play", "enter", "organise", "read")


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token just made; `secret_text` is shown to its owner once and kept nowhere."""

    token: Token
    secret_text: str = field(repr=False)


def sign_up(*, username: str, email: str, password: str, invitation: str | None = None) -> User:
    """A login with its human player, both called `username`.

    Raises SignUpClosed, BadInvitation, BadHandle, HandleTaken, BadEmail, EmailTaken, WeakPassword.
    """
    if settings.SIGN_UP == "closed":
        raise SignUpClosed("This service takes no new people at present.")
    handle, address = outside_handle_of(username), _email_of(email)
    user = User(username=handle, email=address)
    _check_password(password, user)
    user.set_password(password)  # Slow on purpose, so it stays outside the transaction.
    return _signed_up(user, invitation if settings.SIGN_UP == "invitation" else None)


@in_one_transaction
def _signed_up(user: User, invitation: str | None) -> User:
    _refuse_taken(user.username)
    if User.objects.filter(email__iexact=user.email).exists():
        raise EmailTaken("Somebody has signed up with that address already.")
    try:
        user.save()
        Player.objects.create(owner=user, handle=user.username, kind=Player.Kind.HUMAN)
    except IntegrityError as error:
        raise HandleTaken(f"The handle {user.username} has just been taken.") from error
    if settings.SIGN_UP == "invitation":
        _use_invitation(invitation, user)
    return user


def _use_invitation(invitation: str | None, user: User) -> None:
    unused = Invitation.objects.filter(digest=digest_of(invitation or ""), used_by=None)
    if not unused.update(used_by=user):
        raise BadInvitation("Signing up needs an invitation that nobody has used yet.")


@in_one_transaction
def create_invitation(*, created_by: User, note: str = "") -> str:
    """The text that lets one person sign up; shown now and kept nowhere."""
    text = secrets.token_urlsafe(24)
    Invitation.objects.create(digest=digest_of(text), note=note, created_by=created_by)
    return text


@in_one_transaction
def create_bot(*, owner: User, handle: str, version_label: str = "") -> Player:
    """Raises BadHandle, HandleTaken, BadName (of the label)."""
    name = outside_handle_of(handle)
    label = plain_name(version_label, most=40) if version_label else ""
    return _new_bot(handle=name, owner=owner, version_label=label)


@in_one_transaction
def own_player(*, user: User) -> Player:
    """The user's human player, made at the first asking: an administrator starts without one.

    Raises BadHandle, HandleTaken.
    """
    known = Player.objects.filter(owner=user, kind=Player.Kind.HUMAN).first()
    if known is not None:
        return known
    handle = handle_of(user.username)
    if Player.objects.filter(handle__iexact=handle).exists():
        raise HandleTaken(f"The handle {handle} is taken, so {handle} cannot play by that name.")
    return Player.objects.create(owner=user, handle=handle, kind=Player.Kind.HUMAN)


@in_one_transaction
def house_player(handle: str, strategy: str) -> Player:
    """The bot of the house with that handle, made at the first asking.

    Where somebody else has the handle, it goes by `house-` and the handle. Raises HandleTaken.
    """
    names = [handle_of(handle), handle_of(f"{OF_THE_HOUSE}{handle}"[:24])]
    own = Player.objects.filter(owner=None, strategy=strategy, handle__in=names).first()
    if own is not None:
        return own
    free = [name for name in names if not _is_taken(name)]
    if not free:
        raise HandleTaken(f"{names[0]} and {names[1]} belong to other players.")
    return _new_bot(handle=free[0], owner=None, strategy=strategy)


def create_token(
    *,
    owner: User,
    player: Player,
    name: str,
    scopes: Iterable[str],
    expires_at: dt.datetime | None = None,
) -> NewToken:
    """A token that acts for one of the owner's players.

    Raises NotYourPlayer, BadName, BadScopes, BadExpiry.
    """
    if player.owner_id != owner.pk:
        raise NotYourPlayer(f"{player.handle} is not yours.")
    text = new_token_text()
    token = _new_token(
        owner=owner,
        player=player,
        name=plain_name(name),
        scopes=_scopes_of(scopes),
        expires_at=expires_at,
        text=text,
    )
    return NewToken(token, text)


@in_one_transaction
def _new_token(
    *,
    owner: User,
    player: Player,
    name: str,
    scopes: list[str],
    expires_at: dt.datetime | None,
    text: str,
) -> Token:
    if expires_at is not None and expires_at <= database_now():
        raise BadExpiry(f"A token expires in the future; got {expires_at.isoformat()}.")
    return Token.objects.create(
        owner=owner,
        player=player,
        name=name,
        prefix=prefix_of(text),
        digest=digest_of(text),
        scopes=scopes,
        expires_at=expires_at,
    )


@in_one_transaction
def revoke_token(*, owner: User, token_id: int) -> None:
    """It speaks for nobody from now on; again is no error. Raises TokenNotFound."""
    own = Token.objects.filter(pk=token_id, owner=owner)
    if not own.filter(revoked_at=None).update(revoked_at=Now()) and not own.exists():
        raise TokenNotFound("No such token among yours.")


@in_one_transaction
def note_use(*, token_id: int) -> None:
    """The token was used just now."""
    Token.objects.filter(pk=token_id).update(last_used_at=Now())


def send_password_reset(*, email: str, link_of: Callable[[str, str], str]) -> None:
    """Mails a link to whoever has that address; says nothing about whether anybody has.

    `link_of(uid, key)` is the address of the page (or a hint for the API) that takes both.
    """
    user = User.objects.filter(email__iexact=email.strip(), is_active=True).first()
    if user is None or not user.has_usable_password():
        return
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    link = link_of(uid, default_token_generator.make_token(user))
    send_mail(
        "A new password for Podium",
        f"Somebody asked for a new password for {user.username}. To set one, open\n\n"
        f"{link}\n\nIf it was not you, do nothing: the old password goes on working.\n",
        None,
        [user.email],
    )


def reset_password(*, uid: str, key: str, password: str) -> User:
    """Sets a new password with what the mail held, once. Raises BadReset, WeakPassword."""
    user = _user_of(uid)
    if user is None or not default_token_generator.check_token(user, key):
        raise BadReset("This link is wrong, too old, or has been used; ask for another one.")
    _check_password(password, user)
    user.set_password(password)
    user.save(update_fields=["password"])
    return user


def _user_of(uid: str) -> User | None:
    try:
        pk = int(urlsafe_base64_decode(uid).decode())
    except ValueError:
        return None
    return User.objects.filter(pk=pk, is_active=True).first() if pk < 2**63 else None


def _new_bot(
    *, handle: str, owner: User | None, strategy: str = "", version_label: str = ""
) -> Player:
    _refuse_taken(handle)
    try:
        return Player.objects.create(
            handle=handle,
            owner=owner,
            strategy=strategy,
            version_label=version_label,
            kind=Player.Kind.BOT,
        )
    except IntegrityError as error:
        raise HandleTaken(f"The handle {handle} has just been taken.") from error


def _refuse_taken(handle: str) -> None:
    if _is_taken(handle):
        raise HandleTaken(f"The handle {handle} is taken.")


def _is_taken(handle: str) -> bool:
    return (
        Player.objects.filter(handle__iexact=handle).exists()
        or User.objects.filter(username__iexact=handle).exists()
    )


def _email_of(text: str) -> str:
    address = text.strip()
    try:
        validate_email(address)
    except ValidationError as error:
        raise BadEmail("An address that mail can be sent to is needed, such as a@b.org.") from error
    return address


def _check_password(password: str, user: User) -> None:
    if len(password) > 200:
        raise WeakPassword(f"A password is 200 characters at most; got {len(password)}.")
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise WeakPassword(" ".join(error.messages)) from error


def _scopes_of(scopes: Iterable[str]) -> list[str]:
    wanted = set(scopes)
    if not wanted or not wanted <= set(SCOPES):
        raise BadScopes(f"Scopes are one or more of {', '.join(SCOPES)}; got {sorted(wanted)}.")
    return [scope for scope in SCOPES if scope in wanted]
