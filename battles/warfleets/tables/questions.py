"""What is asked of a player, as forms of numbers and choices that every browser can show."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from battles.warfleets.tables.naming import degrees, inches, place_words, slot_title, weapon_title
from battles.warfleets.tables.words import shot_words
from engines.warfleets.notation.terms import write_model, write_slot, write_weapon
from engines.warfleets.offers import Asked, Ranges, Straight
from engines.warfleets.rules.movement import MOST_CORNERS
from engines.warfleets.shots import ShotOffer
from engines.warfleets.state import Battle, Model

ACTIONS: Final = {"move": "Move", "cruise": "Cruise", "ram": "Ram"}
WAYS: Final = (("L", "left"), ("R", "right"))
SPLITS: Final = "relentless"


@dataclass(frozen=True, slots=True)
class Input:
    """A field of a form: a number within its limits, or a choice; `unit` is said behind it."""

    name: str
    label: str
    value: str = ""
    choices: Sequence[tuple[str, str]] = ()
    unit: str = ""
    is_text: bool = False


@dataclass(frozen=True, slots=True)
class OrderForm:
    """One order that can be given: its `line`, in which {name} stands for a field, and what the button says.

    `words` say what comes of it, or within which limits its numbers are.
    """

    line: str
    button: str
    inputs: tuple[Input, ...] = ()
    words: str = ""
    target: int = -1


@dataclass(frozen=True, slots=True)
class FormGroup:
    """The orders that can be given to one model, or to none in particular."""

    title: str
    forms: tuple[OrderForm, ...]
    model: int = -1


def groups(battle: Battle, asked: Asked) -> tuple[FormGroup, ...]:
    """Every order that can be given now, by model."""
    if asked.word in ("activate", "act", "lead"):
        return tuple(_activating(battle, asked))
    return (FormGroup("", tuple(_forms(battle, asked)), asked.model),)


def _activating(battle: Battle, asked: Asked) -> Iterator[FormGroup]:
    if asked.done:
        name = write_model(asked.model, battle.models)
        yield FormGroup("", (OrderForm(f"{name} done", "No second squadron"),), asked.model)
    for one in asked.ranges:
        model = battle.models[one.model]
        yield FormGroup(
            f"{model.name}, {model.sheet.title}", tuple(_of_model(battle, model, one)), model.number
        )


def _forms(battle: Battle, asked: Asked) -> Iterator[OrderForm]:
    return FORMS[asked.word](battle, asked)


def _rolling(battle: Battle, asked: Asked) -> Iterator[OrderForm]:  # noqa: ARG001
    yield OrderForm("roll", "Roll")


def _edges(battle: Battle, asked: Asked) -> Iterator[OrderForm]:  # noqa: ARG001
    yield from (OrderForm(f"edge {one}", one.capitalize()) for one in asked.edges)


def _marker(battle: Battle, asked: Asked) -> Iterator[OrderForm]:  # noqa: ARG001
    yield OrderForm("marker {x},{y}", "Lay the marker", _place())


def _damage(battle: Battle, asked: Asked) -> Iterator[OrderForm]:
    model, name = battle.models[asked.model], write_model(asked.model, battle.models)
    for slot in asked.slots:
        taken = f"{model.damage[slot]} of {model.boxes[slot]} points taken"
        yield OrderForm(f"{name} damage {write_slot(slot, model)}", slot_title(model, slot), words=taken)


def _displacing(battle: Battle, asked: Asked) -> Iterator[OrderForm]:
    name, ship = write_model(asked.model, battle.models), battle.models[asked.beside]
    words = f"Its base lies within {inches(asked.reach)}″ of {ship.name}, whose middle is at {place_words(ship.place)}."
    yield OrderForm(f"{name} aside {{x}},{{y}}", "Put it there", _place(), words)


def _returning(battle: Battle, asked: Asked) -> Iterator[OrderForm]:
    model, name = battle.models[asked.model], write_model(asked.model, battle.models)
    words = f"It touches the {asked.edge} edge, within {inches(asked.reach)}″ of {place_words(model.place)}."
    line = f"{name} return {{x}},{{y}} heading {{heading}}"
    yield OrderForm(line, "Bring it back", _place_and_heading(), words)


def _warping(battle: Battle, asked: Asked) -> Iterator[OrderForm]:
    if asked.warp is not None:
        yield _straight(write_model(asked.model, battle.models), asked.warp, "Go")


def _terrain(battle: Battle, asked: Asked) -> Iterator[OrderForm]:  # noqa: ARG001
    pieces = [(one.key, f"{one.title}: {', '.join(one.kinds)}") for one in asked.pieces]
    yield OrderForm(
        "lay {piece} {x},{y} heading {heading}",
        "Lay it",
        (Input("piece", "Piece", choices=pieces), *_place_and_heading()),
    )
    if asked.done:
        yield OrderForm("enough", "There is enough terrain")


def _setting_up(battle: Battle, asked: Asked) -> Iterator[OrderForm]:
    """Models that are set up: those without a title in one form, a Vanguard in its own, as it may go ahead at once."""
    usual = [one for one in asked.models if battle.models[one].title != "vanguard"]
    vanguards = [one for one in asked.models if battle.models[one].title == "vanguard"]
    for numbers, ahead in ((usual, ""), (vanguards, " ahead {ahead}")):
        if not numbers:
            continue
        chosen = [(write_model(one, battle.models), battle.models[one].name) for one in numbers]
        more = (Input("ahead", "Then straight ahead", "0", unit="inches"),) if ahead else ()
        yield OrderForm(
            f"{{model}} deploy {{x}},{{y}} heading {{heading}}{ahead}",
            "Set it up",
            (Input("model", "Model", choices=chosen), *_place_and_heading(), *more),
        )
    for one in asked.reserve:
        name = battle.models[one].name
        yield OrderForm(f"{write_model(one, battle.models)} reserve", f"Keep {name} in reserve")


def _of_model(battle: Battle, model: Model, ranges: Ranges) -> Iterator[OrderForm]:
    name = write_model(model.number, battle.models)
    yield OrderForm(
        f"{name} hold pivot {{turn}}", "Hold", _turning(), f"It turns {degrees(ranges.turn)}° at most."
    )
    for way in ranges.ways:
        if way.action != "ram":
            yield _straight(name, way, ACTIONS[way.action])
    for action, reach in zip(("move", "cruise"), ranges.reach, strict=False):
        words = f"It goes {inches(reach)}″ at most, by 1 to {MOST_CORNERS - 1} places."
        corners = Input("by", "Places: across,up", "", is_text=True)
        yield OrderForm(f"{name} fly {action} {{by}}", ACTIONS[action], (corners,), words)
    if ranges.warp:
        low, high = ranges.warp
        words = f"A die says how far it goes: {inches(low)} to {inches(high)}″."
        yield OrderForm(f"{name} warp", "Use the Warp Drive", (), words)
    yield from _rams(battle, name, ranges)
    for what, verb, numbers in (("repair", "Repair", ranges.repairs), ("pull", "Pull", ranges.pulls)):
        yield from (
            OrderForm(f"{name} {what} {write_model(one, battle.models)}", f"{verb} {battle.models[one].name}")
            for one in numbers
        )
    if ranges.mine:
        words = f"Within {inches(ranges.mine)}″ of its base."
        yield OrderForm(f"{name} mine {{x}},{{y}}", "Lay a mine", _place(), words)
    if ranges.skips:
        yield OrderForm(f"{name} skip", "Wait for another phase")


def _straight(name: str, way: Straight, button: str) -> OrderForm:
    action = "move" if way.action == "ram" else way.action
    full = inches(way.full)
    words = (
        f"It goes {full}″, turns {degrees(way.turn)}° at most, and does so after "
        f"{inches(way.pivot_from)} to {inches(way.pivot_to)}″."
    )
    before = Input("before", "Pivot after", full, unit="inches")
    return OrderForm(f"{name} {action} pivot {{before}} {{turn}}", button, (before, *_turning()), words)


def _rams(battle: Battle, name: str, ranges: Ranges) -> Iterator[OrderForm]:
    for one in ranges.rams:
        target = battle.models[one.target]
        before = Input("before", "Pivot after", inches(one.before), unit="inches")
        yield OrderForm(
            f"{name} ram {write_model(one.target, battle.models)} pivot {{before}} {{turn}}",
            f"Ram {target.name}",
            (before, *_turning(one.turn)),
            "With these numbers it reaches its target.",
        )


def _shooting(battle: Battle, asked: Asked) -> Iterator[OrderForm]:
    model = battle.models[asked.model]
    name = write_model(model.number, battle.models)
    for shot in asked.shots:
        weapon = write_weapon(shot.weapon, model)
        target = battle.models[shot.target]
        yield OrderForm(
            f"{name} shoot {weapon} at {write_model(shot.target, battle.models)}",
            f"{weapon_title(model, shot.weapon)} at {target.name}",
            (),
            shot_words(shot, battle.models),
            shot.target,
        )
    yield from _splitting(battle, model, asked.shots)
    if asked.done:
        yield OrderForm(f"{name} done", "Shoot no more")


def _splitting(battle: Battle, model: Model, shots: Sequence[ShotOffer]) -> Iterator[OrderForm]:
    """A weapon whose dice can be shared among several targets: how many each gets."""
    for weapon in dict.fromkeys(one.weapon for one in shots):
        mine = [one for one in shots if one.weapon == weapon]
        if len(mine) < 2 or not _is_relentless(model, weapon):
            continue
        names = [(write_model(one.target, battle.models), battle.models[one.target].name) for one in mine]
        inputs = tuple(Input(f"dice {key}", title, "0", unit="dice") for key, title in names)
        yield OrderForm(
            f"{write_model(model.number, battle.models)} shoot {write_weapon(weapon, model)} {{split}}",
            "Fire at several",
            inputs,
            f"{weapon_title(model, weapon)}: share its {mine[0].attacks} dice among these.",
        )


def _is_relentless(model: Model, weapon: int) -> bool:
    return weapon >= 0 and SPLITS in model.weapons[weapon].specials


def _place() -> tuple[Input, ...]:
    return (Input("x", "Across", "", unit="inches"), Input("y", "Up", "", unit="inches"))


def _place_and_heading() -> tuple[Input, ...]:
    return (*_place(), Input("heading", "Heading", "0", unit="degrees"))


def _turning(turn: int = 0) -> tuple[Input, ...]:
    ways = WAYS if turn <= 0 else WAYS[::-1]
    return (
        Input("turn", "Turn", degrees(abs(turn)), unit="degrees"),
        Input("way", "To the", choices=ways),
    )


FORMS: Final = {
    "roll": _rolling,
    "terrain": _terrain,
    "edge": _edges,
    "marker": _marker,
    "deploy": _setting_up,
    "arrive": _setting_up,
    "damage": _damage,
    "displace": _displacing,
    "return": _returning,
    "warp": _warping,
    "shoot": _shooting,
}
"""The orders that answer each question, by the engine's word for it."""
