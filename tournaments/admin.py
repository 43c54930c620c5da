"""Organisers run events here. Every act goes through `actions`; nothing is written beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect
from unfold.admin import ModelAdmin, TabularInline
from unfold.decorators import action

from games.queries import closed
from players.admin_bases import ReadOnly
from players.errors import PlayerError
from players.models import User
from tournaments import actions
from tournaments.admin_bases import Directed
from tournaments.admin_forms import NewEntrantForm, NewTournamentForm, ReasonForm, SureForm
from tournaments.errors import TournamentError
from tournaments.models import Act, Entrant, Match, MatchResult, MatchTable, Series, Tournament


def attempt(request: HttpRequest, act: Callable[[User], object], done: str) -> bool:
    """Do it as the signed-in user and say what came of it."""
    assert isinstance(request.user, User)  # noqa: S101 - admin pages have signed-in users only
    try:
        act(request.user)
    except (TournamentError, PlayerError) as error:
        messages.error(request, str(error))
        return False
    messages.success(request, done)
    return True


def back_to(request: HttpRequest, row: Model) -> HttpResponse:
    """The page of the row again; a dialog that was opened by script is told to go there."""
    meta = row._meta
    address = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])
    if request.headers.get("HX-Request"):
        return HttpResponseClientRedirect(address)
    return HttpResponseRedirect(address)


def open_one(request: HttpRequest, event: Tournament) -> bool:
    return attempt(
        request,
        lambda user: actions.open_entry(tournament_id=event.pk, by=user),
        f"{event.name} takes entries.",
    )


def start_one(request: HttpRequest, event: Tournament) -> bool:
    is_done = attempt(
        request,
        lambda user: actions.start_tournament(tournament_id=event.pk, by=user),
        f"{event.name} was told to start.",
    )
    event.refresh_from_db()
    if is_done and event.closed_reason:
        messages.warning(request, f"{event.name} closed: {event.closed_reason}")
    return is_done


def cancel_one(request: HttpRequest, event: Tournament, reason: str) -> bool:
    return attempt(
        request,
        lambda user: actions.cancel_tournament(tournament_id=event.pk, by=user, reason=reason),
        f"{event.name} is cancelled; its running tables are void.",
    )


def withdraw_one(request: HttpRequest, entrant: Entrant, reason: str) -> bool:
    return attempt(
        request,
        lambda user: actions.withdraw(entrant_id=entrant.pk, by=user, reason=reason),
        f"{entrant.player.handle} is withdrawn.",
    )


class EntrantsOfTournament(ReadOnly, TabularInline):  # type: ignore[misc]  # unfold is not typed
    model = Entrant
    fields = ("player", "status", "seed", "entered_at", "checked_in_at", "withdrawn_at", "reason")
    extra = 0
    show_change_link = True


class ActsOfTournament(ReadOnly, TabularInline):  # type: ignore[misc]  # unfold is not typed
    model = Act
    fields = ("happened_at", "kind", "actor", "reason", "payload")
    ordering = ("-pk",)
    extra = 0


@admin.register(Tournament)
class TournamentAdmin(Directed, ModelAdmin):  # type: ignore[misc]  # unfold is not typed
    list_display = ("name", "state", "game", "format", "starts_at", "started_at", "closed_at")
    list_filter = ("state", "game", "format", "casual")
    search_fields = ("name", "public_id")
    ordering = ("-pk",)
    actions = ("open_entry_of", "start_those", "cancel_those")
    actions_detail = ("open_entry", "start", "console", "cancel")
    shown = (
        "public_id",
        "name",
        "description",
        "state",
        "closed_reason",
        "game",
        "options",
        "format",
        "config",
        "match_plan",
        "later_stages",
        "team_size",
        "patience_seconds",
        "casual",
        "seeding",
        "organiser",
        "starts_at",
        "check_in",
        "check_in_seconds",
        "min_entrants",
        "max_entrants",
        "schedule",
        "time_zone",
        "late_entry_rounds",
        "max_tables_each",
        "paused_at",
        "created_at",
        "started_at",
        "closed_at",
        "advance_failures",
    )

    def get_form(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:  # noqa: ANN401 - as Django's
        if obj is None:
            kwargs["form"] = NewTournamentForm
        return super().get_form(request, obj, **kwargs)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:  # noqa: ANN401 - as Django's
        return list(NewTournamentForm.base_fields) if obj is None else self.shown

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:  # noqa: ANN401 - as Django's
        return [] if obj is None else [EntrantsOfTournament, ActsOfTournament]

    def save_model(
        self, request: HttpRequest, obj: Tournament, form: NewTournamentForm, change: bool
    ) -> None:
        assert isinstance(request.user, User)  # noqa: S101 - admin pages have signed-in users only
        created = actions.create_tournament(**form.settings(), organiser=request.user)
        obj.__dict__.update(created.__dict__)

    @admin.action(description="Open entry", permissions=["direct"])
    def open_entry_of(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        for event in queryset:
            open_one(request, event)

    @admin.action(description="Start now", permissions=["direct"])
    def start_those(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        for event in queryset:
            start_one(request, event)

    @admin.action(description="Cancel (running tables become void)", permissions=["direct"])
    def cancel_those(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> None:
        for event in queryset:
            cancel_one(request, event, reason="Cancelled by an organiser.")

    @action(  # type: ignore[untyped-decorator]  # unfold is not typed
        description="Open entry",
        permissions=["direct"],
        dialog={
            "title": "Open entry",
            "description": "From now on players may enter.",
            "form_class": SureForm,
            "form_submit_text": "Open entry",
        },
    )
    def open_entry(self, request: HttpRequest, form: SureForm, object_id: str) -> HttpResponse:
        event = Tournament.objects.get(pk=object_id)
        open_one(request, event)
        return back_to(request, event)

    @action(  # type: ignore[untyped-decorator]  # unfold is not typed
        description="Start",
        permissions=["direct"],
        dialog={
            "title": "Start",
            "description": "The draw is made and the first tables are dealt. "
            "Entry ends; who has not checked in where that is asked for is left out.",
            "form_class": SureForm,
            "form_submit_text": "Start now",
        },
    )
    def start(self, request: HttpRequest, form: SureForm, object_id: str) -> HttpResponse:
        event = Tournament.objects.get(pk=object_id)
        start_one(request, event)
        return back_to(request, event)

    @action(  # type: ignore[untyped-decorator]  # unfold is not typed
        description="Console", permissions=["direct"]
    )
    def console(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Results, pauses, replacements and undoing, each with a preview, stand there."""
        event = Tournament.objects.get(pk=object_id)
        return HttpResponseRedirect(reverse("event-console", args=[event.public_id]))

    @action(  # type: ignore[untyped-decorator]  # unfold is not typed
        description="Cancel",
        permissions=["direct"],
        dialog={
            "title": "Cancel",
            "description": "It ends here: running tables are void, finished ones stand. "
            "This cannot be taken back.",
            "form_class": ReasonForm,
            "form_submit_text": "Cancel the event, void its running tables",
        },
    )
    def cancel(self, request: HttpRequest, form: ReasonForm, object_id: str) -> HttpResponse:
        event = Tournament.objects.get(pk=object_id)
        cancel_one(request, event, form.cleaned_data["reason"])
        return back_to(request, event)


@admin.register(Entrant)
class EntrantAdmin(Directed, ModelAdmin):  # type: ignore[misc]  # unfold is not typed
    list_display = ("player", "tournament", "status", "seed", "entered_at", "checked_in_at")
    list_filter = ("status", "tournament")
    list_select_related = ("player", "tournament")
    search_fields = ("player__handle", "tournament__name")
    ordering = ("-pk",)
    actions = ("withdraw_those",)
    actions_detail = ("check_in", "withdraw", "disqualify")
    shown = (
        "tournament",
        "player",
        "name",
        "club",
        "status",
        "seed",
        "mu",
        "sigma",
        "entered_at",
        "checked_in_at",
        "withdrawn_at",
        "reason",
    )

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:  # noqa: ANN401 - as Django's
        return ("tournament", "player") if obj is None else self.shown

    def get_form(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:  # noqa: ANN401 - as Django's
        if obj is None:
            kwargs["form"] = type("EntrantForm", (NewEntrantForm,), {"user": request.user})
        return super().get_form(request, obj, **kwargs)

    def save_model(
        self, request: HttpRequest, obj: Entrant, form: NewEntrantForm, change: bool
    ) -> None:
        created = actions.enter(
            tournament_id=obj.tournament_id, player_id=obj.player_id, by=form.user
        )
        obj.__dict__.update(created.__dict__)

    @admin.action(description="Withdraw (later matches become walkovers)", permissions=["direct"])
    def withdraw_those(self, request: HttpRequest, queryset: QuerySet[Entrant]) -> None:
        for entrant in queryset.select_related("player"):
            withdraw_one(request, entrant, reason="Withdrawn by an organiser.")

    @action(  # type: ignore[untyped-decorator]  # unfold is not typed
        description="Withdraw",
        permissions=["direct"],
        dialog={
            "title": "Withdraw",
            "description": "It leaves its table, in last place; its later matches are walkovers.",
            "form_class": ReasonForm,
            "form_submit_text": "Withdraw the entrant",
        },
    )
    def withdraw(self, request: HttpRequest, form: ReasonForm, object_id: str) -> HttpResponse:
        entrant = Entrant.objects.select_related("player").get(pk=object_id)
        withdraw_one(request, entrant, form.cleaned_data["reason"])
        return back_to(request, entrant)

    @action(  # type: ignore[untyped-decorator]  # unfold is not typed
        description="Check in",
        permissions=["direct"],
        dialog={
            "title": "Check in",
            "description": "It is there, and will be part of the draw.",
            "form_class": SureForm,
            "form_submit_text": "Check in",
        },
    )
    def check_in(self, request: HttpRequest, form: SureForm, object_id: str) -> HttpResponse:
        entrant = Entrant.objects.select_related("player").get(pk=object_id)
        attempt(
            request,
            lambda user: actions.check_in(entrant_id=entrant.pk, by=user),
            f"{entrant.player.handle} is checked in.",
        )
        return back_to(request, entrant)

    @action(  # type: ignore[untyped-decorator]  # unfold is not typed
        description="Disqualify",
        permissions=["direct"],
        dialog={
            "title": "Disqualify",
            "description": "It leaves its table and stands last; the console takes it back.",
            "form_class": ReasonForm,
            "form_submit_text": "Disqualify the entrant",
        },
    )
    def disqualify(self, request: HttpRequest, form: ReasonForm, object_id: str) -> HttpResponse:
        entrant = Entrant.objects.select_related("player").get(pk=object_id)
        reason = form.cleaned_data["reason"]
        attempt(
            request,
            lambda user: actions.disqualify(entrant_id=entrant.pk, by=user, reason=reason),
            f"{entrant.player.handle} is disqualified.",
        )
        return back_to(request, entrant)


class ResultsOfMatch(ReadOnly, TabularInline):  # type: ignore[misc]  # unfold is not typed
    model = MatchResult
    fields = ("entrants", "places", "cause", "recorded_at", "voided_at")
    extra = 0


class TablesOfMatch(ReadOnly, TabularInline):  # type: ignore[misc]  # unfold is not typed
    model = MatchTable
    fields = ("number", "table", "seating")
    extra = 0

    def get_queryset(self, request: HttpRequest):  # type: ignore[no-untyped-def]  # as unfold's
        """Without tables whose deal is still played elsewhere, as everywhere."""
        return super().get_queryset(request).exclude(closed("table__"))


@admin.register(Match)
class MatchAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]  # unfold is not typed
    list_display = ("key", "stage", "round", "state")
    list_filter = ("state", "stage__tournament")
    list_select_related = ("stage",)
    ordering = ("-stage", "pk")
    fields = ("stage", "key", "round", "number", "label", "slots", "advance", "state")
    inlines = (TablesOfMatch, ResultsOfMatch)


@admin.register(Series)
class SeriesAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]  # unfold is not typed
    list_display = ("name", "rule", "time_zone", "next_at", "organiser", "failures", "last_error")
    list_select_related = ("organiser",)
    search_fields = ("name", "public_id")
    ordering = ("-pk",)
    actions_detail = ("page",)
    fields = (
        "public_id",
        "name",
        "organiser",
        "template",
        "rule",
        "first_at",
        "time_zone",
        "announced_hours",
        "next_at",
        "failures",
        "last_error",
    )

    @action(description="Its page")  # type: ignore[untyped-decorator]  # unfold is not typed
    def page(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The next starts, the events that came of it, and the way to stop it stand there."""
        return HttpResponseRedirect(
            reverse("series", args=[Series.objects.get(pk=object_id).public_id])
        )


@admin.register(Act)
class ActAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]  # unfold is not typed
    list_display = ("happened_at", "kind", "tournament", "actor", "reason")
    list_filter = ("kind", "tournament")
    list_select_related = ("tournament", "actor")
    ordering = ("-pk",)
    fields = ("tournament", "kind", "payload", "actor", "reason", "happened_at")
