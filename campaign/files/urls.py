"""Addresses of wars as files."""

from django.urls import path

from campaign.files import views as importing

urlpatterns = [
    path("wars/import/", importing.import_war, name="war-import"),
    path("wars/import/<number:number>/", importing.importing, name="war-importing"),
]
