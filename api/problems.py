"""What can be wrong with a request before any action sees it; codes are part of the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar


class Problem(Exception):
    """A refusal with its HTTP status; `extras` go into the answer, `headers` beside it."""

    status: ClassVar[int] = 400
    code: ClassVar[str] = "bad_request"

    def __init__(
        self,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        extras: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(detail)
        self.headers = dict(headers or {})
        self.extras = dict(extras or {})


class BadRequest(Problem):
    """The request could not be read."""


class BadJson(Problem):
    """The body is no JSON that is taken here."""

    code = "bad_json"


class BadInput(Problem):
    """A field or parameter is missing, unknown, or of the wrong kind; `field` names it."""

    code = "bad_input"


class BadCursor(Problem):
    """The cursor was not given out for this list."""

    code = "bad_cursor"


class BadToken(Problem):
    """The token is unknown, revoked or expired."""

    status = 401
    code = "bad_token"


class NoToken(Problem):
    """This needs a token: `Authorization: Bearer pod_…`."""

    status = 401
    code = "token_needed"


class BadSignIn(Problem):
    """Name and password do not belong together."""

    status = 401
    code = "bad_sign_in"


class MissingScope(Problem):
    """The token may not do this; `scopes` says what would do."""

    status = 403
    code = "missing_scope"


class NotAllowed(Problem):
    """This is for somebody else to do."""

    status = 403
    code = "not_allowed"


class NotFound(Problem):
    """No such thing, or it is not open to this caller."""

    status = 404
    code = "not_found"


class WrongMethod(Problem):
    """The address answers other methods; `allowed` lists them."""

    status = 405
    code = "wrong_method"


class BodyTooLarge(Problem):
    """The body is larger than 16 kB."""

    status = 413
    code = "body_too_large"


class WrongContentType(Problem):
    """Bodies are `application/json`."""

    status = 415
    code = "wrong_content_type"


class OurFault(Problem):
    """Something broke here; it is logged under the request id."""

    status = 500
    code = "internal_error"
