"""The other side of a lesson: asleep but for its script, or led by a captain."""

from dataclasses import dataclass
from typing import Protocol

from engines.seam.documents import Doctrine
from engines.talon.captains.levels import player_of
from engines.talon.lessons.coaching import chosen_by
from engines.talon.lessons.lesson import Scene
from engines.talon.orders import AnyOrder
from engines.talon.play.roster import Roster
from engines.talon.text import write_order
from engines.talon.view import View


class Decides(Protocol):
    """Whoever gives a side's orders."""

    def decide(self, view: View) -> AnyOrder:
        """The next order."""


@dataclass(frozen=True, slots=True)
class Scripted:
    """Gives the first order that its script allows, else it ends the step or flies straight."""

    script: tuple[str, ...]

    def decide(self, view: View) -> AnyOrder:
        """The next order."""
        roster = Roster(view)
        orders = {write_order(order, roster): order for order in view.orders}
        return orders[chosen_by(self.script, list(orders))]


def rival_of(scene: Scene, seed: int = 0) -> Decides:
    """Who gives the orders of the other side of the scene."""
    return Scripted(scene.script) if scene.led_by is None else player_of(scene.led_by, Doctrine(), seed)
