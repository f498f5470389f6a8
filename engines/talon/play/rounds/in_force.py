"""Orders for the round in force: the next order by them, until one of their stops is met."""

from engines.talon.orders import AnyOrder
from engines.talon.play.rounds.following import Follower, Unable
from engines.talon.play.rounds.orders import RoundOrders
from engines.talon.play.rounds.stops import Met, Watched, asked_now, met
from engines.talon.view import View

TURN = ("undock", "ap", "move", "fire")


class InForce:
    """A side's orders for the round during one of its lines; `seen` is what it saw when it gave them.

    Stops are looked at when the side comes to decide, and when its next turn or phase begins: not between the steps of
    a turn, but for questions and offers of a draw. `unable` is what was not possible so far, `met` the stops that were
    met.
    """

    def __init__(self, orders: RoundOrders, seen: Watched) -> None:
        self.orders = orders
        self.seen = seen
        self.unable: list[Unable] = []
        self.met: tuple[Met, ...] = ()
        self._follower = Follower(orders)
        self._looked: tuple[int, int, str] | None = None

    def decide(self, view: View) -> AnyOrder | None:
        """The next order; None if a stop is met."""
        now = (view.round, view.impulse, "turn" if view.step in TURN else view.step)
        self.met = asked_now(self.orders, self.seen, view)
        if now != self._looked:
            self._looked = now
            self.met = met(self.orders, self.seen, view)
        if self.met:
            return None
        followed = self._follower.decide(view)
        self.unable += followed.unable
        if followed.unable and self.orders.stops.unable:
            self.met = (Met("unable", tuple(one.unit for one in followed.unable)),)
            return None
        return followed.order
