"""What is asked of a battle played by hand in the browser, by its stored position."""

from collections.abc import Iterator
from typing import Protocol

from engines.seam.documents import BattleSetup, Report
from engines.seam.refusals import Refusal
from engines.seam.report_forms import Fields
from engines.seam.sides import Side


class ByHand(Protocol):
    """A system whose battles can be played in the browser; a position is bytes that only the system reads."""

    surface: str
    """What it is played on, as "a hex board"."""
    clicks: str
    """How many clicks a battle takes a player, in words; "" where nobody has counted."""
    going_on: str
    """A sentence on what to set up at a table, to go on from where a battle was laid aside."""
    clocks: bool
    """Whether a battle there can have a clock."""

    def refusals_to_play(self, setup: BattleSetup) -> Iterator[Refusal]:
        """Why there is nothing to play in a battle of the set-up."""

    def moment(self, position: bytes) -> str:
        """When it is, in words, as "Round 2, impulse B"; "Setting up" before the first round."""

    def is_set_up(self, position: bytes) -> bool:
        """Whether both sides have set up."""

    def known_to(self, position: bytes, side: Side) -> bytes | None:
        """The position as the side knows it; None while the enemy's counters are covered."""

    def destroyed(self, position: bytes) -> set[str]:
        """The names of the units that are destroyed."""

    def as_it_stood(self, position: bytes, setup: BattleSetup) -> BattleSetup:
        """The set-up with the damage that its units had; those that are gone have what they came with."""

    def fields_so_far(self, position: bytes) -> Fields:
        """What the form of a report can say already."""

    def refusals_since(self, position: bytes, report: Report) -> Iterator[Refusal]:
        """Every reason why the report is better for a unit, or shorter, than where the battle stood (S35)."""
