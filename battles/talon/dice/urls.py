"""The address of a battle's dice."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.talon.dice import views

urlpatterns = [path("battles/<number:battle_id>/dice/", never_cache(views.dice), name="battle_dice")]
