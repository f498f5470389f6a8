"""The feature table of battles."""

from config import feature


class TableFeature(feature.Feature):
    """battles/table/"""

    name = "battles.table"

    def ready(self) -> None:
        """Tell players of single battles whose turn it is to answer."""
        from battles.battle.signals import battle_changed  # noqa: PLC0415
        from battles.table.telling import tell_other_player  # noqa: PLC0415

        battle_changed.connect(tell_other_player, dispatch_uid="battles table telling")
