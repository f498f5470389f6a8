"""Addresses of the chat of a war."""

from django.urls import path

from campaign.chat import views as chat

urlpatterns = [
    path("wars/<number:war_id>/<str:side>/chat/", chat.chat, name="war-chat"),
    path("wars/<number:war_id>/<str:side>/chat/read/", chat.read, name="war-chat-read"),
    path("wars/<number:war_id>/<str:side>/chat/mute/", chat.mute, name="war-chat-mute"),
]
