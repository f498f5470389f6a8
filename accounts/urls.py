"""Addresses of one's own settings."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("settings/", views.settings_page, name="settings"),
    path("settings/test", views.settings_test, name="settings_test"),
]
