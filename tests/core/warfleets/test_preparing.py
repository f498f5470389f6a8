"""Before the first round of Warfleets: FTL: W2 and W4 to W6 of its text, and the rulings that complete them."""

from pathlib import Path
from random import Random

import pytest

from engines.seam.refusals import Refused
from engines.warfleets.dice import ScriptedDice
from engines.warfleets.events import Began, Deployed, Laid, Objectives, Picked, Placed, RolledOff, Went
from engines.warfleets.fleet import Fleet, Mount, Ship, Squadron
from engines.warfleets.fleet_files import read_fleet
from engines.warfleets.game import apply, asked, begin
from engines.warfleets.orders import Deploy, Enough, Hold, Lay, LayMarker, PickEdge, Reserve, RollOff
from engines.warfleets.set_ups import SetUp, refusals, table_refusals
from engines.warfleets.state import Battle
from engines.warfleets.terrain import Terrain
from tests.core.warfleets.at_random import Chance, random_order, refusal_of

EXAMPLE = Path("docs/examples/warfleets.toml")
ROW = tuple(Terrain(f"Dust {at}", ("cover",), centre=(700 + 1400 * at, 2400), radius=200) for at in range(5))
LIGHT = ("repair-bay", "tractor-beam")


def fleet(*ships, squadrons=()):
    return Fleet("Fleet", ships, tuple(Squadron(f"Wing {at}", kind) for at, kind in enumerate(squadrons)))


def light(name="Ark", *upgrades, hero="", title=""):
    return Ship(name, "light", upgrades or LIGHT, (), hero, title)


def small(*squadrons):
    return fleet(light(), light("Bow"), squadrons=squadrons)


def ordered(on, *orders, dice=()):
    """The battle after some orders, and what the last brought about."""
    rolls = ScriptedDice(list(dice))
    events = [apply(on, order, rolls) for order in orders]
    assert rolls.values == []
    return events[-1]


def turn(on):
    """The side that decides."""
    now = asked(on)
    assert now is not None
    return now.side


def refusal(on, order):
    with pytest.raises(Refused) as refused:
        apply(on, order, ScriptedDice([]))
    (found,) = refused.value.refusals
    return found


def rolled_off(terran=None, talon=None, terrain=ROW, points=300):
    """A battle after the roll-off, which Talon has won."""
    on = begin(SetUp(terran or small(), talon or small(), points, terrain))
    ordered(on, RollOff("terran"), dice=(2, 5))
    return on


def to_place(*squadrons, die=1, terran=None, points=300):
    """A battle in which ships are set up: Talon, which is first, below and Terran above."""
    on = rolled_off(terran or small(*squadrons), small(*squadrons), points=points)
    ordered(on, PickEdge("talon", "bottom"), dice=(die,))
    ordered(on, LayMarker("talon", (2000, 2400)), LayMarker("terran", (4000, 2400)))
    return on


def test_w4_wf4_the_roll_off_is_rolled_again_until_one_is_higher():
    on = begin(SetUp(small(), small(), terrain=ROW))
    assert asked(on) == ("terran", "roll", -1)
    events = ordered(on, RollOff("terran"), dice=(4, 4, 3, 5))
    assert events == [RolledOff(4, 4), RolledOff(3, 5)]
    assert (on.initiative, asked(on)) == ("talon", ("talon", "edge", -1))


def test_w2_w3_a_battle_with_a_fleet_or_a_table_that_is_not_lawful_does_not_begin():
    over = SetUp(small(), fleet(light(), light("Bow"), light("Cog")), 100, ROW[:4])
    with pytest.raises(Refused) as refused:
        begin(over)
    assert [str(one) for one in refused.value.refusals] == [
        "Talon: The fleet costs 120 points, 20 more than the game allows. [W3]",
        "Pieces of terrain: 4. There are at least 5, or the players lay them. [W2]",
    ]


@pytest.mark.parametrize(
    ("piece", "rule"),
    [
        (Terrain("Far", ("cover",), centre=(7100, 500), radius=101), "W2"),
        (Terrain("Bow", ("cover",), corners=((0, 0), (500, 500), (500, 0), (0, 500))), "W2"),
        (Terrain("Line", ("cover",), corners=((0, 0), (500, 500))), "W2"),
        (Terrain("None", (), centre=(500, 500), radius=100), "W2"),
        (Terrain("Dot", ("cover",), centre=(500, 500)), "W2"),
        (Terrain("Dust 0", ("cover",), centre=(500, 500), radius=100), "WF53"),
        (Terrain("Over", ("cover",), centre=(700, 2700), radius=101), "WF53"),
    ],
)
def test_w2_wf53_what_is_wrong_with_a_table(piece, rule):
    with pytest.raises(Refused) as refused:
        begin(SetUp(small(), small(), terrain=(*ROW, piece)))
    assert [one.rule for one in refused.value.refusals] == [rule]


def walled(*gap, depth=1200):
    """A row of dust, and blocking terrain along the bottom edge but for a gap."""
    spans = ((0, gap[0]), (gap[1], 7200)) if gap else ((0, 7200),)
    walls = [
        Terrain(f"Wall {low}", ("blocking",), corners=((low, 0), (high, 0), (high, depth), (low, depth)))
        for low, high in spans
    ]
    return (*ROW, *walls)


BULK = Ship("Bulk", "heavy", (*LIGHT, "warp-drive", "pulse-engine"))


@pytest.mark.parametrize(
    ("table", "large", "fits"),
    [
        (walled(2996, 3154), small(), True),
        (walled(2997, 3154), small(), False),
        (walled(2996, 3154), fleet(*[light(f"Ark {at}") for at in range(6)]), True),
        (walled(2996, 3154), fleet(*[light(f"Ark {at}") for at in range(7)]), False),
        (walled(2996, 3154), small("fighter", "bomber", "gunship", "gunship"), True),
        (walled(2996, 3154), fleet(light(), BULK), False),
        (walled(3007, 3243), fleet(light(), BULK), True),
        (walled(depth=1021), fleet(*[light(f"Ark {at}") for at in range(7)]), True),
        (walled(depth=1022), small(), False),
        (
            (*ROW, Terrain("Wall", ("blocking",), ((0, 1200), (7200, 1200), (7200, 1900), (0, 1900)))),
            small(),
            True,
        ),
    ],
)
def test_wf54_a_table_has_room_for_both_fleets_beside_blocking_terrain(table, large, fits):
    found = refusals(SetUp(small() if fits else large, large, 300, table))
    words = "Blocking terrain at the bottom edge leaves no room there to set up the fleet of"
    whole = [] if fits else [f"{words} {side}. [WF54]" for side in ("Terran", "Talon")]
    assert [str(one) for one in found] == whole


def test_wf54_each_fleet_is_tried_by_itself():
    with pytest.raises(Refused, match="set up the fleet of Talon"):
        begin(SetUp(small(), fleet(light(), BULK), 300, walled(2996, 3154)))


def test_wf54_without_fleets_a_table_has_room_for_a_heavy_ship_at_every_edge():
    assert table_refusals(walled(3007, 3243)) == ()
    (one,) = table_refusals(walled(3007, 3242))
    assert one.reason == "Blocking terrain at the bottom edge leaves no room there to set up a heavy ship."
    side = ((0, 0), (1100, 0), (1100, 4800), (0, 4800))
    rest = (*ROW[1:], Terrain("Dot", ("cover",), centre=(2000, 1000), radius=50))
    assert [one.where for one in table_refusals((*rest, Terrain("Side", ("blocking",), side)))] == ["left"]
    assert table_refusals((*rest, Terrain("Mist", ("cover", "difficult"), side))) == ()


def test_w2_wf53_if_no_terrain_lies_there_the_players_lay_it_in_turn_until_both_have_enough():
    on = rolled_off(terrain=())
    assert refusal(on, Enough("talon")).rule == "W2"
    assert refusal(on, Lay("talon", "sun", (700, 700))).rule == "WF53"
    for at in range(5):
        side = turn(on)
        assert asked(on) == (("talon", "terran")[at % 2], "terrain", -1)
        events = ordered(on, Lay(side, "moon", (700 + 900 * at, 700)))
        assert events == [Laid("moon", f"Moon {at + 1}", (700 + 900 * at, 700), 0)]
    assert refusal(on, Lay("terran", "dust", (700, 850))).reason == (
        "Dust 1 would lie over Moon 1. The nearest lawful place found is 7, 10."
    )
    ordered(on, Enough("terran"), Lay("talon", "planet", (700, 3000)))
    assert asked(on) == ("talon", "terrain", -1)
    ordered(on, Enough("talon"))
    assert asked(on) == ("talon", "edge", -1)
    assert len(on.terrain) == 6


def test_w2_wf53_ten_pieces_are_enough():
    on = rolled_off(terrain=())
    for at in range(10):
        ordered(on, Lay(turn(on), "moon", (700 + 600 * at, 700)))
    assert asked(on) == ("talon", "edge", -1)


def test_wf53_a_piece_is_turned_clockwise():
    on = rolled_off(terrain=())
    ordered(on, Lay("talon", "wreck", (1000, 1000), 900))
    assert on.terrain[0].corners == ((1200, 1000), (1000, 900), (800, 1000), (1000, 1100))


@pytest.mark.parametrize(("die", "markers"), [(1, 2), (2, 2), (3, 3), (4, 3), (5, 4), (6, 4)])
def test_w5_w6_the_initiative_picks_an_edge_and_d3_and_1_markers_are_laid_in_turn(die, markers):
    on = rolled_off()
    assert refusal(on, PickEdge("terran", "top")).rule == "W6"
    events = ordered(on, PickEdge("talon", "left"), dice=(die,))
    assert events == [Picked("talon", "left"), Objectives(die, markers)]
    assert on.edges == {"talon": "left", "terran": "right"}
    places = ((2400, 1000), (4800, 1000), (2400, 3800), (4800, 3800))
    for at in range(markers):
        assert asked(on) == (("talon", "terran")[at % 2], "marker", -1)
        assert ordered(on, LayMarker(turn(on), places[at])) == [Placed(at, places[at])]
    assert asked(on) == ("talon", "deploy", -1)


@pytest.mark.parametrize(
    ("place", "lawful"),
    [
        ((900, 2400), False),
        ((901, 2400), True),
        ((2000, 2100), False),
        ((2000, 2101), True),
        ((2900, 2400), False),
        ((2899, 2400), True),
    ],
)
def test_w5_markers_lie_over_9_inches_from_edges_zones_and_each_other(place, lawful):
    on = rolled_off()
    ordered(on, PickEdge("talon", "top"), LayMarker("talon", (3800, 2400)), dice=(3,))
    if lawful:
        ordered(on, LayMarker("terran", place))
    else:
        found = refusal(on, LayMarker("terran", place))
        assert found.rule == "W5"
        assert "The nearest lawful place found is " in found.reason


def test_w6_all_ships_are_set_up_in_turn_and_then_all_squadrons():
    on = to_place("gunship")
    for order in (Deploy("talon", 5, (1000, 500), 0), Deploy("terran", 0, (1000, 4300), 0)):
        assert refusal(on, order).rule == "W6"
    events = ordered(on, Deploy("talon", 3, (1000, 500), 0))
    assert events == [Deployed(3, (1000, 500), 0)]
    ordered(on, Deploy("terran", 0, (1000, 4300), 1800), Deploy("talon", 4, (2000, 500), 0))
    ordered(on, Deploy("terran", 1, (2000, 4300), 1800))
    assert (on.step, asked(on)) == ("squadrons", ("talon", "deploy", -1))
    ordered(on, Deploy("talon", 5, (3000, 500), 0))
    events = ordered(on, Deploy("terran", 2, (3000, 4300), 0))
    assert events == [Deployed(2, (3000, 4300), 0), Began(1, 0, "talon")]
    assert (on.round, on.starting, asked(on)) == (1, {"terran": 2, "talon": 2}, ("talon", "activate", -1))


@pytest.mark.parametrize(
    ("place", "rule"),
    [
        ((3000, 1121), None),
        ((3000, 1122), "W6"),
        ((3000, 79), None),
        ((3000, 78), "WF29"),
        ((3000, -10), "W2"),
        ((1158, 500), None),
        ((1157, 500), "WF29"),
    ],
)
def test_w6_wf29_a_base_lies_wholly_in_its_zone_and_over_nobody(place, rule):
    on = to_place()
    ordered(on, Deploy("talon", 2, (1000, 500), 0), Deploy("terran", 0, (1000, 4300), 0))
    order = Deploy("talon", 3, place, 0)
    if rule:
        found = refusal(on, order)
        assert found.rule == rule
        assert "The nearest lawful place found is " in found.reason
    else:
        ordered(on, order)


def test_w6_nobody_is_set_up_in_blocking_terrain():
    rock = Terrain("Rock", ("blocking",), centre=(3000, 600), radius=100)
    on = rolled_off(terrain=(*ROW, rock))
    ordered(on, PickEdge("talon", "bottom"), dice=(1,))
    ordered(on, LayMarker("talon", (2000, 2400)), LayMarker("terran", (4000, 2400)))
    assert refusal(on, Deploy("talon", 2, (3000, 778), 0)).reason.startswith("Ark would lie over Rock.")
    ordered(on, Deploy("talon", 2, (3000, 779), 0))


@pytest.mark.parametrize(("far", "rule"), [(800, None), (801, "WF43"), (500, "WF43"), (400, None), (1, None)])
def test_wf43_a_vanguard_moves_straight_on_when_it_is_set_up_up_to_its_move(far, rule):
    on = to_place(terran=fleet(light("Ark", title="vanguard"), light("Bow")))
    ordered(on, Deploy("talon", 2, (1000, 500), 0), Deploy("terran", 1, (1600, 4300), 0))
    ordered(on, Deploy("talon", 3, (2000, 500), 0))
    order = Deploy("terran", 0, (1042, 4300), 900, far)
    if rule:
        assert refusal(on, order).rule == rule
    else:
        assert ordered(on, order)[:2] == [
            Deployed(0, (1042, 4300), 900),
            Went(0, (1042 + far, 4300), 900, "moved"),
        ]


def test_wf43_only_a_vanguard_moves_and_not_off_the_table_nor_through_a_rock():
    on = to_place(terran=fleet(light("Ark", title="vanguard"), light("Bow")))
    on.terrain = (*on.terrain, Terrain("Rock", ("blocking",), centre=(6000, 3900), radius=100))
    ordered(on, Deploy("talon", 2, (1000, 500), 0))
    assert refusal(on, Deploy("terran", 1, (3000, 4300), 0, 100)).rule == "WF43"
    assert refusal(on, Deploy("terran", 0, (3000, 4300), 0, 422)).rule == "WF43"
    assert refusal(on, Deploy("terran", 0, (6000, 4300), 1800, 500)).rule == "W20"


def reserved():
    """Terran, above, keeps a light ship with a Tactical Master in reserve; the first round is over."""
    master = light("Ark", hero="tactical-master", title="vanguard")
    on = to_place(terran=fleet(master, light("Bow")))
    ordered(on, Deploy("talon", 2, (1000, 500), 0))
    assert refusal(on, Reserve("terran", 1)).rule == "W6"
    ordered(
        on, Reserve("terran", 0), Deploy("talon", 3, (2000, 500), 0), Deploy("terran", 1, (1000, 4300), 0)
    )
    assert refusal(on, Deploy("talon", 0, (3000, 2000), 0)).rule == "WF42"
    ordered(on, Hold("talon", 2), Hold("terran", 1), Hold("talon", 3))
    assert (on.round, asked(on)) == (2, ("terran", "arrive", 0))
    return on


def test_wf42_a_tactical_master_comes_at_the_start_of_a_round_over_9_inches_from_enemies():
    on = reserved()
    assert refusal(on, Hold("terran", 1)).rule == "WF42"
    assert refusal(on, Deploy("terran", 0, (1000, 1558), 0)).rule == "WF42"
    ordered(on, Deploy("terran", 0, (1000, 1559), 0))
    assert asked(on) == ("terran", "activate", -1)


def test_wf42_it_may_wait_and_is_asked_again_in_each_round():
    on = reserved()
    ordered(on, Reserve("terran", 0), Hold("terran", 1), Hold("talon", 2), Hold("talon", 3))
    assert (on.round, asked(on)) == (3, ("terran", "arrive", 0))
    ordered(on, Deploy("terran", 0, (5000, 3000), 900, 800))
    assert on.models[0].place == (5800, 3000)


def test_wf28_what_is_set_up_on_a_marker_does_not_take_it_and_a_vanguard_that_passes_does():
    for far, carrier in ((0, -1), (200, -1), (500, 0)):
        on = reserved()
        on.markers[1].place = (4000, 3500) if not far else (4400, 3500)
        ordered(on, Deploy("terran", 0, (4000, 3500), 900, far))
        assert on.markers[1].carrier == carrier


def test_what_comes_before_the_first_round_is_refused_later():
    on = reserved()
    ordered(on, Reserve("terran", 0))
    for order in (
        RollOff("terran"),
        Lay("terran", "moon", (500, 500)),
        Enough("terran"),
        PickEdge("terran", "top"),
        LayMarker("terran", (3000, 2400)),
    ):
        assert refusal(on, order).rule == "W4"


def example(**more):
    found = read_fleet(EXAMPLE.read_bytes())
    lead = Ship(
        "Lead",
        "medium",
        ("warp-drive",),
        (Mount("front", "energy-cannon"), Mount("rear", "giga-cannon")),
        **more,
    )
    return Fleet(found.name, (lead, *found.ships[1:]), found.squadrons)


@pytest.mark.parametrize("seed", range(8))
def test_a_whole_game_of_random_orders_from_the_roll_off_to_the_end(seed):
    chance = Random(seed)
    terrain = ROW if seed % 2 else ()
    on: Battle = begin(
        SetUp(example(hero="tactical-master", title="vanguard"), example(hero="ace-commander"), 330, terrain)
    )
    for model in on.models:
        if not model.is_ship and seed % 4 > 1:
            model.specials = (*model.specials, "rogue")
    dice = Chance(chance)
    for _ in range(30_000):
        if asked(on) is None:
            break
        refusal_of(on, random_order(on, chance), dice)
    assert on.over
    assert 5 <= len(on.terrain) <= 10
    assert 2 <= len(on.markers) <= 4
