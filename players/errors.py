"""What can go wrong with logins, players and tokens; codes are part of the API."""

from __future__ import annotations

from typing import ClassVar


class PlayerError(Exception):
    """A request about logins, players or tokens that is refused; nothing has changed."""

    code: ClassVar[str] = "player_error"


class BadHandle(PlayerError):
    """A handle is 3 to 24 letters, digits, `-` and `_`."""

    code = "bad_handle"


class HandleTaken(PlayerError):
    """Another player has that handle, capital letters or not."""

    code = "handle_taken"


class BadName(PlayerError):
    """A name that is empty, too long, or holds characters that do not show."""

    code = "bad_name"


class BadEmail(PlayerError):
    """No address that mail can be sent to."""

    code = "bad_email"


class EmailTaken(PlayerError):
    """Somebody has signed up with that address."""

    code = "email_taken"


class WeakPassword(PlayerError):
    """A password that is guessed too easily; the message says why."""

    code = "weak_password"


class SignUpClosed(PlayerError):
    """This service takes no new people at present."""

    code = "sign_up_closed"


class BadInvitation(PlayerError):
    """No such invitation, or it has been used."""

    code = "bad_invitation"


class BadReset(PlayerError):
    """The link to set a new password is wrong, used or too old."""

    code = "bad_reset"


class BadScopes(PlayerError):
    """Scopes are one or more of `play`, `enter`, `organise`, `read`."""

    code = "bad_scopes"


class BadExpiry(PlayerError):
    """An expiry lies in the future."""

    code = "bad_expiry"


class NotYourPlayer(PlayerError):
    """The player belongs to somebody else."""

    code = "not_your_player"


class PlayerNotFound(PlayerError):
    """No such player."""

    code = "player_not_found"


class TooOften(PlayerError):
    """Too many requests of this kind; after `retry_after` seconds there is room again."""

    code = "too_many_requests"

    def __init__(self, limit: int, retry_after: int) -> None:
        super().__init__(f"Too many requests; try again in {retry_after} s.")
        self.limit = limit
        self.retry_after = retry_after


class TokenNotFound(PlayerError):
    """No such token among one's own."""

    code = "token_not_found"
