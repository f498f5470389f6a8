"""Addresses of the lifetime scores."""

from django.urls import path

from accounts.scores import views

urlpatterns = [
    path("opponents/", views.opponents, name="opponents"),
    path("opponents/<str:callsign>/", views.ledger, name="ledger"),
]
