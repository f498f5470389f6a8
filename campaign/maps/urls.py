"""Addresses of the maps that players draw."""

from django.urls import path

from campaign.maps import editor as map_editor
from campaign.maps import views as maps

urlpatterns = [
    path("maps/", maps.maps, name="maps"),
    path("maps/upload/", maps.upload, name="map-upload"),
    path("maps/<number:map_id>/", map_editor.edit, name="map-edit"),
    path("maps/<number:map_id>/map.toml", maps.download, name="map-download"),
    path("maps/<number:map_id>/delete/", map_editor.delete, name="map-delete"),
    path("maps/<number:map_id>/offer/", map_editor.offer, name="map-offer"),
    path("maps/<number:map_id>/share/", map_editor.share, name="map-share"),
    path("maps/shared/<str:token>/", maps.shared, name="map-shared"),
    path("maps/shared/<str:token>/map.toml", maps.shared_file, name="map-shared-file"),
    path("maps/shared/<str:token>/copy/", maps.copy_shared, name="map-shared-copy"),
    path("maps/offered/<number:copy_id>/", maps.offered, name="map-offered"),
]
