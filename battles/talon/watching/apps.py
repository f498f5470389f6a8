"""The feature watching of battles."""

from config import feature


class WatchingFeature(feature.Feature):
    """battles/talon/watching/"""

    name = "battles.talon.watching"
