"""Notes when a request came in: receipt time, not a worker's leisure, decides a deadline."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class ArrivalMiddleware:
    """Sets `request.arrived`, seconds on the monotonic clock. First of all middleware."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        request.arrived = time.monotonic()  # type: ignore[attr-defined]
        response: HttpResponseBase | Awaitable[HttpResponseBase] = self.get_response(request)
        return response
