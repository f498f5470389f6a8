"""Addresses of battles tried out; what a side alone may read is kept by no browser that somebody else may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.talon.sandboxes import views as sandboxes

urlpatterns = [
    path("battles/<number:battle_id>/try-out/", never_cache(sandboxes.try_out), name="battle_try_out"),
    path(
        "battles/<number:battle_id>/throw-away/", never_cache(sandboxes.throw_away), name="battle_throw_away"
    ),
]
