"""Addresses of what anybody may look up."""

from django.urls import path

from battles.views import reference

app_name = "reference"

urlpatterns = [
    path("rulings/", reference.rulings, name="rulings"),
    path("ships/", reference.ships, name="ships"),
    path("ships/<slug:side>/<slug:key>/", reference.ship, name="ship"),
]
