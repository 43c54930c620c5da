"""The header that keeps a page to its own origin: no inline script, no other host."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase

POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
# The admin's theme brings scripts inside its pages, and evaluates expressions in attributes.
ADMIN_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"
)
HEADER = "Content-Security-Policy"


class ContentSecurityMiddleware:
    """Sets the policy where a view has set none of its own."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if self.is_async:
            return self._async_call(request)
        return _guarded(request, self.get_response(request))

    async def _async_call(self, request: HttpRequest) -> HttpResponseBase:
        return _guarded(request, await self.get_response(request))


def _guarded(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    policy = ADMIN_POLICY if request.path.startswith("/admin/") else POLICY
    response.headers.setdefault(HEADER, policy)
    return response
