"""The feature teams of battles."""

from config import feature


class TeamsFeature(feature.Feature):
    """battles/talon/teams/"""

    name = "battles.talon.teams"
