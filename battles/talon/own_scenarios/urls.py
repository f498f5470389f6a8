"""Addresses of the scenarios that players write."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.talon.own_scenarios import views

urlpatterns = [
    path("scenarios/own/", never_cache(views.own_scenarios), name="own-scenarios"),
    path("scenarios/own/upload/", views.upload, name="own-scenario-upload"),
    path("scenarios/own/<number:scenario_id>/", never_cache(views.edit), name="own-scenario"),
    path("scenarios/own/<number:scenario_id>/play/", never_cache(views.play), name="own-scenario-play"),
    path("scenarios/own/<number:scenario_id>/scenario.toml", views.download, name="own-scenario-file"),
    path("scenarios/own/<number:scenario_id>/delete/", views.delete, name="own-scenario-delete"),
    path("scenarios/own/<number:scenario_id>/share/", views.share, name="own-scenario-share"),
    path("scenarios/shared/<str:token>/", never_cache(views.shared), name="shared-scenario"),
    path("scenarios/shared/<str:token>/scenario.toml", views.shared_file, name="shared-scenario-file"),
    path("scenarios/shared/<str:token>/copy/", views.copy_shared, name="shared-scenario-copy"),
]
