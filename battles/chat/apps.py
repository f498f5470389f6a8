"""The feature chat of battles."""

from config import feature


class ChatFeature(feature.Feature):
    """battles/chat/"""

    name = "battles.chat"
