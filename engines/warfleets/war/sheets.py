"""A unit of a war in miniatures as pages show it, and the sheet by which its battle is set up on a table."""

from collections.abc import Collection, Iterator

from engines.seam.cards import BoxRow, HullBox, UnitCard
from engines.seam.documents import BattleSetup, Damage, FateWord, Unit
from engines.seam.sheets import Rule, SetupSheet, SheetForce
from engines.seam.sides import SIDE_TITLES, SIDES, Side
from engines.seam.words.in_a_row import in_row
from engines.warfleets.catalogue import catalogue
from engines.warfleets.war.by_hand import lost_in
from engines.warfleets.war.damage import disabled_in
from engines.warfleets.war.grounds import table_of
from engines.warfleets.war.units import ARCS, WarClass, class_of

GOT_AWAY = "Got away"
"""What became of a unit whose side broke off, in words."""
ENDINGS = (("held", "Held more markers"), ("conceded", "Opponent conceded"))
"""How a battle ends that somebody has won, with its words."""
MODES = {"last_ship_standing": "Markers", "planet": "Markers, and the planet"}


def unit_card(side: Side, unit: Unit, damage: Damage | None = None, fate: FateWord | None = None) -> UnitCard:
    """The unit with the damage it came with, or with `damage`."""
    kind = class_of(side, unit)
    disabled = disabled_in(unit.damage if damage is None else damage)
    boxes = tuple(
        HullBox(str(at), critical=False, marked=at <= disabled) for at in range(1, len(kind.slots) + 1)
    )
    return UnitCard(
        side,
        unit.name,
        kind,
        boxes,
        len(boxes) - disabled,
        (),
        (),
        damage_words(kind, disabled),
        (),
        tuple(_rows(kind, disabled)),
        fate=fate,
        marked="upgrades disabled",
        got_away=GOT_AWAY,
    )


def _rows(kind: WarClass, disabled: int) -> Iterator[BoxRow]:
    """What is looked up and ticked at the table: values, the turret, and the damage of each upgrade and weapon."""
    known, sheet = catalogue(), kind.sheet
    speeds = "does not move" if kind.moored else f"move {sheet.move}″, cruise {sheet.cruise}″"
    yield BoxRow(f"{kind.model_title}: {speeds}, evasion {sheet.evasion}+, defence {sheet.defence}+", ())
    if not kind.unarmed:
        turret = sheet.turret
        yield BoxRow(f"Turret {turret.range}″, attacks {turret.attacks}, strength {turret.strength}", ())
    if kind.squadron:
        yield BoxRow("Damage", (False,) * kind.boxes)
    working = len(kind.slots) - disabled
    for at, key in enumerate(kind.upgrades):
        one = known.upgrades[key]
        yield BoxRow(one.title, (at >= working,) * one.boxes)
    for at, mount in enumerate(kind.mounts, len(kind.upgrades)):
        gun = known.weapons[mount.weapon]
        words = (
            f"{gun.title} ({ARCS[mount.facing]}) {gun.range}″, attacks {gun.attacks}, strength {gun.strength}"
        )
        yield BoxRow(words, (at >= working,) * gun.boxes)


def damage_words(kind: WarClass, disabled: int) -> tuple[str, ...]:
    """What does not work on a ship, a few words each: "Weapon Batteries disabled"."""
    known = catalogue()
    gone = kind.slots[len(kind.slots) - disabled :] if disabled else ()
    return tuple(f"{(known.upgrades.get(key) or known.weapons[key]).title} disabled" for key in gone)


def sheet_of(setup: BattleSetup, position: bytes = b"") -> SetupSheet:
    """The set-up sheet; with a position, the losses of then, to play on at a table."""
    lost = lost_in(position) if position else set()
    return SetupSheet(
        setup,
        MODES[setup.mode],
        tuple(_force(setup, side, lost) for side in SIDES),
        tuple(words for _, words in ENDINGS),
        steps=tuple(_steps(setup)),
        reminders=tuple(_reminders(setup)),
        ticking="Tick the damage of each upgrade as you play. Then enter how many are disabled.",
        fates=("stands", "destroyed", "got away"),
        has_hulls=False,
    )


def _force(setup: BattleSetup, side: Side, lost: Collection[str]) -> SheetForce:
    cards = tuple(
        unit_card(side, unit, None, "destroyed" if unit.name in lost else None) for unit in setup.force(side)
    )
    return SheetForce(side, SIDE_TITLES[side], cards, sum(card.kind.points for card in cards))


def _steps(setup: BattleSetup) -> Iterator[Rule]:
    pieces = in_row([piece.name for piece in table_of(setup.terrain, planet=setup.planet_owner is not None)])
    yield Rule("Roll off for the initiative: the higher die has it.", "W4")
    yield Rule(f"Lay the terrain: {pieces}. The first lies in the middle, the others round it.", "WF58")
    yield Rule("The side with the initiative takes an edge, the other the opposite one.", "W6")
    yield Rule("Roll a die for the markers, half of it rounded up and one more, and lay them in turn.", "W5")
    yield Rule("Set up ships in turn within 12 inches of your edge, and then squadrons.", "W6")
    for side in SIDES:
        for card in (unit_card(side, unit) for unit in setup.force(side)):
            if card.lasting:
                yield Rule(f"{card.name} begins with its {in_row(_keys(card))} disabled.", "WF55")


def _keys(card: UnitCard) -> list[str]:
    return [words.removesuffix(" disabled") for words in card.lasting]


def _reminders(setup: BattleSetup) -> Iterator[Rule]:
    yield Rule("After four rounds the side that holds more markers has won.", "W5")
    yield Rule("With as many markers on both sides, whoever destroyed more Ship Points has won.", "WF59")
    yield Rule("A base does not move by itself, and a transport has no turret.", "WF56")
    if setup.invader is not None:
        title = SIDE_TITLES[setup.invader]
        yield Rule(f"{title} transports that carry a marker at the end have landed.", "WF59")
