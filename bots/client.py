"""Podium over HTTP, as a bot needs it: what waits for me, and here is my move."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import httpx

WAIT_SECONDS = 25
ANSWER_SECONDS = 15.0  # longer than any request takes on a healthy server, the wait apart


class ServiceError(Exception):
    """The service answered with a refusal; `code` is its stable word."""

    def __init__(self, status: int, code: str, detail: str, body: Mapping[str, Any]) -> None:
        super().__init__(f"{detail} ({code}, HTTP {status})")
        self.status = status
        self.code = code
        self.body = body


class Unreachable(Exception):
    """No usable answer: whether the request counted is unknown, so it may be sent again.

    `retry_after` is the number of seconds that the service asked for, if it did.
    """

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Answer:
    """A table after a move; `replayed` when an earlier try had made the move already."""

    table: Mapping[str, Any]
    replayed: bool


class Client:
    """Acts for the player of one token; safe to use from several threads."""

    def __init__(
        self, server: str, token: str, *, transport: httpx.BaseTransport | None = None
    ) -> None:
        self._http = httpx.Client(
            base_url=f"{server.rstrip('/')}/api/v1",
            headers={"Authorization": f"Bearer {token}", "Accept": "application/json"},
            timeout=httpx.Timeout(ANSWER_SECONDS),
            transport=transport,
            trust_env=False,
        )

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def token(self) -> Mapping[str, Any]:
        """Whom the token acts for, and what it may do."""
        return self._asked("GET", "/token").table

    def turns(self, wait: int = WAIT_SECONDS) -> list[Mapping[str, Any]]:
        """Tables that wait for this player's move, each with its view; waits for the first one."""
        answer = self._asked("GET", "/turns", params={"wait": wait}, timeout=ANSWER_SECONDS + wait)
        turns: list[Mapping[str, Any]] = answer.table["turns"]
        return turns

    def table(self, table_id: str) -> Mapping[str, Any]:
        """A table as this player may see it now."""
        return self._asked("GET", f"/tables/{table_id}").table

    def play(self, table_id: str, turn: int, move: Any) -> Answer:  # noqa: ANN401 -- JSON
        """Make a move; sending the same turn and move again is harmless."""
        body = {"turn": turn, "move": move}
        return self._asked("POST", f"/tables/{table_id}/moves", json=body)

    def enter(self, tournament_id: str) -> Mapping[str, Any]:
        """Enter an event."""
        return self._asked("POST", f"/tournaments/{tournament_id}/entrants", json={}).table

    def _asked(self, method: str, path: str, **request: Any) -> Answer:  # noqa: ANN401
        """The JSON of a good answer. Raises ServiceError, Unreachable."""
        try:
            response = self._http.request(method, path, **request)
        except httpx.HTTPError as error:
            raise Unreachable(
                f"no answer from the service: {error or type(error).__name__}"
            ) from error
        if response.status_code == 429 or response.status_code >= 500:
            raise Unreachable(f"the service answered {response.status_code}", _pause(response))
        body = _json(response)
        if response.is_error:
            code = str(body.get("code", "unknown"))
            detail = str(body.get("detail", response.reason_phrase))
            raise ServiceError(response.status_code, code, detail, body)
        return Answer(body, response.headers.get("Replayed") == "true")


def _json(response: httpx.Response) -> Mapping[str, Any]:
    try:
        body = response.json()
    except json.JSONDecodeError:
        body = None
    if isinstance(body, dict):
        return body
    if response.is_error:
        return {}
    raise Unreachable("the answer is no JSON object; is this the address of a Podium?")


def _pause(response: httpx.Response) -> float | None:
    try:
        return float(response.headers.get("Retry-After", ""))
    except ValueError:
        return None
