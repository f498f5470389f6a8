"""The feature space_empires of battles."""

from config import feature


class SpaceEmpiresFeature(feature.Feature):
    """battles/talon/space_empires/"""

    name = "battles.talon.space_empires"
