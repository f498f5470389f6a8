"""Addresses of the odds of battles."""

from django.urls import path

from campaign.odds import views as odds

urlpatterns = [
    path("odds/", odds.reliability, name="odds-reliability"),
    path("wars/<number:war_id>/<str:side>/odds/", odds.ask_odds, name="war-odds-ask"),
    path("wars/<number:war_id>/<str:side>/odds/ahead/", odds.odds_ahead, name="war-odds-ahead"),
    path(
        "wars/<number:war_id>/<str:side>/odds/under-way/<number:battle>/",
        odds.odds_under_way,
        name="war-odds-under-way",
    ),
    path("wars/<number:war_id>/<str:side>/odds/<slug:key>/", odds.odds, name="war-odds"),
]
