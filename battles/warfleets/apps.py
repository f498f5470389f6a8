"""The feature Warfleets of battles."""

from config import feature


class WarfleetsFeature(feature.Feature):
    """battles/warfleets/"""

    name = "battles.warfleets"

    def ready(self) -> None:
        """Say what games of Warfleets count."""
        from accounts.models import LifetimeLine  # noqa: PLC0415
        from accounts.scores.told import COUNTING  # noqa: PLC0415
        from battles.warfleets.games.counting import WARFLEETS  # noqa: PLC0415

        COUNTING[LifetimeLine.System.WARFLEETS] = WARFLEETS
