"""Operators look at ledger, ratings and history here; nothing can be written."""

from __future__ import annotations

from django.contrib import admin
from unfold.admin import ModelAdmin, TabularInline

from players.admin_bases import ReadOnly
from ratings.models import Contest, ContestPlayer, Pool, Rating, RatingChange


class PlayersOfContest(ReadOnly, TabularInline):  # type: ignore[misc]  # unfold is not typed
    model = ContestPlayer
    fields = ("team", "number", "player", "weight")
    extra = 0


@admin.register(Pool)
class PoolAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]  # unfold is not typed
    list_display = ("game", "division", "beta", "tau", "draw_probability", "generation")
    list_filter = ("game", "division")


@admin.register(Contest)
class ContestAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]  # unfold is not typed
    list_display = ("source", "pool", "sequence", "played_at", "voided_at", "refusal")
    list_filter = ("pool", ("voided_at", admin.EmptyFieldListFilter), "refusal")
    list_select_related = ("pool",)
    search_fields = ("source", "players__player__handle")
    ordering = ("-id",)
    inlines = (PlayersOfContest,)


@admin.register(Rating)
class RatingAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]  # unfold is not typed
    list_display = ("player", "pool", "mu", "sigma", "exposure", "contests", "last_played_at")
    list_filter = ("pool",)
    list_select_related = ("player", "pool")
    search_fields = ("player__handle",)
    ordering = ("pool", "-exposure", "-mu", "player")


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]  # unfold is not typed
    list_display = (
        "player",
        "contest",
        "generation",
        "sequence",
        "place",
        "expected_place",
        "mu_before",
        "sigma_before",
        "mu_after",
        "sigma_after",
    )
    list_filter = ("pool",)
    list_select_related = ("player", "contest")
    search_fields = ("player__handle", "contest__source")
    ordering = ("-id",)
