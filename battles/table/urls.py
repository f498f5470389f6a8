"""Addresses of the report of a battle; what a side alone may read is kept by no browser that somebody else may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.table import views as report

urlpatterns = [
    path("battles/<number:battle_id>/report/", never_cache(report.report), name="battle_report"),
    path("battles/<number:battle_id>/report/draft/", never_cache(report.report_changes), name="battle_draft"),
]
