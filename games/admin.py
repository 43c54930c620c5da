"""Operators look at tables and logs here; nothing can be written, and no card is shown."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline

from games.models import Move, Seat, Table
from games.queries import closed
from players.admin_bases import ReadOnly


class SeatsOfTable(ReadOnly, TabularInline):  # type: ignore[misc]  # unfold is not typed
    model = Seat
    fields = ("number", "player", "filler", "deadline_at", "place", "score", "left_reason")
    extra = 0


@admin.register(Table)
class TableAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]  # unfold is not typed
    list_display = ("public_id", "game", "status", "seat_count", "ply", "opened_at", "settled_at")
    list_filter = ("status", "game", "casual")
    search_fields = ("public_id", "seats__player__handle")
    fields = (
        "public_id",
        "game",
        "rules_version",
        "options",
        "status",
        "patience_seconds",
        "casual",
        "ply",
        "why",
        "unrated_code",
        "opened_at",
        "started_at",
        "over_at",
        "settled_at",
        "settle_failures",
    )
    inlines = (SeatsOfTable,)

    def get_queryset(self, request: HttpRequest):  # type: ignore[no-untyped-def]  # as unfold's
        """Staff, too, sees nothing of a table whose deal is still played elsewhere."""
        return super().get_queryset(request).exclude(closed())


@admin.register(Move)
class MoveAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]  # unfold is not typed
    """The log where the deal is open: a running table shows staff no more than its page does."""

    list_display = ("table", "ply", "seat", "turn", "cause", "received_at")
    list_filter = ("cause",)
    list_select_related = ("table",)
    search_fields = ("table__public_id",)
    fields = ("table", "ply", "seat", "turn", "move", "cause", "received_at")

    def get_queryset(self, request: HttpRequest):  # type: ignore[no-untyped-def]  # as unfold's
        return super().get_queryset(request).filter(table__deal__revealed_at__isnull=False)
