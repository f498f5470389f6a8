"""Addresses of the wars."""

from django.urls import path

from campaign.views import home

urlpatterns = [path("", home.front, name="home")]
