"""One call builds one thing that a test is about; what the test does not name is ordinary."""

from __future__ import annotations

import datetime as dt

from players.actions import SCOPES, create_token
from players.models import Player, User


def a_user(name: str = "ada", *, staff: bool = False) -> User:
    """A login with its human player; the password is the name, twice."""
    user = User.objects.create_user(
        username=name, email=f"{name}@example.org", password=name * 2, is_staff=staff
    )
    Player.objects.create(owner=user, handle=name, kind=Player.Kind.HUMAN)
    return user


def an_admin(name: str = "root") -> User:
    return User.objects.create_superuser(
        username=name, email=f"{name}@example.org", password=name * 2
    )


def a_bot(handle: str = "robo", *, owner: User | None = None) -> Player:
    """A bot; without `owner` it belongs to a new user of its own."""
    return Player.objects.create(
        owner=owner or a_user(f"{handle}-owner"), handle=handle, kind=Player.Kind.BOT
    )


def some_bots(*handles: str) -> list[Player]:
    """Bots of different owners, so that tables between them are rated."""
    return [a_bot(handle) for handle in handles]


def a_house_bot(handle: str = "House-Greedy", strategy: str = "greedy") -> Player:
    return Player.objects.create(handle=handle, strategy=strategy, kind=Player.Kind.BOT)


def a_token(
    player: Player,
    *,
    scopes: tuple[str, ...] = SCOPES,
    expires_at: dt.datetime | None = None,
) -> str:
    """The text of a token that acts for the player, of every scope unless told otherwise."""
    assert player.owner, "bots of the house have no tokens"
    made = create_token(
        owner=player.owner, player=player, name="test", scopes=scopes, expires_at=expires_at
    )
    return made.secret_text


def own_player(user: User) -> Player:
    return Player.objects.get(owner=user, kind=Player.Kind.HUMAN)
