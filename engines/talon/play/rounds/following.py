"""Following orders for the round: each step as ordered where it is possible, the rest as a captain decides."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from msgspec import UNSET

from engines.talon.captains import engineering, gunnery, helm, withdrawal
from engines.talon.captains.captain import Captain
from engines.talon.orders import (
    PLANET,
    AnyOrder,
    Burn,
    Curve,
    Done,
    Fire,
    Jump,
    Move,
    Pick,
    Retarget,
    Steer,
    Tactics,
)
from engines.talon.play.offers.chances import shot_at
from engines.talon.play.rounds.orders import KEEP, LAND, STAY, FireRule, RoundOrders, spend_of
from engines.talon.rules import firing
from engines.talon.view import View


class Unable(NamedTuple):
    """What a unit was ordered and could not do: a way to move, what an AP was to buy, or a Speed."""

    unit: int
    round: int
    impulse: int
    step: str
    ordered: str


class Followed(NamedTuple):
    """The order given next, and what of the orders for the round was not possible and was left to the captain."""

    order: AnyOrder
    unable: tuple[Unable, ...] = ()


class Follower:
    """Decides for a side from its view; what it was unable to do is said once."""

    def __init__(self, orders: RoundOrders) -> None:
        self.orders = orders
        self.captain = Captain(orders.doctrine)
        self._said: set[Unable] = set()
        self._unable: list[Unable] = []

    def decide(self, view: View) -> Followed:
        """The order this side gives now; `view.orders` must not be empty."""
        self._unable = []
        follow = None if view.question is not None else FOLLOWED.get(view.step)
        if view.step == "tactics" and self.orders.tactics is UNSET:
            follow = None
        if follow is not None:
            order = follow(self, view, view.orders)
        elif isinstance(view.question, firing.Volley):
            order = self._next_target(view, view.question)
        else:
            order = self.captain.decide(view)
        return Followed(order, tuple(self._unable))

    def _cannot(self, view: View, unit: int, ordered: str) -> None:
        """Say that what was ordered is not possible, if it was not said before."""
        found = Unable(unit, view.round, view.impulse, view.step, ordered)
        if found not in self._said:
            self._said.add(found)
            self._unable.append(found)

    def spend(self, view: View, orders: Sequence[AnyOrder]) -> AnyOrder:
        """The next AP (6): as ordered, or what the captain buys for a ship whose AP was left open."""
        offered: dict[int, list[AnyOrder]] = {}
        for order in orders:
            if not isinstance(order, Done):
                offered.setdefault(order.unit, []).append(order)  # type: ignore[union-attr]
        left: list[AnyOrder] = []
        for unit, choices in offered.items():
            wanted = self.orders.of(unit).power.get(view.impulse)
            if wanted == KEEP:
                continue
            found = [one for one in choices if wanted and spend_of(one) == wanted and self._is_aimed(one)]
            if found:
                return engineering.spend(self.captain.situation(view), [*found, found[0]])
            if wanted:
                self._cannot(view, unit, wanted)
            left += choices
        return engineering.spend(self.captain.situation(view), [*left, Done(view.side)])

    def _is_aimed(self, order: AnyOrder) -> bool:
        """Whether an AP for a missile gives it the target that was ordered; true of all other AP."""
        return not isinstance(order, Retarget) or order.target == self.orders.of_missile(order.missile).target

    def move(self, view: View, orders: Sequence[AnyOrder]) -> AnyOrder:
        """The next move (7): the captain chooses whose it is, and the way where that was left open."""
        docking = next((one for one in orders if isinstance(one, Move | Burn) and self._docks(one)), None)
        if docking is not None:
            return docking
        orders = [one for one in self._steered(view, orders) if self._may_dock(one)]
        moves = [one for one in orders if isinstance(one, Move)]
        if not moves:
            return self._burn(view, orders)
        ways = self._ways(view, moves)
        left = [one for one in orders if not isinstance(one, Move) or ways.get(one.unit, one.way) == one.way]
        left = [one for one in left if not isinstance(one, Burn) or self._is_open(view, one.unit)]
        return helm.move(self.captain.situation(view), left)

    def _docks(self, move: Move | Burn) -> bool:
        """Whether the move docks or lands where it was ordered (16, 23)."""
        wanted = self.orders.of(move.unit).dock
        return wanted == LAND if move.land else move.dock is not None and wanted == str(move.dock)

    def _may_dock(self, order: AnyOrder) -> bool:
        """Whether an order is not to dock or land where something else was ordered."""
        docks = isinstance(order, Move | Burn) and (order.land or order.dock is not None)
        return not docks or not self.orders.of(order.unit).dock  # type: ignore[union-attr]

    def _steered(self, view: View, orders: Sequence[AnyOrder]) -> list[AnyOrder]:
        """The orders with those ways of a missile alone that it was ordered and can go (13.4)."""
        steers = [one for one in orders if isinstance(one, Steer)]
        ordered = dict[int, str]()
        for missile in dict.fromkeys(one.missile for one in steers):
            wanted = self.orders.of_missile(missile).course.get(view.impulse)
            if any(one.missile == missile and one.way == wanted for one in steers):
                ordered[missile] = wanted or ""
            elif wanted is not None:
                self._cannot(view, missile, wanted)
        return [
            one
            for one in orders
            if not isinstance(one, Steer) or ordered.get(one.missile, one.way) == one.way
        ]

    def _is_open(self, view: View, unit: int) -> bool:
        """Whether nothing is ordered of how the unit moves in this impulse."""
        return view.impulse not in self.orders.of(unit).course

    def _ways(self, view: View, moves: Sequence[Move | Burn]) -> dict[int, str]:
        """By unit the way that it was ordered and can go."""
        possible, found = {(one.unit, one.way) for one in moves}, dict[int, str]()
        for unit in dict.fromkeys(one.unit for one in moves):
            wanted = self.orders.of(unit).course.get(view.impulse)
            if (unit, wanted) in possible or (wanted == STAY and isinstance(moves[0], Burn)):
                found[unit] = wanted or ""
            elif wanted is not None:
                self._cannot(view, unit, wanted)
        return found

    def _burn(self, view: View, orders: Sequence[AnyOrder]) -> AnyOrder:
        """The next afterburner (10.2): as ordered, or the captain's for a ship that was left open."""
        burns = [one for one in orders if isinstance(one, Burn)]
        ways = self._ways(view, burns)
        ordered = next((one for one in burns if ways.get(one.unit) == one.way), None)
        if ordered is not None:
            return ordered
        left = [one for one in orders if not isinstance(one, Burn) or one.unit not in ways]
        return helm.move(self.captain.situation(view), left)

    def fire(self, view: View, orders: Sequence[AnyOrder]) -> AnyOrder:
        """The next fire (8): a ship that fires at will goes on until it has no target; then as the captain fires."""
        fires = [one for one in orders if isinstance(one, Fire)]
        fires = [one for one in fires if allows(self.orders.of(one.unit).fire, view, one)]
        free = [one for one in fires if _at_will(self.orders.of(one.unit).fire)]
        busy = [one for one in free if view.unit(one.unit).firing]
        if busy:
            return max(busy, key=lambda one: _mean(view, one))
        chosen = gunnery.shoot(self.captain.situation(view), [*fires, Done(view.side)])
        if isinstance(chosen, Done) and free:
            return max(free, key=lambda one: _mean(view, one))
        return chosen

    def _next_target(self, view: View, volley: firing.Volley) -> AnyOrder:
        """The next target of a group that fires: within the ship's rule, if anything is (8)."""
        rule, unit = self.orders.of(volley.unit).fire, view.unit(volley.unit)
        picks = [one for one in view.orders if isinstance(one, Pick)]
        within = [one for one in picks if allows(rule, view, _as_fire(view, volley, one))]
        weapon = unit.kind.groups[volley.group].weapon
        return gunnery.pick_target(self.captain.situation(view), unit, weapon, within or picks)

    def use_tactics(self, view: View, orders: Sequence[AnyOrder]) -> AnyOrder:
        """Change the initiative in the impulse that was ordered, and in no other (32.4)."""
        return Tactics(view.side) if self.orders.tactics == str(view.impulse) else Done(view.side)

    def jump(self, view: View, orders: Sequence[AnyOrder]) -> AnyOrder:
        """The next ship that jumps away (11): as ordered, or by the doctrine where that was left open."""
        jumps = [one for one in orders if isinstance(one, Jump)]
        ordered = next((one for one in jumps if self.orders.of(one.unit).leave == "jump"), None)
        if ordered is not None:
            return ordered
        left = [one for one in jumps if not self.orders.of(one.unit).leave]
        return withdrawal.jump(self.captain.situation(view), [*left, Done(view.side)])

    def set_speeds(self, view: View, orders: Sequence[AnyOrder]) -> AnyOrder:
        """The next change of Speed (5.4): as ordered, or what the captain sets where that was left open."""
        curves = [one for one in orders if isinstance(one, Curve)]
        may_stay = len(curves) < len(orders)
        left = list(curves)
        for number in dict.fromkeys(one.unit for one in curves):
            wanted = self.orders.of(number).speed
            if wanted is None:
                continue
            found = next((one for one in curves if one.unit == number and one.speed == wanted), None)
            if found is not None:
                return found
            if wanted == view.unit(number).speed and may_stay:
                left = [one for one in left if one.unit != number]
            elif not view.unit(number).curve_set:
                self._cannot(view, number, str(wanted))
        return engineering.curve(self.captain.situation(view), [*left, *(orders[len(curves) :])])


def _as_fire(view: View, volley: firing.Volley, pick: Pick) -> Fire:
    """The pick as if the group opened fire at it."""
    return Fire(view.side, volley.unit, volley.group, pick.target, pick.fighter)


def _at_will(rule: FireRule) -> bool:
    """Whether a ship fires whenever it can: as ordered, or because a planet is all that it is to fire at (26.8)."""
    return rule.mode == "free" or rule.target == PLANET


def allows(rule: FireRule, view: View, fire: Fire) -> bool:
    """Whether a ship's rule lets it fire so."""
    if rule.mode == "hold" or (rule.groups is not None and fire.group not in rule.groups):
        return False
    target = rule.target
    here = target is not None and (target == PLANET or view.unit(target).status == "map")
    if here and fire.target != target:
        return False
    unit, shot = view.unit(fire.unit), None
    if rule.reach is not None and _distance(view, fire) > rule.reach:
        return False
    if rule.chance:
        shot = shot_at(view, unit, fire.group, fire.target)
    return shot is None or shot.one is None or shot.percent >= rule.chance


def _distance(view: View, fire: Fire) -> int:
    return shot_at(view, view.unit(fire.unit), fire.group, fire.target).distance


def _mean(view: View, fire: Fire) -> float:
    return shot_at(view, view.unit(fire.unit), fire.group, fire.target).mean


Follow = Callable[[Follower, View, Sequence[AnyOrder]], AnyOrder]
FOLLOWED: Final[dict[str, Follow]] = {
    "ap": Follower.spend,
    "move": Follower.move,
    "fire": Follower.fire,
    "curves": Follower.set_speeds,
    "jumps": Follower.jump,
    "tactics": Follower.use_tactics,
}
"""The steps in which orders for the round say something; in all others the captain decides by the doctrine."""
