"""Addresses of one's own settings."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("settings/", views.settings_page, name="settings"),
    path("settings/keep/", views.keep_page, name="keep"),
    path("settings/history", views.settings_history, name="settings_history"),
    path("events/me", views.my_events, name="my_events"),
    path("settings/test", views.settings_test, name="settings_test"),
]
