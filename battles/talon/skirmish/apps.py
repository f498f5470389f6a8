"""The feature skirmish of battles."""

from config import feature


class SkirmishFeature(feature.Feature):
    """battles/talon/skirmish/"""

    name = "battles.talon.skirmish"
