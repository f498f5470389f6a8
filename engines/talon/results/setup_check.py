"""Whether a set-up is possible: each refusal names the unit, the rule and what to correct."""

from collections import Counter
from collections.abc import Iterator

from engines.seam.documents import BattleSetup, Unit
from engines.seam.refusals import Refusal
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.words.articles import with_article
from engines.seam.words.names import shown, unwritable
from engines.talon.aim_documents import Bombard, Destroy, Dock, Escape, Intel, Land, Losses, Target, Unhurt
from engines.talon.aims import two_planets
from engines.talon.catalogue import ShipClass, astrometrics, classes_of, known_class, role_of, ship_classes
from engines.talon.damage import in_talon, is_of_talon
from engines.talon.results.damage_check import damage_refusals
from engines.talon.results.layout_check import layout_of, layout_refusals
from engines.talon.terms import aims_of, are_terms_of_talon, number_of_players, terms_of
from engines.talon.terrain import is_terrain_of_talon, talon_terrain


def setup_refusals(setup: BattleSetup) -> list[Refusal]:
    """Every reason why the set-up is impossible; none if it is possible."""
    if foreign := [*_foreign(setup)]:
        return foreign
    found = [*_ground(setup), *layout_refusals(setup), *_aims(setup), *_teams(setup), *_staying(setup)]
    for side in SIDES:
        names = Counter(unit.name for unit in setup.force(side))
        found += [
            Refusal("S34", f"{side.title()} has {count} units named {shown(name)}.", f"{side}: {name}")
            for name, count in names.items()
            if count > 1
        ]
        if not any(role_of(unit.ship_class) != "squadron" for unit in setup.force(side)):
            found.append(Refusal("S4", f"{side.title()} has no ship or base.", side))
        if sum(unit.jury is not None for unit in setup.force(side)) > 1:
            found.append(
                Refusal("R102", f"{side.title()} has more than one group that is jury rigged.", side)
            )
        for at, unit in enumerate(setup.force(side)):
            found += [
                Refusal(rule, reason, f"{side}[{at}] {shown(unit.name)}")
                for rule, reason in _unit(side, unit)
            ]
    return found


def _foreign(setup: BattleSetup) -> Iterator[Refusal]:
    """What is another game's: nothing else can be said of it."""
    if not is_terrain_of_talon(setup.terrain):
        yield Refusal("30", "This is terrain of another game.", "terrain")
    if not are_terms_of_talon(setup):
        yield Refusal("26", "These are terms of another game.", "terms")


def _ground(setup: BattleSetup) -> Iterator[Refusal]:
    if (setup.mode == "planet") != (setup.planet_owner is not None):
        yield Refusal(
            "31.8",
            "A battle over a planet needs the planet's owner; other battles have none.",
            "planet_owner",
        )
    ground = talon_terrain(setup.terrain)
    pattern, several = ground.pattern, ground.patterns
    for field, found in (("pattern", () if pattern is None else (pattern,)), ("patterns", several)):
        for column, row in found:
            if (column, row) not in astrometrics():
                yield Refusal("30.3", f"There is no terrain pattern {column},{row}.", f"terrain.{field}")
    if several and (pattern is not None or setup.format == 1):
        reason = "Patterns that both sides lay in turn belong to a set-up of format 2, and without another pattern."
        yield Refusal("30.1", reason, "terrain.patterns")
    if pattern is not None and setup.planet_owner is not None and setup.format == 1:
        yield Refusal("S21", "A battle over a planet has no terrain pattern.", "terrain.pattern")
    for side in SIDES:
        if sum(role_of(unit.ship_class) == "base" for unit in setup.force(side)) > 1:
            yield Refusal("31.2", f"{side.title()} has more than one base in the zone.", side)


def _aims(setup: BattleSetup) -> Iterator[Refusal]:
    """Every aim is about something that is there (26, 29)."""
    yield from (*_planets(setup), *_troops(setup))
    for aim in aims_of(setup) if setup.format > 1 else ():
        title = aim.side.title()
        roles = {role_of(unit.ship_class) for unit in setup.force(aim.side)}
        if isinstance(aim, Land) and setup.planet_owner is None:
            yield Refusal("29.2", f"{title} is to land, but there is no planet to land on.", "terms.aims")
        if isinstance(aim, Land | Escape) and "transport" not in roles and _decides(aim):
            yield Refusal("29.4", f"{title} has no transport, but an aim that asks for one.", "terms.aims")
        if isinstance(aim, Destroy) and not any(
            role_of(unit.ship_class) == aim.role for unit in setup.force(opponent(aim.side))
        ):
            yield Refusal(
                "29.7",
                f"{title} is to destroy {with_article(aim.role)}, but the enemy has none.",
                "terms.aims",
            )
        if isinstance(aim, Target) and aim.unit not in {unit.name for unit in setup.force(aim.side)}:
            yield Refusal("29.8", f"{title} has no {aim.unit}, which is its target.", "terms.aims")
        if isinstance(aim, Dock):
            yield from _docking(setup, aim)
        if isinstance(aim, Bombard):
            yield from _bombardment(setup, aim)
        if isinstance(aim, Intel):
            yield from _intelligence(setup, aim)
        if isinstance(aim, Unhurt) and known_class(aim.side, aim.ship_class) is None:
            yield Refusal("5", _no_class(aim), "terms.aims")


def _no_class(aim: Unhurt) -> str:
    """That a side has no class of the name that an aim gives; whole, if its letters were given."""
    words = f"{aim.side.title()} has no class {aim.ship_class}, which an aim names."
    meant = [kind.key for kind in classes_of(aim.side) if kind.abbreviation == aim.ship_class]
    return f"{words} Is “{meant[0]}” meant?" if meant else words


def _planets(setup: BattleSetup) -> Iterator[Refusal]:
    """Where each side has a planet, each is to land on the enemy's (29.3)."""
    landing_on_theirs = {aim.side for aim in aims_of(setup) if isinstance(aim, Land) and aim.theirs}
    if two_planets(aims_of(setup)) and landing_on_theirs != set(SIDES):
        yield Refusal("29.3", "Where each side has a planet, each is to land on the enemy's.", "terms.aims")


def _troops(setup: BattleSetup) -> Iterator[Refusal]:
    """Troops that are set down decide nothing in the battle (32.3)."""
    for aim in aims_of(setup):
        if (
            isinstance(aim, Land)
            and aim.returns
            and (aim.needs or aim.afterwards or aim.takes or aim.theirs or aim.later)
        ):
            reason = (
                f"Transports of {aim.side.title()} set troops down and come back: nothing else comes of it."
            )
            yield Refusal("32.3", reason, "terms.aims")


def _docking(setup: BattleSetup, aim: Dock) -> Iterator[Refusal]:
    """Who is to dock is there, and so is a base (R70)."""
    title, force = aim.side.title(), setup.force(aim.side)
    roles = {unit.name: role_of(unit.ship_class) for unit in force}
    if aim.unit not in roles:
        yield Refusal("26", f"{title} has no {aim.unit}, which is to dock.", "terms.aims")
    elif roles[aim.unit] not in ("warship", "carrier"):
        words = f"{aim.unit} is {with_article(roles[aim.unit])}: only a warship or carrier can be the one to dock."
        yield Refusal("R70", words, "terms.aims")
    layout = layout_of(setup)
    if layout is not None and any(patch.kind == "worm-hole" for patch in layout.terrain):
        yield Refusal("R70", f"{aim.unit} never leaves the map, so there is no worm hole.", "terms.aims")
    if any(isinstance(other, Target) for other in aims_of(setup)):
        yield Refusal("26", "One battle has targets, or somebody who is to dock, not both.", "terms.aims")
    if not any(role_of(unit.ship_class) == "base" for unit in force):
        yield Refusal("26", f"{title} has no base for {aim.unit} to dock with.", "terms.aims")


def _bombardment(setup: BattleSetup, aim: Bombard) -> Iterator[Refusal]:
    """A planet that is fired at has a name, and is the only one, and cannot be captured (26.8)."""
    layout = layout_of(setup)
    planets = sum(patch.kind == "planet" for patch in layout.terrain) if layout is not None else 0
    if planets != 1 or setup.planet_owner is not None or talon_terrain(setup.terrain).every_pattern:
        reason = f"{aim.side.title()} is to fire at {shown(aim.planet)}: that must be the only planet, and lie there."
        yield Refusal("26", reason, "terms.aims")
    if sum(isinstance(one, Bombard) for one in aims_of(setup)) > 1:
        yield Refusal("26", "Only one planet can be fired at.", "terms.aims")
    if any(isinstance(one, Dock | Target) for one in aims_of(setup)):
        reason = "One battle has targets or somebody who is to dock, or a planet to fire at, not both."
        yield Refusal("26", reason, "terms.aims")
    if wrong := unwritable(aim.planet):
        yield Refusal("S34", f"{wrong} Give the planet another name.", "terms.aims")


def _teams(setup: BattleSetup) -> Iterator[Refusal]:
    """Every unit has one player of its side, every player a unit, and a side several players (25)."""
    teams = terms_of(setup).teams
    if teams is None:
        return
    if all(number_of_players(setup, side) == 1 for side in SIDES):
        yield Refusal("25", "A battle of teams has two players or more on a side.", "terms.teams")
    for side in SIDES:
        given = Counter(name for names in teams.of(side) for name in names)
        own = [unit.name for unit in setup.force(side)] if teams.of(side) else []
        for name, count in given.items():
            if name not in own:
                reason = f"{side.title()} has no {shown(name)} that a player could have."
                yield Refusal("25", reason, f"terms.teams.{side}")
            elif count > 1:
                yield Refusal("25", f"{shown(name)} is given to {count} players.", f"terms.teams.{side}")
        for name in own:
            if name not in given:
                yield Refusal("25", f"{shown(name)} is given to no player.", f"terms.teams.{side}")


def _staying(setup: BattleSetup) -> Iterator[Refusal]:
    """A side that may not retreat has nothing to bring away (32.2)."""
    side = terms_of(setup).no_retreat
    if side is not None and any(
        aim.side == side and isinstance(aim, Escape | Target | Intel) for aim in aims_of(setup)
    ):
        reason = f"{side.title()} may not retreat, so it has no aim to bring anything away."
        yield Refusal("32.2", reason, "terms.no_retreat")


def _intelligence(setup: BattleSetup, aim: Intel) -> Iterator[Refusal]:
    """A carrier and squadrons, and a base of the enemy for them; nothing else decides such a battle (26.9)."""
    title, force = aim.side.title(), setup.force(aim.side)
    roles = {unit.name: role_of(unit.ship_class) for unit in force}
    if roles.get(aim.unit) != "carrier":
        yield Refusal(
            "26", f"{title} has no carrier {shown(aim.unit)} to bring the intelligence away.", "terms.aims"
        )
    if "squadron" not in roles.values():
        yield Refusal("26", f"{title} has no squadron to board the enemy's base.", "terms.aims")
    if not any(role_of(unit.ship_class) == "base" for unit in setup.force(opponent(aim.side))):
        yield Refusal(
            "26", f"{opponent(aim.side).title()} has no base with intelligence to board.", "terms.aims"
        )
    if any(one is not aim and not isinstance(one, Losses | Unhurt) for one in aims_of(setup)):
        yield Refusal(
            "26", "Where intelligence is fought for, nothing else decides the battle.", "terms.aims"
        )


def _decides(aim: Land | Escape) -> bool:
    return aim.decides or aim.mutual if isinstance(aim, Escape) else aim.needs > 0


def _unit(side: Side, unit: Unit) -> Iterator[tuple[str, str]]:
    kind = known_class(side, unit.ship_class)
    if wrong := unwritable(unit.name):
        yield "S34", f"{wrong} Give the unit another name; in a war, on the war's page."
    if kind is None:
        known = ", ".join(key for of, key in ship_classes() if of == side)
        yield "5", f"{side.title()} has no class {unit.ship_class}. Its classes: {known}."
    else:
        yield from damage_refusals(kind, unit.name, unit.damage)
        yield from _jury(kind, unit)


def _jury(kind: ShipClass, unit: Unit) -> Iterator[tuple[str, str]]:
    """Why no such group of the unit can be jury rigged (24, R102)."""
    if unit.jury is None:
        return
    if kind.role in ("base", "squadron"):
        yield "24", f"{unit.name} is {with_article(kind.role)}: only a ship has a group that is jury rigged."
    elif unit.jury >= len(kind.weapons):
        yield "24", f"{unit.name} has no weapon group {unit.jury + 1} that could be jury rigged."
    elif is_of_talon(unit.damage) and unit.jury in in_talon(unit.damage).weapons_lost:
        yield "24", f"Group {unit.jury + 1} of {unit.name} is destroyed: it cannot be jury rigged."
