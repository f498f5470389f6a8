"""Addresses of the page of a battle; what a side alone may read is kept by no browser that somebody else may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.overview.views import battle, exchange

urlpatterns = [
    path("battles/<number:battle_id>/", never_cache(battle.battle), name="battle"),
    path("battles/<number:battle_id>/sheet/", never_cache(battle.sheet), name="battle_sheet"),
    path("battles/<number:battle_id>/sheet/pdf/", never_cache(battle.sheet_as_pdf), name="battle_sheet_pdf"),
    path("battles/<number:battle_id>/confirm/", never_cache(battle.battle_confirm), name="battle_confirm"),
    path("battles/<number:battle_id>/dispute/", never_cache(battle.battle_dispute), name="battle_dispute"),
    path("battles/<number:battle_id>/way/", never_cache(battle.battle_way), name="battle_way"),
    path("battles/<number:battle_id>/again/", never_cache(battle.battle_again), name="battle_again"),
    path("battles/<number:battle_id>/record.<slug:form>", exchange.battle_record, name="battle_record"),
    path("battles/<number:battle_id>/beginning.txt", exchange.battle_beginning, name="battle_beginning"),
    path("battles/<number:battle_id>/bring/", never_cache(exchange.bring), name="battle_bring"),
    path("events/battle/<number:battle_id>/", battle.battle_events, name="battle_events"),
]
