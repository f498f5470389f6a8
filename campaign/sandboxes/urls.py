"""Addresses of sandboxes."""

from django.urls import path

from campaign.sandboxes import views as sandbox

urlpatterns = [
    path("wars/<number:war_id>/<str:side>/sandbox/", sandbox.sandbox, name="war-sandbox"),
    path("wars/<number:war_id>/throw-away/", sandbox.throw_away, name="war-throw-away"),
]
