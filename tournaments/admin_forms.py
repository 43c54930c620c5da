"""The forms of the admin pages: a new event, and why a director acts."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from unfold.forms import BaseDialogForm
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from games.errors import TableError
from games.rules.protocol import RulesError
from games.rules.registry import games
from players.errors import PlayerError
from players.models import User
from players.transactions import database_now
from tournaments.actions import check_entry, check_settings
from tournaments.errors import BadTournament, TournamentError
from tournaments.formats.elimination_settings import CUT_POLICIES
from tournaments.formats.registry import format_for, formats
from tournaments.models import Entrant, Tournament

CONFIG_FIELDS = ("seats", "advance", "tie_policy")
# Settings that many formats share; each goes into the config of a format that has it.
JSON_FIELDS = ("options", "config", "match_plan", "schedule")


def json_field(about: str, *, initial: type = dict) -> forms.JSONField:
    return forms.JSONField(
        required=False, initial=initial, widget=UnfoldAdminTextareaWidget, help_text=about
    )


class NewTournamentForm(forms.ModelForm):  # type: ignore[type-arg]  # no generic at run time
    """All settings of an event; what cannot be played is refused beside its field."""

    game = forms.ChoiceField(
        choices=lambda: [(rules.code, rules.name) for rules in games()],
        widget=UnfoldAdminSelectWidget,
    )
    format = forms.ChoiceField(
        choices=lambda: [(style.code, style.name) for style in formats()],
        widget=UnfoldAdminSelectWidget,
    )
    options = json_field("Of the game, as JSON; empty for the usual ones.")
    seats = forms.IntegerField(
        initial=2, widget=UnfoldAdminIntegerFieldWidget, help_text="Entrants a match."
    )
    advance = forms.IntegerField(
        initial=1, widget=UnfoldAdminIntegerFieldWidget, help_text="How many of them go on."
    )
    tie_policy = forms.ChoiceField(
        label="Tie at the cut",
        choices=[(policy, policy.replace("_", " ")) for policy in CUT_POLICIES],
        widget=UnfoldAdminSelectWidget,
        help_text="Who goes on where places tie.",
    )
    config = json_field(
        'Further settings of the format, as JSON, such as {"rounds": 5} or {"groups": 4}.'
    )
    match_plan = json_field(
        'How a match is decided, such as {"kind": "versus", "best_of": 3}; empty: by one table.'
    )
    later_stages = json_field(
        "What follows, as a JSON list, such as"
        ' [{"format": "single-elimination", "cut": {"take": 8}}].',
        initial=list,
    )
    schedule = json_field(
        'When rounds begin, such as {"every_minutes": 30}; empty: as soon as they are ready.'
    )

    class Meta:
        model = Tournament
        fields: ClassVar[list[str]] = [
            "name",
            "description",
            "game",
            "options",
            "format",
            "patience_seconds",
            "casual",
            "seeding",
            "starts_at",
            "check_in",
            "check_in_seconds",
            "min_entrants",
            "max_entrants",
            "team_size",
            "late_entry_rounds",
            "max_tables_each",
            "time_zone",
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = dict(super().clean() or {})
        if not self.errors:
            self._check(cleaned)
        return cleaned

    def settings(self) -> dict[str, Any]:
        """What `create_tournament` is told."""
        return settings_of(self.cleaned_data)

    def _check(self, cleaned: dict[str, Any]) -> None:
        try:
            check_settings(Tournament(**settings_of(cleaned), created_at=database_now()))
        except BadTournament as error:
            field = error.field.removeprefix("config.")
            self.add_error(field if field in self.fields else None, str(error))
        except (RulesError, TableError, PlayerError) as error:
            self.add_error(None, str(error))


def settings_of(cleaned: dict[str, Any]) -> dict[str, Any]:
    """The fields of the form as the settings of an event.

    Of the shared ones a format gets those that it has; what its JSON says comes first.
    """
    plain = {name: value for name, value in cleaned.items() if name not in CONFIG_FIELDS}
    known = {setting.name for setting in format_for(cleaned["format"]).settings}
    shared = {name: cleaned[name] for name in CONFIG_FIELDS if name in known}
    objects = {name: cleaned[name] or {} for name in JSON_FIELDS}
    config = {**shared, **objects["config"]}
    return {**plain, **objects, "config": config, "later_stages": cleaned["later_stages"] or []}


class NewEntrantForm(forms.ModelForm):  # type: ignore[type-arg]  # no generic at run time
    """A player for an event, entered by `user`."""

    user: ClassVar[User]

    class Meta:
        model = Entrant
        fields: ClassVar[list[str]] = ["tournament", "player"]

    def clean(self) -> dict[str, Any]:
        cleaned = dict(super().clean() or {})
        if not self.errors:
            try:
                check_entry(cleaned["tournament"], cleaned["player"], self.user)
            except TournamentError as error:
                self.add_error(None, str(error))
        return cleaned

    def validate_unique(self) -> None:
        """A withdrawn player may come back; the action decides who has entered already."""


class ReasonForm(BaseDialogForm):  # type: ignore[misc]  # unfold is not typed
    """Why; everybody can read it."""

    reason = forms.CharField(
        max_length=200,
        widget=UnfoldAdminTextInputWidget,
        help_text="Everybody can read it on the page of the event.",
    )


class SureForm(BaseDialogForm):  # type: ignore[misc]  # unfold is not typed
    """Nothing but the press of the button."""
