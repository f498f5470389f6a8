"""What is seen of a battle of Warfleets: FTL, and the ranges that are offered."""

from time import process_time

import msgspec
import pytest

from engines.warfleets.dice import ScriptedDice
from engines.warfleets.fleet import Mount
from engines.warfleets.game import apply, asked
from engines.warfleets.offers import Rammed, Straight
from engines.warfleets.orders import Go, Hold
from engines.warfleets.rules.sequence import run
from engines.warfleets.table import Marker
from engines.warfleets.view import BattleView, view, zone_at
from tests.core.warfleets.random_battles import decisions, near_each_other
from tests.core.warfleets.scenes import battle, ship, squadron


def test_the_view_is_a_document_that_reads_back():
    for on, _ in decisions(1, near_each_other()):
        for side in ("terran", "talon", None):
            seen = view(on, side)
            assert msgspec.json.decode(msgspec.json.encode(seen), type=BattleView) == seen


def test_both_sides_and_onlookers_see_the_same_but_for_what_is_offered():
    on = near_each_other()
    now = asked(on)
    assert now is not None
    seen = {side: msgspec.to_builtins(view(on, side)) for side in ("terran", "talon", None)}
    assert seen["terran"]["asked"]["ranges"]
    assert seen["talon"]["asked"] == seen[None]["asked"]
    assert not seen["talon"]["asked"]["ranges"]
    for document in seen.values():
        del document["side"], document["asked"]
    assert seen["terran"] == seen["talon"] == seen[None]


def test_models_are_shown_with_their_weapons_damage_and_markers():
    on = battle()
    weapons = (Mount("sides", "weapon-batteries"), Mount("rear", "giga-cannon"))
    ark = ship(
        on, "terran", "medium", (2000, 1000), 900, "pulse-engine", weapons=weapons, hero="ace-commander"
    )
    ark.damage, ark.order = [3, 1, 0], [0, 1]
    on.markers = [Marker((500, 500)), Marker((700, 700), 0)]
    ship(on, "talon", "light", (2000, 4000), 1800)
    run(on)
    seen = view(on, None).models[0]
    assert (seen.place, seen.heading, seen.radius, seen.hero, seen.rank) == (
        (2000, 1000),
        900,
        98,
        "ace-commander",
        "",
    )
    assert [(one.key, one.damage, one.works, one.taking) for one in seen.slots] == [
        ("pulse-engine", 3, False, False),
        ("weapon-batteries", 1, True, True),
        ("giga-cannon", 0, True, False),
    ]
    assert [(one.title, one.arcs, one.range, one.slot) for one in seen.weapons] == [
        ("turret", (), 1800, -1),
        ("Weapon Batteries", ((450, 1350), (2250, 3150)), 600, 1),
        ("Giga Cannon", ((1350, 2250),), 600, 2),
    ]
    assert (seen.move, seen.cruise) == (600, 900)
    assert seen.markers == (1,)
    fleets = view(on, None).fleets
    assert [(one.markers, one.starting, one.remaining) for one in fleets] == [(1, 1, 1), (0, 1, 1)]
    assert view(on, None).markers[1].holder == "terran"


def test_a_disabled_weapon_is_shown_as_one():
    on = battle()
    ark = ship(
        on, "terran", "light", (2000, 1000), 0, "pulse-engine", weapons=(Mount("rear", "giga-cannon"),)
    )
    ark.damage, ark.order = [0, 3], [1]
    run(on)
    assert [one.works for one in view(on, None).models[0].weapons] == [True, False]


@pytest.mark.parametrize(
    ("edge", "corners"),
    [
        ("bottom", ((0, 0), (7200, 1200))),
        ("top", ((0, 3600), (7200, 4800))),
        ("left", ((0, 0), (1200, 4800))),
        ("right", ((6000, 0), (7200, 4800))),
    ],
)
def test_w6_a_zone_is_12_inches_deep(edge, corners):
    assert zone_at(edge) == corners


def test_w8_w10_the_ranges_of_a_ship():
    on = battle()
    ship(on, "terran", "light", (2000, 1000), 0, "pulse-engine", "warp-drive")
    ship(on, "talon", "light", (2000, 4000), 1800)
    run(on)
    question = view(on, "terran").asked
    assert question is not None
    [found] = question.ranges
    assert found.turn == 1800
    assert found.ways == (
        Straight("move", 1000, 500, 1000, 900),
        Straight("cruise", 1500, 750, 1500, 450),
        Straight("ram", 1500, 750, 1500, 450),
    )
    assert found.warp == (300, 800)
    assert found.rams == ()


def test_w14_a_ram_is_offered_with_a_pivot_that_reaches():
    on = battle()
    ship(on, "terran", "light", (2000, 1000), 0)
    ship(on, "talon", "light", (2000, 1900), 1800)
    ship(on, "talon", "light", (2500, 1900), 1800)
    ship(on, "talon", "light", (2900, 1000), 1800)
    ship(on, "talon", "light", (2000, 300), 1800)
    run(on)
    question = view(on, "terran").asked
    assert question is not None
    [found] = question.ranges
    assert found.rams[0] == Rammed(1, 1200, 0)
    assert [one.target for one in found.rams] == [1, 2]


def test_w9_the_reach_of_a_squadron_and_none_if_it_is_engaged():
    on = battle()
    squadron(on, "terran", "bomber", (2000, 1000))
    squadron(on, "terran", "fighter", (4000, 1000))
    squadron(on, "talon", "fighter", (4000, 1250))
    ship(on, "terran", "light", (6000, 500))
    ship(on, "talon", "light", (6000, 4500))
    run(on)
    question = view(on, "terran").asked
    assert question is not None
    assert [(one.model, one.reach) for one in question.ranges] == [(0, (800, 1200)), (1, ())]


def test_w15_a_model_that_shoots_is_shown_its_targets_with_chances():
    on = battle()
    ship(on, "terran", "light", (2000, 1000), 0, weapons=(Mount("front", "plasma-cannon"),))
    ship(on, "talon", "light", (2000, 1900), 1800)
    run(on)
    apply(on, Hold("terran", 0), ScriptedDice([]))
    question = view(on, "terran").asked
    assert question is not None
    assert question.word == "shoot"
    turret, plasma = question.shots
    assert (turret.weapon, turret.target, turret.attacks, turret.hit, turret.hit_faces, turret.block) == (
        -1,
        1,
        2,
        4,
        3,
        4,
    )
    assert turret.expected.damage == (1, 2)
    assert (plasma.block, plasma.block_faces, plasma.expected.damage) == (7, 1, (5, 6))
    assert [one.model for one in plasma.others] == [0]
    seen = view(on, "talon").asked
    assert seen is not None
    assert seen.shots == ()


def test_w12_where_a_model_comes_back():
    on = battle()
    ship(on, "terran", "light", (2000, 1000), 1800)
    ship(on, "talon", "light", (2000, 4000), 1800)
    run(on)
    apply(on, Go("terran", 0, "cruise"), ScriptedDice([]))
    apply(on, Hold("talon", 1), ScriptedDice([]))
    question = view(on, "terran").asked
    assert question is not None
    assert (question.word, question.edge, question.reach) == ("return", "bottom", 400)
    assert view(on, None).models[0].status == "off"


def test_a_view_of_a_battle_of_300_points_takes_5_milliseconds_at_most():
    """The processor's own time, and half of the views are enough: others share the machine."""
    times: list[float] = []
    for on, _ in decisions(2, near_each_other()):
        now = asked(on)
        assert now is not None
        begun = process_time()
        msgspec.json.encode(view(on, now.side))
        times.append(process_time() - begun)
    assert len(times) > 60
    assert sorted(times)[len(times) // 2] < 0.005
