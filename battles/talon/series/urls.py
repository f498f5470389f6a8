"""Addresses of campaign games; what only their players may read is kept by no browser that somebody else may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.talon.series import views as series

urlpatterns = [
    path("campaign-games/", never_cache(series.series_list), name="series_list"),
    path(
        "campaign-games/invitation/<str:token>/",
        never_cache(series.series_invitation),
        name="series_invitation",
    ),
    path("campaign-games/invitation/<str:token>/accept/", series.series_accept, name="series_accept"),
    path("campaign-games/<number:series_id>/", never_cache(series.series), name="series"),
    path("campaign-games/<number:series_id>/begin/", series.series_begin, name="series_begin"),
    path("campaign-games/<number:series_id>/early/", series.series_early, name="series_early"),
    path("campaign-games/<number:series_id>/move/", series.series_move, name="series_move"),
    path("campaign-games/<number:series_id>/concede/", series.series_concede, name="series_concede"),
    path("campaign-games/<number:series_id>/end/", series.series_end, name="series_end"),
    path("campaign-games/<number:series_id>/call-off/", series.series_call_off, name="series_call_off"),
]
