"""Addresses of battles of teams; what a side alone may read is kept by no browser that somebody else may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.talon.teams import views as teams

urlpatterns = [
    path("teams/<str:token>/", never_cache(teams.team), name="team"),
    path("teams/<str:token>/take/", never_cache(teams.team_take), name="team_take"),
    path("teams/<str:token>/leave/", never_cache(teams.team_leave), name="team_leave"),
    path("teams/<str:token>/arrange/", never_cache(teams.team_arrange), name="team_arrange"),
    path("teams/<str:token>/ready/", never_cache(teams.team_ready), name="team_ready"),
    path("teams/<str:token>/call-off/", never_cache(teams.team_call_off), name="team_call_off"),
    path("teams/<str:token>/talk/", never_cache(teams.team_talk), name="team_talk"),
    path("teams/<str:token>/talk/read/", never_cache(teams.team_talk_read), name="team_talk_read"),
]
