"""Addresses of the lobby: my wars, a new one, invitations, the shared table."""

from django.urls import path

from campaign.lobby.views import home, joining, lobby, open_wars, play, table

urlpatterns = [
    path("", home.front, name="home"),
    path("wars/", lobby.wars, name="wars"),
    path("wars/badge/", lobby.badge, name="wars-badge"),
    path("play/", play.play, name="play"),
    path("wars/open/", open_wars.open_wars, name="open-wars"),
    path("wars/new/", lobby.new_war, name="war-new"),
    path("wars/join/<str:token>/", joining.join, name="war-join"),
    path("wars/join/<str:token>/accept/", joining.accept, name="war-accept"),
    path("wars/join/<str:token>/decline/", joining.decline, name="war-decline"),
    path("wars/<number:war_id>/", table.war, name="war"),
    path("wars/<number:war_id>/invite/", table.invite, name="war-invite"),
    path("wars/<number:war_id>/invite/withdraw/", table.withdraw, name="war-withdraw"),
    path("wars/<number:war_id>/call-off/", table.end_before, name="war-call-off"),
    path("wars/<number:war_id>/curtain/", table.draw_curtain, name="war-draw-curtain"),
    path("wars/<number:war_id>/curtain/<str:side>/", table.curtain, name="war-curtain"),
]
