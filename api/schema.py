"""OpenAPI from the shapes: a TypedDict that mypy checks is also what the docs promise."""

from __future__ import annotations

import datetime as dt
import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from api.fields import Fields

PROBLEM_JSON = "application/problem+json"
JsonSchema = dict[str, Any]

PLAIN: Mapping[object, JsonSchema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    dt.datetime: {"type": "string", "format": "date-time"},
    Any: {},
}
PROBLEM: JsonSchema = {
    "type": "object",
    "description": "Why a request was refused; `code` is stable, `detail` is for people. "
    "Some codes carry more keys, as the guide says.",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string"},
        "detail": {"type": "string"},
        "request_id": {"type": "string"},
    },
    "required": ["type", "title", "status", "code", "detail", "request_id"],
}

_components: dict[str, JsonSchema] = {"Problem": PROBLEM}


def schema_of(kind: Any) -> JsonSchema:  # noqa: ANN401 -- a type
    """The JSON schema of a type; a TypedDict becomes a component."""
    if kind in PLAIN:
        return dict(PLAIN[kind])
    if is_typeddict(kind):
        return _component(kind)
    origin, parts = get_origin(kind), get_args(kind)
    if origin is NotRequired:
        return schema_of(parts[0])
    if origin is Literal:
        return {"type": "string", "enum": list(parts)}
    if origin in {Union, types.UnionType}:
        return {"anyOf": [schema_of(part) for part in parts]}
    if origin in {list, tuple}:
        return {"type": "array", "items": schema_of(parts[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(parts[1])}
    raise TypeError(f"{kind} has no JSON schema")


def _component(kind: Any) -> JsonSchema:  # noqa: ANN401 -- a TypedDict
    name = kind.__name__.removesuffix("Shape")
    if name not in _components:
        _components[name] = {}  # A shape may hold itself.
        hints = get_type_hints(kind, include_extras=True)
        _components[name] = {
            "type": "object",
            "description": (kind.__doc__ or "").strip(),
            "properties": {key: schema_of(hint) for key, hint in hints.items()},
            "required": [key for key, hint in hints.items() if get_origin(hint) is not NotRequired],
            "additionalProperties": False,
        }
    return {"$ref": f"#/components/schemas/{name}"}


def page_of(kind: Any) -> JsonSchema:  # noqa: ANN401 -- a TypedDict
    """A page of a list, with the cursor of the next one."""
    return {
        "type": "object",
        "properties": {
            "items": {"type": "array", "items": schema_of(kind)},
            "next": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        },
        "required": ["items", "next"],
        "additionalProperties": False,
    }


@dataclass(frozen=True, slots=True)
class TextFile:
    """An answer that is a file for other programs."""

    media_type: str


def responses_of(answers: Mapping[int, Any]) -> dict[Any, Any]:
    """For `extend_schema`: good answers by status (a shape, a schema, None), and the problems."""
    good: dict[Any, Any] = {}
    for status, answer in answers.items():
        key = (status, answer.media_type) if isinstance(answer, TextFile) else status
        made = {"type": "string"} if isinstance(answer, TextFile) else _schema(answer)
        good[key] = OpenApiResponse(response=made, description=DESCRIBED[status])
    problem = {"$ref": "#/components/schemas/Problem"}
    wrong = OpenApiResponse(response=problem, description="Refused; see `code`.")
    return {**good, ("default", PROBLEM_JSON): wrong}


DESCRIBED = {200: "As asked.", 201: "Made.", 202: "Taken.", 204: "Done."}


def _schema(answer: Any) -> Any:  # noqa: ANN401 -- see above
    return answer if answer is None or isinstance(answer, dict) else schema_of(answer)


def parameters_of(query: Fields) -> list[OpenApiParameter]:
    return [
        OpenApiParameter(
            name,
            {key: value for key, value in field.schema.items() if key != "description"},
            description=str(field.schema.get("description", "")),
            required=field.is_required,
        )
        for name, field in query.fields.items()
    ]


def add_components(result: JsonSchema, **_: object) -> JsonSchema:
    """Called by the generator at the end."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(sorted(_components.items()))
    return result
