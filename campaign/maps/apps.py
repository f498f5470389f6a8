"""The feature maps of wars."""

from config import feature


class MapsFeature(feature.Feature):
    """campaign/maps/"""

    name = "campaign.maps"
