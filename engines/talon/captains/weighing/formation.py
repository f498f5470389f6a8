"""Who moves first, and where to, so that ships of one side keep out of each other's way (7.4)."""

from typing import Final

from engines.talon.hexes import RANGES, SPAN, STEP, Facing, Hex
from engines.talon.orders import Way
from engines.talon.rules.movement import WAYS, scheduled_in
from engines.talon.rules.sequence_table import ACTS
from engines.talon.units import Unit
from engines.talon.view import View

AHEAD: Final = 4
"""How many impulses captains look ahead for friends in their way."""
NEAR: Final = 3
"""How far away a friend is that may be in the way by then, in hexes."""
HELPLESS: Final = 100
"""The moves straight on of a ship whose helm is down."""


def _courses(facing: Facing) -> dict[Way, tuple[Facing, int, bool]]:
    """By way: what a ship with that facing faces then, the step it takes, and whether it turns."""
    return {
        way: ((facing + turn) % 6, STEP[(facing + turn + aside) % 6], turn != 0)
        for way, (turn, aside) in WAYS.items()
    }


COURSES: Final = tuple(_courses(facing) for facing in range(6))


CHART: Final = tuple(acts + acts for acts in ACTS)
"""`ACTS` of two rounds on end."""


class Wishes:
    """The hexes that the units still to move may enter, the best first; `at` is where each stands now.

    `taken` are the hexes of friends that move no more in this turn.
    """

    __slots__ = ("at", "taken", "wanted")

    def __init__(self, taken: set[Hex]) -> None:
        self.taken = taken
        self.at: dict[int, Hex] = {}
        self.wanted: dict[int, list[Hex]] = {}

    def add(self, number: int, place: Hex, wanted: list[Hex]) -> None:
        """A unit, where it stands, and where it may go."""
        self.at[number] = place
        self.wanted[number] = wanted

    def shared_out(self) -> dict[int, Hex]:
        """A hex for as many units as possible, no two the same; those with the least choice choose first."""
        free = {
            number: [one for one in hexes if one not in self.taken] for number, hexes in self.wanted.items()
        }
        owner = {hexes[0]: number for number, hexes in free.items() if hexes}
        if len(owner) == sum(1 for hexes in free.values() if hexes):  # each has the one it likes best
            return {number: place for place, number in owner.items()}
        owner = {}
        for _, _, number in sorted(
            [(len(hexes), at, number) for at, (number, hexes) in enumerate(free.items())]
        ):
            _settle(number, free, owner, set())
        return {number: place for place, number in owner.items()}

    def next_move(self) -> tuple[int, Hex] | None:
        """The unit that goes first and where to: into a hex that is empty now and that nobody else has to enter.

        None if every move leads to a collision now or later.
        """
        shares = self.shared_out()
        crowd = {*self.taken, *self.at.values()}
        for number in self.wanted:
            if number in shares and shares[number] not in crowd:
                return number, shares[number]
        crowd.update(shares[number] for number in shares)
        for number, hexes in self.wanted.items():
            for place in hexes:
                if place not in crowd:
                    return number, place
        return None


def _settle(number: int, free: dict[int, list[Hex]], owner: dict[Hex, int], asked: set[Hex]) -> bool:
    """Give the unit a hex, the best that is left or else one whose owner has another; whether there is one."""
    for place in free[number]:
        if place not in owner:
            owner[place] = number
            return True
    for place in free[number]:
        if place not in asked:
            asked.add(place)
            if _settle(owner[place], free, owner, asked):
                owner[place] = number
                return True
    return False


class Course:
    """Where a unit goes if it may not turn: from `place`, `straight` more moves that way, at that Speed."""

    __slots__ = ("place", "speed", "step", "straight")

    def __init__(self, place: Hex, facing: Facing, straight: int, speed: int) -> None:
        self.place = place
        self.step: Hex = STEP[facing]
        self.straight = straight
        self.speed = speed


def course_of(unit: Unit) -> Course:
    """The course of a unit as it stands."""
    return Course(unit.place, unit.facing, HELPLESS if unit.helm_down else unit.turn, unit.speed)


def course_after(unit: Unit, impulse: int) -> Course | None:
    """The course of a unit at the end of its side's turn in an impulse; None if it may turn before."""
    moves = not unit.moved and scheduled_in(unit, impulse)
    if moves and not unit.turn and not unit.helm_down:
        return None
    course = course_of(unit)
    if not moves:
        return course
    return Course(course.place + course.step, unit.facing, course.straight - 1, course.speed)


def will_meet(one: Course, other: Course, impulse: int) -> bool:
    """Whether two courses lead to a collision within `AHEAD` impulses after that one, if neither unit may turn before.

    Speeds are taken to stay as they are.
    """
    here, there = one.place, other.place
    left, other_left = one.straight, other.straight
    acts, other_acts = CHART[one.speed], CHART[other.speed]
    for later in range(impulse + 1, impulse + 1 + AHEAD):
        moves, other_moves = acts[later], other_acts[later]
        if (moves and not left) or (other_moves and not other_left):
            return False
        before, other_before = here, there
        if moves:
            here, left = here + one.step, left - 1
        if other_moves:
            there, other_left = there + other.step, other_left - 1
        if here == there or (moves and other_moves and here == other_before and there == before):
            return True
    return False


def is_near(away: Hex) -> bool:
    """Whether a friend that lies so far away may be in the way soon."""
    return -SPAN <= away <= SPAN and RANGES[away] <= NEAR


def near_friends(view: View, unit: Unit) -> list[Unit]:
    """The units of its side with which a unit may collide in the next impulses; bases take no part (7.4)."""
    place = unit.place
    return [one for one in view.own if one is not unit and is_near(one.place - place) and not one.kind.base]


def meets_one(unit: Unit, speed: int, friends: list[Course], impulse: int) -> bool:
    """Whether the unit at that Speed collides with a friend within `AHEAD` impulses after that one, all on course."""
    if not friends:
        return False
    course = course_of(unit)
    course.speed = speed
    return any(will_meet(course, friend, impulse) for friend in friends)
