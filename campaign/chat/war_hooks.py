"""The chat as it stands beside a war: a tab, a panel on the war's page, and how much is new in the list of wars."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from battles.chat.words import Chat
from campaign.chat.chatting import mark_read
from campaign.chat.words import chat_of, has_chat, unread_in
from campaign.war.at import At
from campaign.war.hooks import Panel, Tab


@dataclass(frozen=True, slots=True)
class ChatPanelPage(Panel):
    """The chat on the war's page."""

    template: ClassVar = "campaign/chat_panel.html"
    chat: Chat

    def shown(self, at: At) -> None:
        """Nothing in it is new any more."""
        mark_read(seat=at.seats[at.side], newest=self.chat.newest)


def panel(at: At) -> ChatPanelPage | None:
    """The chat; None in a war without one."""
    chat = chat_of(at)
    return ChatPanelPage(chat) if chat is not None else None


def tabs(at: At) -> Iterator[Tab]:
    """The chat's tab, in a war that has one."""
    if has_chat(at):
        yield Tab("Chat", "chat/", unread=unread_in(at))
