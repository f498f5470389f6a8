"""What is asked of a battle of Talon that is played by hand, by its stored position; see `engines.seam.by_hand`."""

from collections.abc import Iterator
from typing import Final

from engines.seam.documents import BattleSetup, Report
from engines.seam.refusals import Refusal
from engines.seam.report_forms import Fields
from engines.seam.sides import Side
from engines.talon.documents.codec import encode_position, recall_position
from engines.talon.play import recorded
from engines.talon.play.drafts.lines import resumed
from engines.talon.state import IMPULSES, Battle
from engines.talon.view import View

SETTING_UP: Final = "Setting up"


def moment_on(board: Battle) -> str:
    """When it is on a board, in words."""
    return f"Round {board.round}, impulse {IMPULSES[board.impulse]}" if board.round else SETTING_UP


class TalonByHand:
    """Talon's battles on the board."""

    surface = "a hex board"
    clicks = "about 17 clicks by round, 57 by step"
    going_on = "Set up all counters, shields and power as the board shows them."
    clocks = True

    def refusals_to_play(self, setup: BattleSetup) -> Iterator[Refusal]:
        """See `ByHand`: there always is."""
        return iter(())

    def moment(self, position: bytes) -> str:
        """See `ByHand`."""
        return moment_on(recall_position(position))

    def is_set_up(self, position: bytes) -> bool:
        """See `ByHand`."""
        return recall_position(position).round > 0

    def known_to(self, position: bytes, side: Side) -> bytes | None:
        """See `ByHand`."""
        view = View(resumed(position), side)
        return None if view.veiled else encode_position(view.imagined())

    def destroyed(self, position: bytes) -> set[str]:
        """See `ByHand`."""
        return {unit.name for unit in recall_position(position).units if unit.status == "destroyed"}

    def as_it_stood(self, position: bytes, setup: BattleSetup) -> BattleSetup:
        """See `ByHand`."""
        return recorded.as_it_stood(resumed(position), setup)

    def fields_so_far(self, position: bytes) -> Fields:
        """See `ByHand`."""
        return recorded.fields_so_far(resumed(position))

    def refusals_since(self, position: bytes, report: Report) -> Iterator[Refusal]:
        """See `ByHand`."""
        return recorded.begun_refusals(resumed(position), report)
