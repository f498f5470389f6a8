"""Addresses of the chats of battles and campaign games; what players alone may read is kept by no shared browser."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.chat import views as chat

urlpatterns = [
    path("battles/<number:battle_id>/chat/", never_cache(chat.battle_chat), name="battle_chat"),
    path(
        "battles/<number:battle_id>/chat/read/", never_cache(chat.battle_chat_read), name="battle_chat_read"
    ),
    path(
        "battles/<number:battle_id>/chat/mute/", never_cache(chat.battle_chat_mute), name="battle_chat_mute"
    ),
    path("campaign-games/<number:series_id>/chat/", never_cache(chat.series_chat), name="series_chat"),
    path(
        "campaign-games/<number:series_id>/chat/read/",
        never_cache(chat.series_chat_read),
        name="series_chat_read",
    ),
    path(
        "campaign-games/<number:series_id>/chat/mute/",
        never_cache(chat.series_chat_mute),
        name="series_chat_mute",
    ),
]
