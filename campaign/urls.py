"""Addresses of the wars."""

from django.urls import include, path

from campaign.views import home

urlpatterns = [
    path("", home.front, name="home"),
    path("", include("campaign.urls_lobby")),
    path("", include("campaign.urls_maps")),
    path("", include("campaign.urls_sample")),
    path("", include("campaign.urls_planning")),
    path("", include("campaign.urls_war")),
]
