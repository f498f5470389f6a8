"""What the page of a war's chat shows."""

from dataclasses import dataclass
from typing import ClassVar

from battles.chat.words import Chat
from campaign.chat.words import chat_of
from campaign.war.at import At
from campaign.war.frame import WarFrame, frame
from config.pages import Page


@dataclass(frozen=True, slots=True)
class ChatPage(Page):
    """The chat of a war, or of one of its battles."""

    template: ClassVar = "campaign/chat.html"
    frame: WarFrame
    chat: Chat


def chat_page(at: At, battle: int) -> ChatPage | None:
    """The page; None if the war has no chat."""
    chat = chat_of(at, battle=battle)
    return ChatPage(frame(at), chat) if chat is not None else None
