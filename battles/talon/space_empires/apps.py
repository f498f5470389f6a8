"""The feature space_empires of battles."""

from config import feature


class SpaceEmpiresFeature(feature.Feature):
    """battles/talon/space_empires/"""

    name = "battles.talon.space_empires"

    def ready(self) -> None:
        """List battles that have not begun with single battles."""
        from battles.talon.skirmish.hooks import BEING_SET_UP  # noqa: PLC0415
        from battles.talon.space_empires.lines import lines_of  # noqa: PLC0415

        BEING_SET_UP.bring(lines_of)
