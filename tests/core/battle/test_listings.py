"""Captains do not heed how fleets are listed."""

import pytest
from msgspec.structs import replace

from bench.battles.fleets import fleets_of
from bench.battles.listings import chance, listed, pair, spread
from bench.battles.mixed import setup_of
from engines.seam.documents import BattleSetup
from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.talon import game, text
from engines.talon.captains.captain import Captain
from engines.talon.damage import TalonDamage
from engines.talon.view import View, decider

SEED = 2
"""Captains by whom no ship explodes beside several others: these are hit in the order of the lists."""


def ordered(setup: BattleSetup) -> list[str]:
    """Every order of a battle between captains, as text, which names units and does not number them."""
    battle, dice, found = game.new_battle(setup), SeededDice(1), list[str]()
    views = {side: View(battle, side) for side in SIDES}
    captains = {side: Captain(seed=SEED) for side in SIDES}
    while (side := decider(battle)) is not None:
        order = captains[side].decide(views[side])
        found.append(text.write_order(order, battle))
        game.apply(battle, order, dice)
    return found


LISTED = {
    "even": pair(2),
    "damaged": replace(
        pair(2),
        terran=tuple(replace(one, damage=TalonDamage(hull=at % 3)) for at, one in enumerate(pair(2).terran)),
    ),
    "carrier and transports": fleets_of(11),
    "planet": setup_of(3),
}


@pytest.mark.parametrize("name", LISTED)
def test_how_fleets_are_listed_does_not_matter(name):
    """Captains give the same orders, and every die is the same, whatever the order of the lists."""
    assert all(ordered(listed(LISTED[name], listing)) == ordered(LISTED[name]) for listing in (1, 2))


def test_the_spread_over_listings_is_that_of_their_means():
    assert spread([[0.5, 0.7], [0.6, 0.6]]) == pytest.approx(10.0)
    assert chance([[0.5, 0.5]], 25) == pytest.approx(10.0)
