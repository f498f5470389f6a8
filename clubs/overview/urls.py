"""Addresses of the clubs; what members alone may read is kept by no browser that somebody else may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from clubs.overview import views

urlpatterns = [
    path("clubs/", never_cache(views.clubs), name="clubs"),
    path("clubs/<number:club_id>/", never_cache(views.club), name="club"),
    path("clubs/<number:club_id>/change/", views.club_change, name="club_change"),
    path("clubs/<number:club_id>/link/", views.club_share, name="club_share"),
    path("clubs/<number:club_id>/invite/", views.club_invite, name="club_invite"),
    path("clubs/<number:club_id>/join/", views.club_join, name="club_join"),
    path("clubs/<number:club_id>/candidates/<number:candidate>/", views.club_answer, name="club_answer"),
    path("clubs/<number:club_id>/members/<number:member>/", views.club_member, name="club_member"),
    path("clubs/<number:club_id>/announce/", views.club_announce, name="club_announce"),
    path(
        "clubs/<number:club_id>/announcements/<number:announcement>/",
        views.club_take_back,
        name="club_take_back",
    ),
    path("clubs/<number:club_id>/channel/", views.club_channel, name="club_channel"),
    path("clubs/<number:club_id>/leave/", views.club_leave, name="club_leave"),
    path("clubs/<number:club_id>/close/", views.club_close, name="club_close"),
    path("clubs/link/<str:token>/", views.club_link, name="club_link"),
    path("clubs/link/<str:token>/join/", views.club_link_join, name="club_link_join"),
]
