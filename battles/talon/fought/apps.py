"""The feature fought of battles."""

from config import feature


class FoughtFeature(feature.Feature):
    """battles/talon/fought/"""

    name = "battles.talon.fought"
