"""The feature games of clubs."""

from config import feature


class GamesFeature(feature.Feature):
    """clubs/games/"""

    name = "clubs.games"
