"""Who is Initiative Player: by markers at the end of an impulse, or once by tactics at its start (4.2, 32.4, R1)."""

from engines.seam.sides import SIDES, Side
from engines.talon import orders as o
from engines.talon.state import Battle


def chooser_of_initiative(battle: Battle) -> Side | None:
    """The side that chooses the Initiative Player, or None if it stays as it is (4.2, R1)."""
    votes = [(unit.side, unit.vote) for units in battle.present.values() for unit in units if unit.vote]
    if not votes:
        return None
    terran, talon = votes.count(("terran", "change")), votes.count(("talon", "change"))
    if terran == talon or 2 * (terran + talon) <= len(votes):
        return None
    return "terran" if terran > talon else "talon"


def initiative_orders(battle: Battle) -> list[o.AnyOrder]:
    """The two answers to who is Initiative Player from now on (4.2)."""
    return [o.Grant(battle.side, side) for side in SIDES]


def tactics_orders(battle: Battle) -> list[o.AnyOrder]:
    """To change the initiative now, or not yet (32.4)."""
    return [o.Tactics(battle.side), o.Done(battle.side)]
