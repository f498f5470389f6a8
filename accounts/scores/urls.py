"""Addresses of the lifetime score."""

from django.urls import path

from accounts.scores import views

urlpatterns = [
    path("opponents/", views.opponents, name="opponents"),
    path("opponents/<str:callsign>/", views.ledger, name="ledger"),
    path("score/results/", views.results, name="results"),
    path("score/results.csv", views.results_file, name="results-file"),
    path("score/results.bgsplay", views.results_plays, name="results-plays"),
    path("score/link/", views.score_link, name="score-link"),
    path("score/shown/<str:token>/", views.score_shown, name="score-shown"),
]
