"""Addresses of corrected results."""

from django.urls import path

from campaign.corrections import views as correct

urlpatterns = [
    path("wars/<number:war_id>/<str:side>/correct/<number:battle>/", correct.correct, name="war-correct"),
]
