"""Addresses of campaign games; what only their players may read is kept by no browser that somebody else may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.talon.series import views as series
from battles.talon.series import watch_views as watch
from battles.talon.series.deputies import views as deputies
from battles.talon.series.files import views as files
from battles.talon.series.own_legs import views as own_legs
from battles.talon.series.sealed_legs import views as sealed_legs
from battles.talon.series.time import views as time

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
    path("campaign-games/<number:series_id>/add/", never_cache(own_legs.series_add), name="series_add"),
    path(
        "campaign-games/<number:series_id>/add-sealed/",
        never_cache(sealed_legs.series_add_sealed),
        name="series_add_sealed",
    ),
    path("campaign-games/<number:series_id>/concede/", series.series_concede, name="series_concede"),
    path("campaign-games/<number:series_id>/go-on/", series.series_go_on, name="series_go_on"),
    path("campaign-games/<number:series_id>/end/", series.series_end, name="series_end"),
    path("campaign-games/<number:series_id>/call-off/", series.series_call_off, name="series_call_off"),
    path("campaign-games/<number:series_id>/file/", files.series_file, name="series_file"),
    path("campaign-games/import/", never_cache(files.series_import), name="series_import"),
    path("campaign-games/imported/<number:record>/", never_cache(files.series_record), name="series_record"),
    path(
        "campaign-games/imported/<number:record>/file/", files.series_record_file, name="series_record_file"
    ),
    path(
        "campaign-games/imported/<number:record>/<number:leg>/<number:battle>/",
        never_cache(files.series_record_battle),
        name="series_record_battle",
    ),
    path(
        "campaign-games/imported/<number:record>/<number:leg>/<number:battle>/frames/",
        never_cache(files.series_record_frames),
        name="series_record_frames",
    ),
    path(
        "campaign-games/<number:series_id>/deputy/<number:asked>/",
        never_cache(deputies.series_deputy),
        name="series_deputy",
    ),
    path("campaign-games/<number:series_id>/time/", never_cache(time.series_time), name="series_time"),
    path(
        "campaign-games/<number:series_id>/onlookers/",
        never_cache(watch.series_onlookers),
        name="series_onlookers",
    ),
    path("campaign-games/watch/<str:token>/", watch.series_watch, name="series_watch"),
    path(
        "campaign-games/watch/<str:token>/battles/<number:battle>/",
        watch.series_watch_battle,
        name="series_watch_battle",
    ),
    path(
        "campaign-games/watch/<str:token>/battles/<number:battle>/frames/",
        watch.series_watch_frames,
        name="series_watch_frames",
    ),
    path(
        "campaign-games/watch/<str:token>/battles/<number:battle>/board/",
        watch.series_watch_board,
        name="series_watch_board",
    ),
    path("events/series/<str:token>/", watch.series_watch_events, name="series_watch_events"),
    path(
        "events/series/<str:token>/<number:battle>/",
        watch.series_watch_board_events,
        name="series_watch_board_events",
    ),
]
