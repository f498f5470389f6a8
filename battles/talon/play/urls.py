"""Addresses of a battle played by hand; what a side alone may read is kept by no browser that somebody else may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.talon.play.views import lookup, play, rounds, so_far

urlpatterns = [
    path("battles/<number:battle_id>/play/", never_cache(play.play), name="battle_play"),
    path("battles/<number:battle_id>/play/order/", never_cache(play.play_order), name="battle_play_order"),
    path(
        "battles/<number:battle_id>/play/round/news/",
        never_cache(rounds.play_round_news),
        name="battle_play_round_news",
    ),
    path("battles/<number:battle_id>/play/round/", never_cache(rounds.play_round), name="battle_play_round"),
    path(
        "battles/<number:battle_id>/play/overlay/<slug:kind>/",
        never_cache(lookup.play_overlay),
        name="battle_play_overlay",
    ),
    path("battles/<number:battle_id>/play/why/", never_cache(lookup.play_why), name="battle_play_why"),
    path("battles/<number:battle_id>/play/ready/", never_cache(play.play_ready), name="battle_play_ready"),
    path("battles/<number:battle_id>/play/log/", never_cache(so_far.play_log), name="battle_play_log"),
    path("battles/<number:battle_id>/play/so-far/", never_cache(so_far.so_far), name="battle_play_so_far"),
    path(
        "battles/<number:battle_id>/play/so-far/frames.json",
        never_cache(so_far.so_far_frames),
        name="battle_play_frames",
    ),
]
