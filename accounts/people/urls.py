"""Addresses of one's own settings."""

from allauth.account import views as allauth
from django.urls import path

from accounts.people import theme, views
from accounts.people.guests import keep_first

urlpatterns = [
    path("settings/", views.settings, name="settings"),
    path("settings/theme/", theme.choose_theme, name="theme"),
    path("settings/keep/", views.keep, name="keep"),
    path("settings/history", views.settings_history, name="settings_history"),
    path("events/me", views.my_events, name="my_events"),
    path("settings/unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
    path("settings/zone/", views.settings_zone, name="settings_zone"),
    path("settings/browsers/", views.settings_browsers, name="settings_browsers"),
    path("settings/test", views.settings_test, name="settings_test"),
    # In front of allauth's own, whose names they keep:
    path("accounts/signup/", views.SignUp.as_view()),
    path("accounts/logout/", views.sign_out),
    path("accounts/email/", keep_first(allauth.email)),
    path("accounts/password/change/", keep_first(allauth.password_change)),
    path("accounts/password/set/", keep_first(allauth.password_set)),
]
