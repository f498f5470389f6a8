"""Addresses of the battles."""

from django.urls import path

from battles.views import battle, fought, report

urlpatterns = [
    path("battles/<int:battle_id>/", battle.battle_page, name="battle"),
    path("battles/<int:battle_id>/sheet/", battle.battle_sheet, name="battle_sheet"),
    path("battles/<int:battle_id>/report/", report.battle_report, name="battle_report"),
    path("battles/<int:battle_id>/report/draft/", report.battle_draft, name="battle_draft"),
    path("battles/<int:battle_id>/confirm/", battle.battle_confirm, name="battle_confirm"),
    path("battles/<int:battle_id>/dispute/", battle.battle_dispute, name="battle_dispute"),
    path("battles/<int:battle_id>/way/", battle.battle_way, name="battle_way"),
    path("battles/<int:battle_id>/again/", battle.battle_again, name="battle_again"),
    path("battles/<int:battle_id>/fought/", fought.battle_fought, name="battle_fought"),
    path("battles/<int:battle_id>/fought/frames.json", fought.battle_frames, name="battle_frames"),
    path("events/battle/<int:battle_id>/", battle.battle_events, name="battle_events"),
]
