"""The feature seasons of clubs."""

from typing import Any

from config import feature


class SeasonsFeature(feature.Feature):
    """clubs/seasons/"""

    name = "clubs.seasons"

    def ready(self) -> None:
        """Follow the campaign games of seasons, and say on their pages what they belong to."""
        from battles.talon.series.hooks import ARRANGED  # noqa: PLC0415
        from battles.talon.series.signals import series_changed  # noqa: PLC0415

        series_changed.connect(_series_changed, dispatch_uid="clubs seasons")
        ARRANGED.bring(_arranged)


def _series_changed(found: Any, **_: Any) -> None:
    from clubs.seasons.following import follow  # noqa: PLC0415

    follow(found)


def _arranged(series: Any, user: Any) -> Any:
    from clubs.seasons.following import arranged  # noqa: PLC0415

    return arranged(series, user)
