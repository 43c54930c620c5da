"""Django's own refusals: a problem under /api/, Django's page (with our template) elsewhere."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views import defaults

from api import errors

UNDER = "/api/"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path.startswith(UNDER):
        return errors.bad_request(request, exception)
    return defaults.bad_request(request, exception)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path.startswith(UNDER):
        return errors.forbidden(request, exception)
    return defaults.permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if request.path.startswith(UNDER):
        return errors.not_found(request, exception)
    return defaults.page_not_found(request, exception)


def broken(request: HttpRequest) -> HttpResponse:
    if request.path.startswith(UNDER):
        return errors.broken(request)
    return defaults.server_error(request)
