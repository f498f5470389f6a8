"""Addresses of the lifetime scores."""

from django.urls import path

from accounts import opponents

urlpatterns = [
    path("opponents/", opponents.opponents, name="opponents"),
    path("opponents/<str:callsign>/", opponents.ledger, name="ledger"),
]
