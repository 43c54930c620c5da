"""Django's own refusals: a problem under /api/, Django's page (with our template) elsewhere."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404
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
    # No address of ours fits: Django's reason is not for readers.
    is_ours = not isinstance(exception, Resolver404)
    return defaults.page_not_found(request, exception if is_ours else Http404("No such page."))


def broken(request: HttpRequest) -> HttpResponse:
    if request.path.startswith(UNDER):
        return errors.broken(request)
    return defaults.server_error(request)
