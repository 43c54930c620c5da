"""The form that sets up an event: its fields, made from what games and formats declare.

A field is named by its place in the settings, "later_stages[0].config.seats": a refusal names the
same place, and so stands beside it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from games.rules.registry import games
from tournaments.formats.cut import CUT_POLICIES
from tournaments.formats.registry import format_for, formats
from tournaments.formats.settings import Setting
from tournaments.match_plans import SETTINGS
from tournaments.recurrence import instant, zone_problem
from web.words.opening import PATIENCE
from web.words.spans import in_words

MOST_LATER = 3
SEEDINGS = {
    "rating": "by the board",
    "entry": "in order of entry",
    "random": "by lot",
    "manual": "by hand",
}
MATCH_KINDS = {
    "versus": "tables of their own (versus)",
    "duplicate": "the same deal, seats changed (duplicate)",
    "compare": "teams on equal deals (compare)",
}
ROUNDS = {
    "": "as soon as they are ready",
    "every_minutes": "every so many minutes",
    "every_days": "every so many days",
}
YES = "on"


@dataclass(frozen=True, slots=True)
class Field:
    """`kind` is text, area, number, check, select or time; `choices` are values with words."""

    name: str
    label: str
    kind: str
    value: str = ""
    help: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    reloads: bool = False
    # What is asked further depends on it.
    error: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """Fields under one heading."""

    title: str
    fields: tuple[Field, ...]


@dataclass(slots=True)
class EventForm:
    """What was sent, read field by field; `problem` is the first value that cannot be read."""

    sent: Mapping[str, str]
    panels: list[Panel] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    problem: tuple[str, str] | None = None
    entrants: int = 8

    def refused(self, name: str, message: str) -> bool:
        """Put the sentence beside the field of that name; False if there is no such field."""
        found = False
        for index, panel in enumerate(self.panels):
            fields = tuple(
                replace(each, error=message) if each.name == name else each for each in panel.fields
            )
            found = found or fields != panel.fields
            self.panels[index] = replace(panel, fields=fields)
        return found


def event_form(sent: Mapping[str, str]) -> EventForm:
    """The form as it was sent; with its usual values where nothing was."""
    form = EventForm(sent)
    form.values = {"config": {}, "match_plan": {}, "options": {}, "later_stages": []}
    form.panels = [
        Panel("What is played", tuple(_game_fields(form))),
        Panel("Who and when", tuple(_entry_fields(form))),
        *_stage_panels(form),
    ]
    form.entrants = _whole(form, "entrants", max(form.values.get("min_entrants") or 2, 8))
    return form


def _game_fields(form: EventForm) -> Iterator[Field]:
    text, values = _text(form), form.values
    values["name"], values["description"] = text("name"), text("description")
    yield Field("name", "Name", "text", values["name"], "1 to 60 characters.")
    offered = {one.code: one for one in games()}
    code = text("game")
    code = values["game"] = code if code in offered else next(iter(offered))
    kinds = tuple((one.code, one.name) for one in offered.values())
    yield Field("game", "Game", "select", code, choices=kinds, reloads=True)
    for option in offered[code].declared_options:
        name, wanted = f"options.{option.name}", text(f"options.{option.name}")
        choices = [(str(one), str(one).replace("_", " ")) for one in option.choices]
        usual = ("", f"as usual ({str(option.default).replace('_', ' ')})")
        yield Field(name, _label(option.name), "select", wanted, option.text, (usual, *choices))
        if wanted:
            named = (one for one in option.choices if str(one) == wanted)
            values["options"][option.name] = next(named, wanted)
    values["patience_seconds"] = _whole(form, "patience_seconds", 30)
    spans = tuple((str(one), in_words(one)) for one in PATIENCE)
    yield Field(
        "patience_seconds", "Time for a move", "select", str(values["patience_seconds"]),
        choices=spans,
    )  # fmt: skip
    values["casual"] = text("casual") == YES
    yield Field("casual", "Casual: no rating changes", "check", _check(values["casual"]))
    yield Field("description", "Description", "area", values["description"])


def _entry_fields(form: EventForm) -> Iterator[Field]:
    text, values = _text(form), form.values
    values["seeding"] = text("seeding") or "rating"
    yield Field("seeding", "Seeds", "select", values["seeding"], choices=tuple(SEEDINGS.items()))
    yield from _numbers(form)
    zone = values["time_zone"] = text("time_zone") or "UTC"
    yield Field("starts_at", "Starts at", "time", text("starts_at"), "Empty: when you start it.")
    values["starts_at"] = _moment(form, text("starts_at"), zone)
    yield Field("time_zone", "By the clocks of", "text", zone, "Such as Europe/Zurich.")
    values["check_in"] = text("check_in") == YES
    yield Field("check_in", "Check-in before the start", "check", _check(values["check_in"]))
    minutes = _whole(form, "check_in_seconds", 30)
    values["check_in_seconds"] = minutes * 60
    help_text = "How long before the start it opens."
    yield Field("check_in_seconds", "Check-in, minutes", "number", str(minutes), help_text)
    pace = text("schedule")
    yield Field("schedule", "Rounds begin", "select", pace, choices=tuple(ROUNDS.items()))
    each = _whole(form, "every", 30)
    yield Field("every", "So many minutes or days", "number", str(each))
    values["schedule"] = {pace: each} if pace else {}


def _numbers(form: EventForm) -> Iterator[Field]:
    for name, label, usual, says in (
        ("min_entrants", "Entrants, at least", 2, "With fewer it closes instead of starting."),
        ("max_entrants", "Entrants, at most", None, "Empty: no limit but that of the service."),
        ("team_size", "Players an entrant", 1, "More than 1 where teams are compared."),
        ("late_entry_rounds", "Late entry until round", 0, "0: nobody comes later."),
        ("max_tables_each", "Tables at once", None, "Of a player, at most; empty: no limit."),
    ):
        value = form.values[name] = _whole(form, name, usual)
        yield Field(name, label, "number", "" if value is None else str(value), says)


def _stage_panels(form: EventForm) -> Iterator[Panel]:
    """The first stage, those that follow, and a way to one more."""
    code = _text(form)("format") or formats()[0].code
    code = code if code in _codes() else formats()[0].code
    form.values["format"] = code
    first = Field("format", "Format", "select", code, choices=_offered(), reloads=True)
    told = (*_config_fields(form, "", code, form.values), *_plan_fields(form, "", form.values))
    yield Panel("First stage", (first, *told))
    for index in range(MOST_LATER):
        where = f"later_stages[{index}]."
        code = _text(form)(f"{where}format")
        choices = (("", "nothing more"), *_offered())
        pick = Field(f"{where}format", "Then", "select", code, choices=choices, reloads=True)
        if code not in _codes():
            yield Panel(f"Stage {index + 2}", (pick,))
            return
        stage: dict[str, Any] = {"format": code, "config": {}, "match_plan": {}}
        form.values["later_stages"].append(stage)
        fields = (
            pick,
            *_cut_fields(form, where, stage),
            *_config_fields(form, where, code, stage),
            *_plan_fields(form, where, stage),
        )
        yield Panel(f"Stage {index + 2}", fields)


def _codes() -> frozenset[str]:
    return frozenset(each.code for each in formats())


def _offered() -> tuple[tuple[str, str], ...]:
    return tuple((each.code, each.name) for each in formats())


def _config_fields(
    form: EventForm, where: str, code: str, stage: dict[str, Any]
) -> Iterator[Field]:
    style = format_for(code)
    yield from _declared(form, f"{where}config.", code, style.settings, stage["config"])


def _plan_fields(form: EventForm, where: str, stage: dict[str, Any]) -> Iterator[Field]:
    name = f"{where}match_plan.kind"
    kind = _text(form)(name)
    kind = kind if kind in SETTINGS else "versus"
    choices = tuple(MATCH_KINDS.items())
    yield Field(name, "A match is", "select", kind, choices=choices, reloads=True)
    plan = stage["match_plan"]
    yield from _declared(form, f"{where}match_plan.", kind, SETTINGS[kind], plan)
    if plan or kind != "versus":
        plan["kind"] = kind


def _cut_fields(form: EventForm, where: str, stage: dict[str, Any]) -> Iterator[Field]:
    text = _text(form)
    how = text(f"{where}cut") or "take"
    ways = (("take", "the best of all"), ("per_group", "the best of each group"), ("all", "all"))
    yield Field(f"{where}cut", "Who goes on", "select", how, choices=ways)
    number = _whole(form, f"{where}cut.take", 4)
    yield Field(f"{where}cut.take", "How many", "number", str(number))
    policy = text(f"{where}cut.tie_policy")
    policies = tuple((one, one.replace("_", " ")) for one in CUT_POLICIES)
    yield Field(
        f"{where}cut.tie_policy", "A tie at the cut", "select", policy,
        choices=(("", "as usual"), *policies),
    )  # fmt: skip
    if how != "all":
        stage["cut"] = {how: number} | ({"tie_policy": policy} if policy else {})


def _declared(
    form: EventForm, where: str, code: str, settings: Sequence[Setting], config: dict[str, Any]
) -> Iterator[Field]:
    """The settings of a format or of a kind of match.

    What was typed for another one, before this was chosen, counts no more.
    """
    marker = f"{where}of"
    yield Field(marker, "", "hidden", code)
    is_other = form.sent.get(marker, code) != code
    read = replace(form, sent={}) if is_other else form
    yield from _setting_fields(read, where, settings, config)
    form.problem = form.problem or read.problem


def _setting_fields(
    form: EventForm, where: str, settings: Sequence[Setting], config: dict[str, Any]
) -> Iterator[Field]:
    """Only what differs from the usual goes into the config."""
    was_shown = f"{where}{settings[0].name}" in form.sent if settings else False
    for setting in settings:
        name, label = f"{where}{setting.name}", _label(setting.name)
        value = _setting_value(form, name, setting, was_shown=was_shown)
        if value != setting.default:
            config[setting.name] = value
        match setting.kind:
            case "whole":
                yield Field(name, label, "number", str(value), setting.says)
            case "flag":
                yield Field(name, setting.says, "check", _check(bool(value)))
            case "choice":
                choices = tuple((one, one.replace("_", " ")) for one in setting.choices)
                yield Field(name, label, "select", str(value), setting.says, choices)
            case _:
                says = f"{setting.says} Of: {', '.join(setting.choices)}."
                yield Field(name, label, "text", ", ".join(value), says)


def _setting_value(form: EventForm, name: str, setting: Setting, *, was_shown: bool) -> Any:  # noqa: ANN401
    text = _text(form)(name)
    match setting.kind:
        case "whole":
            return _whole(form, name, setting.default)
        case "flag":
            return text == YES if was_shown else setting.default
        case "choice":
            return text or setting.default
    return [one.strip() for one in text.split(",") if one.strip()] if text else setting.default


def _text(form: EventForm) -> Any:  # noqa: ANN401 - a reader
    return lambda name: str(form.sent.get(name, "")).strip()


def _whole(form: EventForm, name: str, usual: Any) -> Any:  # noqa: ANN401 - whole or none
    text = _text(form)(name)
    if not text:
        return usual
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    form.problem = form.problem or (name, f"Expected a whole number, not {text[:20]!r}.")
    return usual


def _moment(form: EventForm, text: str, zone: str) -> dt.datetime | None:
    """A time as the browser's field writes it, by the clocks of the zone."""
    if not text:
        return None
    wrong_zone = zone_problem(zone)
    if wrong_zone:
        form.problem = form.problem or ("time_zone", wrong_zone)
        return None
    try:
        return instant(dt.datetime.fromisoformat(text).replace(tzinfo=None), zone)
    except ValueError:
        says = f"Expected a day and a time such as 2030-05-01T19:00, not {text[:20]!r}."
        form.problem = form.problem or ("starts_at", says)
        return None


def _check(is_on: bool) -> str:
    return YES if is_on else ""


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()
