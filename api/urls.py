"""Everything under /api/: version 1, its description, and a problem for the rest."""

from __future__ import annotations

from django.urls import include, path, re_path

from api import docs
from api.errors import not_found

urlpatterns = [
    path("v1/", include("api.routes")),
    path("docs", docs.page, name="api-docs"),
    path("openapi.yaml", docs.openapi, name="api-openapi"),
    re_path("", not_found),
]
