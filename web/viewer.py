"""Who looks at a page: nobody in particular, or a login with players of its own."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from players.models import Player, User


@dataclass(frozen=True, slots=True)
class Viewer:
    """`player_id` is the key of the login's own player, through which it sits at tables."""

    user: User | None = None
    player_id: int | None = None
    players: tuple[Player, ...] = ()

    @property
    def own_ids(self) -> frozenset[str]:
        """Public ids of the login's players, its bots too: what is drawn in violet."""
        return frozenset(player.public_id for player in self.players)


NOBODY = Viewer()


def viewer_of(request: HttpRequest) -> Viewer:
    """Read once a request, in one statement."""
    known: Viewer | None = getattr(request, "_viewer", None)
    if known is None:
        # A request refused for its host has no user: that middleware never got to see it.
        user = getattr(request, "user", None)
        known = viewer_for(user if isinstance(user, User) else None)
        request._viewer = known  # type: ignore[attr-defined]
    return known


def viewer_for(user: User | None) -> Viewer:
    if user is None:
        return NOBODY
    # `request.user` is a lazy stand-in; the form asks for the real thing by its key.
    players = tuple(Player.objects.filter(owner_id=user.pk).order_by("handle"))
    own = next((player.pk for player in players if player.kind == Player.Kind.HUMAN), None)
    return Viewer(user, own, players)
