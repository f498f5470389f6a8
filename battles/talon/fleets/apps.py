"""The feature fleets of battles."""

from config import feature


class FleetsFeature(feature.Feature):
    """battles/talon/fleets/"""

    name = "battles.talon.fleets"
