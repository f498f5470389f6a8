"""The feature seats of wars."""

from config import feature


class SeatsFeature(feature.Feature):
    """campaign/seats/"""

    name = "campaign.seats"

    def ready(self) -> None:
        """Tell of deputies and seats in the history."""
        from campaign.seats.words import chapters  # noqa: PLC0415
        from campaign.war.hooks import CHAPTERS  # noqa: PLC0415

        CHAPTERS.bring(chapters)
