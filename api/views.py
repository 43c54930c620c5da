"""What all routes share: who calls, what may be asked, what a refusal looks like."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from drf_spectacular.utils import extend_schema
from rest_framework.views import APIView

from api.auth import caller_from
from api.errors import problem_response
from api.fields import Fields
from api.problems import MissingScope, NotAllowed, NoToken, WrongMethod
from api.schema import parameters_of, responses_of
from api.strict import body_of
from api.waiting import looking
from players.queries import Caller

H = TypeVar("H", bound=Callable[..., Any])

EMPTY = Fields()


@dataclass(frozen=True, slots=True)
class Operation:
    """What one method of a route takes, and from whom.

    `scopes`: the caller's token carries one of them; empty: anybody, token or not.
    `person`: it acts for its owner's own player. `staff`: its owner is staff.
    """

    scopes: tuple[str, ...]
    person: bool
    staff: bool
    body: Fields
    query: Fields


@dataclass(frozen=True, slots=True)
class Call:
    """One request, read: `body` and `query` hold every field of the operation."""

    request: HttpRequest
    caller: Caller | None
    body: Mapping[str, Any]
    query: Mapping[str, Any]

    @property
    def by(self) -> Caller:
        """The caller of an operation that needs one."""
        if self.caller is None:
            raise NoToken("This needs a token: send Authorization: Bearer pod_…")
        return self.caller

    @property
    def arrived(self) -> float:
        """When the request came in, on the monotonic clock (config/arrival.py)."""
        return float(self.request.arrived)  # type: ignore[attr-defined]

    def still_valid(self) -> None:
        """For those who wait: raises BadToken once the token is revoked."""
        caller_from(self.request)

    @property
    def viewer(self) -> int | None:
        """The key of the player whose cards may be shown: a token without sight sees as anybody."""
        if self.caller is None or not self.caller.may("play", "read"):
            return None
        return self.caller.player_id


def operation(
    summary: str,
    *,
    answers: Mapping[int, Any],
    scopes: tuple[str, ...] = (),
    person: bool = False,
    staff: bool = False,
    body: Fields = EMPTY,
    query: Fields = EMPTY,
    about: str = "",
) -> Callable[[H], H]:
    """Declares a method of a route, for the dispatcher and for the OpenAPI description."""

    def declared(handler: H) -> H:
        made = Operation(scopes, person, staff, body, query)
        handler.operation = made  # type: ignore[attr-defined]
        handler.answers = answers  # type: ignore[attr-defined]
        described: H = extend_schema(
            operation_id=slugify(summary).replace("-", "_"),
            summary=summary,
            description=about or None,
            parameters=parameters_of(query),
            request={"application/json": body.schema()} if body.fields else None,
            responses=responses_of(answers),
            auth=_security(scopes),  # type: ignore[arg-type]  # stated as names, taken as mappings
        )(handler)
        return described

    return declared


class ApiView(APIView):
    """A route: handlers take a Call and the parts of the address, and answer with `json_response`.

    DRF's own authentication, parsing and negotiation are passed by: a route takes tokens, and
    strict JSON.
    """

    authentication_classes: ClassVar[list[Any]] = []  # type: ignore[misc]
    permission_classes: ClassVar[list[Any]] = []  # type: ignore[misc]
    http_method_names: ClassVar[list[str]] = ["get", "post", "delete", "head"]  # type: ignore[misc]

    def dispatch(self, request: HttpRequest, **parts: str) -> HttpResponse:
        try:
            handler = self._handler(request)
            answer: HttpResponse = handler(self._call(request, handler), **parts)
        except Exception as error:  # Whatever it is, the client gets a problem it can read.
            return problem_response(error, request)
        return answer

    def _handler(self, request: HttpRequest) -> Callable[..., Any]:
        name = str(request.method).lower()
        handler = getattr(self, name, None) if name in self.http_method_names else None
        if handler is None:
            allowed = [method for method in self.allowed_methods if method != "OPTIONS"]
            raise WrongMethod(
                f"This address answers {', '.join(allowed)}, not {request.method}.",
                headers={"Allow": ", ".join(allowed)},
                extras={"allowed": allowed},
            )
        found: Callable[..., Any] = handler
        return found

    @staticmethod
    def _call(request: HttpRequest, handler: Callable[..., Any]) -> Call:
        wanted: Operation = handler.operation  # type: ignore[attr-defined]
        caller = caller_from(request)
        _refuse_stranger(wanted, caller)
        body = wanted.body.read(body_of(request)) if request.method != "GET" else {}
        return Call(request, caller, body, wanted.query.read(request.GET.dict()))


class WaitingView(ApiView):
    """A route whose handlers are coroutines, so that waiting holds no thread and no connection."""

    async def dispatch(self, request: HttpRequest, **parts: str) -> HttpResponse:  # type: ignore[override]
        try:
            handler = self._handler(request)
            look = looking(request)
            call = await look(lambda: self._call(request, handler))
            answer: HttpResponse = await handler(call, **parts)
        except Exception as error:  # As above.
            return problem_response(error, request)
        return answer


def _security(scopes: tuple[str, ...]) -> list[dict[str, list[str]]]:
    """OpenAPI's way to say that a token is needed, or that it may be left out."""
    return [{"token": []}] if scopes else [{"token": []}, {}]


def _refuse_stranger(wanted: Operation, caller: Caller | None) -> None:
    if not wanted.scopes:
        return
    if caller is None:
        raise NoToken("This needs a token: send Authorization: Bearer pod_…")
    if not caller.may(*wanted.scopes):
        raise MissingScope(
            f"This needs a token with the scope {' or '.join(wanted.scopes)}; "
            f"yours has {', '.join(sorted(caller.scopes))}.",
            extras={"scopes": list(wanted.scopes)},
        )
    if wanted.person and not caller.is_person:
        raise NotAllowed("This needs a token of your own player; yours acts for a bot.")
    if wanted.staff and not caller.is_staff:
        raise NotAllowed("Only staff may do this.")
