"""Addresses of battles whose fleets are being chosen; what a side alone may read is kept by no browser of others."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.talon.choosing import views as designs

urlpatterns = [
    path("design/", never_cache(designs.design_new), name="design_new"),
    path("design/<str:token>/", never_cache(designs.design), name="design"),
    path("design/<str:token>/accept/", never_cache(designs.design_accept), name="design_accept"),
    path("design/<str:token>/seal/", never_cache(designs.design_seal), name="design_seal"),
    path("design/<str:token>/choose/", never_cache(designs.design_choose), name="design_choose"),
    path("design/<str:token>/withdraw/", never_cache(designs.design_withdraw), name="design_withdraw"),
]
