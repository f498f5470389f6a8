"""The feature dice of battles."""

from config import feature


class DiceFeature(feature.Feature):
    """battles/talon/dice/"""

    name = "battles.talon.dice"
