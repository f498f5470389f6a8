"""Addresses of single battles; what a side alone may read is kept by no browser that somebody else may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.talon.skirmish import views as skirmish

urlpatterns = [
    path("battles/<number:battle_id>/rematch/", never_cache(skirmish.battle_rematch), name="battle_rematch"),
    path(
        "battles/<number:battle_id>/call-off/", never_cache(skirmish.battle_call_off), name="battle_call_off"
    ),
    path("scenarios/", skirmish.every_scenario, name="scenarios"),
    path("scenarios/<number:scenario_number>/", never_cache(skirmish.one_scenario), name="scenario"),
    path("skirmish/", never_cache(skirmish.skirmish), name="skirmish"),
    path("skirmish/<str:token>/", never_cache(skirmish.challenge), name="challenge"),
    path("skirmish/<str:token>/accept/", never_cache(skirmish.challenge_accept), name="challenge_accept"),
    path(
        "skirmish/<str:token>/withdraw/", never_cache(skirmish.challenge_withdraw), name="challenge_withdraw"
    ),
]
