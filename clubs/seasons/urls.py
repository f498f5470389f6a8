"""Addresses of seasons; what members alone may read is kept by no browser that somebody else may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from clubs.seasons import views

SEASON = "clubs/<number:club_id>/seasons/<number:season_id>/"

urlpatterns = [
    path("clubs/<number:club_id>/seasons/new/", never_cache(views.season_new), name="season_new"),
    path(SEASON, never_cache(views.season), name="season"),
    path(f"{SEASON}standings.csv", never_cache(views.season_standings), name="season_standings"),
    path(f"{SEASON}games.csv", never_cache(views.season_games), name="season_games"),
    path(f"{SEASON}deadlines.ics", never_cache(views.season_deadlines), name="season_deadlines"),
    path("clubs/calendar/<str:token>.ics", views.season_feed, name="season_feed"),
    path(f"{SEASON}calendar/", views.season_calendar, name="season_calendar"),
    path(f"{SEASON}entry/", views.season_entry, name="season_entry"),
    path(f"{SEASON}start/", views.season_start, name="season_start"),
    path(f"{SEASON}call-off/", views.season_call_off, name="season_call_off"),
    path(f"{SEASON}rounds/<number:round_number>/", views.season_round, name="season_round"),
    path(f"{SEASON}players/<number:entrant>/", views.season_player, name="season_player"),
    path(f"{SEASON}games/<number:game>/", never_cache(views.season_game), name="season_game"),
]
