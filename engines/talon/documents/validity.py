"""Whether a position is possible: everything impossible with its place in the position, its rule and the reason.

The text form and the codec both ask here, so that both refuse the same.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from engines.seam.sides import SIDES, opponent
from engines.seam.words.articles import with_article
from engines.talon.aim_documents import Bombard, Dock, Intel, Target, Unhurt
from engines.talon.aims import bombarded, bombardment, deciding, ends_at_once, two_planets
from engines.talon.catalogue import known_class
from engines.talon.deployment import SQUADRONS_CARRIED
from engines.talon.documents import validity_qualities, validity_tasks, validity_teams, validity_units
from engines.talon.hexes import Hex, axial
from engines.talon.orders import MISSILES, PLANET
from engines.talon.rules import boarding, docking, floating_map
from engines.talon.rules.arriving import setup, terrain_placement
from engines.talon.rules.initiative import chooser_of_initiative
from engines.talon.rules.sequence import STEPS
from engines.talon.rules.victory import LAST_ROUND, QUIET_ROUNDS
from engines.talon.state import Battle
from engines.talon.units import Missile

IN_IMPULSES: Final = ("undock", "ap", "move", "fire", "initiative", "tactics")
BEFORE: Final = ("planet", "worm-hole", "terrain", "deploy", "launch", "start")
LAYING: Final = ("planet", "worm-hole", "terrain")
LAST_IMPULSE: Final = 5
FARTHEST: Final = 400
"""How far from the first place of the map anything can lie, in hexes along q or r."""
FARTHEST_SHIFT: Final = 999
LARGEST: Final = 450
"""Rows and columns of a map that had to grow, at most; no battle of forty rounds comes near that."""
DEADLY: Final = ("planet", "black-hole", "worm-hole")
FIRST_WINDOW: Final = (11, 15)
EXTENDED_WINDOW: Final = (11, 23)


class Impossible(NamedTuple):
    """Something impossible: `where` as a path in the state, such as "units[3].hull", rule and sentence."""

    where: str
    rule: str
    reason: str


def parents(where: str) -> Iterator[str]:
    """A path and the paths that contain it, from the inside out, "" for the whole position last.

    >>> list(parents("units[3].shields[0]"))
    ['units[3].shields[0]', 'units[3].shields', 'units[3]', 'units', '']
    """
    while where:
        yield where
        where = where[: max(where.rfind("."), where.rfind("["), 0)]
    yield ""


def position_errors(battle: Battle) -> list[Impossible]:
    """Everything impossible in the position; none if it is possible."""
    found = [*_numbers(battle), *validity_units.shapes(battle)]
    if not found:
        found = [finding for check in _CHECKS for finding in check(battle)]
    return [Impossible(*finding) for finding in found]


Finding = tuple[str, str, str]


def _numbers(battle: Battle) -> Iterator[Finding]:
    """Every unit number belongs to a unit."""
    if not battle.units:
        yield "units", "21", "The position has no units."
    if len(battle.units) > PLANET:
        yield "units", "21", f"The position has {len(battle.units)} units; the limit is {PLANET}."
    known = range(len(battle.units))
    for at, unit in enumerate(battle.units):
        if unit.carrier not in known and unit.carrier != -1:
            yield f"units[{at}].carrier", "16", f"There is no unit number {unit.carrier}."
        if unit.home not in known and unit.home != -1:
            yield f"units[{at}].home", "21", f"There is no unit number {unit.home}."
    for at, missile in enumerate(battle.missiles):
        if missile.target not in known and missile.target not in (-1, PLANET):
            yield f"missiles[{at}].target", "13.2", f"There is no unit number {missile.target}."
    for at, number in enumerate(battle.blasts):
        if number not in known:
            yield f"blasts[{at}]", "8.6", f"There is no unit number {number}."
    yield from validity_qualities.numbers(battle)
    yield from validity_tasks.numbers(battle)
    yield from validity_teams.numbers(battle)


def _names(battle: Battle) -> Iterator[Finding]:
    seen: set[tuple[str, str]] = set()
    for at, unit in enumerate(battle.units):
        if (unit.side, unit.name) in seen:
            yield f"units[{at}].name", "21", f"{unit.side.title()} has two units named {unit.name}."
        seen.add((unit.side, unit.name))
    order = [SIDES.index(unit.side) for unit in battle.units]
    if order != sorted(order):
        yield "units", "21", "Terran's units are numbered first, then Talon's."


def _clock(battle: Battle) -> Iterator[Finding]:
    if (battle.round == 0) != (battle.step in BEFORE):
        yield "round", "3", "Round 0 is the set-up, and only the set-up."
    if battle.step not in STEPS or battle.round > LAST_ROUND:
        yield "step", "3", f"There is no step {battle.step} in round {battle.round}."
    at_rest = 0 if battle.step in BEFORE else LAST_IMPULSE
    if battle.step not in IN_IMPULSES and battle.impulse != at_rest:
        yield "impulse", "3", f"The step {battle.step} is not part of an impulse."
    if battle.step == "undock" and not battle.ending and not battle.agenda and not boarding.due(battle):
        yield "step", "26", f"No squadron of {battle.side.title()} can come out of a base now."
    asked = battle.step == "initiative" and not battle.ending and not battle.agenda
    if asked and chooser_of_initiative(battle) != battle.side:
        yield "step", "4.2", f"The markers do not let {battle.side.title()} choose the Initiative Player."


def _ending(battle: Battle) -> Iterator[Finding]:
    if (battle.ending in ("", "draw")) != (battle.winner is None):
        yield "winner", "20.1", "A draw has no winner; every other ending has one."
    if battle.ending and (battle.agenda or battle.blasts):
        yield "ending", "20.1", "A battle that is over has nothing under way."
    if battle.ending and not battle.round:
        yield "ending", "20.1", "A battle cannot be over before its first round."
    if battle.ending == "planet" and battle.winner not in [aim.side for aim in deciding(battle.aims)]:
        yield "ending", "31.8", "Only the side that does not own the planet wins by taking it."
    done = bombarded(battle.aims, battle.planet_damage)
    if battle.ending == "aim" and not ends_at_once(battle.aims, battle.winner or "terran") and done is None:
        yield "ending", "29.8", "Only a side with a target wins by destroying the enemy's."
    agreed = len(battle.offers) == len(SIDES)
    if len(set(battle.offers)) != len(battle.offers) or (agreed and battle.ending != "draw"):
        yield (
            "offers",
            "R29",
            "The battle is over when both sides have offered a draw; each side offers once.",
        )
    if battle.offers and not battle.round:
        yield "offers", "R29", "A draw is possible from the first impulse on."
    if battle.quiet >= QUIET_ROUNDS and not battle.ending:
        yield "quiet", "R29", f"After {QUIET_ROUNDS} rounds without damage or departure the battle is over."


def _planet(battle: Battle) -> Iterator[Finding]:
    """Mode, owner and the planet itself (31.8, S21)."""
    if (battle.mode == "planet") != (battle.owner is not None):
        yield "mode", "31.8", "A planet that can be captured has an owner, and only such a planet."
    if battle.capital is not None and battle.owner is None:
        yield "capital", "31.8", "Only a battle for a planet has a capital."
    if battle.capital is not None and battle.terrain.get(battle.capital) != "planet":
        kind = battle.terrain.get(battle.capital, "no terrain")
        yield "capital", "31.8", f"The capital must be a planet; its hex has {kind}."
    if battle.owner is not None and battle.capital is None and battle.step != "planet":
        yield "mode", "S21", "The hex of the planet is missing: that planet is placed first."
    yield from _moon(battle)
    if battle.step not in LAYING[:2] and terrain_placement.to_place_hole(battle) is not None:
        yield "step", "29.5", "The worm hole by which a side is to escape is missing: it is placed first."


def _moon(battle: Battle) -> Iterator[Finding]:
    """Where each side has a planet, the second one (29.3)."""
    both = two_planets(battle.aims)
    if battle.moon is not None and (not both or battle.capital is None):
        yield "moon", "29.3", "A second planet is only there if each side is to land on the enemy's."
    if battle.moon is not None and (
        battle.moon == battle.capital or battle.terrain.get(battle.moon) != "planet"
    ):
        yield "moon", "29.3", "The second planet must be a planet in another hex."
    if both and battle.owner is not None and battle.moon is None and battle.step != "planet":
        yield "mode", "29.3", "The hex of the second planet is missing: both are placed first."


def _aims(battle: Battle) -> Iterator[Finding]:
    """Every aim is about something that is there (26, 29)."""
    names = {(unit.side, unit.name) for unit in battle.units}
    for at, aim in enumerate(battle.aims if battle.own_aims is not None else ()):
        if isinstance(aim, Target) and (aim.side, aim.unit) not in names:
            yield f"aims[{at}]", "29.8", f"{aim.side.title()} has no {aim.unit}, which is its target."
        if isinstance(aim, Dock) and (aim.side, aim.unit) not in names:
            yield f"aims[{at}]", "26", f"{aim.side.title()} has no {aim.unit}, which is to dock."
        if isinstance(aim, Unhurt) and known_class(aim.side, aim.ship_class) is None:
            yield f"aims[{at}]", "5", f"{aim.side.title()} has no class {aim.ship_class}."


def _intelligence(battle: Battle) -> Iterator[Finding]:
    """The carrier that is to bring the intelligence away, the base that has it, and who is inside (26.9)."""
    aims = [one for one in battle.aims if isinstance(one, Intel)]
    if not aims:
        return
    if len(aims) > 1 or any(isinstance(one, Bombard | Dock | Target) for one in battle.aims):
        yield "aims", "26", "Where intelligence is fought for, nothing else decides the battle."
    aim, at = aims[0], battle.aims.index(aims[0])
    carriers = [unit.name for unit in battle.force(aim.side) if unit.kind.carries and not unit.kind.base]
    if aim.unit not in carriers:
        yield f"aims[{at}]", "26", f"{aim.side.title()} has no carrier {aim.unit}, which is to jump."
    if not any(unit.kind.base for unit in battle.force(opponent(aim.side))):
        yield f"aims[{at}]", "26", f"{opponent(aim.side).title()} has no base to board."
    within = Counter(unit.carrier for unit in battle.units if unit.status == "boarded")
    for at, unit in enumerate(battle.units):
        if unit.status == "boarded" and within[unit.carrier] > 1:
            yield (
                f"units[{at}].carrier",
                "26",
                "Only one squadron is inside a base.",
            )


def _bombardment(battle: Battle) -> Iterator[Finding]:
    """The planet that is fired at, and the damage done to it (26.8)."""
    aim, planets = bombardment(battle.aims), list(battle.terrain.values()).count("planet")
    if aim is None:
        if battle.planet_damage:
            yield "planet_damage", "26", "No planet can be damaged in this battle."
        return
    if sum(bombardment([one]) is not None for one in battle.aims) > 1:
        yield "aims", "26", "Only one planet can be fired at."
    if any(isinstance(one, Dock | Target) for one in battle.aims):
        yield (
            "aims",
            "26",
            "One battle has targets or somebody who is to dock, or a planet to fire at, not both.",
        )
    if planets != 1:
        yield "terrain", "26", f"{aim.planet} is fired at, so there must be one planet; there are {planets}."
    if battle.planet_damage > aim.needs:
        yield "planet_damage", "26", f"{aim.planet} is destroyed with {aim.needs} points of damage."
    elif battle.planet_damage == aim.needs and not (battle.ending == "aim" or battle.agenda):
        yield "planet_damage", "26", f"The battle is over once {aim.planet} has {aim.needs} points of damage."
    if battle.planet_damage and not battle.round:
        yield "planet_damage", "26", f"{aim.planet} cannot be damaged before the first round."


def _pattern(battle: Battle) -> Iterator[Finding]:
    if battle.pattern is not None and battle.step not in LAYING:
        yield "pattern", "30.1", "The terrain pattern is placed before anybody deploys."
    if battle.more and battle.step not in LAYING:
        yield "more", "30.1", "Terrain patterns are placed before anybody deploys."


def _map(battle: Battle) -> Iterator[Finding]:
    window = battle.window
    least = EXTENDED_WINDOW if window.extended else FIRST_WINDOW
    grown = (window.rows, window.columns) != least
    too_small = window.rows < least[0] or window.columns < least[1]
    if too_small or (grown and not window.extended):
        yield (
            "window",
            "7.5",
            f"The map must have {least[0]} rows of {least[1]} and {least[1] + 1} hexes here.",
        )
    if max(window.rows, window.columns) > LARGEST:
        yield "window", "7.5", f"The map is too large: the limit is {LARGEST} rows and columns."
    if max(abs(window.q), abs(window.r)) > FARTHEST_SHIFT:
        yield "window", "7.5", f"The map is shifted too far: the limit is {FARTHEST_SHIFT}."
    for place in sorted(battle.terrain):
        yield from _on_the_map(battle, f"terrain[{place}]", place)


def _too_far(where: str, place: Hex) -> Iterator[Finding]:
    q, r = axial(place)
    if max(abs(q), abs(r)) > FARTHEST:
        yield where, "7.5", f"{q},{r} is out of range: q and r are at most {FARTHEST}."


def _on_the_map(battle: Battle, where: str, place: Hex) -> Iterator[Finding]:
    q, r = axial(place)
    if not floating_map.inside(battle.window, place):
        yield where, "7.5", f"{q},{r} is outside the map."
    yield from _too_far(where, place)


def _places(battle: Battle) -> Iterator[Finding]:
    """Units and missiles where they can stand (7.5, 17, 18)."""
    pieces = [
        (f"units[{at}].place", unit.place) for at, unit in enumerate(battle.units) if unit.status == "map"
    ]
    pieces += [(f"missiles[{at}].place", missile.place) for at, missile in enumerate(battle.missiles)]
    for where, place in pieces:
        yield from _on_the_map(battle, where, place)
        if battle.terrain.get(place) in DEADLY:
            yield where, "17", f"Nothing can be in {with_article(battle.terrain[place])} hex."


def _counters(battle: Battle) -> Iterator[Finding]:
    """Enough counters for the units on the map, docked or inside a base (31.6, R62), and room for squadrons (16)."""
    used = (unit for unit in battle.units if setup.uses_counter(battle, unit))
    in_use = Counter((unit.side, unit.kind.key) for unit in used)
    for at, unit in enumerate(battle.units):
        many, limit = in_use.pop((unit.side, unit.kind.key), 0), setup.counters(battle, unit)
        if many > limit:
            reason = f"{many} {unit.kind.abbreviation} counters are in use, but there are only {limit}."
            yield f"units[{at}]", "31.6", reason
        if unit.kind.carries and docking.docked_in(battle, unit) > SQUADRONS_CARRIED:
            docked = next(
                n for n, one in enumerate(battle.units) if one.status == "docked" and one.carrier == at
            )
            yield f"units[{docked}].carrier", "16", f"{unit.name} has room for {SQUADRONS_CARRIED} squadrons."


def _missiles(battle: Battle) -> Iterator[Finding]:
    seen: set[int] = set()
    for at, missile in enumerate(battle.missiles):
        if missile.number in seen or not 0 < missile.number - MISSILES <= battle.launched:
            reason = "Each missile has its own number, and none is above the number launched."
            yield f"missiles[{at}].number", "13.2", reason
        seen.add(missile.number)
        if missile.target >= 0:
            yield from _aim(battle, f"missiles[{at}].target", missile)
    if battle.missiles and not battle.round:
        yield "missiles[0]", "13.2", "No missile is in flight before the first round."


def _aim(battle: Battle, where: str, missile: Missile) -> Iterator[Finding]:
    if missile.target == PLANET:
        if battle.bombarded_by(missile.side) is None:
            yield where, "26", f"{missile.side.title()} cannot fire at a planet in this battle."
        return
    target = battle.units[missile.target]
    if target.side == missile.side:
        yield where, "13.2", f"{target.name} is on the missile's own side."
    if target.status != "map":
        yield where, "13.3", f"{target.name} is not on the map: write that the missile is aimed at nothing."
    elif target.place == missile.place and not battle.agenda:
        yield where, "13.5", f"A missile in the hex of its target, {target.name}, would have hit it."


def _blasts(battle: Battle) -> Iterator[Finding]:
    for at, number in enumerate(battle.blasts):
        unit = battle.units[number]
        if unit.status != "destroyed" or unit.kind.fighters or number in battle.blasts[:at]:
            yield (
                f"blasts[{at}]",
                "8.6",
                f"{unit.name} does not explode: a ship explodes once, when it is destroyed.",
            )
        yield from _too_far(f"blasts[{at}]", unit.place)
    if battle.blasts and not any(map(validity_tasks.deals_blasts, battle.agenda)):
        yield "blasts[0]", "R26", "There are explosions only while the task blasts is under way."


_CHECKS: Final[tuple[Callable[[Battle], Iterator[Finding]], ...]] = (
    _names,
    _clock,
    _ending,
    _planet,
    _aims,
    _bombardment,
    _intelligence,
    _pattern,
    _map,
    validity_units.findings,
    _places,
    _counters,
    _missiles,
    _blasts,
    validity_tasks.findings,
    validity_teams.findings,
    validity_qualities.findings,
)
