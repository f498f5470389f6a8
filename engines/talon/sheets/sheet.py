"""The set-up sheet of a battle: forces, table, set-up steps and reminders."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from msgspec import UNSET

from engines.seam.classes import Role
from engines.seam.documents import BattleSetup, FateWord
from engines.seam.sheets import Rule, SetupSheet, SheetForce
from engines.seam.sides import SIDE_TITLES, SIDES, Side, opponent
from engines.talon.aims import NUMBERS, landing, needed_words, places_hole, two_planets
from engines.talon.catalogue import class_of, pattern_title, role_of
from engines.talon.damage import in_talon
from engines.talon.layout import Layout
from engines.talon.results.deployment import (
    counters_at_start,
    deployment,
    first_to_deploy,
    of_class_arriving,
    second_to_deploy,
)
from engines.talon.results.layout_check import layout_of
from engines.talon.sheets.aims import aims_in_words
from engines.talon.sheets.layouts import arrivals_in_words, start_in_words, terrain_in_words, zones_in_words
from engines.talon.sheets.report_form import counts_of, endings_in_words
from engines.talon.sheets.space_empires import rules_in_words
from engines.talon.sheets.table_drawing import draw_table
from engines.talon.sheets.unit_cards import arc_words, unit_card
from engines.talon.terms import aims_of, terms_of, top_of
from engines.talon.terrain import talon_terrain

Gone = Mapping[Side, Mapping[str, FateWord]]
NOBODY: Mapping[str, FateWord] = MappingProxyType({})
MODES = {"last_ship_standing": "Last ship standing", "planet": "Combat above a planet"}


def sheet_of(setup: BattleSetup, gone: Gone | None = None) -> SetupSheet:
    """The set-up sheet; `gone`, of a battle that has begun: by side and name what became of units that are gone."""
    return SetupSheet(
        setup,
        terms_of(setup).label or MODES[setup.mode],
        tuple(force_of(setup, side, (gone or {}).get(side, {})) for side in SIDES),
        tuple(words for _, words in endings_in_words(setup)),
        draw_table(setup),
        tuple(_steps(setup)),
        tuple(_reminders(setup, begun=gone is not None)),
        tuple(f"{count.title}, of {count.high}" for count in counts_of(setup, {})),
    )


def force_of(setup: BattleSetup, side: Side, gone: Mapping[str, FateWord] = NOBODY) -> SheetForce:
    """One side's force as it comes into the battle, with what has become of those that are `gone` by now."""
    return SheetForce(
        side=side,
        title=SIDE_TITLES[side],
        cards=tuple(unit_card(side, unit, fate=gone.get(unit.name)) for unit in setup.force(side)),
        classes=deployment(setup, side),
        points=sum(class_of(side, unit).points for unit in setup.force(side)),
        at_start=counters_at_start(setup, side),
    )


def _steps(setup: BattleSetup) -> Iterator[Rule]:
    """What the players do before the first round, in order (21, 31.7, S21)."""
    top, bottom = SIDE_TITLES[top_of(setup)], SIDE_TITLES[opponent(top_of(setup))]
    usual = "S21" if setup.initiative == "talon" else "21"
    if top_of(setup) == setup.initiative:
        yield Rule(f"{top} takes the top edge and has the initiative; {bottom} takes the bottom edge.", usual)
    else:
        yield Rule(f"{top} takes the top edge; {bottom} takes the bottom edge and has the initiative.", usual)
    if setup.planet_owner and two_planets(aims_of(setup)):
        first, second = SIDE_TITLES[setup.planet_owner], SIDE_TITLES[opponent(setup.planet_owner)]
        words = f"{first} places its planet in its own set-up zone, then {second} does so too."
        yield Rule(words, "29.3")
    elif setup.planet_owner:
        yield Rule(f"{SIDE_TITLES[setup.planet_owner]} places the planet in its own set-up zone.", "31.7")
    if placing := places_hole(aims_of(setup)):
        yield Rule(f"{SIDE_TITLES[placing]} places the worm hole in its own set-up zone.", "29.5")
    if (ground := talon_terrain(setup.terrain)).pattern:
        rolled = " as rolled" if ground.rolled else ""
        words = (
            f"{top} places the pattern{rolled} ({ground.name}): turned, not mirrored, outside set-up zones."
        )
        yield Rule(words, "R38")
    yield from _patterns_in_turn(setup)
    layout = layout_of(setup) or Layout()
    yield from terrain_in_words(layout)
    if not (ground.every_pattern or setup.planet_owner or placing or layout.terrain):
        yield Rule("Open space: no terrain is placed.", "31.7")
    if layout.start is not None:
        yield from start_in_words(layout.start)
        return
    yield from _as_they_come(setup)
    yield _deploys_first(setup)
    second = SIDE_TITLES[second_to_deploy(setup)]
    forward = [zone for zone in layout.zones if zone.facing == "forward"]
    facing = "" if layout.zones and not forward else " All counters face the enemy's edge."
    yield Rule(f"Then {second} sets up openly.{facing}", "21")
    yield from zones_in_words(layout)
    yield from _launches(setup)
    yield from arrivals_in_words(setup, layout)


def _patterns_in_turn(setup: BattleSetup) -> Iterator[Rule]:
    """The patterns by agreement, in the order in which they are laid (30.1, 30.4)."""
    ground = talon_terrain(setup.terrain)
    patterns, amount = ground.patterns, ground.amount
    if amount is not None:
        many = NUMBERS[len(patterns)]
        words = f"{many} terrain pattern{'' if len(patterns) == 1 else 's'}"
        yield Rule(f"The die for the amount of terrain was {amount}: {words}.", "30.4")
    side = opponent(setup.initiative)
    for at, dice in enumerate(patterns):
        by_dice = f", dice {dice[0]} and {dice[1]}" if ground.rolled else ""
        words = f"{SIDE_TITLES[side]} places a pattern ({pattern_title(*dice)}{by_dice})"
        if at:
            yield Rule(f"Then {words}.", "30.1")
        else:
            yield Rule(f"{words}: turned, not mirrored, outside set-up zones.", "R38")
        side = opponent(side)


def _as_they_come(setup: BattleSetup) -> Iterator[Rule]:
    """Damage that a scenario gives a ship at the start, and what of it is jury rigged (24, 26)."""
    if setup.terms is UNSET:
        return
    for side in SIDES:
        for unit in setup.force(side):
            boxes = in_talon(unit.damage).hull
            if boxes:
                marked = "1 hull box" if boxes == 1 else f"{boxes} hull boxes"
                yield Rule(f"{unit.name} begins with {marked} marked.", "26")
            if unit.jury is not None:
                group = class_of(side, unit).weapons[unit.jury]
                yield Rule(f"The {group.title} ({arc_words(group)}) of {unit.name} is jury rigged.", "24")


def _launches(setup: BattleSetup) -> Iterator[Rule]:
    """The squadrons that start, which are launched last (21, R37)."""
    for side in SIDES:
        if any(row.start and row.ship_class.fighters for row in deployment(setup, side)):
            facing = _launch_facing(setup, side)
            where = f"one to an empty hex next to a carrier or base, without terrain, facing {facing}"
            words = f"Last, {SIDE_TITLES[side]} launches its squadrons: {where}. One without such a hex stays docked."
            yield Rule(words, "21")


def _launch_facing(setup: BattleSetup, side: Side) -> str:
    """Which way the squadrons of a side face that are launched: as their zone says, if it names them (21, 26)."""
    layout = layout_of(setup) or Layout()
    squadrons = [unit.name for unit in setup.force(side) if role_of(unit.ship_class) == "squadron"]
    zones = [layout.zone_of(side, name) for name in squadrons]
    return "any way" if all(zone and zone.facing == "any" for zone in zones) else "the enemy's edge"


def _deploys_first(setup: BattleSetup) -> Rule:
    first = first_to_deploy(setup)
    fewer, more = counters_at_start(setup, first), counters_at_start(setup, opponent(first))
    why = (
        f"it has fewer counters, {fewer} to {more}"
        if fewer < more
        else f"both have {fewer} counter{'' if fewer == 1 else 's'}"
    )
    return Rule(f"{SIDE_TITLES[first]} sets up first, each ship hidden under a terrain counter: {why}.", "21")


def _reminders(setup: BattleSetup, *, begun: bool) -> Iterator[Rule]:
    """Rules that are easily forgotten during the battle (31.6, 31.8, S20-S25), and what it is fought for."""
    yield from aims_in_words(setup)
    if terms_of(setup).bases_fall:
        yield Rule("A side that concedes loses its base, wherever it is: a base cannot get away.", "R30")
    if setup.invader and setup.terms is UNSET:
        yield from _over_the_planet(setup, setup.invader, opponent(setup.invader))
    else:
        yield from _later_transports(setup)
    yield from options_in_words(setup)
    yield from rules_in_words(setup)
    rows = [row for side in SIDES for row in deployment(setup, side)]
    if any(_waits_for_counter(setup, side) for side in SIDES):
        words = "When a ship leaves the map, another of its class must come in during the next Reinforcement Phase."
        yield Rule(words, "S25")
    if any(row.out for row in rows):
        yield Rule("Squadrons beyond four per carrier or base do not take part.", "S20")
    if not begun and not _in_mid_round(setup):
        words = (
            "Shields start whole, weapons charged and repairable criticals repaired. Other damage is marked."
        )
        yield Rule(words, "S13")


def _later_transports(setup: BattleSetup) -> Iterator[Rule]:
    """Transports beyond the first two, which come in if their side wants them (23, R78)."""
    for side in SIDES:
        rows = [row for row in deployment(setup, side) if row.ship_class.role == "transport"]
        if any(row.wait for row in rows):
            words = f"{SIDE_TITLES[side]} sets up two transports. The rest may come in during any Reinforcement Phase."
            yield Rule(words, "23")


def options_in_words(setup: BattleSetup) -> Iterator[Rule]:
    """What both sides have agreed to, and what that means: power shifts, groups that are jury rigged (24, R39)."""
    if terms_of(setup).power_shift:
        yield Rule(
            "Power shifts: for an AP in impulse F a ship may change its power curve by two rows instead of one in the "
            "Power Phase that follows.",
            "24",
        )
    for side in SIDES:
        for unit in setup.force(side):
            if unit.jury is None:
                continue
            group = class_of(side, unit).weapons[unit.jury]
            yield Rule(
                f"The {group.title} ({arc_words(group)}) of {unit.name} is jury rigged: it is charged as usual, but is "
                f"broken at the start, and does not fire. It takes a die at the end of each {SIDE_TITLES[side]} turn, "
                "and a 6 repairs it. When it has fired it is broken again, without a die in that impulse.",
                "24",
            )


def _waits_for_counter(setup: BattleSetup, side: Side) -> bool:
    """Whether a ship or squadron of the side waits for another of its class to leave the map (S25)."""
    return any(
        row.wait > of_class_arriving(setup, side, row.ship_class.key) and row.ship_class.role != "transport"
        for row in deployment(setup, side)
    )


def _in_mid_round(setup: BattleSetup) -> bool:
    layout = layout_of(setup)
    return layout is not None and layout.start is not None


def _over_the_planet(setup: BattleSetup, invading: Side, owning: Side) -> Iterator[Rule]:
    invader, owner = SIDE_TITLES[invading], SIDE_TITLES[owning]
    if _brings(setup, owning, "transport"):
        yield Rule(f"{owner} transports come in only as reinforcements, from round 1 on.", "31.8")
    if not _brings(setup, invading, "transport"):
        return
    yield _first_transports(setup, invading)
    if _brings(setup, owning, "base"):
        yield Rule(f"No {invader} transport can land while the {owner} base stands.", "31.8")
    aim = landing(aims_of(setup), invading)
    if aim is not None and aim.needs:
        words = f"{invader} wins at once when it has landed {needed_words(aim, owner)}."
        yield Rule(words, aim.rule)


def _first_transports(setup: BattleSetup, invading: Side) -> Rule:
    """Which of the invader's transports are set up, and when the others come (23, S24)."""
    row = next(row for row in deployment(setup, invading) if row.ship_class.role == "transport")
    if not row.wait:
        return Rule(f"{SIDE_TITLES[invading]} must set up its transports with its other ships.", "S24")
    words = f"{SIDE_TITLES[invading]} must set up two transports with its other ships."
    return Rule(f"{words} The rest may come in during any Reinforcement Phase.", "S24")


def _brings(setup: BattleSetup, side: Side, role: Role) -> bool:
    return any(role_of(unit.ship_class) == role for unit in setup.force(side))
