"""Addresses of one's own fleets; what a player alone may read is kept by no browser that somebody else may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.talon.fleets import views as fleets

urlpatterns = [
    path("fleets/", never_cache(fleets.fleets), name="fleets"),
    path("fleets/<number:fleet_id>/", never_cache(fleets.fleet), name="fleet"),
    path("fleets/<number:fleet_id>/change/", fleets.fleet_change, name="fleet_change"),
    path("fleets/<number:fleet_id>/copy/", fleets.fleet_copy, name="fleet_copy"),
    path("fleets/<number:fleet_id>/delete/", fleets.fleet_delete, name="fleet_delete"),
    path("fleets/<number:fleet_id>/share/", fleets.fleet_share, name="fleet_share"),
    path("fleets/shared/<str:token>/", fleets.fleet_shared, name="fleet_shared"),
    path("fleets/shared/<str:token>/copy/", fleets.fleet_shared_copy, name="fleet_shared_copy"),
]
