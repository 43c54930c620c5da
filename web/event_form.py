"""The form that sets up an event: its fields, made from what games and formats declare.

A field is named by its place in the settings, "later_stages[0].config.seats": a refusal names the
same place, and so stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.rules.registry import games
from tournaments.formats.cut import CUT_POLICIES
from tournaments.formats.registry import format_for, formats
from tournaments.formats.settings import Setting
from tournaments.match_plans import SETTINGS
from web.event_repeats import repeat_fields
from web.event_times import time_fields
from web.form_fields import YES, EventForm, Field, Panel, checked, label_of
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


def event_form(sent: Mapping[str, str]) -> EventForm:
    """The form as it was sent; with its usual values where nothing was."""
    form = EventForm(sent)
    form.values = {"config": {}, "match_plan": {}, "options": {}, "later_stages": []}
    form.panels = [
        Panel("What is played", tuple(_game_fields(form))),
        Panel("Who and when", tuple(_entry_fields(form))),
        Panel("Again and again", tuple(repeat_fields(form))),
        *_stage_panels(form),
    ]
    form.entrants = form.whole("entrants", max(form.values.get("min_entrants") or 2, 8))
    return form


def _game_fields(form: EventForm) -> Iterator[Field]:
    text, values = form.text, form.values
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
        yield Field(name, label_of(option.name), "select", wanted, option.text, (usual, *choices))
        if wanted:
            named = (one for one in option.choices if str(one) == wanted)
            values["options"][option.name] = next(named, wanted)
    values["patience_seconds"] = form.whole("patience_seconds", 30)
    spans = tuple((str(one), in_words(one)) for one in PATIENCE)
    yield Field(
        "patience_seconds", "Time for a move", "select", str(values["patience_seconds"]),
        choices=spans,
    )  # fmt: skip
    values["casual"] = text("casual") == YES
    yield Field("casual", "Casual: no rating changes", "check", checked(values["casual"]))
    yield Field("description", "Description", "area", values["description"])


def _entry_fields(form: EventForm) -> Iterator[Field]:
    values = form.values
    values["seeding"] = form.text("seeding") or "rating"
    yield Field("seeding", "Seeds", "select", values["seeding"], choices=tuple(SEEDINGS.items()))
    yield from _numbers(form)
    yield from time_fields(form)


def _numbers(form: EventForm) -> Iterator[Field]:
    for name, label, usual, says in (
        ("min_entrants", "Entrants, at least", 2, "With fewer it closes instead of starting."),
        ("max_entrants", "Entrants, at most", None, "Empty: no limit but that of the service."),
        ("team_size", "Players an entrant", 1, "More than 1 where teams are compared."),
        ("late_entry_rounds", "Late entry until round", 0, "0: nobody comes later."),
        ("max_tables_each", "Tables at once", None, "Of a player, at most; empty: no limit."),
    ):
        value = form.values[name] = form.whole(name, usual)
        yield Field(name, label, "number", "" if value is None else str(value), says)


def _stage_panels(form: EventForm) -> Iterator[Panel]:
    """The first stage, those that follow, and a way to one more."""
    code = form.text("format") or formats()[0].code
    code = code if code in _codes() else formats()[0].code
    form.values["format"] = code
    first = Field("format", "Format", "select", code, choices=_offered(), reloads=True)
    told = (*_config_fields(form, "", code, form.values), *_plan_fields(form, "", form.values))
    yield Panel("First stage", (first, *told))
    for index in range(MOST_LATER):
        where = f"later_stages[{index}]."
        code = form.text(f"{where}format")
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
    kind = form.text(name)
    kind = kind if kind in SETTINGS else "versus"
    choices = tuple(MATCH_KINDS.items())
    yield Field(name, "A match is", "select", kind, choices=choices, reloads=True)
    plan = stage["match_plan"]
    yield from _declared(form, f"{where}match_plan.", kind, SETTINGS[kind], plan)
    if plan or kind != "versus":
        plan["kind"] = kind


def _cut_fields(form: EventForm, where: str, stage: dict[str, Any]) -> Iterator[Field]:
    text = form.text
    how = text(f"{where}cut") or "take"
    ways = (("take", "the best of all"), ("per_group", "the best of each group"), ("all", "all"))
    yield Field(f"{where}cut", "Who goes on", "select", how, choices=ways)
    number = form.whole(f"{where}cut.take", 4)
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
        name, label = f"{where}{setting.name}", label_of(setting.name)
        value = _setting_value(form, name, setting, was_shown=was_shown)
        if value != setting.default:
            config[setting.name] = value
        match setting.kind:
            case "whole":
                yield Field(name, label, "number", str(value), setting.says)
            case "flag":
                yield Field(name, setting.says, "check", checked(bool(value)))
            case "choice":
                choices = tuple((one, one.replace("_", " ")) for one in setting.choices)
                yield Field(name, label, "select", str(value), setting.says, choices)
            case _:
                says = f"{setting.says} Of: {', '.join(setting.choices)}."
                yield Field(name, label, "text", ", ".join(value), says)


def _setting_value(form: EventForm, name: str, setting: Setting, *, was_shown: bool) -> Any:  # noqa: ANN401
    text = form.text(name)
    match setting.kind:
        case "whole":
            return form.whole(name, setting.default)
        case "flag":
            return text == YES if was_shown else setting.default
        case "choice":
            return text or setting.default
    return [one.strip() for one in text.split(",") if one.strip()] if text else setting.default
