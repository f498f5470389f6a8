"""Warnings of offers: each danger of a move is told before, and no other (7.4, 7.5, 13, 17, 18)."""

from collections.abc import Iterator

import pytest

from engines.seeded import SeededDice
from engines.talon import events as e
from engines.talon import game, text
from engines.talon.play.offers.legal import Offer, offers
from engines.talon.state import Battle
from engines.talon.view import View, decider
from tests.core.battle.random_battles import Course
from tests.core.battle.test_properties import battles
from tests.core.board import board

ENDS_OF_A_MOVE = (e.Went, e.Flew, e.Turn, e.Phase)


def caused(battle: Battle, offer: Offer) -> list[e.AnyEvent]:
    """What the order of an offer causes, up to whatever moves next."""
    course = battle.copy()
    events = game.apply(course, text.read_order(offer.order, course), SeededDice(1))
    ends = [at for at, event in enumerate(events) if isinstance(event, ENDS_OF_A_MOVE)]
    return events[: ends[1]] if len(ends) > 1 else events


def moves(battle: Battle) -> Iterator[tuple[int, Offer]]:
    """The moves that are offered to ships and squadrons."""
    side = decider(battle)
    if side is not None and battle.step == "move" and not battle.agenda:
        for number, offered in offers(View(battle, side)).units.items():
            yield from ((number, one) for one in offered if one.verb in ("move", "burn", "steer"))


def told(offer: Offer, *words: str) -> bool:
    """Whether the warning has one of the words."""
    return any(word in offer.warn for word in words)


@battles(20)
def test_what_a_move_risks_is_told(setup, seed: int) -> None:
    """In random battles: a collision, a loss, damage or a missile's hit comes if and only if it was told."""
    for at, battle in enumerate(Course(setup, seed).walk()):
        for number, offer in moves(battle) if at % 3 == 0 else ():
            events = caused(battle, offer)
            kinds = {type(event) for event in events}
            if offer.verb == "steer":
                lost = any(isinstance(one, e.MissileStruck) and one.cause != "weapon" for one in events)
                assert told(offer, "lost") == lost, (offer, events)
                continue
            gone = [one for one in events if isinstance(one, e.Lost) and one.unit == number]
            into = any(one.cause in ("planet", "black-hole") for one in gone)
            assert told(offer, "crashes", "falls") == into
            left = any(isinstance(one, e.Gone) and one.unit == number and one.how == "left" for one in events)
            assert not left or told(offer, "map edge")
            struck = [one for one in events if isinstance(one, e.Struck) and one.unit == number]
            assert not any(one.cause == "asteroid" for one in struck) or told(offer, "Asteroids")
            assert told(offer, "collides") >= (e.Collided in kinds)
            hit = any(one.cause == "missile" for one in struck)
            assert not hit or told(offer, "hit by")
            if not offer.warn:
                assert not struck
                assert not gone


@pytest.mark.parametrize(
    ("ground", "warning"),
    [
        ("terrain planet 1,0", "It crashes into the planet."),
        ("terrain black-hole 1,0", "It falls into the black hole."),
        ("terrain asteroid 1,0", "Asteroids: 1 damage."),
        ("terrain nebula 1,0", "Nebula: no shields, and reinforcements are lost."),
        ("", ""),
    ],
)
def test_17_18_ground_is_warned_of(ground: str, warning: str) -> None:
    """17, 18: what lies in the hex ahead."""
    battle = board(f"""
        clock 2F terran move
        map -5,-5
        {ground}
        terran CA Patton 0,0 E
        talon CA Sacrifice 4,0 W
    """).battle
    ahead = next(one for _, one in moves(battle) if one.way == "ahead")
    assert (ahead.warn, ahead.hex) == (warning, (1, 0))


def test_7_4_a_collision_is_warned_of() -> None:
    """7.4: with the friend that stands in the hex."""
    battle = board("""
        clock 2F terran move
        map -5,-5
        terran CA Patton 0,0 E
        terran CA Zhukov 1,0 E
        talon CA Sacrifice 4,0 W
    """).battle
    found = {(number, one.way): one.warn for number, one in moves(battle)}
    assert found[0, "ahead"] == "It collides with Zhukov: 3 damage each."
    assert found[1, "ahead"] == ""


def test_8_15_fire_warns_whose_fire_it_ends_and_whom_it_hits() -> None:
    """8: one ship fires after the other. 15: a fusion cannon hits friends too."""
    battle = board("""
        clock 2E talon fire
        map -5,-5
        terran CA Patton 2,0 W
        talon DN Imperial 0,0 E
        talon CA Justice 1,0 E firing
    """).battle
    found = offers(View(battle, "talon")).units[1]
    warnings = {one.warn for one in found}
    assert "It also hits Justice." in warnings
    assert "Justice cannot fire again this turn." in warnings
