"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from config.host.health import healthz, status

urlpatterns = [
    path("", include("campaign.urls")),
    path("", include("battles.urls")),
    path("", include("clubs.urls")),
    path("", include("accounts.people.urls")),
    path("", include("accounts.scores.urls")),
    path("", include("accounts.printing.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/two-factor/", include("allauth.mfa.urls")),
    path("admin/", admin.site.urls),
    path("healthz", healthz),
    path("status/", status, name="status"),
]

handler400 = "config.serving.errors.unreadable"
handler403 = "config.serving.errors.forbidden"
handler404 = "config.serving.errors.missing"
handler429 = "config.serving.errors.often"
handler500 = "config.serving.errors.failed"
