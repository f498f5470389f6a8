"""Addresses of a single battle's chat; what a side alone may read is kept by no browser that others may use."""

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
]
