"""The feature own scenarios of battles."""

from config import feature


class OwnScenariosFeature(feature.Feature):
    """battles/talon/own_scenarios/"""

    name = "battles.talon.own_scenarios"
