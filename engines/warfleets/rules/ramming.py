"""Ramming, and what it pushes; a Tractor Beam pulls (W14, W20, WF25, WF26, WF37)."""

from typing import Final, Literal, NamedTuple

from engines.seam.refusals import Refusal, Refused, refuse
from engines.warfleets.events import Rammed, Went
from engines.warfleets.geometry import (
    Disc,
    Place,
    ahead,
    away,
    first_contact,
    overlap,
    rounded,
    sweeps_disc,
    within,
)
from engines.warfleets.orders import Pull, Ram
from engines.warfleets.rules.damage import settle, wound
from engines.warfleets.rules.movement import begin, uncover
from engines.warfleets.rules.passing import endanger, leave, pass_along, set_off
from engines.warfleets.rules.tracks import (
    PIVOT,
    STEP,
    Exit,
    crossing,
    cut_off,
    halved,
    inches,
    speed,
)
from engines.warfleets.state import Battle, Model, Push
from engines.warfleets.table import edge_left
from engines.warfleets.terrain import Terrain

ROUNDED: Final = 2
"""Places on a way are so near to the straight line at least."""
TRACTOR: Final = 800
"""How far a Tractor Beam reaches."""


class Course(NamedTuple):
    """The way into contact: its corners, and the heading at the end."""

    points: tuple[Place, ...]
    heading: int


class Blows(NamedTuple):
    """What a ram does: the damage of the target and of the rammer, and how many dice push the target, 0 if none."""

    target: int
    rammer: int
    dice: int


def ram(battle: Battle, order: Ram) -> None:
    """A ship goes into an enemy ship and stops there; both are hurt, and the target is pushed if it is not larger."""
    model, target = battle.models[order.model], _enemy_ship(battle, order.model, order.target)
    course = reaching(battle, model, target, order.before, order.turn)
    if isinstance(course, Refusal):
        raise Refused(
            Refusal(course.rule, f"{course.reason} {_instead(battle, model, target, order)}", course.where)
        )
    begin(battle, model, "ram")
    model.held = False
    model.place, model.heading = course.points[-1], course.heading
    battle.events.append(Went(model.number, model.place, model.heading, "moved"))
    battle.events.append(Rammed(model.number, target.number))
    pass_along(battle, model, course.points)
    does = blows(model, target)
    wound(battle, target, does.target, "ram")
    wound(battle, model, does.rammer, "ram")
    if does.dice:
        battle.push = Push(model.number, target.number, does.dice)
    uncover(battle, model)
    settle(battle)


def blows(model: Model, target: Model) -> Blows:
    """What a ship that rams another does to it and to itself (W14)."""
    mine, its = len(model.slots), len(target.slots)
    dice = 2 if model.has("gravity-bumper") else 1
    return Blows(
        (3 if its < mine else 2) + model.has("reinforced-ram"),
        (3 if mine < its else 2) + target.has("ablative-armor"),
        dice if its <= mine else 0,
    )


def _enemy_ship(battle: Battle, number: int, target: int) -> Model:
    model = battle.models[number]
    if not model.is_ship:
        raise refuse("W8", f"{model.name} is a squadron, and squadrons cannot ram.", model.name)
    found = battle.models[target] if target < len(battle.models) else None
    if found is not None and not found.is_ship:
        raise refuse("W8", f"{found.name} is a squadron, and squadrons cannot be rammed.", model.name)
    if found is None or found.status != "table" or found.side == model.side:
        raise refuse("W14", "Only an enemy ship on the table can be rammed.", model.name)
    return found


def reaching(battle: Battle, model: Model, target: Model, before: int, turn: int) -> Course | Refusal:
    """The way into contact with a target, or why there is none; without a turn `before` says nothing."""
    full = speed(model, "ram")
    if abs(turn) > PIVOT["ram"]:
        return Refusal("W8", "A ship that rams pivots by at most 45°.", model.name)
    if turn and not rounded(full, 2) <= before <= full:
        least, most = inches(rounded(full, 2)), inches(full)
        return Refusal("W10", f"The pivot comes after {least} to {most} inches of the way.", model.name)
    course = _contact(model, target, full, before if turn else full, turn)
    if course and halved(battle, model, course.points):
        before = rounded(before, 2)
        course = _contact(model, target, rounded(full, 2), before if turn else rounded(full, 2), turn)
    if course is None or cut_off(course.points, course.heading):
        return Refusal("W14", f"{model.name} does not reach {target.name} that way.", model.name)
    if blocked := crossing(battle, model, course.points, "blocking"):
        return Refusal("W20", f"{blocked[0].name} is in the way: nothing moves through it.", model.name)
    end = (course.points[-1], model.radius)
    for one in battle.ships():
        if one is not model and one is not target and overlap(end, one.disc):
            return Refusal("WF25", f"{model.name} would stop over {one.name}.", model.name)
    return course


def _contact(model: Model, target: Model, full: int, before: int, turn: int) -> Course | None:
    far = first_contact(model.disc, model.heading, before, target.disc)
    if far is not None:
        return Course((model.place, ahead(model.place, model.heading, far)), model.heading)
    pivot = ahead(model.place, model.heading, before)
    far = first_contact((pivot, model.radius), model.heading + turn, full - before, target.disc)
    if far is None:
        return None
    end = ahead(pivot, model.heading + turn, far)
    return Course((model.place, pivot, end), (model.heading + turn) % 3600)


def nearest(battle: Battle, model: Model, target: Model, before: int, turn: int) -> tuple[int, int] | None:
    """The pivot nearest to one by which a ship reaches a target; None if it is not reached after so much of the way."""
    full, most = speed(model, "ram"), PIVOT["ram"]
    before = min(max(before, rounded(full, 2)), full)
    for one in sorted({0, turn, *range(-most, most + 1, STEP)}, key=lambda one: (abs(one - turn), one)):
        if not isinstance(reaching(battle, model, target, before, one), Refusal):
            return before, one
    return None


def _instead(battle: Battle, model: Model, target: Model, order: Ram) -> str:
    found = nearest(battle, model, target, order.before, order.turn)
    if found is None:
        return f"No ram of {target.name} after that much of the way is lawful."
    before, turn = found
    if not turn:
        return "The nearest lawful ram is straight on."
    side = "right" if turn > 0 else "left"
    return f"The nearest lawful ram pivots by {inches(abs(turn) * 10)}° to the {side} after {inches(before)} inches."


def push_on(battle: Battle) -> None:
    """The push of a ram, once its damage is taken; a target that it destroyed is not pushed (WF25)."""
    due, battle.push = battle.push, None
    if due is None:
        return
    rammer, target = battle.models[due.rammer], battle.models[due.target]
    if target.status != "table":
        return
    die = sum(battle.roll(target, "push") for _ in range(due.dice))
    shift(battle, target, rammer.place, 100 * die, die)
    settle(battle)


def shift(battle: Battle, model: Model, source: Place, distance: int, die: int) -> None:
    """Push a ship straight away from a place, or pull it there; a ship or terrain stops it (WF26)."""
    start = model.place
    pulled = distance < 0
    step = -1 if pulled else 1
    last, reach = away(start, source, distance), model.radius + ROUNDED
    others = [one for one in battle.ships() if one is not model and sweeps_disc(start, last, reach, one.disc)]
    pieces = [
        one
        for one in battle.terrain
        if one.in_the_way(start, last, reach) and not one.in_the_way(start, start, model.radius)
    ]
    end = start if others or pieces else last
    hit: Terrain | Model | None = None
    for far in range(step, distance + step, step) if others or pieces else ():
        place = away(start, source, far)
        hit = _in_the_way((place, model.radius), others, pieces)
        if hit is not None:
            break
        end = place
    left = edge_left(start, end)
    model.place = end
    if not left:
        how: Literal["pulled", "pushed"] = "pulled" if pulled else "pushed"
        battle.events.append(Went(model.number, end, model.heading, how, die))
    elif hit is not None:
        hit = None
    if isinstance(hit, Terrain) and hit.is_("dangerous"):
        endanger(battle, model, hit.name)
    elif isinstance(hit, Terrain) or (hit is not None and not pulled):
        wound(battle, model, 1, "push")
    set_off(battle, model, (start, end))
    if left:
        leave(battle, model, Exit(*left))
    else:
        uncover(battle, model)


def _in_the_way(disc: Disc, ships: list[Model], pieces: list[Terrain]) -> Terrain | Model | None:
    for ship in ships:
        if overlap(disc, ship.disc):
            return ship
    for piece in pieces:
        if piece.under(disc):
            return piece
    return None


def pull(battle: Battle, order: Pull) -> None:
    """A Tractor Beam moves an enemy ship within 8 inches by D6+1 towards its own."""
    model = battle.models[order.model]
    if not model.has("tractor-beam"):
        raise refuse("W8", f"{model.name} has no Tractor Beam that works.", model.name)
    target = battle.models[order.target] if order.target < len(battle.models) else None
    if target is None or target.status != "table" or target.side == model.side or not target.is_ship:
        raise refuse("WF37", "A Tractor Beam moves an enemy ship on the table.", model.name)
    if not within(model.disc, target.disc, TRACTOR):
        raise refuse("WF37", f"{target.name} is farther away than 8 inches.", model.name)
    die = battle.roll(model, "tractor")
    shift(battle, target, model.place, -100 * (die + 1), die)
    settle(battle)
