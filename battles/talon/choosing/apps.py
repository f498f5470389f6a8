"""The feature choosing of battles."""

from config import feature


class ChoosingFeature(feature.Feature):
    """battles/talon/choosing/"""

    name = "battles.talon.choosing"
