"""Addresses of the lobby: my wars, a new one, invitations, the shared table, files."""

from django.urls import path

from campaign.views import importing, joining, lobby, open_wars, play, sandbox, table, take_over, watch

urlpatterns = [
    path("wars/", lobby.wars, name="wars"),
    path("wars/badge/", lobby.badge, name="wars-badge"),
    path("play/", play.play, name="play"),
    path("wars/open/", open_wars.open_wars, name="open-wars"),
    path("wars/new/", lobby.new_war, name="war-new"),
    path("wars/take-over/", take_over.take_over, name="war-take-over"),
    path("wars/import/", importing.import_war, name="war-import"),
    path("wars/import/<number:number>/", importing.importing, name="war-importing"),
    path("wars/join/<str:token>/", joining.join, name="war-join"),
    path("wars/join/<str:token>/accept/", joining.accept, name="war-accept"),
    path("wars/join/<str:token>/decline/", joining.decline, name="war-decline"),
    path("wars/watch/<str:token>/", watch.watch, name="watch"),
    path("wars/watch/<str:token>/battles/<number:battle>/", watch.watch_battle, name="watch-battle"),
    path("wars/watch/<str:token>/battles/<number:battle>/frames/", watch.watch_frames, name="watch-frames"),
    path("wars/watch/<str:token>/battles/<number:battle>/board/", watch.watch_board, name="watch-board"),
    path("events/watch/<str:token>/", watch.watch_events, name="watch-events"),
    path("events/watch/<str:token>/<number:battle>/", watch.watch_board_events, name="watch-board-events"),
    path("wars/<number:war_id>/", table.war, name="war"),
    path("wars/<number:war_id>/invite/", table.invite, name="war-invite"),
    path("wars/<number:war_id>/invite/withdraw/", table.withdraw, name="war-withdraw"),
    path("wars/<number:war_id>/call-off/", table.end_before, name="war-call-off"),
    path("wars/<number:war_id>/throw-away/", sandbox.throw_away, name="war-throw-away"),
    path("wars/<number:war_id>/curtain/", table.draw_curtain, name="war-draw-curtain"),
    path("wars/<number:war_id>/curtain/<str:side>/", table.curtain, name="war-curtain"),
]
