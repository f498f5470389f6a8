"""The feature renaming of wars."""

from config import feature


class RenamingFeature(feature.Feature):
    """campaign/renaming/"""

    name = "campaign.renaming"

    def ready(self) -> None:
        """Tell of ships with new names in the history."""
        from campaign.renaming.words import chapters  # noqa: PLC0415
        from campaign.war.hooks import CHAPTERS  # noqa: PLC0415

        CHAPTERS.bring(chapters)
