"""Addresses of how a battle was fought; what a side alone may read is kept by no browser that somebody else may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.talon.fought import views as fought

urlpatterns = [
    path("battles/<number:battle_id>/fought/", never_cache(fought.fought), name="battle_fought"),
    path("battles/<number:battle_id>/fought/frames.json", fought.battle_frames, name="battle_frames"),
]
