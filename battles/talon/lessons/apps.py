"""The feature lessons of battles."""

from config import feature


class LessonsFeature(feature.Feature):
    """battles/talon/lessons/"""

    name = "battles.talon.lessons"
