"""The feature lobby of wars."""

from config import feature


class LobbyFeature(feature.Feature):
    """campaign/lobby/"""

    name = "campaign.lobby"
