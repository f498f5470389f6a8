"""The feature battle of battles."""

from config import feature


class BattleFeature(feature.Feature):
    """battles/battle/"""

    name = "battles.battle"
