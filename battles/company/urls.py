"""The address of what stands beside the board; a browser that somebody else may use keeps nothing of it."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.company import views as company

urlpatterns = [
    path("battles/<number:battle_id>/company/", never_cache(company.battle_company), name="battle_company"),
]
