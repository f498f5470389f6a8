"""What is compared after a case: shots with their sums and dice, models, markers, and who has won."""

from collections.abc import Iterator
from typing import Final

from engines.warfleets import events
from engines.warfleets.dice import succeeds
from engines.warfleets.events import AnyEvent
from engines.warfleets.geometry import arc, gap
from engines.warfleets.rules.shooting import gun
from engines.warfleets.state import Battle, Model
from tests.conformance.warfleets.reading import Case, Shot, State
from tests.conformance.warfleets.scenes import SIDE, hundredths, key

FACES: Final = {"front": "front", "left": "side", "right": "side", "rear": "rear"}
NEAR: Final = 1
"""Positions after contact are right to within 0.01 inch."""


def shots_of(battle: Battle, model: Model, weapon: int, numbers: tuple[int, ...]) -> dict[int, Shot]:
    """What can be said of the shots of a weapon before it fires, by target: the rest is filled in by `seen`."""
    found = gun(model, weapon)
    return {
        number: Shot(
            by=model.name,
            at=battle.models[number].name,
            weapon=found.title if found else "",
            range=gap(model.disc, battle.models[number].disc),
            facing=_face(model, battle.models[number]),
            attacks=0,
            hit_on=0,
            hits=0,
            block_on=0,
            blocked=0,
            damage=2 if found and "deadly" in found.specials else 1,
            hit_dice=(),
            cover=any(
                piece.is_("cover") and piece.in_sight(model.place, battle.models[number].place)
                for piece in battle.terrain
            ),
        )
        for number in numbers
    }


def _face(model: Model, target: Model) -> str:
    return FACES[arc(target.place, target.heading, model.place)] if target.is_ship else "none"


def seen(said: dict[int, Shot], happened: list[AnyEvent]) -> list[Shot]:
    """The shots as they were fired."""
    found: list[Shot] = []
    for at, one in enumerate(happened):
        if isinstance(one, events.Fired):
            behind = happened[at + 1] if at + 1 < len(happened) else None
            found.append(
                _filled(said[one.target], one, behind if isinstance(behind, events.Blocked) else None)
            )
    return found


def _filled(shot: Shot, fired: events.Fired, blocked: events.Blocked | None) -> Shot:
    hits = sum(succeeds(die, fired.needed) for die in fired.dice)
    stopped = sum(succeeds(die, blocked.needed) for die in blocked.dice) if blocked else 0
    return Shot(
        by=shot.by,
        at=shot.at,
        weapon=shot.weapon,
        range=shot.range,
        facing=shot.facing,
        attacks=len(fired.dice),
        hit_on=min(max(fired.needed, 2), 6),
        hits=hits,
        block_on=min(max(blocked.needed, 2), 6) if blocked else 0,
        blocked=stopped,
        damage=(hits - stopped) * shot.damage,
        hit_dice=fired.dice,
        block_dice=blocked.dice if blocked else (),
        cover=shot.cover,
    )


def compare(case: Case, battle: Battle, shots: list[Shot], dice: list[int]) -> Iterator[str]:
    """What differs from the case once its orders are carried out, line by line."""
    if dice:
        yield f"dice that nobody rolled: {dice}"
    if len(shots) != len(case.then.shots):
        yield f"{len(case.then.shots)} shots; here {len(shots)}"
    for said, shot in zip(case.then.shots, shots, strict=False):
        yield from _of_shot(said, shot)
    models = {one.name: one for one in battle.models}
    for state in case.then.models:
        for what, value, here in _of_model(battle, models[state.name], state):
            yield f"{state.name}: {what} {value}; here {here}"
    yield from _of_battle(case, battle)


def _of_shot(said: Shot, shot: Shot) -> Iterator[str]:
    if abs(hundredths(said.range) - shot.range) > NEAR:
        yield f"{said.by} at {said.at}: range {said.range}; here {shot.range}"
    for what in Shot.__struct_fields__:
        value, here = getattr(said, what), getattr(shot, what)
        if what == "range" or (what == "block_on" and not said.block_dice):
            continue
        if value != here:
            yield f"{said.by} at {said.at}: {what} {value}; here {here}"


def _of_model(battle: Battle, model: Model, said: State) -> Iterator[tuple[str, object, object]]:
    """What a case says of a model and is not so: what, its value, and that of this engine."""
    here: dict[str, object] = {
        "heading": model.heading,
        "damage": _damage(model),
        "disabled": sorted(_slot(model, at) for at in range(len(model.boxes)) if not model.works(at)),
        "held": model.held,
        "engaged": bool(battle.engaged_with(model)),
        "destroyed": model.status == "destroyed",
        "surrendered": model.status == "surrendered",
        "off_table": model.status == "off",
        "carries": sum(marker.carrier == model.number for marker in battle.markers),
    }
    values: dict[str, object] = {
        "heading": None if said.heading is None else round(said.heading * 10),
        "damage": None
        if said.damage is None
        else {_key(title): count for title, count in said.damage.items()},
        "disabled": None if said.disabled is None else sorted(_key(title) for title in said.disabled),
    }
    for what, found in here.items():
        value = values.get(what, getattr(said, what))
        if value is not None and value != found:
            yield what, value, found
    for what, inches, found in (("x", said.x, model.place[0]), ("y", said.y, model.place[1])):
        if inches is not None and abs(hundredths(inches) - found) > NEAR:
            yield what, inches, found


def _damage(model: Model) -> dict[str, int]:
    return {_slot(model, at): points for at, points in enumerate(model.damage) if points}


def _slot(model: Model, at: int) -> str:
    return model.slots[at] if model.is_ship else "squadron"


def _key(title: str) -> str:
    return title if title == "squadron" else key(title)


def _of_battle(case: Case, battle: Battle) -> Iterator[str]:
    then = case.then
    if then.initiative is not None and battle.initiative != SIDE[then.initiative]:
        yield f"initiative {then.initiative}; here {battle.initiative}"
    if then.to_lay is not None and battle.to_lay != then.to_lay:
        yield f"markers to lay {then.to_lay}; here {battle.to_lay}"
    for what, said, found in (
        ("markers", then.markers, [one.place for one in battle.markers if one.carrier < 0]),
        ("mines", then.mines, [one.place for one in battle.mines]),
    ):
        places = None if said is None else [(hundredths(x), hundredths(y)) for x, y in said]
        if places is not None and places != found:
            yield f"{what} at {places}; here {found}"
    if then.winner:
        winner = None if then.winner == "nobody" else SIDE[then.winner]
        if not battle.over or battle.winner != winner:
            yield f"{then.winner} has won; here {battle.winner if battle.over else 'it goes on'}"
