"""The address at which a ship gets another name."""

from django.urls import path

from campaign.renaming import views as renaming

urlpatterns = [
    path("wars/<number:war_id>/<str:side>/rename/", renaming.rename, name="war-rename"),
]
