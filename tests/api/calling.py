"""A client as a bot author has one; every answer is held against the OpenAPI description."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.test import Client
from jsonschema import Draft202012Validator

from api.docs import described
from games.models import Table
from players.models import Player
from tests.builders import a_token

ROOT = "/api/v1"
# One for all: each new one would list all static files anew.
BROWSER = Client()
PROBLEM_KEYS = {"type", "title", "status", "code", "detail", "request_id"}


@dataclass(frozen=True)
class Answer:
    status: int
    json: Any
    headers: Any

    @property
    def code(self) -> str:
        return str(self.json["code"])


class Api:
    """Calls with one token, or with none."""

    def __init__(self, token: str | None = None) -> None:
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, path: str, **query: Any) -> Answer:
        return self._held("get", path, BROWSER.get(ROOT + path, query, headers=self._headers))

    def post(self, path: str, body: Any = None) -> Answer:
        return self.send(path, b"" if body is None else json.dumps(body).encode())

    def send(self, path: str, raw: bytes, content_type: str = "application/json") -> Answer:
        """The bytes as they are, valid or not."""
        response = BROWSER.post(ROOT + path, raw, content_type=content_type, headers=self._headers)
        return self._held("post", path, response)

    def delete(self, path: str) -> Answer:
        return self._held("delete", path, BROWSER.delete(ROOT + path, headers=self._headers))

    def call(self, method: str, path: str, body: Any = None) -> Answer:
        if method == "POST":
            return self.post(path, body)
        return self.get(path) if method == "GET" else self.delete(path)

    @staticmethod
    def _held(method: str, path: str, response: Any) -> Answer:
        shape = body_of(response)
        answer = Answer(response.status_code, shape, response.headers)
        if response.status_code >= 400:
            assert response.headers["Content-Type"] == "application/problem+json"
            assert set(answer.json) >= PROBLEM_KEYS
            assert answer.json["status"] == response.status_code
        else:
            _hold(method, path, answer)
        return answer


def body_of(response: Any) -> Any:
    """The answer as values: JSON, JSON line by line, or the text of a file."""
    kind, text = response.headers.get("Content-Type", ""), response.content.decode()
    if "ndjson" in kind:
        return [json.loads(line) for line in text.splitlines()]
    return json.loads(text) if text and "json" in kind else text or None


def as_player(player: Player, *scopes: str) -> Api:
    """With a token of the player; of all scopes unless some are named."""
    return Api(a_token(player, scopes=scopes) if scopes else a_token(player))


def table_path(table: Table, *rest: str) -> str:
    return "/".join([f"/tables/{table.public_id}", *rest])


def _hold(method: str, path: str, answer: Answer) -> None:
    address = next(address for address in described()["paths"] if _is_at(address, ROOT + path))
    response = described()["paths"][address][method]["responses"][str(answer.status)]
    content = response.get("content", {}).get("application/json")
    if content is None:
        assert answer.json is None or "text/plain" in response["content"]
        return
    validator = _validator(json.dumps(content["schema"], default=str))
    validator.validate(answer.json)


def _is_at(address: str, path: str) -> bool:
    return re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", address), path) is not None


@cache
def _validator(schema: str) -> Draft202012Validator:
    whole = json.loads(json.dumps(described(), default=str))
    return Draft202012Validator({**json.loads(schema), "components": whole["components"]})
