"""The feature computer of wars."""

from config import feature


class ComputerFeature(feature.Feature):
    """campaign/computer/"""

    name = "campaign.computer"
