"""Addresses of fleets of Warfleets; what a player alone may read is kept by no browser that somebody else may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.warfleets import exchange, factions, printing, views
from battles.warfleets.fought import views as fought
from battles.warfleets.games import views as games

urlpatterns = [
    path("warfleets/", never_cache(views.fleets), name="warfleets"),
    path("warfleets/<number:fleet_id>/", never_cache(views.fleet), name="warfleets_fleet"),
    path("warfleets/<number:fleet_id>/copy/", views.copy, name="warfleets_copy"),
    path("warfleets/<number:fleet_id>/delete/", views.delete, name="warfleets_delete"),
    path("warfleets/<number:fleet_id>/share/", views.share, name="warfleets_share"),
    path("warfleets/<number:fleet_id>/cards/", never_cache(printing.cards), name="warfleets_cards"),
    path("warfleets/<number:fleet_id>/cards/pdf/", printing.cards_as_pdf, name="warfleets_cards_pdf"),
    path("warfleets/file/", exchange.send_fleet, name="warfleets_send"),
    path("warfleets/<number:fleet_id>/file/", never_cache(exchange.fleet_file), name="warfleets_file"),
    path("warfleets/<number:fleet_id>/faction/", factions.faction, name="warfleets_faction"),
    path(
        "warfleets/<number:fleet_id>/faction/file/",
        never_cache(factions.faction_file),
        name="warfleets_faction_file",
    ),
    path("warfleets/<number:fleet_id>/record/", never_cache(games.record), name="warfleets_record"),
    path("warfleets/games/<number:result_id>/", never_cache(games.game), name="warfleets_game"),
    path(
        "warfleets/games/<number:result_id>/correct/",
        never_cache(games.correct),
        name="warfleets_game_correct",
    ),
    path("battles/<number:battle_id>/fought/warfleets/", never_cache(fought.fought), name="warfleets_fought"),
    path(
        "battles/<number:battle_id>/fought/warfleets/<number:round_number>.svg",
        fought.table,
        name="warfleets_fought_table",
    ),
    path("warfleets/shared/<str:token>/", views.shared, name="warfleets_shared"),
    path("warfleets/shared/<str:token>/copy/", views.shared_copy, name="warfleets_shared_copy"),
]
