"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from config.health import healthz, status

urlpatterns = [
    path("", include("battles.reference_urls")),
    path("", include("campaign.urls")),
    path("", include("battles.urls")),
    path("", include("accounts.urls")),
    path("", include("accounts.opponents_urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/two-factor/", include("allauth.mfa.urls")),
    path("admin/", admin.site.urls),
    path("healthz", healthz),
    path("status/", status, name="status"),
]

handler400 = "config.errors.unreadable"
handler403 = "config.errors.forbidden"
handler404 = "config.errors.missing"
handler429 = "config.errors.often"
handler500 = "config.errors.failed"
