"""The feature series of battles."""

from config import feature


class SeriesFeature(feature.Feature):
    """battles/talon/series/"""

    name = "battles.talon.series"

    def ready(self) -> None:
        """Follow the battles of campaign games, and list them with single battles."""
        from battles.battle.signals import battle_changed  # noqa: PLC0415
        from battles.talon.series.following import battle_has_changed  # noqa: PLC0415
        from battles.talon.series.lines import going_lines  # noqa: PLC0415
        from battles.talon.skirmish.hooks import SERIES  # noqa: PLC0415

        battle_changed.connect(battle_has_changed, dispatch_uid="battles series")
        SERIES.bring(going_lines)
