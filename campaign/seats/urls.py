"""Addresses of deputies and seats."""

from django.urls import path

from campaign.seats import views as seats

urlpatterns = [
    path("wars/<number:war_id>/<str:side>/deputy/", seats.deputy, name="war-deputy"),
    path("wars/<number:war_id>/<str:side>/give-back/", seats.return_seat, name="war-give-back"),
]
