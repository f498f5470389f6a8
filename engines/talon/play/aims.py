"""How far the aims of a battle have come, as they stand above its board."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engines.seam.sides import SIDE_TITLES, SIDES, Side, opponent
from engines.seam.words.in_a_row import in_row
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
from engines.talon.aims import ESCAPED, RETREATED, counted, decided, intelligence, needed_words
from engines.talon.catalogue import role_of, ship_class
from engines.talon.hexes import Hex, distance
from engines.talon.layout import edges_in_words
from engines.talon.rules.boarding import ROUND, moment_words, rounds_left
from engines.talon.rules.floating_map import hex_at
from engines.talon.units import Unit
from engines.talon.view import View

OFF_MAP = {
    "jumped": "away",
    "destroyed": "destroyed",
    "left": "left the map",
    "through": "away",
    "landed": "landed",
    "waiting": "not here yet",
    "undeployed": "not set up yet",
}


TARGETS = {
    "map": "on the map",
    "destroyed": "destroyed",
    "jumped": "away",
    "left": "away",
    "through": "away",
    "undeployed": "not set up yet",
    "covered": "not set up yet",
    "waiting": "not here yet",
    "docked": "docked",
    "boarded": "inside the base",
}


ABLE = ("map", "waiting", "undeployed", "covered")
"""Where a squadron is that can still board a base."""


@dataclass(frozen=True, slots=True)
class AimLine:
    """What a side must do in words, and how far it has come; `stage` is whether it is reached, lost or still open.

    `side` is None where it holds for both, `state` "" where there is nothing to say of it.
    """

    side: Side | None
    words: str
    state: str
    stage: Literal["open", "reached", "lost"] = "open"


def aim_lines(view: View) -> tuple[AimLine, ...]:
    """What each side must do to win, and what makes losses count half; first whom an aim has decided for.

    While the fleets set up, what decides otherwise.
    """
    aims = [line for aim in view.aims for line in _lines(view, aim)]
    lines = (
        *aims,
        *_field(view, aims=any(not isinstance(aim, Losses | Unhurt) for aim in view.aims)),
        *_arriving(view),
    )
    winner = decided_for(view)
    if winner is None:
        return lines
    if view.over:
        return (AimLine(winner, f"{SIDE_TITLES[winner]} has won", "the battle is over", "reached"), *lines)
    return (AimLine(winner, f"{SIDE_TITLES[winner]} has won", "losses still count", "reached"), *lines)


def _field(view: View, *, aims: bool) -> Iterator[AimLine]:
    """Before the first round: who wins if no aim is reached (20.1); with intelligence nobody does (R108)."""
    if view.round == 0 and intelligence(view.aims) is None:
        whoever = "whoever has the last ships on the map wins"
        yield AimLine(None, f"If no aim is reached, {whoever}" if aims else whoever.capitalize(), "")


def _arriving(view: View) -> Iterator[AimLine]:
    """Who is still to come in, when and from where (22, 26)."""
    for side in SIDES:
        for unit in view.units(side):
            arrival = view.arrival_of(unit)
            if arrival is not None and unit.status == "waiting":
                when = f"arrives in round {arrival.first} {edges_in_words(arrival.edges)}"
                if arrival.first < view.round:
                    when = "arrives as soon as there is room"
                yield AimLine(side, f"{unit.kind.abbreviation} {unit.name}", when)


def decided_for(view: View, conceding: Side | None = None) -> Side | None:
    """Whom an aim has made the winner though the battle goes on, or once a side concedes (R42, R90); None so far."""

    def fates(side: Side, role: str) -> list[str]:
        found = [unit.status for unit in view.units(side) if role_of(unit.kind.key) == role]
        return ["conceded" if side == conceding and one == "left" else one for one in found]

    return decided(view.aims, fates)


def _lines(view: View, aim: Aim) -> Iterator[AimLine]:
    if isinstance(aim, Land) and aim.needs:
        yield _landing(view, aim)
    elif isinstance(aim, Escape):
        transports = (unit for unit in view.units(aim.side) if unit.kind.transport)
        for unit in transports:
            yield _escaping(view, unit, aim)
            if aim.decides or aim.mutual:
                yield _hunting(view, unit)
    elif isinstance(aim, Destroy):
        bases = (unit for unit in view.units(opponent(aim.side)) if unit.kind.base)
        yield from (_hunting(view, base) for base in bases)
    elif isinstance(aim, Bombard):
        yield _bombarded(view, aim)
    elif isinstance(aim, Unhurt):
        yield _unhurt(view, aim)
    else:
        yield from _of_one_unit(view, aim)


def _of_one_unit(view: View, aim: Aim) -> Iterator[AimLine]:
    """An aim about a unit by its name."""
    if isinstance(aim, Target):
        yield _target(view, aim)
        yield _hunting(view, _unit(view, aim.side, aim.unit))
    elif isinstance(aim, Dock):
        yield _docking(view, aim)
        yield _hunting(view, _unit(view, aim.side, aim.unit), " or the base")
    elif isinstance(aim, Intel):
        yield _intelligence(view, aim)
        yield _denying(view, aim)


def _must(side: Side, what: str) -> str:
    """What a side must do, in words."""
    return f"{SIDE_TITLES[side]} must {what}"


def _hunting(view: View, unit: Unit, other: str = "") -> AimLine:
    """The unit that the enemy of its side must destroy, and how much of it is left; `other` is what will do, too."""
    side = opponent(unit.side)
    words = _must(side, f"destroy {unit.name}{other}")
    if unit.status == "destroyed" or (other and view.round and not _bases(view, unit.side)):
        return AimLine(side, words, "destroyed", "reached")
    if unit.status != "map":
        gone = unit.status in (*RETREATED, "docked", "landed")
        return AimLine(side, words, TARGETS.get(unit.status, unit.status), "lost" if gone else "open")
    return AimLine(side, words, f"{unit.kind.boxes - unit.hull} of {unit.kind.boxes} hull boxes left")


def _bases(view: View, side: Side) -> list[Unit]:
    """The bases of a side that are on the map."""
    return [unit for unit in view.units(side) if unit.kind.base and unit.status == "map"]


def _bombarded(view: View, aim: Bombard) -> AimLine:
    """The planet that a side is to destroy, and the damage done to it (26.8)."""
    done = view.planet_damage >= aim.needs
    state = f"{view.planet_damage} of {aim.needs}"
    words = _must(aim.side, f"do {aim.needs} points of damage to {aim.planet}")
    return AimLine(aim.side, words, state, "reached" if done else "open")


def _landing(view: View, aim: Land) -> AimLine:
    down = counted(aim, lambda side: sum(unit.status == "landed" for unit in view.units(side)))
    words = _must(aim.side, f"land {needed_words(aim, SIDE_TITLES[opponent(aim.side)])}")
    stage: Literal["open", "reached"] = "reached" if down >= aim.needs else "open"
    return AimLine(aim.side, words, f"{max(0, down)} of {aim.needs}", stage)


def _escaping(view: View, unit: Unit, aim: Escape) -> AimLine:
    words = _must(unit.side, f"bring {unit.name} away" if aim.mutual else f"jump with {unit.name}")
    if aim.hole:
        words = _must(unit.side, f"bring {unit.name} into the worm hole")
    if unit.status != "map":
        reached = unit.status in ESCAPED or (aim.mutual and unit.status == "left")
        lost = unit.status in ("destroyed", "left")
        state = OFF_MAP.get(unit.status, unit.status)
        return AimLine(unit.side, words, state, "reached" if reached else "lost" if lost else "open")
    if aim.hole:
        holes = [place for place, kind in view.terrain.items() if kind == "worm-hole"]
        away = min((distance(hole - unit.place) for hole in holes), default=0)
        return AimLine(unit.side, words, f"{away} hex away" if away == 1 else f"{away} hexes away")
    if unit.ftl_offline:
        stage: Literal["open", "lost"] = "open" if aim.mutual else "lost"
        return AimLine(unit.side, words, "FTL offline", stage)
    if view.round < unit.kind.boxes:
        return AimLine(unit.side, words, f"from round {unit.kind.boxes}, at Speed 1")
    return AimLine(unit.side, words, "after this round, if at Speed 1")


def _target(view: View, aim: Target) -> AimLine:
    """A side's target, and what has become of it."""
    status = _unit(view, aim.side, aim.unit).status
    stage: Literal["open", "reached", "lost"] = "open"
    if status in RETREATED or status == "destroyed":
        stage = "lost" if status == "destroyed" else "reached"
    return AimLine(aim.side, _must(aim.side, f"bring {aim.unit} away"), TARGETS.get(status, status), stage)


def _docking(view: View, aim: Dock) -> AimLine:
    """What is to dock, and how far the nearest base is."""
    unit = _unit(view, aim.side, aim.unit)
    words = _must(aim.side, f"dock {aim.unit} with the base")
    bases = _bases(view, aim.side)
    if unit.status == "map" and bases:
        away = min(distance(base.place - unit.place) for base in bases)
        return AimLine(aim.side, words, f"{away} hex away" if away == 1 else f"{away} hexes away")
    stage: Literal["open", "reached", "lost"] = "reached" if unit.status == "docked" else "open"
    if unit.status == "destroyed" or (view.round and not bases):
        stage = "lost"
    return AimLine(aim.side, words, TARGETS.get(unit.status, unit.status), stage)


def _intelligence(view: View, aim: Intel) -> AimLine:
    """Where the intelligence is that a side is to bring away (26.9)."""
    bases = in_row([unit.name for unit in view.units(opponent(aim.side)) if unit.kind.base])
    words = _must(
        aim.side,
        f"fetch the intelligence from {bases} with a squadron, bring it to {aim.unit}, and jump",
    )
    squadrons = [unit for unit in view.units(aim.side) if unit.kind.fighters]
    carrier = _unit(view, aim.side, aim.unit)
    brought = [unit for unit in squadrons if unit.intel and unit.carrier == carrier.number]
    if carrier.status == "jumped" and brought:
        return AimLine(aim.side, words, "away", "reached")
    if carrier.status in ("destroyed", "jumped", "left", "through"):
        return AimLine(aim.side, words, f"{aim.unit} {TARGETS[carrier.status]}", "lost")
    if carrier.ftl_offline:
        return AimLine(aim.side, words, f"{aim.unit}: FTL offline", "lost")
    if any(unit.status == "docked" for unit in brought):
        return AimLine(aim.side, words, f"aboard {aim.unit}{_from_when(view, carrier)}")
    state = _outside(view, aim.side, squadrons)
    return AimLine(aim.side, words, state or "nobody can bring it any more", "open" if state else "lost")


def _denying(view: View, aim: Intel) -> AimLine:
    """What the enemy of those who fetch the intelligence must do, and when a black hole does it (26.9, R74)."""
    enemy, theirs = opponent(aim.side), _intelligence(view, aim).stage
    bases = [unit for unit in view.units(enemy) if unit.kind.base and unit.status != "destroyed"]
    names = in_row([unit.name for unit in view.units(enemy) if unit.kind.base])
    words = _must(enemy, f"destroy {aim.unit}, every squadron, or {names} while the intelligence is inside")
    if theirs != "open":
        return AimLine(enemy, words, "", "lost" if theirs == "reached" else "reached")
    if any(unit.intel for unit in view.units(aim.side)):
        return AimLine(enemy, words, "")
    return AimLine(enemy, words, "; ".join(filter(None, (_time_left(view, base) for base in bases))))


def _from_when(view: View, carrier: Unit) -> str:
    """When a carrier can jump."""
    if view.round < carrier.kind.boxes:
        return f", jumps from round {carrier.kind.boxes}, at Speed 1"
    return ", jumps after this round, if at Speed 1"


def _outside(view: View, side: Side, squadrons: list[Unit]) -> str:
    """With whom the intelligence is, or in which base; "" if it cannot be had any more."""
    holders = [unit.name for unit in squadrons if unit.intel and unit.status == "map"]
    inside = [unit for unit in squadrons if unit.status == "boarded"]
    bases = [unit for unit in view.units(opponent(side)) if unit.kind.base]
    states = [f"with {in_row(holders)}"] if holders else []
    states += [
        f"{unit.name} in {view.unit(unit.carrier).name}, out from {moment_words(unit.boarded + ROUND)}"
        for unit in inside
    ]
    if not states and any(unit.status in ABLE for unit in squadrons):
        states = [f"in the base {base.name}" for base in bases if base.status != "destroyed"]
    return "; ".join(states)


def _time_left(view: View, base: Unit) -> str:
    """After which round a black hole takes a base that is on the map, or will be set up in a hex of its own."""
    if "black-hole" not in view.terrain.values():
        return ""
    place = base.place if base.status == "map" else _only_hex(view, base)
    if place is None:
        return ""
    last = max(1, view.round) - 1 + rounds_left(view.terrain, place)
    return f"{base.name} is pulled into the black hole at the end of round {last}"


def _only_hex(view: View, unit: Unit) -> Hex | None:
    """The hex in which a unit must be set up; None if there are several."""
    zone = view.zone_of(unit)
    if zone is None or view.round:
        return None
    found = [(strip.row, column) for strip in zone.strips for column in range(strip.first, strip.last + 1)]
    return hex_at(view.window, *found[0]) if len(found) == 1 else None


def _unit(view: View, side: Side, name: str) -> Unit:
    """The unit of a side with that name."""
    return next(unit for unit in view.units(side) if unit.name == name)


def _unhurt(view: View, aim: Unhurt) -> AimLine:
    kind = ship_class(aim.side, aim.ship_class)
    hurt = any(
        unit.hull or unit.status == "destroyed"
        for unit in view.units(aim.side)
        if unit.kind.key == aim.ship_class
    )
    loser = SIDE_TITLES[opponent(aim.side)]
    state = f"hurt, {loser}'s losses count half" if hurt else "unhurt"
    words = _must(aim.side, f"keep its {kind.plural.lower()} unhurt")
    return AimLine(aim.side, words, state, "lost" if hurt else "open")
