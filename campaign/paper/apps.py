"""The feature paper of wars."""

from config import feature


class PaperFeature(feature.Feature):
    """campaign/paper/"""

    name = "campaign.paper"
