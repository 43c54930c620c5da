"""What may be done to rows on admin pages where everything changes by actions: nothing."""

from __future__ import annotations

from django.db.models import Model
from django.http import HttpRequest


class ReadOnly:
    """No adding, changing or deleting: an admin page that shows rows, and may offer actions."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
