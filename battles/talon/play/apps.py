"""The feature play of battles."""

from config import feature


class PlayFeature(feature.Feature):
    """battles/talon/play/"""

    name = "battles.talon.play"
