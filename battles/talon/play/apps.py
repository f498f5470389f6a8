"""The feature play of battles."""

from config import feature


class PlayFeature(feature.Feature):
    """battles/talon/play/"""

    name = "battles.talon.play"

    def ready(self) -> None:
        """Bring the board of Talon's battles."""
        from battles.battle.boards import bring_board  # noqa: PLC0415
        from battles.talon.play.hex_board import HexBoard  # noqa: PLC0415
        from battles.talon.play.services.publishing import TALON  # noqa: PLC0415

        bring_board(TALON, HexBoard())
