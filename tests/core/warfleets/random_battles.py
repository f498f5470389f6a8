"""Battles of Warfleets: FTL played with random orders, to ask something at each decision."""

from collections.abc import Iterator
from random import Random

from engines.seam.sides import Side
from engines.seeded import SeededDice
from engines.warfleets.catalogue import Kind
from engines.warfleets.fleet import Mount
from engines.warfleets.game import apply, asked
from engines.warfleets.orders import AnyOrder
from engines.warfleets.random_orders import random_order
from engines.warfleets.rules.sequence import run
from engines.warfleets.state import Battle
from engines.warfleets.table import Marker
from engines.warfleets.terrain import Terrain
from tests.core.warfleets.scenes import battle, ship, squadron

ROCK = Terrain("Rock", ("blocking",), centre=(3600, 2400), radius=150)
FIRE = Terrain("Fire", ("dangerous", "difficult"), centre=(2600, 2500), radius=250)
MIST = Terrain("Mist", ("cover",), corners=((4000, 2000), (4600, 2100), (4300, 2600)))


def near_each_other() -> Battle:
    """Two fleets of 310 points with many upgrades, near enough for rams, on a table with everything."""
    on = battle(ROCK, FIRE, MIST)
    _fleet(on, "terran", 1500, 0)
    _fleet(on, "talon", 3000, 1800)
    on.markers = [Marker((x, 2300)) for x in (2000, 3000, 4000)]
    run(on)
    return on


def _fleet(on: Battle, side: Side, y: int, heading: int) -> None:
    weapons = (
        Mount("front", "missile-cluster"),
        Mount("sides", "weapon-batteries"),
        Mount("rear", "heavy-cannon"),
    )
    ship(on, side, "heavy", (2600, y), heading, "shield-booster", weapons=weapons, title="avenger")
    ship(on, side, "medium", (3200, y), heading, "warp-drive", "tractor-beam", "gravity-bumper")
    plasma = (Mount("front", "plasma-cannon"),)
    ship(on, side, "light", (3800, y), heading, "warp-drive", weapons=plasma, hero="expert-sapper")
    ship(on, side, "light", (4200, y), heading, "pulse-engine", "repair-bay", title="defiant")
    kinds: tuple[Kind, ...] = ("fighter", "bomber", "gunship")
    for at, kind in enumerate(kinds * 2):
        squadron(on, side, kind, (2800 + 300 * at, y + (300 if heading else -300)))


def decisions(seed: int, on: Battle) -> Iterator[tuple[Battle, AnyOrder]]:
    """Each decision of a battle with the order that is given then; it is carried out when the next is asked for."""
    chance, dice = Random(seed), SeededDice(seed)
    while asked(on) is not None:
        order = random_order(on, chance)
        yield on, order
        apply(on, order, dice)
