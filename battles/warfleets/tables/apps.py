"""The feature of tables of Warfleets in the browser."""

from config import feature


class WarfleetsTablesFeature(feature.Feature):
    """battles/warfleets/tables/"""

    name = "battles.warfleets.tables"

    def ready(self) -> None:
        """List battles under way with single battles, and bring the table for battles of a war in miniatures."""
        from battles.battle.boards import bring_board  # noqa: PLC0415
        from battles.under_way import UNDER_WAY  # noqa: PLC0415
        from battles.warfleets.tables.listing import under_way  # noqa: PLC0415
        from battles.warfleets.tables.war_table import WARFLEETS, WarTable  # noqa: PLC0415

        UNDER_WAY.bring(under_way)
        bring_board(WARFLEETS, WarTable())
