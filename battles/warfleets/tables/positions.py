"""Where a battle stands: played again from its orders, which takes some hundredths of a second."""

from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from battles.models import WarfleetsBattle
from engines.seam.sides import Side
from engines.warfleets.fleet import Fleet
from engines.warfleets.game import asked
from engines.warfleets.notation.lines import read_order
from engines.warfleets.records.document import Record
from engines.warfleets.records.match import Match, RecordedDice, SealedMatch
from engines.warfleets.set_ups import SetUp, Start
from engines.warfleets.terrain import Terrain
from engines.warfleets.view import BattleView, view

KEPT: Final = 64
"""So many positions are kept in a process: a page asks for the same one often."""
_fleet: Final = msgspec.json.Decoder(Fleet)
_terrain: Final = msgspec.json.Decoder(tuple[Terrain, ...])
_starts: Final = msgspec.json.Decoder(tuple[Start, ...])
encode: Final = msgspec.json.Encoder().encode


class Begun(NamedTuple):
    """The documents with which a battle begins."""

    terran: bytes
    talon: bytes
    points: int
    terrain: bytes
    starts: bytes = b""

    def set_up(self) -> SetUp:
        """The same as a set-up."""
        return SetUp(
            _fleet.decode(self.terran),
            _fleet.decode(self.talon),
            self.points,
            _terrain.decode(self.terrain),
            _starts.decode(self.starts) if self.starts else (),
        )


def begun(row: WarfleetsBattle) -> Begun:
    """What the battle began with; both fleets must be there."""
    fleets = bytes(row.terran_fleet), bytes(row.talon_fleet)
    return Begun(*fleets, row.points, bytes(row.terrain), bytes(row.starts))


def match_of(row: WarfleetsBattle) -> Match:
    """The battle so far, to be read and not to be changed; one query."""
    return _match(begun(row), tuple(row.orders.values_list("line", "dice")))


@lru_cache(KEPT)
def _match(start: Begun, orders: tuple[tuple[str, str], ...]) -> Match:
    match = Match.of(start.set_up())
    for line, dice in orders:
        match.play(read_order(line, match.battle.models), RecordedDice([int(die) for die in dice]))
    return match


def match_to_play(row: WarfleetsBattle) -> SealedMatch:
    """The battle so far with its dice, to go on with; one query.

    RuntimeError if its dice are not those that were rolled.
    """
    sealed = SealedMatch.of(begun(row).set_up(), row.promise)
    for number, (line, dice) in enumerate(row.orders.values_list("line", "dice"), 1):
        sealed.play(read_order(line, sealed.match.battle.models))
        if sealed.match.given[-1].dice != dice:
            raise RuntimeError(f"order {number} of {row} has other dice")
    return sealed


def record_of(row: WarfleetsBattle) -> Record:
    """The battle written down; with its seed once it is over, as no more dice are to come."""
    if row.stage == WarfleetsBattle.Stage.OVER:
        return match_to_play(row).record()
    return match_of(row).record(row.dice)


def view_of(match: Match, seats: tuple[Side, ...]) -> BattleView:
    """The battle as somebody with these seats sees it; with both seats as the side that is asked."""
    question = asked(match.battle)
    mine = seats[0] if seats else None
    if question is not None and question.side in seats:
        mine = question.side
    return view(match.battle, mine)
