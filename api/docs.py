"""The API described: as OpenAPI, and as a page made from it on this server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import yaml
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import include, path
from drf_spectacular.generators import SchemaGenerator

from api import problems
from api.errors import STATUS, title_of

Described = dict[str, Any]
METHODS = ("get", "post", "delete")


@cache
def described() -> Described:
    """The OpenAPI document of all routes."""
    routes = [path("api/v1/", include("api.routes"))]
    found: Described = SchemaGenerator(patterns=routes).get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return found


@cache
def as_yaml() -> str:
    return yaml.safe_dump(_plain(described()), sort_keys=False, allow_unicode=True, width=100)


def openapi(request: HttpRequest) -> HttpResponse:
    return HttpResponse(as_yaml(), content_type="application/yaml; charset=utf-8")


def page(request: HttpRequest) -> HttpResponse:
    context = {"groups": _groups(), "shapes": _shapes(), "errors": error_table()}
    return HttpResponse(render_to_string("api/docs.html", context))


def error_table() -> list[dict[str, Any]]:
    """Every code that a refusal may carry, with its status and meaning."""
    kinds: dict[type[Exception], int] = dict(STATUS)
    kinds |= {kind: kind.status for kind in _problems()}
    rows = {
        str(getattr(kind, "code", "")): {"status": status, "title": title_of(kind)}
        for kind, status in kinds.items()
    }
    return [{"code": code, **rows[code]} for code in sorted(rows)]


def _problems() -> Iterator[type[problems.Problem]]:
    yield from problems.Problem.__subclasses__()


def _plain(value: Any) -> Any:  # noqa: ANN401 -- JSON
    """Without the generator's own kinds of text and mapping, which YAML would mark."""
    return json.loads(json.dumps(value, default=str))


def _groups() -> list[tuple[str, list[Described]]]:
    groups: dict[str, list[Described]] = {}
    for address, methods in described()["paths"].items():
        for method in METHODS:
            if method in methods:
                shown = _shown(address, method, methods[method])
                groups.setdefault(shown["group"], []).append(shown)
    return list(groups.items())


def _shown(address: str, method: str, operation: Described) -> Described:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return {
        "group": operation["tags"][0],
        "id": operation["operationId"],
        "method": method.upper(),
        "address": address,
        "summary": operation.get("summary", ""),
        "description": operation.get("description", ""),
        "token": {} not in operation.get("security", [{}]),
        "parameters": [one for one in operation.get("parameters", []) if one["in"] == "query"],
        "body": _fields(body.get("schema", {})),
        "answers": [_answer(*one) for one in operation["responses"].items() if one[0] != "default"],
    }


def _fields(schema: Described) -> list[Described]:
    required = schema.get("required", [])
    return [
        {
            "name": name,
            "kind": kind_of(field),
            "required": name in required,
            "about": field.get("description", ""),
        }
        for name, field in schema.get("properties", {}).items()
    ]


def _answer(status: str, response: Described) -> Described:
    content = response.get("content", {}).get("application/json", {})
    schema = content.get("schema")
    return {
        "status": status,
        "about": response.get("description", ""),
        "kind": kind_of(schema) if schema else "file" if response.get("content") else "no body",
        "shape": _shape_in(schema or {}),
    }


def _shapes() -> list[Described]:
    schemas = described()["components"]["schemas"]
    return [
        {"name": name, "about": schema.get("description", ""), "fields": _fields(schema)}
        for name, schema in schemas.items()
    ]


def _shape_in(schema: Described) -> str:
    """The name of the shape that an answer is, or is a list of; "" where there is none."""
    items = schema.get("properties", {}).get("items", {}).get("items", {})
    return str(schema.get("$ref", items.get("$ref", ""))).rpartition("/")[2]


def kind_of(schema: Described) -> str:
    """A schema in a few words: `whole number or null`, `list of Seat`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(kind_of(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if schema.get("type") == "array":
        return f"list of {kind_of(schema['items'])}"
    if set(schema.get("properties", {})) == {"items", "next"}:
        return f"page of {kind_of(schema['properties']['items']['items'])}"
    return WORDS.get(schema.get("format") or schema.get("type") or "", "any JSON")


WORDS = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
    "null": "null",
    "date-time": "date and time",
}
