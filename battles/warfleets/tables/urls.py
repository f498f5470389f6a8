"""Addresses of battles of Warfleets on a table; what a player alone may read is kept by no browser."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.warfleets.tables import asking, joining, views

urlpatterns = [
    path("warfleets/battles/new/", never_cache(views.new_table), name="warfleets_new"),
    path("warfleets/battles/<number:table_id>/", never_cache(views.table), name="warfleets_table"),
    path("warfleets/battles/<number:table_id>/order/", views.order, name="warfleets_order"),
    path("warfleets/battles/<number:table_id>/undo/", views.undo, name="warfleets_undo"),
    path("warfleets/battles/<number:table_id>/concede/", views.concede, name="warfleets_concede"),
    path("warfleets/battles/<number:table_id>/agree/", views.agree, name="warfleets_agree"),
    path("warfleets/battles/join/<str:token>/", never_cache(joining.join), name="warfleets_join"),
    path("warfleets/battles/join/<str:token>/drop/", joining.drop, name="warfleets_drop"),
    path(
        "warfleets/battles/<number:table_id>/record/",
        never_cache(asking.record),
        name="warfleets_battle_record",
    ),
    path("warfleets/battles/<number:table_id>/state/", never_cache(asking.state), name="warfleets_state"),
    path("warfleets/battles/<number:table_id>/preview/", asking.preview, name="warfleets_preview"),
    path("events/warfleets/<number:table_id>/", asking.table_events, name="warfleets_events"),
]
