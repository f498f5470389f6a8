"""A side's treasury turn by turn: each movement with the balance after it, and what each ship cost."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from campaign.models import LedgerLine
from campaign.rules import events as e
from engines.seam.classes import UnitClass
from engines.seam.sides import Side
from engines.seam.systems import unit_class


@dataclass(frozen=True)
class Bought:
    """Ships of one class bought in a turn, Ship Points for all of them."""

    kind: UnitClass
    names: tuple[str, ...]
    points: int


@dataclass
class LedgerTurn:
    """One turn's lines, the balance after the last, and the ships bought."""

    turn: int
    lines: list[LedgerLine] = field(default_factory=list)
    bought: tuple[Bought, ...] = ()

    @property
    def title(self) -> str:
        """The turn in words; turn 0 is before the war."""
        return f"Turn {self.turn}" if self.turn else "Before the war"

    @property
    def balance(self) -> int:
        """What was left at the turn's end."""
        return self.lines[-1].balance if self.lines else 0


def ledger_turns(
    lines: Iterable[LedgerLine], purchases: Mapping[int, tuple[e.Purchase, ...]], side: Side
) -> list[LedgerTurn]:
    """The ledger by turn, the latest first."""
    turns: dict[int, LedgerTurn] = {}
    for line in lines:
        turns.setdefault(line.turn, LedgerTurn(line.turn)).lines.append(line)
    for turn, found in purchases.items():
        turns.setdefault(turn, LedgerTurn(turn)).bought = _by_class(found, side)
    return sorted(turns.values(), key=lambda turn: -turn.turn)


def _by_class(purchases: tuple[e.Purchase, ...], side: Side) -> tuple[Bought, ...]:
    by_class: dict[str, list[e.Purchase]] = {}
    for purchase in purchases:
        by_class.setdefault(purchase.ship_class, []).append(purchase)
    return tuple(
        Bought(unit_class(side, key), tuple(ship.name for ship in ships), sum(ship.price for ship in ships))
        for key, ships in by_class.items()
    )
