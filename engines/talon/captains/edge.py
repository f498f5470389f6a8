"""The map's edge: who flies too far from everybody to stay on the map (7.5, R6)."""

from typing import Final

from engines.talon.captains.weighing.formation import Course
from engines.talon.hexes import RANGE, STEP, Facing, Hex
from engines.talon.rules.floating_map import ALONE, extended, must_show, shifts
from engines.talon.state import Window
from engines.talon.units import Unit
from engines.talon.view import View

ROOM: Final = 3
"""So many rows and columns fewer, and a unit that is alone may be left behind when others move."""
UNEASY: Final = 0.5
"""The part of a unit's worth that being near that counts."""
RUN: Final = 4
"""How many forced moves captains look ahead."""


class Stretch:
    """Everything the map has to show but for one unit, and the largest map there is before units leave."""

    __slots__ = ("held", "others", "window")

    def __init__(self, view: View, unit: Unit) -> None:
        units = [one for one in (*view.own, *view.enemies) if one is not unit]
        self.others: list[Hex] = [one.place for one in units]
        planets, shot_at = view.planets, view.bombarded
        held = planets if shot_at is None else [*planets, shot_at]
        self.held: list[Hex] = must_show(units, held, view.terrain)
        self.window: Window = view.window if view.window.extended else extended(view.window)

    def loses(self, place: Hex, room: int = 0) -> bool:
        """Whether a unit in the hex is alone, and the map less so many rows and columns cannot show it too."""
        if any(RANGE[place - other] < ALONE for other in self.others):
            return False
        window = self.window
        smaller = Window(window.q, window.r, True, window.rows - room, window.columns - room)
        return not any(True for _ in shifts(smaller, [*self.held, place]))


def straying(stretch: Stretch, course: Course, facing: Facing) -> float:
    """How near a unit is to leaving the map on a course, from 0 to 1: then it cannot help it any more."""
    run = min(RUN, course.straight)
    last = course.place + run * course.step
    if any(stretch.loses(course.place + moves * course.step) for moves in range(run + 1)):
        return 1.0
    if all(stretch.loses(last + STEP[(facing + turn) % 6]) for turn in (0, 1, 5)):
        return 1.0
    return UNEASY if stretch.loses(course.place, ROOM) else 0.0
