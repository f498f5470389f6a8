"""Chances from tables equal what the engine does over every roll of the dice (8, 15, 17)."""

from collections import Counter
from itertools import product

import pytest

from engines.talon import game
from engines.talon.dice import Label
from engines.talon.events import Shot as ShotEvent
from engines.talon.events import Struck
from engines.talon.orders import Fire
from engines.talon.play.offers.chances import combined, shot_at, spread_of
from engines.talon.state import Battle
from engines.talon.view import View
from tests.core.board import board


class Rolls:
    """The dice of weapons one after the other; criticals come to 7, which has no effect."""

    def __init__(self, rolls: tuple[int, ...]) -> None:
        self._rolls = list(rolls)
        self._criticals = [3, 4] * 40

    def roll(self, label: Label) -> int:
        return self._criticals.pop() if label.cause == "critical" else self._rolls.pop(0)


def enumerated(battle: Battle, order: Fire, weapons: int) -> tuple[Counter[int], Counter[int]]:
    """By points and by points that reach the hull: in how many of all rolls they come."""
    points: Counter[int] = Counter()
    hull: Counter[int] = Counter()
    for rolls in product(range(1, 7), repeat=weapons):
        events = game.apply(battle.copy(), order, Rolls(rolls))
        points[sum(event.points for event in events if isinstance(event, ShotEvent))] += 1
        hull[
            sum(event.hull for event in events if isinstance(event, Struck) and event.cause == "weapon")
        ] += 1
    return points, hull


def counted(ways: tuple[int, ...]) -> Counter[int]:
    """The cases by points, without those that never come."""
    return Counter({points: many for points, many in enumerate(ways) if many})


FIRERS = {
    "terran": ("CA Firer", "BB Firer", "BC Firer", "CL Firer"),
    "talon": ("CA Firer", "DN Firer", "BB Firer", "BC Firer", "CL Firer", "FF Firer"),
}
TARGETS = {"terran": "talon BB Target {at},0 W", "talon": "terran BB Target {at},0 W"}
GROUND = (
    "",
    "terrain asteroid 1,0",
    "terrain nebula {at},0",
    "terrain black-hole 6,0",
    "terrain asteroid 1,0 2,0",
)


def positions(side: str, ship: str):
    """The ship at every distance from an enemy battleship, over every kind of ground."""
    for at, ground, shields in product(
        range(1, 5), GROUND, ("shields 1/2/2/2", "shields 0/1/1/1 markers front@C")
    ):
        if "nebula" in ground and "markers" in shields:
            continue  # shields in a nebula take no reinforcement
        lines = [
            "clock 2E " + side + " fire",
            "map 0,-6",
            ground.format(at=at),
            *sorted(
                (f"{side} {ship} 0,0 E", TARGETS[side].format(at=at) + " " + shields), reverse=side == "talon"
            ),
        ]
        yield board("\n".join(filter(None, lines))).battle


@pytest.mark.parametrize(("side", "ship"), [(side, ship) for side, ships in FIRERS.items() for ship in ships])
def test_volleys_are_what_every_roll_gives(side: str, ship: str) -> None:
    """8, 17: each group at each distance, over asteroids, into a nebula, by a black hole, on shields and markers."""
    seen = 0
    for battle in positions(side, ship):
        for order in battle.options:
            if not isinstance(order, Fire):
                continue
            unit = battle.units[order.unit]
            bar = unit.kind.groups[order.group]
            shot = shot_at(View(battle, unit.side), unit, order.group, order.target)
            if bar.weapon in ("missile", "wave_motion_gun"):
                continue
            assert shot.all is not None
            assert shot.hull is not None
            if len(shot.hull.ways) > battle.units[order.target].kind.boxes:
                continue  # the last weapons may find no target any more
            points, hull = enumerated(battle, order, bar.count)
            assert counted(shot.all.ways) == points
            assert counted(shot.hull.ways) == hull
            seen += 1
    assert seen


def test_8_a_missile_is_launched_without_a_die() -> None:
    """13.2: there is no chance to give."""
    battle = board("""
        clock 2E talon fire
        terran CA Patton 0,0 E
        talon DD Hunter 2,0 W
    """).battle
    order = next(one for one in battle.options if isinstance(one, Fire) and _is_missile(battle, one))
    shot = shot_at(View(battle, "talon"), battle.units[order.unit], order.group, order.target)
    assert (shot.one, shot.all, shot.percent, shot.mean) == (None, None, -1, 0.0)


def _is_missile(battle: Battle, order: Fire) -> bool:
    return battle.units[order.unit].kind.groups[order.group].weapon == "missile"


def test_8_terrain_lowers_the_wave_motion_gun() -> None:
    """15, 17: at range 3 it hits on 3 to 6; behind one asteroid hex on 4 to 6, for 10 points."""
    assert spread_of("wave_motion_gun", 3, 0, 1).ways[10] == 4
    assert spread_of("wave_motion_gun", 3, 1, 1).ways[10] == 3
    assert float(spread_of("wave_motion_gun", 3, 1, 1).at_least(10)) == 0.5


def test_spreads_combine_to_all_cases() -> None:
    """8: of 36 rolls of two phasers at range 3, 16 miss, 16 do one point and 4 do two; one shield stops one point."""
    two = combined(spread_of("phaser", 3, 0, 1), spread_of("phaser", 3, 0, 1))
    assert (two.ways, two.of) == ((16, 16, 4), 36)
    assert two == spread_of("phaser", 3, 0, 2)
    assert two.beyond(1).ways == (32, 4)


FRAIL = {
    "a whole fighter": ("talon", "terran FTR Target {at},0 W fighters 2/2/0"),
    "a damaged fighter": ("talon", "terran FTR Target {at},0 W fighters 2/2/1"),
    "a missile": ("terran", "talon missile m1 {at},0 W at Firer"),
    "a damaged missile": ("terran", "talon missile m1 {at},0 W at Firer damaged"),
}


@pytest.mark.parametrize("target", FRAIL)
@pytest.mark.parametrize("ship", ["CA Firer", "CL Firer", "BB Firer"])
def test_the_chance_to_destroy_is_what_every_roll_gives(ship: str, target: str) -> None:
    """12, 13.6: hits add up on a fighter; three points at once or any second hit destroy a missile."""
    seen = 0
    side, aimed_at = FRAIL[target]
    for at in (1, 2, 3):
        battle = _frail_battle(side, ship, aimed_at.format(at=at))
        for order in battle.options:
            if not isinstance(order, Fire) or weapon_of(battle, order) in UNCOUNTED:
                continue
            unit = battle.units[order.unit]
            weapons = unit.kind.groups[order.group].count
            shot = shot_at(View(battle, unit.side), unit, order.group, order.target, order.fighter)
            assert shot.destroys == round(100 * destroyed(battle, order, weapons) / 6**weapons)
            assert (shot.some == -1) == (weapons == 1)
            seen += 1
    assert seen


def _frail_battle(side: str, ship: str, target: str) -> Battle:
    """The ship at the origin before a fighter or missile, and an enemy that it does not reach."""
    ours, far = f"{side} {ship} 0,0 E", f"{'talon' if side == 'terran' else 'terran'} DD Far 9,-3 W"
    units = [ours, far] if side == "terran" else [target, far, ours]
    lines = ["clock 2E " + side + " fire", "map 0,-6", "launched 1", *units]
    return board("\n".join(lines + [target] * (side == "terran"))).battle


UNCOUNTED = ("missile", "wave_motion_gun", "fusion_cannon")
"""Weapons that roll no die, or hit a whole area."""


def weapon_of(battle: Battle, order: Fire) -> str:
    """What fires."""
    return battle.units[order.unit].kind.groups[order.group].weapon


def destroyed(battle: Battle, order: Fire, weapons: int) -> int:
    """In how many of all rolls the fighter or missile is destroyed."""
    found = 0
    for rolls in product(range(1, 7), repeat=weapons):
        after = battle.copy()
        game.apply(after, order, Rolls(rolls))
        found += len(after.missiles) < len(battle.missiles) or after.units[0].status == "destroyed"
    return found


def test_a_ship_is_not_destroyed_like_a_fighter() -> None:
    """8.4: what a shot at a ship may do is said in points to its hull."""
    battle = next(positions("terran", "CA Firer"))
    order = next(one for one in battle.options if isinstance(one, Fire))
    assert shot_at(View(battle, "terran"), battle.units[order.unit], order.group, order.target).destroys == -1
