"""Addresses of a war's own pages."""

from django.urls import path

from campaign.views import (
    chat,
    correct,
    history,
    odds,
    orders,
    renaming,
    sandbox,
    seats,
    stream,
    time,
    tracking,
    war,
    watch,
)

urlpatterns = [
    path("wars/<number:war_id>/<str:side>/", war.war, name="war-side"),
    path("wars/<number:war_id>/<str:side>/orders/", orders.war_orders, name="war-orders"),
    path("odds/", odds.reliability, name="odds-reliability"),
    path("wars/<number:war_id>/<str:side>/odds/", odds.ask_odds, name="war-odds-ask"),
    path("wars/<number:war_id>/<str:side>/odds/ahead/", odds.odds_ahead, name="war-odds-ahead"),
    path(
        "wars/<number:war_id>/<str:side>/odds/under-way/<number:battle>/",
        odds.odds_under_way,
        name="war-odds-under-way",
    ),
    path("wars/<number:war_id>/<str:side>/odds/<slug:key>/", odds.odds, name="war-odds"),
    path("wars/<number:war_id>/<str:side>/sandbox/", sandbox.sandbox, name="war-sandbox"),
    path("wars/<number:war_id>/<str:side>/rename/", renaming.rename, name="war-rename"),
    path("wars/<number:war_id>/<str:side>/surrender/", orders.surrender, name="war-surrender"),
    path("wars/<number:war_id>/<str:side>/history/", history.history, name="war-history"),
    path("wars/<number:war_id>/<str:side>/correct/<number:battle>/", correct.correct, name="war-correct"),
    path("wars/<number:war_id>/<str:side>/treasury/", history.treasury, name="war-treasury"),
    path("wars/<number:war_id>/<str:side>/charts/", history.war_charts, name="war-charts"),
    path("wars/<number:war_id>/<str:side>/tracking/", tracking.tracking, name="war-tracking"),
    path("wars/<number:war_id>/<str:side>/tracking/pdf/", tracking.tracking_as_pdf, name="war-tracking-pdf"),
    path("wars/<number:war_id>/<str:side>/tracking.csv", tracking.tracking_as_csv, name="war-tracking-csv"),
    path("wars/<number:war_id>/<str:side>/export/", history.export_war, name="war-export"),
    path("wars/<number:war_id>/<str:side>/seen/", war.dismiss_headlines, name="war-seen"),
    path("wars/<number:war_id>/<str:side>/chat/", chat.chat, name="war-chat"),
    path("wars/<number:war_id>/<str:side>/chat/read/", chat.read, name="war-chat-read"),
    path("wars/<number:war_id>/<str:side>/chat/mute/", chat.mute, name="war-chat-mute"),
    path("wars/<number:war_id>/<str:side>/time/", time.war_time, name="war-time"),
    path("wars/<number:war_id>/<str:side>/deputy/", seats.deputy, name="war-deputy"),
    path("wars/<number:war_id>/<str:side>/give-back/", seats.return_seat, name="war-give-back"),
    path("wars/<number:war_id>/<str:side>/watch/", watch.watch_link, name="war-watch-link"),
    path("events/wars/<number:war_id>/", stream.war_events, name="war-events"),
]
