"""Addresses of one's own settings."""

from django.http import HttpRequest, HttpResponse
from django.urls import path


def _soon(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("soon")


urlpatterns = [path("settings/", _soon, name="settings")]
