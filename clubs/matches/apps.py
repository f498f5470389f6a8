"""The feature matches of clubs."""

from typing import Any

from config import feature


class MatchesFeature(feature.Feature):
    """clubs/matches/"""

    name = "clubs.matches"

    def ready(self) -> None:
        """Follow the campaign games and wars of matches, and say on their pages what they belong to."""
        from battles.talon.series.hooks import ARRANGED  # noqa: PLC0415
        from battles.talon.series.signals import series_changed  # noqa: PLC0415
        from campaign.war.hooks import PANELS  # noqa: PLC0415
        from campaign.war.signals import war_changed  # noqa: PLC0415

        series_changed.connect(_series_changed, dispatch_uid="clubs matches")
        war_changed.connect(_war_changed, dispatch_uid="clubs matches")
        ARRANGED.bring(_arranged)
        PANELS.bring(_panel)


def _series_changed(found: Any, **_: Any) -> None:
    from clubs.matches.following import follow  # noqa: PLC0415

    follow(found)


def _war_changed(war: Any, **_: Any) -> None:
    from clubs.matches.following import follow_war  # noqa: PLC0415

    follow_war(war)


def _panel(at: Any) -> Any:
    from clubs.games.war_panel import panel_of  # noqa: PLC0415
    from clubs.matches.following import arranged  # noqa: PLC0415

    return panel_of(at, arranged)


def _arranged(series: Any, user: Any) -> Any:
    from clubs.matches.following import arranged  # noqa: PLC0415

    return arranged(series, user)
