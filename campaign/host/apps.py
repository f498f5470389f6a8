"""The feature host of wars."""

from config import feature


class HostFeature(feature.Feature):
    """campaign/host/"""

    name = "campaign.host"
