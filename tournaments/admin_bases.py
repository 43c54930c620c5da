"""What may be done to the rows of events on admin pages: the acts of directors."""

from __future__ import annotations

from typing import Any

from django.db.models import Model
from django.http import HttpRequest

from players.admin_bases import ReadOnly


class Directed(ReadOnly):
    """Rows that directors act on: with the right to change them, though not their fields."""

    model: type[Model]

    def has_direct_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401
        meta = self.model._meta
        return request.user.has_perm(f"{meta.app_label}.change_{meta.model_name}")

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_direct_permission(request)
