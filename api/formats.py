"""The formats that a tournament can have, as an organiser wants to know them."""

from __future__ import annotations

from typing import Any, TypedDict

from django.http import HttpResponse

from api.answers import json_response
from api.views import ApiView, Call, operation
from tournaments.formats.registry import Format, formats
from tournaments.formats.settings import Setting
from tournaments.match_plans import SETTINGS


class SettingShape(TypedDict):
    """A setting: `kind` is whole (`low` to `high`), flag, choice, or choices (a list of them)."""

    name: str
    kind: str
    default: Any
    text: str
    low: int | None
    high: int | None
    choices: list[str]


class FormatShape(TypedDict):
    """A format and what its `config` may hold."""

    code: str
    name: str
    settings: list[SettingShape]


class MatchKindShape(TypedDict):
    """How a match may be decided: the `kind` of a match plan, and what else it may hold."""

    kind: str
    settings: list[SettingShape]


class FormatsShape(TypedDict):
    """Every format, and every kind of match."""

    formats: list[FormatShape]
    match_kinds: list[MatchKindShape]


class Formats(ApiView):
    """The catalogue of formats."""

    @operation(
        "List the formats",
        answers={200: FormatsShape},
        about="What `format`, `config` and `match_plan` of a tournament may be.",
    )
    def get(self, call: Call) -> HttpResponse:
        return json_response(
            FormatsShape(
                formats=[_format_shape(each) for each in formats()],
                match_kinds=[
                    MatchKindShape(kind=kind, settings=[_setting_shape(one) for one in settings])
                    for kind, settings in SETTINGS.items()
                ],
            )
        )


def _format_shape(each: Format) -> FormatShape:
    settings = [_setting_shape(setting) for setting in each.settings]
    return FormatShape(code=each.code, name=each.name, settings=settings)


def _setting_shape(setting: Setting) -> SettingShape:
    is_whole = setting.kind == "whole"
    return SettingShape(
        name=setting.name,
        kind=setting.kind,
        default=setting.default,
        text=setting.says,
        low=setting.low if is_whole else None,
        high=setting.high if is_whole else None,
        choices=list(setting.choices),
    )
