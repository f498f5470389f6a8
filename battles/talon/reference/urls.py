"""Addresses of what anybody may look up."""

from django.urls import path
from django.views.generic import RedirectView

from battles.talon.reference import views as reference

app_name = "reference"

urlpatterns = [
    path("how-to-play/", reference.how_to_play, name="how-to-play"),
    path("help/", RedirectView.as_view(pattern_name="reference:how-to-play"), name="help"),
    path("glossary/", reference.glossary, name="glossary"),
    path("rules/", RedirectView.as_view(pattern_name="reference:rulings"), name="rules"),
    path("rulings/", reference.rulings, name="rulings"),
    path("rulings/<str:number>/", reference.ruling, name="ruling"),
    path("ships/", reference.ships, name="ships"),
    path("ships/<slug:side>/<slug:key>/", reference.ship, name="ship"),
]
