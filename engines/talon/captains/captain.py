"""The captain: from one side's view to one order at a time, the same for the same view and seed."""

from collections.abc import Callable, Sequence
from typing import Final, cast

from engines.seam.documents import Doctrine
from engines.talon.captains import deploying, engineering, gunnery, helm, withdrawal
from engines.talon.captains.doctrine import RiskWeights, temper_of
from engines.talon.captains.routes import moves_to
from engines.talon.captains.weighing.evaluation import box_value
from engines.talon.captains.weighing.siege import planet_of
from engines.talon.captains.weighing.situation import Situation, is_missile
from engines.talon.hexes import ARC, RANGE, STEP, Hex, distance
from engines.talon.orders import PLANET, AnyOrder, Done, Grant, Pick, Place, Tactics, Toward, Undock
from engines.talon.rules import big_guns, firing, missiles
from engines.talon.rules.hits import explosions
from engines.talon.units import Unit
from engines.talon.view import View

LONG: Final = 6
"""Quiet rounds after which a captain that cannot hurt the enemy gives the field up."""
FIELD: Final = -1
"""Instead of a unit's number: the field itself."""


class Captain:
    """Plays one side by its doctrine; the same view and seed always give the same order.

    `seed` decides between places to set up that are about as good, and has no part in the battle itself. `said` are the
    rounds in which the doctrine spoke first, with what it said: a log, of which no order takes heed.
    """

    __slots__ = ("_kept", "_logged", "doctrine", "said", "seed", "temper")

    def __init__(self, doctrine: Doctrine | None = None, seed: int = 0) -> None:
        self.doctrine: Doctrine = Doctrine() if doctrine is None else doctrine
        self.seed = seed
        self.temper: RiskWeights = temper_of(self.doctrine)
        self.said: list[tuple[int, str, int]] = []
        self._logged: set[int] = set()
        self._kept: Situation | None = None

    def decide(self, view: View) -> AnyOrder:
        """The order this side gives now; `view.orders` must not be empty."""
        orders, step = view.orders, view.step
        if view.question is not None:
            return self._answer(view, orders)
        if not view.round:
            return DECIDE_SETUP[step](view, orders, self.seed)
        situation = self.situation(view)
        if step in ("ap", "curves"):
            if situation.giving_up or situation.leaving:
                self._log(situation)
            if situation.giving_up or situation.quiet >= LONG:
                toothless = situation.quiet >= LONG and _toothless(view)
                given_up = withdrawal.concession(situation, toothless)
                given_up = given_up or withdrawal.offer(view)
                if given_up is not None:
                    return given_up
        elif step == "arrivals":
            wanted = not situation.giving_up and (self.doctrine.land_first or view.round >= 2)
            return deploying.arrive(view, orders, wanted)
        return DECIDE_STEP[step](situation, orders)

    def choose(self, view: View, orders: Sequence[AnyOrder]) -> AnyOrder:
        """The order of these that this side gives in the present step; KeyError in a step without such a choice."""
        return DECIDE_STEP[view.step](self.situation(view), orders)

    def situation(self, view: View) -> Situation:
        """The fleets as they lie now, weighed by this captain's temper."""
        if self._kept is None or self._kept.view is not view:
            self._kept = Situation(view, self.temper, self.doctrine.save)
        else:
            self._kept.refresh()
        return self._kept

    def _log(self, situation: Situation) -> None:
        """Write down what the doctrine says for the first time: the field is given up, or a ship leaves (11, 20.4)."""
        now = situation.view.round
        if situation.giving_up:
            if FIELD not in self._logged:
                self._logged.add(FIELD)
                self.said.append((now, "field", FIELD))
        elif not situation.leaving - situation.bound <= self._logged:
            for number in sorted(situation.leaving - situation.bound - self._logged):
                self._logged.add(number)
                self.said.append((now, "saved" if situation.owns[number].saved else "hurt", number))

    def _answer(self, view: View, orders: Sequence[AnyOrder]) -> AnyOrder:
        question = view.question
        if isinstance(question, firing.Volley):
            unit = view.unit(question.unit)
            weapon = unit.kind.groups[question.group].weapon
            return gunnery.pick_target(self.situation(view), unit, weapon, orders)
        if isinstance(question, big_guns.Fusion):
            return gunnery.pick_order(self.situation(view), orders)
        if isinstance(question, explosions.Blast):
            return min(orders, key=lambda order: _spared(view, cast("Pick", order)))
        if isinstance(question, big_guns.Push):
            return _push(view, view.unit(question.target), orders)
        if isinstance(question, missiles.Launching):
            return _launch(view, question.target, orders)
        return max(orders, key=lambda order: _kept(view, order))


def _toothless(view: View) -> bool:
    """Whether this side has no weapon left."""
    return not any(not lost for unit in view.own for lost in unit.lost)


def _spared(view: View, order: Pick) -> tuple[int, int]:
    """Who can best be spared to an explosion: what is damaged most, or charged least."""
    if is_missile(order.target):
        missile = view.missile(order.target)
        return (-int(bool(missile and missile.damaged)), order.target)
    unit = view.unit(order.target)
    at = order.fighter or 0
    return (-unit.fighters[at], unit.red[at] + unit.yellow[at])


def _push(view: View, target: Unit, orders: Sequence[AnyOrder]) -> AnyOrder:
    """Push the target where it hurts: into a planet, a hole, asteroids, or its own side."""

    def rate(order: AnyOrder) -> float:
        place = target.place + STEP[cast("Toward", order).facing]
        kind = view.terrain.get(place)
        crash = sum(box_value(one) for one in view.enemies if one.place == place and not one.kind.base)
        return {"planet": 900.0, "black-hole": 900.0, "asteroid": 5.0, "nebula": 9.0, "worm-hole": -9.0}.get(
            kind or "", 0.0
        ) + crash

    return max(orders, key=rate)


def _launch(view: View, number: int, orders: Sequence[AnyOrder]) -> AnyOrder:
    """Launch toward the target, to its weaker side."""
    if number == PLANET:
        return _launch_at_planet(planet_of(view), orders)
    target = view.unit(number)

    def rate(order: AnyOrder) -> tuple[int, int]:
        if isinstance(order, Place):
            came = order.place - target.place
            weak = target.shields[ARC[target.facing][came]] if came and not target.kind.fighters else 0
            return (RANGE[came], weak)
        return (0, cast("Toward", order).facing)

    return min(orders, key=rate)


def _launch_at_planet(planet: Hex, orders: Sequence[AnyOrder]) -> AnyOrder:
    """Launch toward a planet, the shortest way (26.8)."""
    return min(orders, key=lambda order: distance(order.place - planet) if isinstance(order, Place) else 0)


def _kept(view: View, order: AnyOrder) -> float:
    """What is worth most to hit, to save or to land; of directions the one that leads away from holes last."""
    if isinstance(order, Pick) and not is_missile(order.target):
        unit = view.unit(order.target)
        if order.fighter is not None:
            return unit.fighters[order.fighter] * 2.0 + unit.red[order.fighter] + unit.yellow[order.fighter]
        return unit.kind.points - unit.hull
    return 0.0


def _use_tactics(situation: Situation, orders: Sequence[AnyOrder]) -> AnyOrder:
    """Go first from the impulse on in which there is something to fire at, if the enemy has the initiative (32.4)."""
    view = situation.view
    ours, _ = situation.contact()
    return Tactics(view.side) if view.initiative != view.side and ours > 0 else Done(view.side)


def _grant(situation: Situation, orders: Sequence[AnyOrder]) -> AnyOrder:
    """Whoever asked for the initiative takes it."""
    return Grant(situation.view.side, situation.view.side)


DECIDE_SETUP: Final[dict[str, Callable[[View, Sequence[AnyOrder], int], AnyOrder]]] = {
    "planet": deploying.planet,
    "worm-hole": deploying.worm_hole,
    "terrain": deploying.pattern,
    "deploy": deploying.deploy,
    "launch": lambda view, orders, _: deploying.launch(view, orders),
}


def _undock(situation: Situation, orders: Sequence[AnyOrder]) -> AnyOrder:
    """Come out of the base as soon as possible, with the shortest way to the carrier (26.9)."""
    view = situation.view
    homes = [unit.place for unit in view.own if unit.kind.carries and not unit.kind.base]

    def time(order: Undock) -> tuple[float, int, int]:
        unit = view.unit(order.unit)
        row = unit.kind.row_with_speed(order.speed) or 0
        radius = unit.kind.curve[row][2]
        moves = min((moves_to(home, order.place, order.facing, 0, radius) for home in homes), default=0)
        ahead = order.place + STEP[order.facing]
        away = min((distance(home - ahead) for home in homes), default=0)
        return (moves / order.speed, away, order.facing)

    return min((order for order in orders if isinstance(order, Undock)), key=time)


DECIDE_STEP: Final[dict[str, Callable[[Situation, Sequence[AnyOrder]], AnyOrder]]] = {
    "undock": _undock,
    "ap": engineering.spend,
    "move": helm.move,
    "fire": gunnery.shoot,
    "initiative": _grant,
    "tactics": _use_tactics,
    "curves": engineering.curve,
    "jumps": withdrawal.jump,
}
