"""A unit's line of a position: its side, class and name, where it is, and its items (`docs/notation.md`)."""

from collections.abc import Callable
from typing import cast

from battles.engine.catalogue import Side, classes_of
from battles.engine.hexes import FACINGS
from battles.engine.ships import Kind, kind_of
from battles.engine.state import FRESH, STANDING, Battle, Unit, fresh, starting_row
from battles.engine.text.words import (
    Word,
    choice_of,
    hex_of,
    marker_of,
    name_of,
    number_of,
    write_hex,
    write_marker,
    write_name,
    write_unit_ref,
)

OFF_MAP = ("undeployed", "waiting", "out", "docked", "destroyed", "jumped", "left", "landed", "landed-after")
CRITICALS = ("shields", "helm", "power", "ftl")


def write_unit(battle: Battle, unit: Unit) -> str:
    """The unit's line."""
    words = [unit.side, unit.kind.abbreviation, write_name(unit.name), _where(battle, unit)]
    if unit.status != "destroyed":
        words += [text for text in items(battle, unit).values() if text]
    return " ".join(words)


def _where(battle: Battle, unit: Unit) -> str:
    if unit.status == "map":
        return f"{write_hex(unit.place)} {FACINGS[unit.facing]}"
    return f"docked {write_unit_ref(battle, unit.carrier)}" if unit.status == "docked" else unit.status


def items(battle: Battle, unit: Unit) -> dict[str, str]:
    """Each item of the unit as it is written; "" where it is as on a fresh ship."""
    usual = {**items_in_full(_plain(unit)), "power": str(max(0, unit.power_on(unit.row)))}
    usual["speed"] = str(unit.kind.curve[_usual_row(unit)][1])
    told = {name: f"{name} {value}" for name, value in items_in_full(unit).items() if value != usual[name]}
    told |= {name: name for name, field in FLAGS.items() if getattr(unit, field)}
    if unit.status == "map" and unit.kind.fighters and unit.carrier >= 0:
        told["home"] = f"home {write_unit_ref(battle, unit.carrier)}"
    return {name: told.get(name, "") for name in READERS}


def _usual_row(unit: Unit) -> int:
    """The row if none is told: the start row; for a unit still to come, the one on which it will start (R24)."""
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
    }


FLAGS = {
    "slip": "slip",
    "battery": "battery",
    "spent": "spent",
    "moved": "moved",
    "firing": "firing",
    "fired": "fired",
    "set": "curve_set",
    "arrived": "arrived",
}


def _plain(unit: Unit) -> Unit:
    """The same unit fresh, with nothing lost but fighters."""
    lost = [boxes == 2 for boxes in unit.fighters] if unit.kind.fighters else [False] * len(unit.kind.groups)
    plain = Unit(0, unit.side, unit.kind, "", lost=lost, fighters=list(unit.fighters))
    plain = fresh(plain)
    plain.fighters = [0] * unit.kind.fighters
    return plain


def _charge(unit: Unit) -> str:
    bars = zip(unit.red, unit.yellow, unit.lost, strict=True)
    return "/".join("lost" if lost else f"{red}+{yellow}" for red, yellow, lost in bars)


def _criticals(unit: Unit) -> str:
    found = []
    for name, state in zip(CRITICALS, (unit.shields_down, unit.helm_down, unit.power_loss), strict=False):
        if state:
            found.append(f"{name}!" if state == FRESH else name)
    return ",".join([*found, "ftl"] if unit.ftl_offline else found)


def read_unit(words: list[Word], number: int) -> tuple[Unit, dict[str, Word]]:
    """The unit a line tells, and the words that name other units by the item they stand in."""
    side = cast("Side", words[0].text)
    if len(words) < 4:
        raise words[-1].wrong(
            "a unit's line has side, class, name, then hex and facing, or where it is instead."
        )
    kind = _kind_of(side, words[1])
    unit = _blank(number, side, kind, name_of(words[2]))
    others: dict[str, Word] = {}
    rest = _read_where(unit, words[3:], others)
    seen: set[str] = set()
    while rest:
        item = rest.pop(0)
        if item.text not in READERS:
            raise item.wrong(f"{item.text!r} is not an item of a unit: {', '.join(READERS)}.")
        if item.text in seen:
            raise item.wrong(f"{item.text} is told twice.")
        seen.add(item.text)
        _read_item(unit, item, rest, others)
    _finish(unit, seen, words[2])
    return unit, others


def _kind_of(side: Side, word: Word) -> Kind:
    known = {kind.abbreviation: kind.key for kind in classes_of(side)}
    if word.text not in known:
        raise word.wrong(f"{word.text!r} is not a class of {side.title()}: {', '.join(known)}.")
    return kind_of(side, known[word.text])


def _blank(number: int, side: Side, kind: Kind, name: str) -> Unit:
    unit = Unit(number, side, kind, name, lost=[False] * len(kind.groups), fighters=[0] * kind.fighters)
    fresh(unit)
    return unit


def _read_where(unit: Unit, words: list[Word], others: dict[str, Word]) -> list[Word]:
    """Where the unit is; the words after that."""
    first = words[0]
    if first.text not in OFF_MAP:
        unit.status, unit.place = "map", hex_of(first)
        if len(words) < 2:
            raise first.wrong("the facing is missing after this hex.")
        unit.facing = choice_of(words[1], FACINGS, "a hex side")
        return words[2:]
    unit.status = first.text
    if first.text != "docked":
        return words[1:]
    if len(words) < 2:
        raise first.wrong("the carrier or base is missing after this word.")
    others["docked"] = words[1]
    return words[2:]


def _read_item(unit: Unit, item: Word, rest: list[Word], others: dict[str, Word]) -> None:
    if item.text in FLAGS:
        setattr(unit, FLAGS[item.text], True)
        return
    if not rest:
        raise item.wrong(f"what {item.text} is, is missing.")
    if item.text == "home":
        others["home"] = rest.pop(0)
    else:
        VALUES[item.text](unit, rest.pop(0))


def _parts(word: Word, count: int, what: str) -> list[Word]:
    """The parts of a word between strokes, exactly so many."""
    offset, found = 0, []
    for text in word.text.split("/"):
        found.append(word.part(text, offset))
        offset += len(text) + 1
    if len(found) != count:
        raise word.wrong(f"{what} has {count} parts here, as {'/'.join('0' * count)}; {len(found)} are told.")
    return found


def _speed(unit: Unit, word: Word) -> None:
    speeds = tuple(str(row[1]) for row in unit.kind.curve)
    unit.row = choice_of(word, speeds, f"a Speed of a {unit.kind.abbreviation}")


def _shields(unit: Unit, word: Word) -> None:
    parts = _parts(word, 4, "shields")
    unit.shields = [
        number_of(part, 0, most, "boxes of that arc")
        for part, most in zip(parts, unit.kind.shields, strict=True)
    ]


def _markers(unit: Unit, word: Word) -> None:
    offset = 0
    for text in word.text.split(","):
        unit.markers.append(marker_of(word.part(text, offset)))
        offset += len(text) + 1
    if len(unit.markers) > 2:
        raise word.wrong("a ship has two reinforcements at most (6.4).")


def _hull(unit: Unit, word: Word) -> None:
    unit.hull = number_of(word, 0, 0 if unit.kind.fighters else unit.kind.boxes, "hull boxes marked")


def _read_charge(unit: Unit, word: Word) -> None:
    for at, part in enumerate(_parts(word, len(unit.kind.groups), "charge")):
        unit.lost[at] = part.text == "lost"
        unit.red[at] = unit.yellow[at] = 0
        if part.text == "lost":
            continue
        bar = unit.kind.groups[at]
        red, plus, yellow = part.text.partition("+")
        if not plus:
            raise part.wrong("write red+yellow boxes marked, as 1+0, or lost.")
        unit.red[at] = number_of(part.part(red, 0), 0, bar.red, "red boxes")
        unit.yellow[at] = number_of(part.part(yellow, len(red) + 1), 0, bar.yellow, "yellow boxes")


def _read_criticals(unit: Unit, word: Word) -> None:
    offset = 0
    for text in word.text.split(","):
        part = word.part(text, offset)
        name = CRITICALS[choice_of(word.part(text.rstrip("!"), offset), CRITICALS, "a critical")]
        state = FRESH if text.endswith("!") else STANDING
        if name == "ftl":
            unit.ftl_offline = True
        elif unit.kind.base and name == "helm":
            raise part.wrong("a base has no helm to lose (8.5).")
        else:
            setattr(
                unit, {"shields": "shields_down", "helm": "helm_down", "power": "power_loss"}[name], state
            )
        offset += len(text) + 1


def _fighters(unit: Unit, word: Word) -> None:
    if not unit.kind.fighters:
        raise word.wrong("only a squadron has fighters.")
    parts = _parts(word, unit.kind.fighters, "fighters")
    unit.fighters = [number_of(part, 0, 2, "boxes of a fighter") for part in parts]


def _number(field: str, high: Callable[[Kind], int], what: str) -> Callable[[Unit, Word], None]:
    def read(unit: Unit, word: Word) -> None:
        setattr(unit, field, number_of(word, 0, high(unit.kind), what))

    return read


def _lasting(kind: Kind) -> int:
    return 0 if kind.fighters else 2


def _power(unit: Unit, word: Word) -> None:
    unit.power = number_of(word, -5, max(row[0] for row in unit.kind.curve), "a Power")


def _vote(unit: Unit, word: Word) -> None:
    unit.vote = ("change", "defend")[choice_of(word, ("change", "defend"), "an initiative marker")]


VALUES: dict[str, Callable[[Unit, Word], None]] = {
    "speed": _speed,
    "power": _power,
    "turn": _number("turn", lambda kind: 0 if kind.base else 5, "a turn count"),
    "shields": _shields,
    "markers": _markers,
    "hull": _hull,
    "charge": _read_charge,
    "afterburners": _number("afterburners", lambda kind: kind.afterburners, "afterburners left"),
    "criticals": _read_criticals,
    "thrusters": _number("thrusters", lambda kind: 0 if kind.base else _lasting(kind), "thruster criticals"),
    "relays": _number("relays", _lasting, "power relay criticals"),
    "vote": _vote,
    "fighters": _fighters,
}
READERS = (
    "speed", "power", "turn", "slip", "shields", "markers", "hull", "charge", "battery", "afterburners", "criticals",
    "thrusters", "relays", "vote", "fighters", "home", "spent", "moved", "firing", "fired", "set", "arrived",
)  # fmt: skip


def _finish(unit: Unit, seen: set[str], name: Word) -> None:
    """Fill in what was left out, and refuse what cannot be."""
    kind = unit.kind
    if kind.fighters:
        unit.lost = [boxes == 2 for boxes in unit.fighters]
        for at, lost in enumerate(unit.lost):
            if lost:
                unit.red[at] = unit.yellow[at] = 0
    if "speed" not in seen:
        unit.row = _usual_row(unit)
    if "power" not in seen:
        unit.power = max(0, unit.power_on(unit.row))
    if unit.battery and not kind.battery:
        raise name.wrong(f"a {kind.abbreviation} has no battery (10.1).")
    if unit.status != "destroyed" and (unit.hull >= kind.boxes or (kind.fighters and all(unit.lost))):
        raise name.wrong("with every hull box marked it is destroyed (8.4).")
    if unit.shields_down and unit.markers:
        raise name.wrong("there are no reinforcements while the shields are down (6.4).")
