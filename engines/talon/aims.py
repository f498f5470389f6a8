"""How far the aims of a battle have come, and what counts more than once (20.2, 29.2, 31.8, R36, S22)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from engines.seam.aims import Aim, Land, Losses
from engines.seam.sides import Side, opponent

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")


def landing(aims: Iterable[Aim], side: Side) -> Land | None:
    """What a side's landings are for; None if it cannot land."""
    return next((aim for aim in aims if isinstance(aim, Land) and aim.side == side), None)


def deciding(aims: Iterable[Aim]) -> list[Land]:
    """The landings that decide the battle."""
    return [aim for aim in aims if isinstance(aim, Land) and aim.needs]


def counted(aim: Land, landed: Callable[[Side], int]) -> int:
    """How many landings count towards what is needed, of those that each side has `landed`; may be below 0 if net."""
    return landed(aim.side) - (landed(opponent(aim.side)) if aim.net else 0)


def as_conceded(aims: Iterable[Aim], winner: Side | None, ending: str) -> bool:
    """Whether the loser of a battle that ended so is treated as one that has conceded (20.4)."""
    if winner is None or ending not in ("conceded", "planet"):
        return False
    aim = landing(aims, winner) if ending == "planet" else None
    return aim is None or aim.conceded


def times_lost(aims: Sequence[Aim], side: Side, role: str) -> int:
    """How many times the points of a side's destroyed unit of that role count."""
    for aim in aims:
        if isinstance(aim, Losses) and aim.side == side and aim.role == role:
            return aim.counts
    return 1


def times_landed(aims: Iterable[Aim], side: Side) -> int:
    """How many times the points of a side's landed transport count as the enemy's loss."""
    aim = landing(aims, side)
    return aim.counts if aim is not None else 1


def needed_words(aim: Land, enemy: str) -> str:
    """How many must land, in words.

    >>> needed_words(Land("talon", 2, "S22", net=True), "Terran"), needed_words(Land("talon", 1), "Terran")
    ('two more transports than Terran', 'one transport')
    """
    number = NUMBERS[aim.needs] if aim.needs < len(NUMBERS) else str(aim.needs)
    transports = "transport" if aim.needs == 1 else "transports"
    return f"{number} more {transports} than {enemy}" if aim.net else f"{number} {transports}"
