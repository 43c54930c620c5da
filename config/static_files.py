"""WhiteNoise for both kinds of server: as it ships, a waiting request would hold a thread."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from inspect import isawaitable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # it ships no types
    """Serves static files from memory's list of them, and passes everything else on."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        self._is_async = iscoroutinefunction(get_response)
        if self._is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if self._is_async:
            return self._awaited(request)
        response: HttpResponseBase = super().__call__(request)
        return response

    async def _awaited(self, request: HttpRequest) -> HttpResponseBase:
        answer = super().__call__(request)
        response: HttpResponseBase = await answer if isawaitable(answer) else answer
        return response
