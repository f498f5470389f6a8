"""Addresses of onlookers."""

from django.urls import path

from campaign.watching import views as watch

urlpatterns = [
    path("wars/<number:war_id>/<str:side>/watch/", watch.watch_link, name="war-watch-link"),
    path("wars/watch/<str:token>/", watch.watch, name="watch"),
    path("wars/watch/<str:token>/battles/<number:battle>/", watch.watch_battle, name="watch-battle"),
    path("wars/watch/<str:token>/battles/<number:battle>/frames/", watch.watch_frames, name="watch-frames"),
    path("wars/watch/<str:token>/battles/<number:battle>/board/", watch.watch_board, name="watch-board"),
    path("events/watch/<str:token>/", watch.watch_events, name="watch-events"),
    path("events/watch/<str:token>/<number:battle>/", watch.watch_board_events, name="watch-board-events"),
]
