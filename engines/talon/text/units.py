"""A unit's line of a position as it is written: side, class, name, where it is, and its items."""

from engines.talon.hexes import FACINGS
from engines.talon.qualities import PLAIN
from engines.talon.ships import Kind
from engines.talon.state import IMPULSES, Battle
from engines.talon.text.words import write_hex, write_marker, write_name, write_unit_ref
from engines.talon.units import FRESH, STANDING, Unit, fresh, starting_row

RATINGS = ("attack", "defence", "experience")
SAID = ("legendary", "extra", "unloaded")
"""What is said of a unit by a word alone, and kept by the battle (32)."""
OF_QUALITY = (*RATINGS, *SAID)
"""What is said of a unit in a battle of Space Empires: 4X, also of one that is destroyed (32)."""
ITEMS = (
    "speed", "power", "turn", "slip", "shields", "markers", "hull", "charge", "battery", "afterburners", "criticals",
    "thrusters", "relays", "vote", "fighters", "jury", "shift", "aboard", "home", "player", "spent",
    "moved", "firing", "fired", "set", "arrived", "intel", *OF_QUALITY,
)  # fmt: skip
"""Every item of a unit, in the order in which they are written."""
CRITICAL_FIELDS = {
    "shields": "shields_down",
    "helm": "helm_down",
    "power": "power_loss",
    "ftl": "ftl_offline",
}


def write_unit(battle: Battle, unit: Unit) -> str:
    """The unit's line."""
    words = [unit.side, class_word(unit.kind), write_name(unit.name), _where(battle, unit)]
    written = items(battle, unit)
    kept = (
        [written[item] for item in ("aboard", "home", "player", *OF_QUALITY)]
        if unit.status == "destroyed"
        else written.values()
    )
    return " ".join([*words, *filter(None, kept)])


def class_word(kind: Kind) -> str:
    """A class as a line has it: its short name, after its faction where that is not its side's (33.2)."""
    return kind.abbreviation if kind.faction == kind.side else f"{kind.faction}:{kind.abbreviation}"


def _where(battle: Battle, unit: Unit) -> str:
    if unit.status == "map":
        return f"{write_hex(unit.place)} {FACINGS[unit.facing]}"
    if unit.status == "boarded":
        return f"boarded {write_unit_ref(battle, unit.carrier)} {write_moment(unit.boarded)}"
    return f"docked {write_unit_ref(battle, unit.carrier)}" if unit.status == "docked" else unit.status


def write_moment(moment: int) -> str:
    """An impulse of a round, counted in impulses, as "2C"."""
    return f"{moment // len(IMPULSES)}{IMPULSES[moment % len(IMPULSES)]}"


def items(battle: Battle, unit: Unit) -> dict[str, str]:
    """Each item of the unit as it is written; "" where it is as on a fresh ship."""
    usual = {**items_in_full(_plain(unit)), "power": str(max(0, unit.power_on(unit.row)))}
    usual["speed"] = str(unit.kind.curve[usual_row(unit)][1])
    written = {name: f"{name} {value}" for name, value in items_in_full(unit).items() if value != usual[name]}
    written |= {name: name for name, field in FLAGS.items() if getattr(unit, field)}
    if unit.status not in ("docked", "boarded") and unit.carrier >= 0:
        written["aboard"] = f"aboard {write_unit_ref(battle, unit.carrier)}"
    usual_home = -1 if unit.status == "boarded" else unit.carrier
    if unit.kind.fighters and unit.home != usual_home:
        written["home"] = f"home {write_unit_ref(battle, unit.home) if unit.home >= 0 else 'nothing'}"
    if battle.players is not None and battle.players.owners[unit.number]:
        written["player"] = f"player {battle.players.owners[unit.number] + 1}"
    written |= _of_quality(battle, unit.number)
    return {name: written.get(name, "") for name in ITEMS}


def _of_quality(battle: Battle, number: int) -> dict[str, str]:
    """What is said of a unit in a battle of Space Empires: 4X (32): its quality, and whether its troops are down."""
    found: dict[str, str] = {"unloaded": "unloaded"} if number in battle.unloaded else {}
    if battle.qualities is None:
        return found
    own = battle.qualities.of[number]
    found |= {
        name: f"{name} {getattr(own, name)}" for name in RATINGS if getattr(own, name) != getattr(PLAIN, name)
    }
    if own.legendary:
        found["legendary"] = "legendary"
    if number in battle.qualities.charged:
        found["extra"] = "extra"
    return found


def usual_row(unit: Unit) -> int:
    """The default row: the start row, or for a unit still to come, the row on which it will start (R24)."""
    return starting_row(unit) if unit.status in ("undeployed", "waiting") else unit.kind.start_row


def items_in_full(unit: Unit) -> dict[str, str]:
    """The value of each item that has one, whether or not it is as on a fresh ship."""
    return {
        "speed": str(unit.speed),
        "power": str(unit.power),
        "turn": str(unit.turn),
        "shields": "/".join(map(str, unit.shields)),
        "markers": ",".join(map(write_marker, unit.markers)),
        "hull": str(unit.hull),
        "charge": _charge(unit),
        "afterburners": str(unit.afterburners),
        "criticals": _criticals(unit),
        "thrusters": str(unit.thrusters),
        "relays": str(unit.relays),
        "vote": unit.vote,
        "fighters": "/".join(map(str, unit.fighters)),
        "jury": _jury(unit),
    }


FLAGS = {
    "slip": "slip",
    "shift": "shift",
    "battery": "battery",
    "spent": "spent",
    "moved": "moved",
    "firing": "firing",
    "fired": "fired",
    "set": "curve_set",
    "arrived": "arrived",
    "intel": "intel",
}


def _plain(unit: Unit) -> Unit:
    """The same unit fresh, with nothing lost but fighters."""
    plain = Unit(0, unit.side, unit.kind, "")
    plain.lost = tuple(boxes == 2 for boxes in unit.fighters) or (False,) * len(unit.kind.groups)
    plain.fighters = unit.fighters
    fresh(plain)
    plain.fighters = (0,) * unit.kind.fighters
    return plain


def _charge(unit: Unit) -> str:
    bars = zip(unit.red, unit.yellow, unit.lost, strict=True)
    return "/".join("lost" if lost else f"{red}+{yellow}" for red, yellow, lost in bars)


JURY_STATES = ("works", "broken", "broken!")
"""The states of a group that is jury rigged, by those of a repairable critical: `!` is of this impulse (24, R39)."""


def _jury(unit: Unit) -> str:
    return "" if unit.jury < 0 else f"{unit.jury + 1}/{JURY_STATES[_STATES.index(unit.broken)]}"


_STATES = (0, STANDING, FRESH)


def _criticals(unit: Unit) -> str:
    found = []
    for name, state in zip(
        CRITICAL_FIELDS, (unit.shields_down, unit.helm_down, unit.power_loss), strict=False
    ):
        if state:
            found.append(f"{name}!" if state == FRESH else name)
    return ",".join([*found, "ftl"] if unit.ftl_offline else found)
