"""Where each part of the service answers."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

urlpatterns = [
    # One door to sign in at, whose tries are counted.
    path("admin/login/", RedirectView.as_view(pattern_name="sign-in", query_string=True)),
    path("admin/", admin.site.urls),
    path("api/", include("api.urls")),
    path("", include("web.urls")),
]

handler400 = "config.handlers.bad_request"
handler403 = "config.handlers.forbidden"
handler404 = "config.handlers.not_found"
handler500 = "config.handlers.broken"
