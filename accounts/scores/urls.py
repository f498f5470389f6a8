"""Addresses of the score for life."""

from django.urls import path

from accounts.scores import views

urlpatterns = [
    path("opponents/", views.opponents, name="opponents"),
    path("opponents/<str:callsign>/", views.ledger, name="ledger"),
    path("score/results/", views.results, name="results"),
]
