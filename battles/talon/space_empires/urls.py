"""Addresses of games of Space Empires; what only their players may read is kept by no browser that others may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.talon.space_empires import shared_views as shared
from battles.talon.space_empires import views as own

urlpatterns = [
    path("space-empires/", never_cache(own.space_empires), name="space_empires"),
    path("space-empires/values.toml", own.space_empires_values, name="space_empires_values"),
    path(
        "space-empires/invitation/<str:token>/",
        never_cache(own.space_empires_invitation),
        name="space_empires_invitation",
    ),
    path(
        "space-empires/invitation/<str:token>/accept/", own.space_empires_accept, name="space_empires_accept"
    ),
    path("space-empires/shared/<str:token>/", shared.space_empires_shared, name="space_empires_shared"),
    path(
        "space-empires/shared/<str:token>/<number:number>/",
        shared.space_empires_shared_battle,
        name="space_empires_shared_battle",
    ),
    path("space-empires/<number:game_id>/", never_cache(own.space_empires_game), name="space_empires_game"),
    path("space-empires/<number:game_id>/share/", own.space_empires_share, name="space_empires_share"),
    path("space-empires/<number:game_id>/chart/", own.space_empires_chart, name="space_empires_chart"),
    path("space-empires/<number:game_id>/new/", own.space_empires_new, name="space_empires_new"),
    path(
        "space-empires/<number:game_id>/battles/<number:number>/",
        never_cache(own.space_empires_battle),
        name="space_empires_battle",
    ),
    path(
        "space-empires/<number:game_id>/battles/<number:number>/troops/",
        own.space_empires_troops,
        name="space_empires_troops",
    ),
    path(
        "space-empires/<number:game_id>/battles/<number:number>/change/",
        own.space_empires_change,
        name="space_empires_change",
    ),
    path(
        "space-empires/<number:game_id>/battles/<number:number>/remove/",
        own.space_empires_remove,
        name="space_empires_remove",
    ),
    path(
        "space-empires/<number:game_id>/battles/<number:number>/<str:step>/",
        never_cache(own.space_empires_step),
        name="space_empires_step",
    ),
]
