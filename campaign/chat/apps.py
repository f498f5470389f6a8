"""The feature chat of wars."""

from typing import Any

from config import feature


class ChatFeature(feature.Feature):
    """campaign/chat/"""

    name = "campaign.chat"

    def ready(self) -> None:
        """Stand beside every war, and beside its battles."""
        from battles.battle.signals import chat_asked  # noqa: PLC0415
        from campaign.chat.war_hooks import panel, tabs  # noqa: PLC0415
        from campaign.chat.words import unread_of  # noqa: PLC0415
        from campaign.war.hooks import PANELS, TABS, UNREAD  # noqa: PLC0415

        PANELS.bring(panel)
        TABS.bring(tabs)
        UNREAD.bring(unread_of)
        chat_asked.connect(_chat_asked, dispatch_uid="campaign chat asked")


def _chat_asked(battle: Any, side: Any, **_: Any) -> Any:
    from campaign.chat.battle_chat import chat_about  # noqa: PLC0415

    return chat_about(battle, side)
