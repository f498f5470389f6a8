"""Offers: every legal order exactly once, in words, and nothing of what is covered (21, R37)."""

from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bench.battles.fleets import fleets_of
from engines.seam.documents import BattleSetup, Doctrine
from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.talon import game, text
from engines.talon import orders as o
from engines.talon.captains.captain import Captain
from engines.talon.play.offers.legal import Offers, Placing, offers
from engines.talon.play.offers.placings import filled
from engines.talon.rules.arriving.reinforcements import Arrivals
from engines.talon.set_ups.scenarios import scenario
from engines.talon.state import Battle
from engines.talon.terms import TalonTerms
from engines.talon.view import View, decider
from tests.core.battle.random_battles import KINDS, Course
from tests.core.battle.test_properties import battles
from tests.core.board import board


def every_line(offered: Offers) -> Iterator[str]:
    """Every order that is offered, in the notation."""
    for unit in offered.units.values():
        yield from (one.order for one in unit)
    yield from (one.order for one in offered.whole)
    for placing in offered.placed:
        yield from lines_of(placing)


def lines_of(placing: Placing) -> Iterator[str]:
    """Every order of a placing."""
    for item in placing.items:
        for area in placing.areas:
            for place in area.hexes:
                for facing in area.facings or ("",):
                    for speed in placing.speeds or (-1,):
                        yield filled(item.order, place, facing, speed)


def possible(battle: Battle, side: str) -> list[o.AnyOrder]:
    """The legal orders of a side, as the engine lists them; no page offers that somebody has said too much (25)."""
    legal = game.legal_orders(battle)
    return [order for order in legal if order.side == side and not isinstance(order, o.Exceed)]


def check(battle: Battle) -> None:
    """Both sides are offered exactly what they may order."""
    if isinstance(battle.options, Arrivals) and len(battle.options) > 3000:
        return
    for side in SIDES:
        offered = offers(View(battle, side))
        lines = list(every_line(offered))
        assert len({*lines}) == len(lines)
        assert Counter(text.read_order(line, battle) for line in lines) == Counter(possible(battle, side))
        assert offered.asks == (decider(battle) or "")


def test_every_legal_order_is_offered_once() -> None:
    """In random battles, for both sides, before every order; every kind of order comes up."""
    seen: set[type] = {o.Concede, o.OfferDraw, o.FightOn, o.Exceed}

    @battles(12)
    def look(setup: BattleSetup, seed: int) -> None:
        for battle in Course(setup, seed).walk():
            check(battle)
            seen.update(type(order) for order in battle.options)

    look()
    shifting = replace(fleets_of(2), format=2, terms=TalonTerms(power_shift=True))
    for battle in Course(shifting, 1).walk():
        check(battle)
        seen.update(type(order) for order in battle.options)
    at_first = replace(fleets_of(2), format=2, terms=TalonTerms(tactics="talon"))
    for battle in Course(at_first, 1).walk():
        check(battle)
        seen.update(type(order) for order in battle.options)
    for battle in Course(scenario(9), 5).walk():
        check(battle)
        seen.update(type(order) for order in battle.options)
    assert seen == {*KINDS}


@pytest.mark.parametrize("number", [2, 4, 5, 6, 9, 11])
def test_every_order_of_captains_is_offered(number: int) -> None:
    """In the battles of the scenarios as captains fight them."""
    battle = game.new_battle(fleets_of(number))
    players = {side: Captain(Doctrine()) for side in SIDES}
    dice = SeededDice(number)
    while (side := decider(battle)) is not None:
        check(battle)
        game.apply(battle, players[side].decide(View(battle, side)), dice)


COVERED = """
    clock 0 talon deploy
    map 0,0
    terran CA Patton {patton} NE
    terran CL Thor {thor} {facing}
    talon CA Sacrifice undeployed
    talon CA Justice undeployed
    talon CA Unity undeployed
"""


def test_r37_offers_do_not_tell_what_is_covered() -> None:
    """R37: two positions that differ only in which covered counter is where get the same offers."""
    one = board(COVERED.format(patton="3,10", thor="6,10", facing="NW")).battle
    other = board(COVERED.format(patton="6,10", thor="3,10", facing="NE")).battle
    assert View(one, "talon").veiled
    assert offers(View(one, "talon")) == offers(View(other, "talon"))


def test_the_other_side_is_offered_only_to_give_up() -> None:
    """20.4, R29: while the other decides, a side may concede or offer a draw, and only for itself."""
    battle = board("""
        clock 2E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W
    """).battle
    waiting = offers(View(battle, "talon"))
    assert waiting.words == "Impulse E: Terran fires."
    assert [one.order for one in waiting.whole] == ["talon concede", "talon offer-draw"]
    assert not waiting.units


def test_fire_says_chance_damage_and_arc() -> None:
    """8: at range 2 an anti-matter torpedo hits on 2 to 6 for 4 points; three shields leave one for the hull."""
    battle = board("""
        clock 2E terran fire
        terran CA Patton 0,0 E
        talon CA Sacrifice 2,0 W shields 3/4/4/3
    """).battle
    found = offers(View(battle, "terran"))
    assert found.words == "Terran, impulse E: fire with Patton."
    torpedo = next(one for one in found.units[0] if "torpedo" in one.words)
    assert (torpedo.chance, torpedo.target, torpedo.arc, torpedo.rule) == (83, 1, 0, "8")
    assert (torpedo.damage, torpedo.hull) == (3.3, 0.8)


def test_13_5_the_question_which_fighter_is_hit_says_what_each_has_left() -> None:
    table = board("""
        clock 1E talon move
        initiative talon
        map -1,-9
        launched 1
        terran FTR Cougar 0,0 E fighters 1/0/2
        talon DD Hunter 10,-7 W
        talon missile m1 1,0 W at Cougar
    """).do("talon steer m1 ahead")
    [asked] = offers(View(table.battle, "talon")).units.values()
    assert [one.words for one in asked] == [
        "fighter 1 of Cougar, 1 of 2 hull boxes left",
        "fighter 2 of Cougar, 2 of 2 hull boxes left",
    ]
