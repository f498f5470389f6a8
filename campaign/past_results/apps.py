"""The feature past_results of the lifetime score."""

from config import feature


class PastResultsFeature(feature.Feature):
    """campaign/past_results/"""

    name = "campaign.past_results"

    def ready(self) -> None:
        """Say what results of Talon count."""
        from accounts.models import LifetimeLine  # noqa: PLC0415
        from accounts.scores.told import COUNTING  # noqa: PLC0415
        from campaign.past_results.counting import TALON  # noqa: PLC0415

        COUNTING[LifetimeLine.System.TALON] = TALON
