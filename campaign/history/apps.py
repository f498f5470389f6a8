"""The feature history of wars."""

from config import feature


class HistoryFeature(feature.Feature):
    """campaign/history/"""

    name = "campaign.history"

    def ready(self) -> None:
        """Stand in the line of a war's pages."""
        from campaign.history.war_hooks import tabs  # noqa: PLC0415
        from campaign.war.hooks import TABS  # noqa: PLC0415

        TABS.bring(tabs)
