"""Addresses of onlookers of a battle; what a side alone may read is kept by no browser that somebody else may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.talon.watching import views as onlookers

urlpatterns = [
    path(
        "battles/<number:battle_id>/onlookers/",
        never_cache(onlookers.battle_onlookers),
        name="battle_onlookers",
    ),
    path("battles/watch/<str:token>/", onlookers.onlooker, name="onlooker"),
    path("battles/watch/<str:token>/report/", onlookers.onlooker_report, name="onlooker_report"),
    path("battles/watch/<str:token>/report/frames/", onlookers.onlooker_frames, name="onlooker_frames"),
    path("events/onlooker/<str:token>/", onlookers.onlooker_events, name="onlooker_events"),
]
