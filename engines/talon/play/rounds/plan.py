"""What a captain would order for the round: the battle played on to the end of the round, with dice of its own."""

from engines.seam.documents import Doctrine
from engines.seam.sides import SIDES
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.captains.prng import dice_of, fingerprint
from engines.talon.orders import AnyOrder, Burn, Move
from engines.talon.play.rounds.orders import RETARGET, Course, RoundOrders, ShipOrders, Stops, spend_of
from engines.talon.view import View, decider


def planned(view: View, stops: Stops, doctrine: Doctrine | None = None) -> RoundOrders:
    """Orders for the rest of the round as a captain of that doctrine would carry it out, against another captain.

    Courses and AP of ships and squadrons; fire, Speeds, docking and missiles stay open. The same view always gives the
    same orders. LookupError while counters are covered or before the first round.
    """
    if not view.round:
        raise LookupError("there are orders for the round only once both fleets are on the map")
    own = doctrine or Doctrine()
    course, players = view.imagined(), {side: Captain(own if side == view.side else None) for side in SIDES}
    views, dice = {side: View(course, side) for side in SIDES}, dice_of(fingerprint(view), 0)
    made = _Plan()
    while (side := decider(course)) is not None and course.round == view.round:
        order = players[side].decide(views[side])
        if side == view.side:
            made.note(order, views[side])
        game.apply(course, order, dice)
    ships = tuple(made.of(unit.number) for unit in view.commanded)
    return RoundOrders(view.round, ships, stops, own)


class _Plan:
    """The courses and AP of a side while a round is played in thought."""

    def __init__(self) -> None:
        self._course: dict[int, dict[int, Course]] = {}
        self._power: dict[int, dict[int, str]] = {}

    def note(self, order: AnyOrder, view: View) -> None:
        """One of its orders, before it is carried out."""
        if isinstance(order, Move | Burn):
            self._course.setdefault(order.unit, {})[view.impulse] = order.way
        elif view.step == "ap" and view.question is None and (spent := spend_of(order)) not in ("", RETARGET):
            self._power.setdefault(order.unit, {})[view.impulse] = spent  # type: ignore[union-attr]

    def of(self, unit: int) -> ShipOrders:
        """What it came to for a unit."""
        return ShipOrders(unit, self._course.get(unit, {}), self._power.get(unit, {}))
