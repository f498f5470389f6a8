"""Whether the units of a position are possible: their boxes, criticals, flags, and places (5 to 16, 21)."""

from collections.abc import Iterator
from typing import Final

from engines.seam.words.articles import with_article, with_capital_article
from engines.seam.words.names import LONGEST, unwritable
from engines.talon.aims import RETREATED, landing
from engines.talon.rules import boarding, docking
from engines.talon.rules.arriving import setup
from engines.talon.rules.hits.damage import FIGHTER_BOXES, shields_work
from engines.talon.rules.power import MARKERS
from engines.talon.rules.victory import Closing
from engines.talon.state import Battle
from engines.talon.units import Unit

ALIVE: Final = (
    "undeployed",
    "waiting",
    "out",
    "map",
    "docked",
    "boarded",
    "jumped",
    "left",
    "through",
    "landed",
    "landed-after",
)
LANDED: Final = ("landed", "landed-after")
GONE: Final = ("destroyed", *RETREATED, *LANDED)
IN_TURNS: Final = ("undock", "ap", "move", "fire")
NEVER_ABOARD: Final = ("undeployed", "waiting", "out", "map", "landed", "landed-after")
MOST_LASTING: Final = 2

Finding = tuple[str, str, str]
"""The place in the position, the rule, the reason; inside this module the place is the unit's own, as "hull"."""


def shapes(battle: Battle) -> Iterator[Finding]:
    """Lists whose length is not the number of arcs, groups or fighters of the class."""
    for at, unit in enumerate(battle.units):
        groups = len(unit.kind.groups)
        long = {"shields": 4, "red": groups, "yellow": groups, "lost": groups, "fighters": unit.kind.fighters}
        for field, length in long.items():
            if len(getattr(unit, field)) != length:
                reason = f"{field} must have {length} parts on {with_article(unit.kind.abbreviation)}."
                yield f"units[{at}].{field}", "5", reason
        if unit.row not in range(len(unit.kind.curve)):
            yield (
                f"units[{at}].row",
                "5.4",
                f"{with_capital_article(unit.kind.abbreviation)} has only {len(unit.kind.curve)} rows.",
            )


def findings(battle: Battle) -> Iterator[Finding]:
    """Everything impossible about the units."""
    for at, unit in enumerate(battle.units):
        for check in (_name, _boxes, _bars, _power, _criticals, _jury, _markers, _squadron):
            yield from ((f"units[{at}].{field}", rule, reason) for field, rule, reason in check(unit))
        for look in (_status, _home, _berth, _boarded, _flags):
            yield from ((f"units[{at}].{field}", rule, reason) for field, rule, reason in look(battle, unit))
        if unit.status == "map" and unit.markers and not shields_work(battle, unit):
            yield (
                f"units[{at}].markers",
                "6.4",
                "There are no reinforcements while the shields are out of use.",
            )


def _name(unit: Unit) -> Iterator[Finding]:
    if wrong := unwritable(unit.name):
        yield "name", "21", wrong
    elif len(unit.name) > LONGEST:
        yield "name", "21", f"A name has at most {LONGEST} characters."


def _over(field: str, rule: str, given: int, most: int, what: str) -> Iterator[Finding]:
    if not 0 <= given <= most:
        yield field, rule, f"{what} must be from 0 to {most}, not {given}."


def _boxes(unit: Unit) -> Iterator[Finding]:
    kind = unit.kind
    boxes = 0 if kind.fighters else kind.boxes
    yield from _over("hull", "8.4", unit.hull, boxes, "Hull boxes marked")
    if unit.hull == kind.boxes and unit.status in ALIVE:
        yield "hull", "8.4", "A unit with every hull box marked is destroyed."
    for arc, (left, most) in enumerate(zip(unit.shields, kind.shields, strict=True)):
        yield from _over(f"shields[{arc}]", "5.3", left, most, "Shield boxes left on the arc")
    yield from _over("afterburners", "10.2", unit.afterburners, kind.afterburners, "Afterburners left")
    if unit.battery and not kind.battery:
        yield "battery", "10.1", f"{with_capital_article(kind.abbreviation)} has no battery."


def _bars(unit: Unit) -> Iterator[Finding]:
    for at, bar in enumerate(unit.kind.groups):
        yield from _over(f"red[{at}]", "8", unit.red[at], bar.red, f"Red boxes of group {at + 1}")
        yield from _over(f"yellow[{at}]", "8", unit.yellow[at], bar.yellow, f"Yellow boxes of group {at + 1}")
        if unit.lost[at] and (unit.red[at] or unit.yellow[at]):
            yield f"red[{at}]", "8.5", f"Group {at + 1} is destroyed, so none of its boxes is marked."


def _power(unit: Unit) -> Iterator[Finding]:
    curve = unit.kind.curve
    least = min(unit.kind.modifiers) - MOST_LASTING
    if not least <= unit.power <= max(power for power, _, _ in curve):
        yield (
            "power",
            "5.4",
            f"{with_capital_article(unit.kind.abbreviation)} cannot have Power {unit.power}.",
        )
    most = max(radius for _, _, radius in curve) + unit.thrusters
    yield from _over("turn", "7.2", unit.turn, 0 if unit.kind.base else most, "The turn-radius count")
    if unit.slip and unit.kind.base:
        yield "slip", "14", "A base does not move."


def _criticals(unit: Unit) -> Iterator[Finding]:
    kind = unit.kind
    lasting = MOST_LASTING if any(kind.critical) else 0
    yield from _over("thrusters", "8.5", unit.thrusters, 0 if kind.base else lasting, "Thruster criticals")
    yield from _over("relays", "8.5", unit.relays, lasting, "Power relay criticals")
    if unit.helm_down and kind.base:
        yield "helm_down", "8.5", "A base has no helm to lose."
    if not lasting:
        boxes = ("shields_down", "helm_down", "power_loss", "ftl_offline")
        none = f"{with_capital_article(kind.abbreviation)} has no critical boxes, so it has no criticals."
        yield from ((field, "R8", none) for field in boxes if getattr(unit, field))
        if any(unit.lost) and not kind.fighters:
            yield "lost", "R8", none


def _jury(unit: Unit) -> Iterator[Finding]:
    """A group that is jury rigged (24): one that is left, of a ship."""
    if unit.jury < 0:
        if unit.broken:
            yield "broken", "24", "Only a group that is jury rigged is broken."
        return
    if unit.kind.base or unit.kind.fighters:
        yield (
            "jury",
            "24",
            f"{with_capital_article(unit.kind.abbreviation)} cannot be jury rigged: only ships are.",
        )
    elif unit.jury >= len(unit.kind.groups):
        yield "jury", "24", f"{with_capital_article(unit.kind.abbreviation)} has no group {unit.jury + 1}."
    elif unit.lost[unit.jury]:
        yield "jury", "24", f"Group {unit.jury + 1} is destroyed, so it is not jury rigged any more."


def _markers(unit: Unit) -> Iterator[Finding]:
    impulses = [marker % 6 for marker in unit.markers]
    if len(impulses) > MARKERS:
        yield "markers", "6.4", f"A ship has at most {MARKERS} reinforcements."
    if len(set(impulses)) < len(impulses):
        yield "markers", "6.4", "A ship places one reinforcement in an impulse."
    if unit.markers and (unit.shields_down or unit.kind.fighters):
        yield "markers", "6.4", "There are no reinforcements without shields in use."
    if (unit.vote or unit.battery) and unit.kind.fighters:
        yield "vote", "6", "A squadron has no AP of its own."


def _squadron(unit: Unit) -> Iterator[Finding]:
    for at, boxes in enumerate(unit.fighters):
        yield from _over(f"fighters[{at}]", "12", boxes, FIGHTER_BOXES, "Boxes marked on a fighter")
        if unit.lost[at] != (boxes == FIGHTER_BOXES):
            yield f"lost[{at}]", "12", "A fighter is lost when both its boxes are marked, and only then."
    if unit.fighters and all(unit.lost) and unit.status in ALIVE:
        yield "fighters", "R35", "A squadron is destroyed with its third fighter."


def _status(battle: Battle, unit: Unit) -> Iterator[Finding]:
    kind, status = unit.kind, unit.status
    if battle.round and status == "undeployed":
        yield "status", "21", "The set-up is over: a unit that is not on the map is waiting or sits out."
    if not battle.round and status in GONE:
        yield "status", "21", f"Nothing is {status} before the first round."
    if status == "undeployed" and (battle.step == "start" or (battle.step == "launch" and not kind.fighters)):
        yield "status", "21", "Deployment is over: a unit that is not on the map is waiting or sits out."
    if status == "undeployed" and setup.arrival_of(battle, unit) is not None:
        yield "status", "22", f"{unit.name} comes in later, so until then it is waiting."
    if status == "out" and not kind.fighters:
        yield "status", "S20", "Only squadrons sit a battle out."
    if status in ("jumped", "left") and kind.base:
        yield "status", "14", "A base does not leave."
    if status in LANDED and not (kind.transport and landing(battle.aims, unit.side) is not None):
        yield "status", "31.8", "Only transports land, and only of a side that is to land on a planet."
    if status == "landed-after" and not _lands_after(battle, unit):
        yield (
            "status",
            "S23",
            "Only the winner's transports land after the battle, on a planet that was the enemy's.",
        )


def _lands_after(battle: Battle, unit: Unit) -> bool:
    winners = [task.winner for task in battle.agenda if isinstance(task, Closing)]
    winner = winners[0] if winners else battle.winner
    aim = landing(battle.aims, unit.side)
    return winner == unit.side and aim is not None and aim.afterwards


def _home(battle: Battle, unit: Unit) -> Iterator[Finding]:
    """The carrier or base a squadron was launched from or kept in (21, R52)."""
    if unit.home < 0:
        return
    home = battle.units[unit.home]
    if home.side != unit.side or not home.kind.carries or not unit.kind.fighters:
        yield (
            "home",
            "21",
            f"{with_capital_article(unit.kind.abbreviation)} is not launched from {home.name}.",
        )


def _berth(battle: Battle, unit: Unit) -> Iterator[Finding]:
    """The carrier or base a unit is docked in, or was when both left or were lost (16, 23)."""
    if unit.status == "boarded":
        return
    if unit.carrier < 0:
        if unit.status == "docked":
            yield "carrier", "16", f"The carrier or base in which {unit.name} is docked is missing."
        return
    home = battle.units[unit.carrier]
    docks = bool(unit.kind.fighters) or (home.kind.base and docking.may_dock(battle, unit))
    if home.side != unit.side or not home.kind.carries or not docks:
        yield (
            "carrier",
            "16",
            f"{with_capital_article(unit.kind.abbreviation)} does not dock with {home.name}.",
        )
    elif unit.status == "docked" and home.status != "map":
        yield "carrier", "16", f"{home.name} is not on the map; units docked in it share its fate."
    elif unit.status in NEVER_ABOARD:
        yield "carrier", "16", f"{unit.name} is not docked in {home.name}."


def _boarded(battle: Battle, unit: Unit) -> Iterator[Finding]:
    """A squadron inside a base of the enemy, and the intelligence that one has brought out (26.9)."""
    may = boarding.may_board(battle, unit)
    if unit.intel and not may:
        yield (
            "intel",
            "26",
            f"{unit.name} cannot have the intelligence: no base is boarded, or not by {unit.name}.",
        )
    elif unit.intel and (not battle.round or unit.status in ("waiting", "undeployed", "out")):
        yield "intel", "26", f"{unit.name} has the intelligence only once it has come out of the base."
    if (unit.status == "boarded") != (unit.boarded >= 0):
        yield (
            "boarded",
            "26",
            "A squadron inside a base has boarded it in an impulse of a round; nobody else has.",
        )
    if unit.status != "boarded":
        return
    base = battle.units[unit.carrier] if unit.carrier >= 0 else None
    if not may:
        yield "status", "26", f"{unit.name} cannot board a base in this battle."
    elif base is None or base.side == unit.side or not base.kind.base or base.status != "map":
        yield "carrier", "26", f"{unit.name} is not inside a base of the enemy that is on the map."
    if not boarding.ROUND <= unit.boarded <= boarding.ROUND * battle.round + battle.impulse:
        yield "boarded", "26", f"{unit.name} boarded in an impulse from round 1 on, and not later than now."


def _flags(battle: Battle, unit: Unit) -> Iterator[Finding]:
    """Flags and markers outside the step they belong to."""
    if unit.status != "map":
        return
    firing = battle.step == "fire" and battle.side == unit.side
    if (unit.firing or unit.fired) and not firing:
        yield "firing", "8", "A ship is firing, or has fired, only in its own side's fire step."
    if unit.curve_set and (battle.step != "curves" or battle.side != unit.side):
        yield "curve_set", "5.4", "A curve is set only in its own side's part of the Power Phase."
    had_its_turn = battle.step not in IN_TURNS or _has_had_its_turn(battle, unit)
    new = had_its_turn and any(marker % 6 == battle.impulse for marker in unit.markers)
    if new and battle.round and not unit.spent:
        yield "markers", "6.4", "The ship placed a reinforcement this impulse, so its AP must be spent."
    if unit.shift and not battle.power_shift:
        yield "shift", "24", "There is no power-shift marker where the players have not agreed on it."
    if unit.shift and (unit.kind.base or unit.kind.fighters):
        yield "shift", "R84", "Only ships have a power-shift marker."
    if unit.vote and battle.step not in (*IN_TURNS, "initiative"):
        yield "vote", "4.2", "Initiative markers come off at the end of the impulse."
    if unit.power < 0 and battle.step != "curves":
        yield "power", "5.4", "A ship with Power below 0 has broken up."


def _has_had_its_turn(battle: Battle, unit: Unit) -> bool:
    """Whether the unit's player has had, or has, his turn of this impulse (3, 25)."""
    if unit.side != battle.side:
        return unit.side == battle.initiative
    players = battle.players
    return players is None or players.owners[unit.number] <= players.current
