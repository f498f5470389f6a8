"""Who won, as a reader is told: "You won" or "You lost" to a player, "Terran won" to everybody else."""

from collections.abc import Sequence

from engines.seam.sides import Side


def only_side(seats: Sequence[Side]) -> Side | None:
    """The one side of a player; None for onlookers, and for two players at one screen."""
    return seats[0] if len(seats) == 1 else None


def verdict(winner: Side | None, degree: str, reader: Side | None, where: str = "") -> str:
    """How a battle ended for the player of a side, or by the sides' names with None.

    `degree` is "" without one, `where` a place to be named, as " at Orion 4".

    >>> verdict("talon", "great", "talon"), verdict("talon", "great", "terran"), verdict("talon", "great", None)
    ('You won: great victory', 'You lost: great defeat', 'Talon won: great victory')
    >>> verdict(None, "", "terran"), verdict("terran", "", "talon")
    ('Nobody won', 'You lost')
    >>> verdict("terran", "minor", "terran", " at Orion 4")
    'You won at Orion 4: minor victory'
    """
    if winner is None:
        return f"Nobody won{where}"
    is_lost = reader is not None and reader != winner
    who = winner.title() if reader is None else "You"
    after = f": {degree} {'defeat' if is_lost else 'victory'}" if degree else ""
    return f"{who} {'lost' if is_lost else 'won'}{where}{after}"
