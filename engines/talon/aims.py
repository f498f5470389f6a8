"""How far the aims of a battle have come, and what counts more than once (20.2, 29.2, 31.8, R36, S22)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from engines.seam.sides import SIDES, Side, opponent
from engines.talon.aim_documents import (
    Aim,
    Bombard,
    Destroy,
    Dock,
    Escape,
    Intel,
    Land,
    Losses,
    Target,
    Unhurt,
)

ESCAPED: Final = ("jumped", "through")
"""What becomes of a unit that has escaped, if that is its aim: by FTL, or through a worm hole (11, 19, R71)."""
RETREATED: Final = (*ESCAPED, "left")
"""What becomes of a unit that has got away (7.5, 11, 19)."""
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")


def landing(aims: Iterable[Aim], side: Side) -> Land | None:
    """What a side's landings are for; None if it cannot land."""
    return next((aim for aim in aims if isinstance(aim, Land) and aim.side == side), None)


def sets_down(aims: Iterable[Aim], side: Side) -> bool:
    """Whether a side's transports set troops down on the planet and come back (32.3)."""
    aim = landing(aims, side)
    return aim is not None and aim.returns


def deciding(aims: Iterable[Aim]) -> list[Land]:
    """The landings that decide the battle."""
    return [aim for aim in aims if isinstance(aim, Land) and aim.needs]


def two_planets(aims: Iterable[Aim]) -> bool:
    """Whether each side has a planet, on which the enemy is to land (29.3)."""
    return any(isinstance(aim, Land) and aim.theirs for aim in aims)


def counted(aim: Land, landed: Callable[[Side], int]) -> int:
    """How many landings count towards what is needed, of those that each side has `landed`; may be below 0 if net."""
    return landed(aim.side) - (landed(opponent(aim.side)) if aim.net else 0)


def as_conceded(aims: Iterable[Aim], winner: Side | None, ending: str) -> bool:
    """Whether the loser of a battle that ended so is treated as one that has conceded (20.4)."""
    if winner is None or ending not in ("conceded", "planet", "aim"):
        return False
    if ending == "aim":
        return any(aim.conceded for aim in aims if isinstance(aim, Target) and aim.side == winner)
    aim = landing(aims, winner) if ending == "planet" else None
    return aim is None or aim.conceded


def times_lost(aims: Sequence[Aim], side: Side, role: str) -> int:
    """How many times the points of a side's destroyed unit of that role count."""
    for aim in aims:
        if isinstance(aim, Losses) and aim.side == side and aim.role == role:
            return aim.counts
    return 1


def escape(aims: Iterable[Aim], side: Side) -> Escape | None:
    """What a side is to bring away by FTL; None if nothing."""
    return next((aim for aim in aims if isinstance(aim, Escape) and aim.side == side), None)


def escapes(aims: Iterable[Aim], side: Side, role: str) -> bool:
    """Whether a side's units of that role are to get away by FTL."""
    aim = escape(aims, side)
    return aim is not None and aim.role == role


def by_hole(aims: Iterable[Aim], side: Side, role: str) -> bool:
    """Whether a side's units of that role escape by the worm hole only, and cannot jump (29.5)."""
    aim = escape(aims, side)
    return aim is not None and aim.hole and aim.role == role


def places_hole(aims: Iterable[Aim]) -> Side | None:
    """The side that places the worm hole by which the enemy is to escape; None if there is none to place (29.5)."""
    return next((opponent(aim.side) for aim in aims if isinstance(aim, Escape) and aim.hole), None)


def decided(aims: Iterable[Aim], fates: Callable[[Side, str], Sequence[str]]) -> Side | None:
    """Whom an aim has made the winner, whoever holds the field, by the fates of a side's units of a role (R42)."""
    for aim in aims:
        if isinstance(aim, Escape) and aim.decides:
            if any(fate in ESCAPED for fate in fates(aim.side, aim.role)):
                return aim.side
            if _gone(fates(aim.side, aim.role)):
                return opponent(aim.side)
        elif isinstance(aim, Escape) and aim.mutual:
            away = any(fate in RETREATED for fate in fates(aim.side, aim.role))
            if away and _gone(fates(opponent(aim.side), aim.role)):
                return aim.side
        elif isinstance(aim, Destroy) and _gone(fates(opponent(aim.side), aim.role)):
            return aim.side
    return None


def _gone(fates: Sequence[str]) -> bool:
    """Whether all of them are destroyed, of those that there were."""
    return bool(fates) and all(fate == "destroyed" for fate in fates)


def is_hunted(aims: Iterable[Aim], side: Side, role: str, name: str) -> bool:
    """Whether to destroy a side's unit is to win, and it will try to get away, or to dock (R42, R70)."""
    aim = escape(aims, side)
    return docks(aims, side, name) or (aim is not None and aim.decides and aim.role == role)


def docks(aims: Iterable[Aim], side: Side, name: str) -> bool:
    """Whether a side's unit is to dock with a base, at any Speed, and never leaves the map (R70)."""
    return any(isinstance(aim, Dock) and aim.side == side and aim.unit == name for aim in aims)


def courier(aims: Iterable[Aim]) -> Dock | None:
    """What is to dock with a base; None if nothing is (R70)."""
    return next((aim for aim in aims if isinstance(aim, Dock)), None)


def at_once(aims: Iterable[Aim], winner: Side) -> str:
    """What a side has done that has won at once by an aim that is no landing, after its name."""
    carried, planet, sought = courier(aims), bombardment(aims), intelligence(aims)
    if sought is not None:
        if sought.side == winner:
            return f"has brought the intelligence away aboard {sought.unit}"
        return "has kept the intelligence from the enemy"
    if planet is not None:
        return f"has destroyed {planet.planet}"
    if carried is None:
        return "has destroyed the enemy's target and brought its own away"
    return f"has brought {carried.unit} home" if carried.side == winner else f"has stopped {carried.unit}"


def by_landing(aims: Iterable[Aim], winner: Side) -> str:
    """What a side has done that has won by landing, after its name; "" where it has taken the planet by that (31.8)."""
    aim = landing(aims, winner)
    if aim is None or aim.takes:
        return ""
    return f"has landed {needed_words(aim, opponent(winner).title())}"


def docked(
    aims: Iterable[Aim], fate: Callable[[Side, str], str], fates: Callable[[Side, str], Sequence[str]]
) -> Side | None:
    """The side whose unit has docked as it was to, or the enemy that has destroyed it, or every base (R70)."""
    for aim in aims:
        if isinstance(aim, Dock):
            now = fate(aim.side, aim.unit)
            if now == "destroyed" or _gone(fates(aim.side, "base")):
                return opponent(aim.side)
            if now == "docked":
                return aim.side
    return None


def decides_otherwise(aims: Iterable[Aim]) -> bool:
    """Whether who holds the field need not be who wins."""
    return any(
        isinstance(aim, Destroy) or (isinstance(aim, Escape) and (aim.decides or aim.mutual)) for aim in aims
    )


def target(aims: Iterable[Aim], side: Side) -> Target | None:
    """Which unit of a side the enemy is to destroy; None if no single one."""
    return next((aim for aim in aims if isinstance(aim, Target) and aim.side == side), None)


def times_as_target(aims: Iterable[Aim], side: Side, name: str) -> int:
    """How many times the points of a side's unit count that the enemy is to destroy; 0 if it is not that one."""
    aim = target(aims, side)
    return aim.counts if aim is not None and aim.unit == name else 0


def struck(aims: Sequence[Aim], fate: Callable[[Side, str], str]) -> Side | None:
    """The side that has destroyed the enemy's target and brought its own away (26, 29.8, R72)."""
    for side in SIDES:
        own, theirs = target(aims, side), target(aims, opponent(side))
        if own is None or theirs is None or fate(opponent(side), theirs.unit) != "destroyed":
            continue
        if fate(side, own.unit) in RETREATED:
            return side
    return None


def ends_at_once(aims: Iterable[Aim], winner: Side) -> bool:
    """Whether a side may win at once by an aim that is no landing: by a target, by docking, or by intelligence."""
    return any(
        isinstance(aim, Dock | Intel) or (isinstance(aim, Target) and aim.side == winner) for aim in aims
    )


def intelligence(aims: Iterable[Aim]) -> Intel | None:
    """Whose squadrons are to board the enemy's base, and which carrier is to jump; None if none is (26.9)."""
    return next((aim for aim in aims if isinstance(aim, Intel)), None)


def boards(aims: Iterable[Aim], side: Side) -> bool:
    """Whether a side's squadrons may board the enemy's base (26.9)."""
    aim = intelligence(aims)
    return aim is not None and aim.side == side


def bombardment(aims: Iterable[Aim]) -> Bombard | None:
    """The planet that a side may fire at, and what for; None if planets are no targets (26.8)."""
    return next((aim for aim in aims if isinstance(aim, Bombard)), None)


def planet_name(aims: Iterable[Aim]) -> str:
    """What the planet is called that a side may fire at; "the planet" if there is none."""
    aim = bombardment(aims)
    return "the planet" if aim is None else aim.planet


def bombarded(aims: Iterable[Aim], damage: int) -> Bombard | None:
    """The aim that so much damage to a planet fulfils; None if it is not enough, or there is no such aim (26.8)."""
    aim = bombardment(aims)
    return aim if aim is not None and damage >= aim.needs else None


def damage_counted(aims: Iterable[Aim], damage: int, winner: Side | None, ending: str) -> int:
    """The points of damage to a planet that count: all that is needed if its side has conceded (26.8, R91)."""
    aim = bombardment(aims)
    if aim is None:
        return 0
    return aim.needs if ending == "conceded" and winner == aim.side else damage


def halves(aims: Iterable[Aim], hurt: Callable[[Side, str], bool]) -> set[Side]:
    """The sides whose losses count half, by whether a side's unit of a class has taken hull damage (26.10, R75)."""
    return {opponent(aim.side) for aim in aims if isinstance(aim, Unhurt) and hurt(aim.side, aim.ship_class)}


def comes_later(aims: Iterable[Aim], side: Side) -> bool:
    """Whether a side's transports are not set up, and come in afterwards (S24)."""
    aim = landing(aims, side)
    return aim is not None and aim.later


def times_away(aims: Iterable[Aim], side: Side, role: str, name: str, fate: str) -> int:
    """How many times a side's unit that is gone so counts as the enemy's loss: one that was to escape, or a target.

    Where both sides bring a transport away, over the map's edge is away too (29.6, R71).
    """
    away, own = escape(aims, side), target(aims, side)
    if away is not None and away.role == role and (fate in ESCAPED or (away.mutual and fate in RETREATED)):
        return away.counts
    if own is not None and own.away and own.unit == name and fate in RETREATED:
        return own.counts
    return 0


def times_landed(aims: Iterable[Aim], side: Side) -> int:
    """How many times the points of a side's landed transport count as the enemy's loss."""
    aim = landing(aims, side)
    return aim.counts if aim is not None else 1


def times_in_words(times: int) -> str:
    """How often something counts.

    >>> times_in_words(2), times_in_words(3)
    ('double', '3 times')
    """
    return {1: "once", 2: "double"}.get(times, f"{times} times")


def needed_words(aim: Land, enemy: str) -> str:
    """How many must land, in words.

    >>> needed_words(Land("talon", 2, "S22", net=True), "Terran"), needed_words(Land("talon", 1), "Terran")
    ('two more transports than Terran', 'one transport')
    """
    number = NUMBERS[aim.needs] if aim.needs < len(NUMBERS) else str(aim.needs)
    transports = "transport" if aim.needs == 1 else "transports"
    return f"{number} more {transports} than {enemy}" if aim.net else f"{number} {transports}"
