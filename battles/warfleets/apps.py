"""The feature Warfleets of battles."""

from config import feature


class WarfleetsFeature(feature.Feature):
    """battles/warfleets/"""

    name = "battles.warfleets"
