"""The captain: from one side's view to one order at a time, the same for the same view and the same past."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from battles.captains import deploying, engineering, gunnery, helm, withdrawal
from battles.captains.doctrine import Temper, temper_of
from battles.captains.reckoning import box_value
from battles.captains.situation import Situation, is_missile
from battles.engine import big_guns, explosions, firing, missiles
from battles.engine.hexes import ARC, RANGE, STEP
from battles.engine.orders import AnyOrder, Grant, Pick, Place, Toward
from battles.engine.state import Unit
from battles.engine.view import View
from battles.seam.documents import Doctrine

LONG = 6
"""Quiet rounds after which a captain that cannot hurt the enemy gives the field up."""


@dataclass(slots=True)
class Captain:
    """Plays one side by its doctrine; `said` are the rounds in which the doctrine spoke, with what it said."""

    doctrine: Doctrine = field(default_factory=Doctrine)
    leaving: set[int] = field(default_factory=set)
    giving_up: bool = False
    said: list[tuple[int, str, int]] = field(default_factory=list)
    _temper: Temper | None = None
    _weighed: tuple[int, str] = (0, "")

    @property
    def temper(self) -> Temper:
        """How this captain weighs things."""
        if self._temper is None:
            self._temper = temper_of(self.doctrine)
        return self._temper

    def decide(self, view: View) -> AnyOrder:
        """The order this side gives now; `view.orders` must not be empty."""
        orders = view.orders
        if view.question is not None:
            return self._answer(view, orders)
        if view.round and view.step in ("ap", "curves"):
            given_up = self._weigh(view)
            if given_up is not None:
                return given_up
        return STEPS[view.step](self, view, orders)

    def situation(self, view: View) -> Situation:
        """The fleets as they lie now, weighed by this captain's temper."""
        return Situation(view, self.temper, self.leaving)

    def _weigh(self, view: View) -> AnyOrder | None:
        """Once in each step of a round: who leaves, and whether the side concedes (11, 20.4)."""
        moment = (view.round * 8 + view.impulse, view.step)
        if moment == self._weighed:
            return None
        self._weighed = moment
        if not self.giving_up and withdrawal.field_is_lost(view, self.temper):
            self.giving_up = True
            self.said.append((view.round, "field", -1))
        for unit in view.own:
            saved = unit.name in self.doctrine.save
            if unit.number in self.leaving or unit.kind.base:
                continue
            if self.giving_up or withdrawal.should_leave(self.temper, unit, saved):
                self.leaving.add(unit.number)
                if not self.giving_up:
                    self.said.append((view.round, "saved" if saved else "hurt", unit.number))
        return withdrawal.concession(view, self.giving_up, view.quiet >= LONG and _toothless(view))

    def _answer(self, view: View, orders: list[AnyOrder]) -> AnyOrder:
        question = view.question
        situation = self.situation(view)
        if isinstance(question, firing.Volley):
            unit = view.unit(question.unit)
            return gunnery.pick_target(situation, unit, unit.kind.groups[question.group].weapon, orders)
        if isinstance(question, big_guns.Fusion):
            return gunnery.pick_order(situation, orders)
        if isinstance(question, explosions.Blast):
            return min(orders, key=lambda order: _spared(view, cast("Pick", order)))
        if isinstance(question, big_guns.Push):
            return _push(view, view.unit(question.target), orders)
        if isinstance(question, missiles.Launching):
            return _launch(view, view.unit(question.target), orders)
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


def _push(view: View, target: Unit, orders: list[AnyOrder]) -> AnyOrder:
    """Push the target where it hurts: into a planet, a hole, asteroids, or its own side."""

    def rate(order: AnyOrder) -> float:
        place = target.place + STEP[cast("Toward", order).facing]
        kind = view.terrain.get(place)
        crash = sum(box_value(one) for one in view.enemies if one.place == place and not one.kind.base)
        return {"planet": 900.0, "black-hole": 900.0, "asteroid": 5.0, "nebula": 9.0}.get(
            kind or "", 0.0
        ) + crash

    return max(orders, key=rate)


def _launch(view: View, target: Unit, orders: list[AnyOrder]) -> AnyOrder:
    """Launch toward the target, to its weaker side."""

    def rate(order: AnyOrder) -> tuple[int, int]:
        if isinstance(order, Place):
            came = order.place - target.place
            weak = target.shields[ARC[target.facing][came]] if came and not target.kind.fighters else 0
            return (RANGE[came], weak)
        return (0, cast("Toward", order).facing)

    return min(orders, key=rate)


def _kept(view: View, order: AnyOrder) -> float:
    """What is worth most to hit, to save or to land; of directions the one that leads away from holes last."""
    if isinstance(order, Pick) and not is_missile(order.target):
        unit = view.unit(order.target)
        if order.fighter is not None:
            return unit.fighters[order.fighter] * 2.0 + unit.red[order.fighter] + unit.yellow[order.fighter]
        return unit.kind.points - unit.hull
    return 0.0


def _grant(captain: Captain, view: View, orders: list[AnyOrder]) -> AnyOrder:
    """Whoever asked for the initiative takes it."""
    return Grant(view.side, view.side)


def _ap(captain: Captain, view: View, orders: list[AnyOrder]) -> AnyOrder:
    return engineering.spend(captain.situation(view), orders)


def _move(captain: Captain, view: View, orders: list[AnyOrder]) -> AnyOrder:
    return helm.move(captain.situation(view), orders)


def _fire(captain: Captain, view: View, orders: list[AnyOrder]) -> AnyOrder:
    return gunnery.shoot(captain.situation(view), orders)


def _curves(captain: Captain, view: View, orders: list[AnyOrder]) -> AnyOrder:
    return engineering.curve(captain.situation(view), orders)


def _jumps(captain: Captain, view: View, orders: list[AnyOrder]) -> AnyOrder:
    return withdrawal.jump(captain.leaving, orders)


def _arrivals(captain: Captain, view: View, orders: list[AnyOrder]) -> AnyOrder:
    """Transports come in to land first if the doctrine says so, else when the fight goes well."""
    wanted = not captain.giving_up and (captain.doctrine.land_first or view.round >= 2)
    return deploying.arrive(view, orders, wanted)


STEPS: dict[str, Callable[[Captain, View, list[AnyOrder]], AnyOrder]] = {
    "planet": lambda captain, view, orders: deploying.planet(view, orders),
    "terrain": lambda captain, view, orders: deploying.pattern(view, orders),
    "deploy": lambda captain, view, orders: deploying.deploy(view, orders),
    "launch": lambda captain, view, orders: deploying.launch(view, orders),
    "ap": _ap,
    "move": _move,
    "fire": _fire,
    "initiative": _grant,
    "curves": _curves,
    "arrivals": _arrivals,
    "jumps": _jumps,
}
