"""What captains take care of: fire that can hit, room for friends, the map's edge, and what an AP is spent on."""

from pathlib import Path

import pytest

from bench.battles.against import score, shares
from bench.battles.faults import counted
from bench.battles.mixed import KINDS, setup_of
from engines.seam.documents import Doctrine
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.captains.edge import Stretch, straying
from engines.talon.captains.engineering import wanted_speed
from engines.talon.captains.weighing.evaluation import EXPECTED, LOWERED, chance_of
from engines.talon.captains.weighing.formation import Course, Wishes, will_meet
from engines.talon.captains.weighing.homes import homes
from engines.talon.events import Collided, Gone
from engines.talon.hexes import E, W, at
from engines.talon.orders import Done, Fire, Vote
from engines.talon.view import View, decider
from tests.core.board import Board, board

TERRAN: tuple[Side, Side] = ("terran", "talon")
TALON: tuple[Side, Side] = ("talon", "terran")
"""Whose ships a side has, and whose its enemy."""
ROOT = Path(__file__).resolve().parents[3]


def played_through(table: Board, step: str) -> list[object]:
    """What happens until the step of that side is over, with a captain in command."""
    battle, happened = table.battle, list[object]()
    side, captain = battle.side, Captain()
    while battle.step == step and battle.side == side and decider(battle) == side:
        happened += game.apply(battle, captain.decide(View(battle, side)), SeededDice(1))
    return happened


def test_a_die_that_loses_nothing_and_one_that_loses_all():
    for weapon, means in EXPECTED.items():
        assert LOWERED[weapon][0] == means
        assert not any(LOWERED[weapon][6])


THROUGH = """
    clock 1F terran fire
    terran CA Patton 0,0 E charge 0+0/2+2/0+0
    talon CA Sacrifice 4,0 W shields 0/4/4/3
"""


def test_a_captain_fires_at_long_range_while_the_line_is_clear():
    """8: the last impulse is no time to save a torpedo for."""
    assert isinstance(Captain().decide(View(board(THROUGH).battle, "terran")), Fire)


@pytest.mark.parametrize("terrain", ["asteroid", "nebula"])
def test_a_captain_does_not_fire_where_even_a_six_misses(terrain):
    """17: two hexes of terrain on the line take two off the die, and at range 4 a torpedo needs a 5."""
    table = board(THROUGH + f"    terrain {terrain} 1,0\n    terrain {terrain} 2,0\n")
    assert isinstance(Captain().decide(View(table.battle, "terran")), Done)


def test_a_ship_makes_room_for_one_that_cannot_turn():
    """7.4: Zhukov has to enter 2,0, where Patton would go too, as it is nearest to the enemy's rear."""
    table = board("""
        clock 1B terran move
        terran CA Patton 1,1 NE
        terran CA Zhukov 1,0 E turn 2
        talon CA Sacrifice 4,-2 NE
    """)
    assert not any(isinstance(one, Collided) for one in played_through(table, "move"))


def test_nobody_burns_into_a_friend():
    """7.4, 10.2: Eradicator would hit Defiant hard from where Dominion is."""
    table = board("""
        clock 1E talon move
        initiative terran
        terrain planet 1,6
        terrain asteroid 2,6 3,6
        terran BB Defiant 5,8 NW
        terran CV Hornet 5,10 NW
        talon DN Dominion 6,6 SE charge 0+0/3+6/0+0 afterburners 0 moved
        talon BB Eliminator 5,3 SE
        talon BB Eradicator 7,5 SW afterburners 1
    """)
    assert not any(isinstance(one, Collided) for one in played_through(table, "move"))


def test_the_ship_in_front_goes_first():
    """7.4: both can only go ahead."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,0 E turn 2
        terran CA Zhukov 1,0 E turn 2
        talon CA Sacrifice 6,0 W
    """)
    assert not any(isinstance(one, Collided) for one in played_through(table, "move"))


GOING_HOME = """
    clock 4A terran move
    terran CV Hornet 0,0 E
    terran FTR Wolverine 6,1 {facing} fighters 2/2/0
    terran BB Thunderchild 3,4 E
    talon BB Eradicator 14,-2 W
"""


def led(table: Board, rounds: int) -> list[object]:
    """What happens in so many rounds with captains in command of both sides, Talon's to hold the field."""
    battle, happened, last = table.battle, list[object](), table.battle.round + rounds
    views = {side: View(battle, side) for side in SIDES}
    captains = {"terran": Captain(), "talon": Captain(Doctrine(stance="hold"))}
    while battle.round < last and (side := decider(battle)) is not None:
        happened += game.apply(battle, captains[side].decide(views[side]), SeededDice(1))
    return happened


@pytest.mark.parametrize("facing", ["E", "NE", "SE", "W"])
def test_a_hurt_squadron_flies_home(facing):
    """16: one fighter of three is left, so it leaves; a carrier that waits for it is six hexes away."""
    table = board(GOING_HOME.format(facing=facing))
    happened = led(table, 2)
    squadron = next(unit for unit in table.battle.units if unit.kind.fighters)
    assert Gone(squadron.number, "docked", 0) in happened


def test_squadrons_go_home_to_a_carrier_with_room_alone():
    """16: four squadrons are docked in Hornet, and a base takes the fifth."""
    docked = "".join(f"    terran FTR {name} docked Hornet\n" for name in ("Cougar", "Alpha", "Bravo"))
    table = board(GOING_HOME.format(facing="W") + docked + "    terran Base Forge -5,0 E\n")
    view = View(table.battle, "terran")
    assert homes(view) == [at(0, 0), at(-5, 0)]
    more = board(GOING_HOME.format(facing="W") + docked + "    terran FTR Charlie docked Hornet\n")
    assert homes(View(more.battle, "terran")) == []


def test_nobody_shares_a_hex_while_there_are_enough():
    wishes = Wishes({at(9, 9)})
    wishes.add(0, at(0, 0), [at(1, 0), at(0, 1)])
    wishes.add(1, at(2, 0), [at(1, 0)])
    wishes.add(2, at(3, 0), [at(9, 9), at(0, 1), at(4, 0)])
    assert wishes.shared_out() == {0: at(0, 1), 1: at(1, 0), 2: at(4, 0)}


def test_two_that_want_each_others_hexes_do_not_swap():
    """Each would enter the other's hex before that has left it; the first takes another way."""
    wishes = Wishes(set())
    wishes.add(0, at(0, 0), [at(1, 0), at(0, 1)])
    wishes.add(1, at(1, 0), [at(0, 0)])
    assert wishes.next_move() == (0, at(0, 1))


def test_courses_meet_unless_one_may_turn():
    """Both have Speed 3 and come together in a hex two moves on."""
    one, other = Course(at(0, 0), E, 2, 3), Course(at(4, 0), W, 2, 3)
    assert will_meet(one, other, 0)
    assert not will_meet(Course(at(0, 0), E, 0, 3), other, 0)


def test_a_captain_slows_down_behind_a_friend():
    """7.4: at the Speed it would like, Zhukov would run into Patton, which has a Speed of 2."""
    table = board("""
        clock 1 terran curves
        terran CA Patton 1,0 E speed 2 turn 1
        terran CA Zhukov 0,0 E speed 2 turn 3
        talon CA Sacrifice 11,0 W
    """)
    happened = played_through(table, "curves")
    battle, captain = table.battle, Captain()
    while battle.round < 3 and (side := decider(battle)) is not None:
        happened += game.apply(battle, captain.decide(View(battle, side)), SeededDice(1))
    assert not any(isinstance(one, Collided) for one in happened)


@pytest.mark.parametrize(
    ("away", "charge", "speed"),
    [
        (5, "1+1/2+2/1+1", 2),
        (5, "1+1/2+1/1+1", 2),
        (5, "lost/2+1/1+1", 1),  # a third of what is left
        (5, "0+0/0+0/0+0", 1),
        (5, "lost/lost/lost", 1),
        (6, "0+0/0+0/0+0", 4),
        (9, "0+0/0+0/0+0", 5),
    ],
)
def test_a_captain_is_slower_near_the_enemy_while_weapons_are_empty(away, charge, speed):
    """6.1: at Speed 1 there is more Power to charge them with. A cruiser has four yellow boxes."""
    table = board(f"""
        clock 1 terran curves
        terran CA Patton 0,0 E speed 2 charge {charge}
        talon CA Sacrifice {away},0 W
    """)
    view = View(table.battle, "terran")
    assert wanted_speed(Captain().situation(view), view.own[0]) == speed


def test_a_ship_that_is_alone_turns_before_the_edge():
    """7.5: the map holds eleven rows; whoever is six hexes from everybody and beyond them is gone."""
    table = board("""
        clock 1B terran move
        terran CA Patton 0,9 SE
        terran CA Zhukov 5,0 W
        talon CA Sacrifice 8,0 W
    """)
    assert not any(isinstance(one, Gone) for one in played_through(table, "move"))
    stretch = Stretch(View(table.battle, "terran"), table.battle.units[0])
    assert straying(stretch, Course(at(0, 11), 5, 3, 2), 5) == 1.0
    assert straying(stretch, Course(at(3, 3), 5, 0, 2), 5) == 0.0


def test_no_ap_is_spent_on_the_initiative_out_of_range():
    """4.2: whoever goes first has nothing from it while nobody can fire."""
    table = board("""
        clock 1B terran ap
        initiative terran
        terran CA Patton 0,0 E battery
        talon CA Sacrifice 12,0 W
    """)
    battle, captain, orders = table.battle, Captain(), list[object]()
    while battle.step == "ap" and battle.side == "terran":
        orders.append(captain.decide(View(battle, "terran")))
        game.apply(battle, orders[-1], SeededDice(1))  # type: ignore[arg-type]
    assert not any(isinstance(order, Vote) for order in orders)


@pytest.mark.parametrize("impulse", "CD")
def test_fighters_fire_at_whole_shields_early(impulse):
    """12.1: few live to fire a better shot."""
    table = board(f"""
        clock 1{impulse} terran fire
        terran FTR Cougar 0,0 E
        talon CA Sacrifice 1,0 W
    """)
    assert isinstance(Captain().decide(View(table.battle, "terran")), Fire)


def test_the_chance_to_hold_the_field_is_one():
    """Of both sides it is 1 together; a third less makes it slight, and Terran ships last a little longer."""
    for own, enemy in [(100.0, 100.0), (60.0, 100.0), (100.0, 60.0), (0.0, 5.0)]:
        assert chance_of(TERRAN, own, enemy) + chance_of(TALON, enemy, own) == pytest.approx(1.0)
    assert 0.08 < chance_of(TERRAN, 60.0, 100.0) < 0.16
    assert 0.03 < chance_of(TALON, 60.0, 100.0) < 0.08
    assert chance_of(TERRAN, 0.0, 0.0) == 0.5
    even = [chance_of((side, side), 60.0, 100.0) for side in SIDES]
    assert even[0] == pytest.approx(even[1])


def test_faults_are_counted():
    """In one battle of each kind: no shot that cannot hit, and AP are spent."""
    counts = counted(len(KINDS)).counts
    assert counts["AP spent"]
    assert not counts["shots that could not hit"]


def test_a_captain_wins_as_often_as_it_loses_against_itself():
    """A pair of battles is the same battle twice, with the sides swapped."""
    scores = [score(str(ROOT), number) for number in range(2)]
    assert sum(scores) == 1.0
    assert shares(scores)[-1].share == 50.0


def test_the_mixture_has_battles_of_each_kind():
    found = [setup_of(number) for number in range(len(KINDS))]
    assert [one.terrain.name for one in found] == ["open", "open", "rolled", "open"]
    assert found[3].planet_owner
