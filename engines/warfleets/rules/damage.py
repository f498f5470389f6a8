"""Damage: what it disables, who chooses, and what is destroyed by it (W5, W18, WF7)."""

from typing import Final

from engines.seam.refusals import refuse
from engines.warfleets.events import Cause, Gone, Hurt, Ignored, Marked, Mended
from engines.warfleets.geometry import Place, within
from engines.warfleets.orders import Assign
from engines.warfleets.state import Battle, Model, Wound

DEFIANT: Final = 600
"""So near a Defiant ship feels the loss of a friend."""


def wound(battle: Battle, model: Model, points: int, cause: Cause) -> None:
    """Let a model on the table take so many points, one more if it is fragile and this is its first of the round."""
    if points <= 0 or model.status != "table":
        return
    if "fragile" in model.specials and not model.hurt:
        points += 1
    model.hurt = True
    battle.wounds.append(Wound(model.number, points, cause))


def settle(battle: Battle) -> None:
    """Take the points that are due, until one waits for a choice or none is left."""
    while battle.wounds:
        due = battle.wounds[0]
        model = battle.models[due.model]
        if not due.points or model.status not in ("table", "off"):
            battle.wounds.pop(0)
            continue
        if not due.passed and model.has("shield-booster"):
            die = battle.roll(model, "shield")
            battle.events.append(Ignored(model.number, die))
            if die >= 5:
                battle.wounds[0] = due._replace(points=due.points - 1)
                continue
        battle.wounds[0] = due._replace(passed=True)
        slots = choices(model)
        if len(slots) > 1:
            return
        _take(battle, model, slots[0])


def asked(battle: Battle) -> Model | None:
    """The ship whose player says which upgrade takes the next point; None if no point waits for that."""
    return battle.models[battle.wounds[0].model] if battle.wounds else None


def choices(model: Model) -> list[int]:
    """The slots that may take the next point: the one that has some, or any that is not disabled (W18)."""
    if not model.is_ship:
        return [0]
    if model.order and model.works(model.order[-1]):
        return [model.order[-1]]
    return [slot for slot in range(len(model.slots)) if model.works(slot)]


def assign(battle: Battle, order: Assign) -> None:
    """Take the next point on the slot that was chosen, and those after it as far as they need no choice."""
    model = asked(battle)
    if model is None or model.number != order.model:
        raise refuse("W18", "No damage to this ship waits for a choice.")
    if order.side != model.side:
        raise refuse("WF7", f"The player of {model.name} chooses what is damaged.", model.name)
    slots = choices(model)
    if order.slot not in slots:
        names = ", ".join(model.slots[slot] for slot in slots)
        raise refuse("W18", f"{model.name} can take the damage on: {names}.", model.name)
    _take(battle, model, order.slot)
    settle(battle)


def _take(battle: Battle, model: Model, slot: int) -> None:
    due = battle.wounds[0]
    battle.wounds[0] = Wound(due.model, due.points - 1, due.cause)
    if not model.order or model.order[-1] != slot:
        model.order.append(slot)
    model.damage[slot] += 1
    disabled = not model.works(slot)
    battle.events.append(Hurt(model.number, slot, due.cause, disabled))
    if disabled and (not model.is_ship or not model.live):
        destroy(battle, model)


def destroy(battle: Battle, model: Model) -> None:
    """Take a model out of the battle; a Defiant friend of a ship takes heart (titles)."""
    model.status = "destroyed"
    battle.events.append(Gone(model.number, "destroyed"))
    drop_markers(battle, model, model.place)
    if not model.is_ship:
        return
    for friend in battle.ships():
        if (
            friend.side == model.side
            and friend.title == "defiant"
            and within(friend.disc, model.disc, DEFIANT)
        ):
            mend(battle, friend, 2)


def mend(battle: Battle, model: Model, points: int) -> None:
    """Take points off the upgrade that is being damaged; what is disabled stays so (WF36)."""
    for _ in range(points):
        if not model.order or not model.works(model.order[-1]):
            return
        slot = model.order[-1]
        model.damage[slot] -= 1
        battle.events.append(Mended(model.number, slot))
        if not model.damage[slot]:
            model.order.pop()
            return


def drop_markers(battle: Battle, model: Model, place: Place) -> None:
    """Lay down what a ship carries that is no longer on the table (W5)."""
    for number, marker in enumerate(battle.markers):
        if marker.carrier == model.number:
            marker.carrier, marker.place = -1, place
            battle.events.append(Marked(number, model.number, place, dropped=True))
