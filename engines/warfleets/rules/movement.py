"""Hold, move and cruise of ships and squadrons, and what comes of overlapping (W8 to W12, W20)."""

from typing import Final

from engines.seam.refusals import Refusal, Refused, refuse
from engines.warfleets.events import Acted, Warped, Went
from engines.warfleets.geometry import (
    Place,
    ahead,
    comes_within,
    gap,
    length,
    overlap,
    rounded,
    squared_distance,
    within,
)
from engines.warfleets.orders import Displace, Fly, Go, Hold, Return, Warp
from engines.warfleets.rules.damage import settle, wound
from engines.warfleets.rules.passing import leave, pass_along, take_up
from engines.warfleets.rules.spots import hint, over, over_model, point
from engines.warfleets.rules.tracks import (
    PIVOT,
    Action,
    Track,
    clear,
    crossing,
    cut_off,
    halved,
    inches,
    nearest,
    pivot_refusal,
    plain_corners,
    refusal,
    speed,
    track,
)
from engines.warfleets.state import Battle, Model
from engines.warfleets.table import RETURN, WIDTH, along_edge, base_on_table, beside_edge, from_edge

ENGAGED: Final = 200
"""So near each other squadrons of two sides are engaged (W9)."""
BESIDE: Final = 100
"""So near a ship a squadron is put that it came to lie over (W11)."""
MOST_CORNERS: Final = 12
QUARTER: Final = 25


def hold(battle: Battle, order: Hold) -> None:
    """A model stays where it is, and is an easy target until it moves (W8, W13)."""
    model = battle.models[order.model]
    if abs(order.turn) > PIVOT["hold"]:
        raise refuse("W8", "A model that holds pivots by at most 180°.", model.name)
    model.heading = (model.heading + order.turn) % 3600
    model.held = True
    begin(battle, model, "hold")
    if order.turn:
        battle.events.append(Went(model.number, model.place, model.heading, "pivoted"))


def begin(battle: Battle, model: Model, action: str) -> None:
    """Note which action a model uses."""
    model.action = action
    battle.events.append(Acted(model.number, action))


def go(battle: Battle, order: Go) -> None:
    """A ship moves or cruises; `Refused` names the nearest lawful pivot."""
    model = battle.models[order.model]
    if not model.is_ship:
        raise refuse("W9", f"{model.name} is a squadron, which flies from place to place.", model.name)
    check(battle, model, order.action, order.before, order.turn)
    found = track(battle, model, order.action, order.before, order.turn)
    begin(battle, model, order.action)
    follow(battle, model, found)
    settle(battle)


def check(battle: Battle, model: Model, action: Action, before: int, turn: int) -> None:
    """`Refused` with the nearest lawful pivot if a ship may not go that way."""
    wrong = refusal(battle, model, action, before, turn)
    if wrong is None:
        return
    found = nearest(battle, model, action, before, turn)
    if found is None:
        words = f"No {action} is lawful; {model.name} can hold."
    elif not found[1]:
        words = f"The nearest lawful {action} is straight on."
    else:
        words = f"The nearest lawful {action} pivots by {_degrees(found[1])} after {inches(found[0])} inches."
    raise Refused(Refusal(wrong.rule, f"{wrong.reason} {words}", wrong.where))


def _degrees(turn: int) -> str:
    side = "right" if turn > 0 else "left"
    whole, tenth = divmod(abs(turn), 10)
    return f"{whole}.{tenth}° to the {side}" if tenth else f"{whole}° to the {side}"


def follow(battle: Battle, model: Model, found: Track) -> None:
    """Carry a way out that was found lawful."""
    _arrive(battle, model, found)
    _collide(battle, model, [battle.models[number] for number in found.crossed])
    pass_along(battle, model, found.points)
    _stay_or_leave(battle, model, found)


def _arrive(battle: Battle, model: Model, found: Track) -> None:
    model.held = False
    model.heading, model.place = found.heading, found.end
    if found.exit is None:
        battle.events.append(Went(model.number, model.place, model.heading, "moved"))


def _stay_or_leave(battle: Battle, model: Model, found: Track) -> None:
    if found.exit is not None:
        leave(battle, model, found.exit)
    elif model.is_ship:
        uncover(battle, model)


def _collide(battle: Battle, model: Model, crossed: list[Model]) -> None:
    """A ship that had to go on and each that it came over take 1; Ablative Armor takes none from enemies (W11)."""
    if any(_bumps(model, other) for other in crossed):
        wound(battle, model, 1, "overlap")
    for other in crossed:
        if _bumps(other, model):
            wound(battle, other, 1, "overlap")


def _bumps(model: Model, other: Model) -> bool:
    return model.side == other.side or not model.has("ablative-armor")


def uncover(battle: Battle, model: Model) -> None:
    """Have the squadrons put aside that a ship lies over; each is put by its enemy (W11)."""
    for one in battle.on_table():
        if not one.is_ship and overlap(one.disc, model.disc):
            battle.displaced.append((one.number, model.number))


def warp(battle: Battle, order: Warp) -> None:
    """A ship moves by D6+2 inches; the die is rolled before it says where to (Warp Drive, WF38)."""
    model = battle.models[order.model]
    if not model.has("warp-drive"):
        raise refuse("W8", f"{model.name} has no Warp Drive that works.", model.name)
    begin(battle, model, "move")
    die = battle.roll(model, "warp")
    battle.warp = 100 * (die + 2)
    battle.events.append(Warped(model.number, die))


def go_warped(battle: Battle, order: Go) -> None:
    """A ship goes the way of its Warp Drive, over everything and into nothing."""
    model, full = battle.models[order.model], battle.warp
    if order.action != "move":
        raise refuse("WF38", f"{model.name} moves with its Warp Drive; it does not cruise.", model.name)
    if wrong := pivot_refusal(model, "move", full, order.before, order.turn):
        raise Refused(wrong)
    found = warped(battle, model, full, order.before, order.turn)
    _arrive(battle, model, found)
    take_up(battle, model, found.points)
    _stay_or_leave(battle, model, found)
    settle(battle)


def warped(battle: Battle, model: Model, full: int, before: int, turn: int) -> Track:
    """The way of a Warp Drive; where the ship may not stay it goes straight on, and hurts nobody (WF38)."""
    corners = plain_corners(model, full, before, turn)
    heading = (model.heading + turn) % 3600
    end = (corners[-1], model.radius)
    if over(battle, end, model, squadrons=False):
        others = [one for one in battle.ships() if one is not model]
        corners = (*corners, clear(end, heading, others, battle.pieces("blocking")))
    return cut_off(corners, heading) or Track(corners, heading)


def fly(battle: Battle, order: Fly) -> None:
    """A squadron moves or cruises from place to place, as far as its speed (W9)."""
    model = battle.models[order.model]
    corners = (model.place, *order.by)
    for wrong in flight_refusals(battle, model, order.action, corners):
        near = nearest_flight(battle, model, order.action, corners)
        words = f" The nearest lawful flight that way ends at {point(near[-1])}." if near else ""
        raise Refused(Refusal(wrong.rule, f"{wrong.reason}{words}", wrong.where))
    begin(battle, model, order.action)
    found = cut_off(corners, model.heading) or Track(corners, model.heading)
    follow(battle, model, found)
    settle(battle)


def flight_refusals(
    battle: Battle, model: Model, action: Action, corners: tuple[Place, ...]
) -> list[Refusal]:
    """Why a squadron may not fly so; the first reason, or none."""
    if model.is_ship:
        return [Refusal("W10", f"{model.name} is a ship: it goes straight, with one pivot.", model.name)]
    if battle.engaged_with(model):
        return [Refusal("W9", f"{model.name} is engaged and cannot move; it can hold.", model.name)]
    if not 2 <= len(corners) <= MOST_CORNERS:
        return [Refusal("W9", f"A flight has 1 to {MOST_CORNERS - 1} corners.", model.name)]
    full = speed(model, action)
    half = halved(battle, model, corners)
    if half:
        full //= 2
    flown = sum(length(corners[at], corners[at + 1]) for at in range(len(corners) - 1))
    if flown > full:
        why = " through difficult terrain" if half else ""
        rule = "W20" if half else "W9"
        return [
            Refusal(
                rule,
                f"{model.name} flies {inches(full)} inches at most{why}, not {inches(flown)}.",
                model.name,
            )
        ]
    if blocked := crossing(battle, model, corners, "blocking"):
        return [Refusal("W20", f"{blocked[0].name} is in the way: nothing moves through it.", model.name)]
    return _landing(battle, model, corners)


def nearest_flight(
    battle: Battle, model: Model, action: Action, corners: tuple[Place, ...]
) -> tuple[Place, ...] | None:
    """The farthest lawful flight along the same legs, by quarters of an inch; None if there is none."""
    if model.is_ship or battle.engaged_with(model):
        return None
    flown = sum(length(corners[at], corners[at + 1]) for at in range(len(corners) - 1))
    for far in range(min(flown, speed(model, action)), 0, -QUARTER):
        found = _as_far(corners[: MOST_CORNERS + 1], far)
        if not flight_refusals(battle, model, action, found):
            return found
    return None


def _as_far(corners: tuple[Place, ...], far: int) -> tuple[Place, ...]:
    """The first part of some legs, so long in all."""
    found = [corners[0]]
    for at in range(len(corners) - 1):
        start, end = corners[at], corners[at + 1]
        leg = length(start, end)
        if far < leg:
            x, y = start
            x, y = x + rounded((end[0] - x) * far, leg), y + rounded((end[1] - y) * far, leg)
            return (*found, (x, y))
        found.append(end)
        far -= leg
    return tuple(found)


def _landing(battle: Battle, model: Model, corners: tuple[Place, ...]) -> list[Refusal]:
    """Whether a squadron ends where it may: by each enemy squadron that it came near, and over nobody (W9, WF50)."""
    if lying := over_model(battle, (corners[-1], model.radius), model):
        return [Refusal("WF50", f"{model.name} would lie over {lying}.", model.name)]
    for enemy in battle.enemies(model):
        if enemy.is_ship:
            continue
        reach = ENGAGED + model.radius + enemy.radius
        if squared_distance(corners[-1], enemy.place) <= reach * reach:
            continue
        if any(_near(corners[at], corners[at + 1], model, enemy) for at in range(len(corners) - 1)):
            return [
                Refusal(
                    "W9",
                    f"{model.name} comes within 2 inches of {enemy.name} and has to stay there.",
                    model.name,
                )
            ]
    return []


def _near(start: Place, end: Place, model: Model, enemy: Model) -> bool:
    return comes_within(start, end, model.radius, enemy.disc, ENGAGED)


def displace(battle: Battle, order: Displace) -> None:
    """The enemy of a squadron puts it beside the ship that came to lie over it (W11)."""
    number, above = battle.displaced[0]
    model, ship = battle.models[number], battle.models[above]
    if order.model != number:
        raise refuse("W11", f"{model.name} is put aside first.", model.name)
    if order.side == model.side:
        raise refuse("W11", f"The enemy of {model.name} says where it goes.", model.name)
    place = order.place
    reach = BESIDE if _fits_beside(battle, model, ship, place, BESIDE) else room_beside(battle, model, ship)
    if not _fits_beside(battle, model, ship, place, reach):
        far = gap((place, model.radius), ship.disc)
        lying = over(battle, (place, model.radius), model)
        words = hint(place, lambda other: _fits_beside(battle, model, ship, other, reach))
        if far > reach:
            why = f"That is {inches(far)} inches from {ship.name}; {inches(reach)} is allowed.{words}"
            raise refuse("W11", why, model.name)
        where = f"over {lying}" if lying else "beyond the edge"
        raise refuse("WF47", f"{model.name} would lie {where}.{words}", model.name)
    battle.displaced.pop(0)
    model.place = place
    battle.events.append(Went(number, model.place, model.heading, "displaced"))


def _fits_beside(battle: Battle, model: Model, ship: Model, place: Place, reach: int) -> bool:
    disc = (place, model.radius)
    return within(disc, ship.disc, reach) and base_on_table(disc) and not over(battle, disc, model)


def room_beside(battle: Battle, model: Model, ship: Model) -> int:
    """How far from a ship a squadron is put aside: 1 inch, or as many as it takes to find room (WF47)."""
    reach = BESIDE
    while not _room(battle, model, ship, reach):
        reach += BESIDE
    return reach


def _room(battle: Battle, model: Model, ship: Model, reach: int) -> bool:
    least = ship.radius + model.radius
    return any(
        _fits_beside(battle, model, ship, ahead(ship.place, heading, far), reach)
        for far in range(least + reach - BESIDE, least + reach, QUARTER)
        for heading in range(0, 3600, 50)
    )


def come_back(battle: Battle, order: Return) -> None:
    """A model is put back at the edge that it left over, within 4 inches of where it left (W12, WF27)."""
    model = battle.models[order.model]
    if model.status != "off" or not battle.returning:
        raise refuse("W12", f"{model.name} does not come back now.", model.name)
    disc = (order.place, model.radius)
    if not base_on_table(disc) or from_edge(order.place, model.edge) != model.radius:
        raise refuse("W12", f"{model.name} comes back touching the {model.edge} edge.", model.name)
    far = along_edge(order.place, model.place, model.edge)
    lying = over(battle, disc)
    if far > RETURN or lying:
        nearest = nearest_return(battle, model)
        words = f" The nearest place is {point(nearest)}."
        if lying:
            raise refuse("WF27", f"{model.name} would lie over {lying}.{words}", model.name)
        if far > max(RETURN, along_edge(nearest, model.place, model.edge)):
            why = f"{model.name} comes back within 4 inches of where it left, if there is room.{words}"
            raise refuse("W12", why, model.name)
    model.status, model.place, model.heading = "table", order.place, order.heading
    battle.events.append(Went(model.number, model.place, model.heading, "returned"))


def nearest_return(battle: Battle, model: Model) -> Place:
    """The free place at its edge that is nearest to where a model left (WF27)."""
    for far in range(WIDTH):
        for place in (_at_edge(model, -far), _at_edge(model, far)):
            disc = (place, model.radius)
            if base_on_table(disc) and not over(battle, disc):
                return place
    raise RuntimeError("no edge is so full")


def _at_edge(model: Model, along: int) -> Place:
    """Where a base touches the edge over which a model left, so far along it from where it left."""
    left = model.place[0 if model.edge in ("bottom", "top") else 1]
    return beside_edge(model.edge, left + along, model.radius)
