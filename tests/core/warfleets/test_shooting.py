"""Shooting in Warfleets: FTL, from W13 and W15 to W17 of its text, and the special rules."""

import pytest

from engines.seam.refusals import Refused
from engines.warfleets.catalogue import Kind
from engines.warfleets.events import Blocked, Fired
from engines.warfleets.fleet import Mount
from engines.warfleets.orders import TURRET, Shoot
from engines.warfleets.rules.shooting import gun, guns, in_side, shoot, shot, targets
from engines.warfleets.terrain import Terrain
from tests.core.warfleets.scenes import battle, left, rolled, ship, squadron

CLOUD = Terrain("Cloud", ("cover",), centre=(2000, 1500), radius=100)
ROCK = Terrain("Rock", ("blocking",), centre=(2000, 1500), radius=100)


def duel(*terrain, size="light", target="light", heading=1800, far=1000, weapons=(), upgrades=(), title=""):
    """A ship that has held, and an enemy `far` up the table from it, which faces it unless said."""
    on = battle(*terrain)
    ark = ship(on, "terran", size, (2000, 1000), 0, *upgrades, weapons=weapons, title=title)
    ark.action = "hold"
    ship(on, "talon", target, (2000, 1000 + far), heading)
    return on


def armed(model, weapon=TURRET):
    found = gun(model, weapon)
    assert found is not None
    return found


def sums(on, weapon=TURRET, target=1):
    return tuple(shot(on, on.models[0], armed(on.models[0], weapon), on.models[target]))


def reason(on, order):
    with pytest.raises(Refused) as refused:
        shoot(on, order)
    (found,) = refused.value.refusals
    assert found.rule == "W15"
    assert on.events == []
    return found.reason


@pytest.mark.parametrize(
    ("size", "target", "found"),
    [
        ("light", "light", (2, 4, 4)),
        ("light", "heavy", (2, 2, 2)),
        ("medium", "light", (2, 4, 5)),
        ("heavy", "medium", (2, 3, 5)),
        ("heavy", "heavy", (2, 2, 4)),
    ],
)
def test_w16_w17_a_turret_hits_on_evasion_and_its_strength_is_taken_from_the_block(size, target, found):
    on = duel(size=size, target=target, upgrades=("tractor-beam", "warp-drive", "pulse-engine"))
    on.models[0].slots = ("tractor-beam",) * len(on.models[0].slots)  # without Nuclear Ammo
    assert sums(on) == found


def test_w16_w17_the_rear_is_1_better_to_hit_and_1_worse_to_block():
    assert sums(duel(heading=0)) == (2, 3, 5)
    assert sums(duel(heading=450)) == (2, 4, 4)
    assert sums(duel(heading=449)) == (2, 3, 5)


def test_w13_wf20_what_holds_is_hit_on_2_whatever_else():
    on = duel(CLOUD)
    on.models[1].held = True
    assert sums(on)[1] == 2


def test_w20_wf51_cover_on_the_line_is_1_worse_to_hit_once():
    assert sums(duel(CLOUD))[1] == 5
    assert sums(duel(CLOUD, CLOUD))[1] == 5


def test_a_stealth_rig_is_cover_from_more_than_12_inches():
    on = duel(size="heavy", far=1200 + 118 + 79)
    on.models[1].slots = ("stealth-rig", "warp-drive")
    assert sums(on)[1] == 4
    x, y = on.models[1].place
    on.models[1].place = (x, y + 1)
    assert sums(on)[1] == 5
    on.models[1].damage[0] = on.models[1].boxes[0]
    assert sums(on)[1] == 4


def test_nuclear_ammo_and_a_precision_rig_help_the_turret_alone():
    mounts = (Mount("front", "heavy-cannon"),)
    on = duel(size="medium", upgrades=("nuclear-ammo", "precision-rig"), weapons=mounts)
    assert sums(on) == (2, 3, 6)
    assert sums(on, 0) == (4, 4, 4)


@pytest.mark.parametrize(
    ("shooter", "victim", "found"),
    [
        ("gunship", "gunship", (2, 4, 5)),
        ("fighter", "gunship", (3, 3, 5)),
        ("gunship", "fighter", (2, 4, 6)),
        ("fighter", "bomber", (3, 2, 5)),
    ],
)
def test_w16_a_squadron_is_1_better_at_a_squadron_and_anti_squadron_1_more(shooter, victim, found):
    on = battle()
    squadron(on, "terran", shooter, (2000, 1000))
    squadron(on, "talon", victim, (2000, 1200))
    assert sums(on) == found


def test_anti_ship_and_anti_squadron_shoot_at_nothing_else():
    on = battle()
    kinds: tuple[Kind, ...] = ("bomber", "fighter")
    for at, kind in enumerate(kinds):
        squadron(on, "terran", kind, (2000 + 1000 * at, 1000)).action = "move"
        squadron(on, "talon", "gunship", (2000 + 1000 * at, 1150))
        ship(on, "talon", "heavy", (2000 + 1000 * at, 700), 0)
    bomber, _, heavy, fighter, gunship, _ = on.models
    assert targets(on, bomber, armed(bomber)) == []
    on.models[1].status = "destroyed"
    assert targets(on, bomber, armed(bomber)) == [heavy]
    assert targets(on, fighter, armed(fighter)) == [gunship]


def test_w15_wf31_an_engaged_squadron_shoots_only_at_those_it_is_engaged_with():
    on = battle()
    squadron(on, "terran", "gunship", (2000, 1000)).action = "hold"
    squadron(on, "talon", "gunship", (2000, 1200))
    ship(on, "talon", "light", (2000, 800), 0)
    assert reason(on, Shoot("terran", 0, TURRET, (2,))) == (
        "Wing 0 is engaged, and shoots only at those that it is engaged with. It can shoot at Wing 1."
    )


def test_w15_wf17_range_is_from_edge_to_edge():
    on = duel(far=1200 + 158)
    shoot(rolled(on, 1, 1), Shoot("terran", 0, TURRET, (1,)))
    on = duel(far=1201 + 158)
    assert (
        reason(on, Shoot("terran", 0, TURRET, (1,))) == "Ship 1 is 12.01 inches away; the turret reaches 12."
    )


def test_w15_a_refusal_names_whom_a_weapon_can_shoot_at():
    on = duel(far=1400)
    assert reason(on, Shoot("terran", 0, TURRET, (1,))).endswith("the turret reaches 12.")
    for at, x in enumerate((1500, 2500)):
        ship(on, "talon", "light", (x, 1400 + 100 * at), 0)
    assert reason(on, Shoot("terran", 0, TURRET, (1,))).endswith("It can shoot at Ship 2, Ship 3.")


def test_w15_wf2_blocking_terrain_stops_the_line():
    assert reason(duel(ROCK), Shoot("terran", 0, TURRET, (1,))) == "Rock is between Ship 0 and Ship 1."


@pytest.mark.parametrize("action", ["cruise", "ram", ""])
def test_w15_nobody_shoots_after_a_cruise_or_a_ram_or_before_its_action(action):
    on = duel()
    on.models[0].action = action
    assert reason(on, Shoot("terran", 0, TURRET, (1,))) == "Ship 0 shoots only after a hold or a move."


@pytest.mark.parametrize(
    ("heading", "front", "sides"), [(0, True, False), (450, True, True), (451, False, True)]
)
def test_wf19_a_weapon_bears_on_its_facing_and_its_lines(heading, front, sides):
    on = duel(size="heavy", weapons=(Mount("front", "heavy-cannon"), Mount("sides", "plasma-cannon")))
    ark = on.models[0]
    ark.heading = heading
    assert [bool(targets(on, ark, one)) for one in guns(ark)] == [True, front, sides]


def test_a_disabled_weapon_does_not_fire():
    on = duel(weapons=(Mount("front", "heavy-cannon"),))
    on.models[0].damage[1] = 3
    assert [one.title for one in guns(on.models[0])] == ["turret"]


def test_a_tsunami_fires_only_from_a_ship_that_holds():
    on = duel(weapons=(Mount("front", "tsunami-cannon"),))
    on.models[0].action = "move"
    assert "only from a ship that holds" in reason(on, Shoot("terran", 0, 0, (1,)))


def test_w15_wf39_each_weapon_fires_once_and_an_avenger_once_to_each_side():
    for title, again in (("", False), ("avenger", True)):
        on = duel(weapons=(Mount("sides", "plasma-cannon"),), title=title)
        ship(on, "talon", "light", (2000, 400), 0)
        on.models[0].heading = 900
        shoot(rolled(on, 2, 2), Shoot("terran", 0, 0, (1,)))
        on.events = []
        if again:
            shoot(rolled(on, 2, 2), Shoot("terran", 0, 0, (2,)))
            on.events = []
        assert reason(on, Shoot("terran", 0, 0, (2,))) == "Ship 0 has fired its Plasma Cannon."


def test_w1_a_6_always_hits_and_blocks_and_a_1_never_does():
    on = duel(weapons=(Mount("front", "giga-cannon"),), far=600)
    shoot(rolled(on, 6, 6), Shoot("terran", 0, 0, (1,)))
    assert on.events == [Fired(0, 0, 1, 4, (6,)), Blocked(1, 8, (6,))]
    on = duel(target="heavy")
    on.models[1].held = True
    shoot(rolled(on, 1, 1), Shoot("terran", 0, TURRET, (1,)))
    assert on.events == [Fired(0, TURRET, 1, 2, (1, 1))]


def test_deadly_does_two_for_each_hit_that_is_not_blocked():
    on = duel(weapons=(Mount("front", "giga-cannon"),), far=600)
    shoot(rolled(on, 4, 5), Shoot("terran", 0, 0, (1,)))
    assert [(one.model, one.points) for one in on.wounds] == [(1, 2)]


def test_wf33_overheating_does_one_to_the_ship_for_each_1():
    on = duel(size="medium", weapons=(Mount("front", "linked-railgun"),))
    shoot(rolled(on, 1, 1, 3), Shoot("terran", 0, 0, (1,)))
    assert [(one.model, one.points, one.cause) for one in on.wounds] == [(0, 2, "overheating")]


def test_wf34_a_blast_hits_everybody_within_4_inches_of_a_target_that_is_hit():
    on = duel(weapons=(Mount("front", "missile-cluster"),))
    squadron(on, "terran", "gunship", (2000 + 79 + 49 + 400, 2000))
    squadron(on, "talon", "gunship", (2000 - 79 - 49 - 401, 2000))
    ship(on, "talon", "heavy", (2000, 2300), 0)
    shoot(rolled(on, 4, 5, 1, 2), Shoot("terran", 0, 0, (1,)))
    assert on.events[1:4] == [Blocked(1, 5, (5,)), Blocked(4, 3, (1,)), Blocked(2, 6, (2,))]
    assert left(on) == []


def test_broadside_has_twice_the_attacks_at_the_side_of_a_ship():
    on = duel(weapons=(Mount("sides", "weapon-batteries"),), far=500)
    on.models[0].heading = 900
    assert sums(on, 0)[0] == 2
    on.models[1].heading = 900
    assert in_side(on.models[0], on.models[1])
    assert sums(on, 0)[0] == 4


@pytest.mark.parametrize(
    ("attacks", "words"),
    [((), "Say how many attacks"), ((1, 2), "has 4 attacks in all"), ((4,), "has 4 attacks in all")],
)
def test_relentless_splits_all_of_its_attacks(attacks, words):
    on = duel(weapons=(Mount("front", "heavy-cannon"),))
    ship(on, "talon", "light", (2300, 2000), 1800)
    assert words in reason(on, Shoot("terran", 0, 0, (1, 2), attacks))
    shoot(rolled(on, 1, 2, 3, 3), Shoot("terran", 0, 0, (1, 2), (1, 3)))
    assert [(one.target, one.dice) for one in on.events] == [(1, (1,)), (2, (2, 3, 3))]


def test_nothing_else_splits():
    on = duel()
    ship(on, "talon", "light", (2300, 2000), 1800)
    assert "cannot split" in reason(on, Shoot("terran", 0, TURRET, (1, 2), (1, 1)))


def test_wf32_squadrons_have_no_rear():
    on = battle()
    ship(on, "terran", "light", (2000, 1000), 0)
    wing = squadron(on, "talon", "gunship", (2000, 1300))
    for heading in range(0, 3600, 450):
        wing.heading = heading
        assert sums(on) == (2, 5, 5)


def test_wf18_the_blocks_of_a_blast_come_before_any_shield():
    on = duel(weapons=(Mount("front", "missile-cluster"),), upgrades=("tractor-beam",))
    on.models[1].slots = ("shield-booster", "warp-drive")
    squadron(on, "terran", "gunship", (2000, 2200))
    shoot(rolled(on, 4, 1, 6, 5), Shoot("terran", 0, 0, (1,)))
    assert (on.models[1].damage, on.models[2].damage, left(on)) == ([0, 0], [0], [])


def test_wf52_a_shot_at_what_is_gone_is_refused_before_any_die():
    on = duel()
    on.models[1].status = "destroyed"
    assert reason(on, Shoot("terran", 0, TURRET, (1,))) == "Ship 1 is no enemy on the table."
