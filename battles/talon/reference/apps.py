"""The feature reference of battles."""

from config import feature


class ReferenceFeature(feature.Feature):
    """battles/talon/reference/"""

    name = "battles.talon.reference"
