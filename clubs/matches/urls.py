"""Addresses of matches; what members alone may read is kept by no browser that somebody else may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from clubs.matches import views

MATCH = "clubs/matches/<number:match_id>/"

urlpatterns = [
    path("clubs/<number:club_id>/matches/new/", never_cache(views.match_new), name="match_new"),
    path(MATCH, never_cache(views.match), name="match"),
    path(f"{MATCH}clubs/<number:club_id>/", never_cache(views.match_club), name="match_club"),
    path(f"{MATCH}boards/<number:number>/", never_cache(views.match_board), name="match_board"),
]
