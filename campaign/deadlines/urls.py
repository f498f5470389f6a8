"""Addresses of the time of a war."""

from django.urls import path

from campaign.deadlines import views as time

urlpatterns = [
    path("wars/<number:war_id>/<str:side>/time/", time.war_time, name="war-time"),
]
