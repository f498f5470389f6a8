"""Orders for the round drawn at random: whatever may be given is followed with legal orders, and stops."""

from random import Random
from typing import Any

import pytest

from bench.battles.mixed import setup_of
from engines.seam.documents import Doctrine
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.orders import Concede, OfferDraw
from engines.talon.play.rounds.checks import check_round
from engines.talon.play.rounds.in_force import InForce
from engines.talon.play.rounds.orders import (
    FireRule,
    RoundOrders,
    ShipOrders,
    Stops,
    decode_round,
    encode_round,
)
from engines.talon.play.rounds.sheet import round_sheet
from engines.talon.play.rounds.stops import watch
from engines.talon.play.rounds.words import asked_in_words, unable_in_words
from engines.talon.state import Battle
from engines.talon.units import Unit
from engines.talon.view import View, decider

WAYS = ("ahead", "left", "right", "slip-left", "slip-right", "stay")
SPENDS = [
    "charge-0",
    "charge-1",
    "charge-4",
    "reinforce-0",
    "reinforce-3",
    "change",
    "defend",
    "battery",
    "slip",
]
SPENDS += ["power-through", "power-shift", "keep"]
MOST = 4000


def drawn(view: View, random: Random) -> RoundOrders:
    """Orders of which no field has anything to do with any other."""
    ships = tuple(_ship(unit, view, random) for unit in view.own if random.random() < 0.9)
    stops = Stops(
        random.choice(("", "first", "each")),
        random.randint(1, 12),
        *(random.random() < 0.2 for _ in range(8)),
    )
    stance: Any = random.choice(("hold", "withdraw", "preserve"))
    return RoundOrders(view.round, ships, stops, Doctrine(stance))


def _ship(unit: Unit, view: View, random: Random) -> ShipOrders:
    course: Any = {at: random.choice(WAYS) for at in range(6) if random.random() < 0.6}
    power: Any = {at: random.choice(SPENDS) for at in range(6) if random.random() < 0.6}
    targets = [None, *(one.number for one in view.enemies)]
    mode: Any = random.choice(("captain", "free", "hold"))
    groups = random.choice((None, (), (0,), (0, 1)))
    fire = FireRule(
        mode, random.choice(targets), random.choice((None, 1, 4)), random.choice((0, 50, 100)), groups
    )
    leave: Any = random.choice(("", "jump", "stay"))
    return ShipOrders(unit.number, course, power, fire, random.choice((None, 1, 2, 4)), leave)


def allowed(view: View, random: Random) -> RoundOrders:
    """Such orders without what can never be."""
    orders = drawn(view, random)
    ships = tuple(_corrected(ship, view) for ship in orders.ships)
    found = RoundOrders(view.round, ships, orders.stops, orders.doctrine)
    check_round(found, view)
    assert decode_round(encode_round(found)) == found
    assert len(round_sheet(view, found, found)) == len(view.own)
    return found


def _corrected(ship: ShipOrders, view: View) -> ShipOrders:
    """The ship's orders without each part that is refused."""
    kept: dict[str, Any] = {"fire": ship.fire, "speed": ship.speed, "leave": ship.leave}
    kept = {name: one for name, one in kept.items() if _possible(ship.unit, view, **{name: one})}
    for name in ("course", "power"):
        items = getattr(ship, name).items()
        kept[name] = {at: one for at, one in items if _possible(ship.unit, view, **{name: {at: one}})}
    return ShipOrders(ship.unit, **kept)


def _possible(unit: int, view: View, **part: Any) -> bool:
    try:
        check_round(RoundOrders(view.round, (ShipOrders(unit, **part),)), view)
    except Refused:
        return False
    return True


class AnyRound:
    """A player who gives such orders whenever it is asked; every third time it plays a step by hand before."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.captain = Captain()
        self.following: InForce | None = None

    def decide(self, view: View) -> Any:
        """Its next order."""
        if not view.round:
            return self.captain.decide(view)
        order = self.following.decide(view) if self.following else None
        if self.following is not None:
            unable_in_words(view, self.following.unable)
        if order is not None:
            return order
        if self.following is not None:
            assert self.following.met
            assert all(asked_in_words(view, self.following.met))
        given_up = self.captain.decide(view)
        if isinstance(given_up, Concede | OfferDraw) or self.random.random() < 0.3:
            self.following = None
            return given_up
        orders = allowed(view, self.random)
        self.following = InForce(orders, watch(view, orders.stops.reach))
        return self.following.decide(view) or given_up


@pytest.mark.parametrize("number", range(12))
def test_whatever_may_be_given_is_followed_with_legal_orders(number: int) -> None:
    battle: Battle = game.new_battle(setup_of(number))
    dice, players = SeededDice(number), {side: AnyRound(number * 2 + at) for at, side in enumerate(SIDES)}
    views: dict[Side, View] = {side: View(battle, side) for side in SIDES}
    for _ in range(MOST):
        side = decider(battle)
        if side is None:
            break
        game.apply(battle, players[side].decide(views[side]), dice)
    assert battle.ending
