"""Whose turn it is: rounds, phases and activations, and what has to be decided first (W4, W7)."""

from typing import Literal, NamedTuple

from engines.seam.refusals import refuse
from engines.seam.sides import Side, opponent
from engines.warfleets.events import Began
from engines.warfleets.orders import (
    AnyOrder,
    Assign,
    Displace,
    Done,
    Fly,
    Go,
    Hold,
    Mine,
    Pull,
    Ram,
    Repair,
    Return,
    Shoot,
    Warp,
)
from engines.warfleets.rules import activating, damage, morale, movement, ramming, shooting
from engines.warfleets.state import NOBODY, PHASES, Battle, Model


class Question(NamedTuple):
    """What is to be decided now, by which side, and for which model; `NOBODY` if the side chooses one."""

    side: Side
    word: Literal["damage", "displace", "return", "activate", "act", "shoot"]
    model: int = NOBODY


def question(battle: Battle) -> Question | None:
    """What is to be decided now; None if the battle is over."""
    if battle.over:
        return None
    if hurt := damage.asked(battle):
        return Question(hurt.side, "damage", hurt.number)
    if battle.displaced:
        moved = battle.models[battle.displaced[0][0]]
        return Question(opponent(moved.side), "displace", moved.number)
    if battle.returning:
        back = next(one for one in battle.models if one.status == "off")
        return Question(back.side, "return", back.number)
    if battle.active == NOBODY:
        return Question(battle.side, "activate")
    return Question(battle.side, "shoot" if battle.stage == "shooting" else "act", battle.active)


def to_act(battle: Battle, side: Side) -> list[Model]:
    """The models of a side that are still to be activated in this phase (W7)."""
    return [
        one for one in battle.on_table() if one.side == side and not one.acted and one.phase == battle.phase
    ]


def give(battle: Battle, order: AnyOrder) -> None:
    """Carry an order out; `Refused` if it is not the time for it, or not lawful."""
    asked = question(battle)
    if asked is None:
        raise refuse("W5", "The battle is over.")
    if order.side != asked.side:
        raise refuse("W4", "The other side decides now.")
    if asked.word == "damage":
        if not isinstance(order, Assign):
            raise refuse("W18", "First say which upgrade takes the damage.")
        damage.assign(battle, order)
    elif asked.word == "displace":
        if not isinstance(order, Displace):
            raise refuse("W11", "First put the squadron aside.")
        movement.displace(battle, order)
    elif asked.word == "return":
        if not isinstance(order, Return):
            raise refuse("W12", "First put back what left the table.")
        movement.come_back(battle, order)
    else:
        _in_turn(battle, order)
    run(battle)


def _in_turn(battle: Battle, order: AnyOrder) -> None:
    if isinstance(order, (Assign, Displace, Return)):
        raise refuse("W4", "Nothing waits for that.")
    if battle.stage == "shooting":
        if order.model != battle.active or not isinstance(order, (Shoot, Done)):
            raise refuse("W8", f"{battle.models[battle.active].name} shoots now, or is done.")
        if isinstance(order, Shoot):
            shooting.shoot(battle, order)
        else:
            _finish(battle)
        return
    model = _chosen(battle, order.model)
    if isinstance(order, (Mine, Repair, Pull)):
        activating.use(battle, order)
        battle.active, battle.stage = model.number, "activated"
        return
    _act(battle, order)
    battle.active, battle.stage = model.number, "shooting"


def _chosen(battle: Battle, number: int) -> Model:
    """The model that is activated, if it may be."""
    able = to_act(battle, battle.side)
    found = next((one for one in able if one.number == number), None)
    if found is None:
        names = ", ".join(one.name for one in able)
        raise refuse("W7", f"In the phase of {PHASES[battle.phase]}s one of these is activated: {names}.")
    if battle.active not in (NOBODY, number):
        raise refuse("W8", f"{battle.models[battle.active].name} is activated; it acts first.")
    return found


def _act(battle: Battle, order: AnyOrder) -> None:
    if isinstance(order, Hold):
        movement.hold(battle, order)
    elif isinstance(order, Go):
        movement.go(battle, order)
    elif isinstance(order, Warp):
        movement.warp(battle, order)
    elif isinstance(order, Fly):
        movement.fly(battle, order)
    elif isinstance(order, Ram):
        ramming.ram(battle, order)
    else:
        raise refuse("W15", "A model shoots after its action.")


def run(battle: Battle) -> None:
    """Go on until something is to be decided, or the battle is over."""
    while not battle.over:
        damage.settle(battle)
        if battle.wounds:
            return
        if battle.push:
            ramming.push_on(battle)
            continue
        morale.fall(battle)
        battle.displaced = [one for one in battle.displaced if battle.models[one[0]].status == "table"]
        if battle.over or battle.displaced:
            return
        if battle.returning:
            if any(one.status == "off" for one in battle.models):
                return
            _end_round(battle)
        elif battle.active != NOBODY:
            if _goes_on(battle):
                return
            _finish(battle)
        elif to_act(battle, battle.side):
            return
        else:
            _next_phase(battle)


def _goes_on(battle: Battle) -> bool:
    """Whether the model in turn has something left to do."""
    model = battle.models[battle.active]
    if model.status != "table":
        return False
    if battle.stage != "shooting":
        return True
    return any(
        shooting.refusal(battle, Shoot(model.side, model.number, gun.number, (one.number,))) is None
        for gun in shooting.guns(model)
        for one in shooting.targets(battle, model, gun)
    )


def _finish(battle: Battle) -> None:
    """The activation is over, and the other side goes on if it has anybody left in this phase (W4)."""
    model = battle.models[battle.active]
    model.acted = True
    model.fired.clear()
    model.used.clear()
    battle.active, battle.stage = NOBODY, "choosing"
    if to_act(battle, opponent(battle.side)):
        battle.side = opponent(battle.side)


def _next_phase(battle: Battle) -> None:
    """The other side if it has somebody left, or the next phase that has anybody, or the end of the round (W7)."""
    if to_act(battle, opponent(battle.side)):
        battle.side = opponent(battle.side)
    elif battle.phase + 1 < len(PHASES):
        battle.phase += 1
        battle.side = battle.initiative
        battle.events.append(Began(battle.round, battle.phase, battle.side))
    else:
        battle.returning = True


def _end_round(battle: Battle) -> None:
    """Morale, the count after the last round, and then the next (W4, W5, W19)."""
    battle.returning = False
    morale.try_morale(battle)
    morale.fall(battle)
    morale.count(battle)
    if battle.over:
        return
    battle.round += 1
    battle.phase = 0
    battle.initiative = battle.side = opponent(battle.initiative)
    for one in battle.models:
        one.acted = one.hurt = False
        one.action = ""
    battle.events.append(Began(battle.round, 0, battle.side))
