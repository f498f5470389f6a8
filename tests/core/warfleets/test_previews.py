"""What would come of an order in Warfleets: FTL, and the nearest lawful one."""

from random import Random

import pytest
from msgspec.structs import replace

from engines.seam.refusals import Refused
from engines.seeded import SeededDice
from engines.warfleets.copies import copied
from engines.warfleets.dice import ScriptedDice
from engines.warfleets.events import Left, Marked, Mined, Went
from engines.warfleets.fleet import Fleet, Mount, Ship
from engines.warfleets.game import apply, asked, begin
from engines.warfleets.offers import Asked
from engines.warfleets.orders import (
    Assign,
    Deploy,
    Displace,
    Done,
    Fly,
    Go,
    Hold,
    LayMarker,
    Mine,
    Ram,
    Return,
    Shoot,
    Warp,
)
from engines.warfleets.previews import Passed, Preview, Way, preview
from engines.warfleets.random_orders import random_order
from engines.warfleets.rules.sequence import run
from engines.warfleets.set_ups import SetUp
from engines.warfleets.state import Battle
from engines.warfleets.table import Marker
from engines.warfleets.table import Mine as Laid
from engines.warfleets.terrain import Terrain
from engines.warfleets.trying import nearest, refusal
from engines.warfleets.view import view
from tests.core.warfleets.random_battles import decisions, near_each_other
from tests.core.warfleets.scenes import battle, ship, squadron

NO_DICE = ScriptedDice([])


def way_of(found: Preview) -> Way:
    """The way of a preview that has one."""
    assert found.way is not None
    return found.way


def duel(*terrain: Terrain, at: tuple[int, int] = (2000, 1000), heading: int = 0) -> Battle:
    """A light ship in turn, and an enemy far away."""
    on = battle(*terrain)
    ship(on, "terran", "light", at, heading, "warp-drive", "tractor-beam", hero="expert-sapper")
    ship(on, "talon", "light", (6000, 4500), 1800)
    run(on)
    return on


@pytest.mark.parametrize("seed", range(3))
def test_an_order_goes_as_its_preview_says(seed):
    """For each lawful order of random battles the events agree with what was foreseen, and a preview moves nothing."""
    seen = 0
    for on, order in decisions(seed, near_each_other()):
        before = copied(on)
        found = preview(on, order)
        assert found.refusal is None
        assert copied(on) == before
        if not isinstance(order, (Go, Hold, Ram, Fly)):
            continue
        way = found.way
        assert way is not None
        after = copied(on)
        events = apply(after, order, SeededDice(seed))
        went = [one for one in events if isinstance(one, Went) and one.model == order.model]
        if way.leaves:
            assert any(isinstance(one, Left) and one.place == way.corners[-1] for one in events)
        elif not isinstance(order, Hold) or order.turn:
            assert (went[0].place, went[0].heading) == (way.corners[-1], way.heading)
            seen += 1
        marked = {
            one.marker
            for one in events
            if isinstance(one, Marked) and not one.dropped and one.model == order.model
        }
        assert marked == set(way.markers)
        mined = {
            one.place
            for one in events
            if isinstance(one, Mined) and one.exploded and one.model == order.model
        }
        assert mined >= set(way.mines)
    assert seen > 20


@pytest.mark.parametrize("seed", range(2))
def test_what_is_refused_without_dice_is_refused_with_them(seed):
    """Wrong orders, too: the answer is the same, and the nearest lawful order is one."""
    refused = 0
    for on, order in decisions(seed, near_each_other()):
        for wrong in _spoiled(order):
            why = refusal(on, wrong)
            assert why == _refused(on, wrong)
            refused += why is not None
            instead = nearest(on, wrong)
            assert instead is None or refusal(on, instead) is None
    assert refused > 50


def _refused(on, order):
    """Why an order is refused as it is carried out; None if it is not."""
    try:
        apply(copied(on), order, SeededDice(1))
    except Refused as refused:
        return refused.refusals[0]
    return None


def _spoiled(order):
    """The order again with other numbers, which may be lawful or not."""
    for name, values in {
        "before": (0, 300, 20_000),
        "turn": (-1800, 901, 451, 100),
        "place": ((-500, 100), (2600, 2500)),
        "by": (((9000, 9000),), ((3600, 2400),), ()),
        "slot": (0, 9),
        "target": (0, 5, 999),
        "weapon": (-1, 9),
    }.items():
        if hasattr(order, name):
            for value in values:
                given = {field: getattr(order, field) for field in order.__struct_fields__}
                yield type(order)(**(given | {name: value}))


def test_w10_the_nearest_lawful_pivot_is_named_and_its_way_shown():
    found = preview(duel(), Go("terran", 0, "move", 100, 1200))
    assert found.refusal is not None
    assert found.refusal.rule == "W8"
    assert found.instead == Go("terran", 0, "move", 400, 900)
    assert way_of(found).corners == ((2000, 1000), (2000, 1400), (2400, 1400))


def test_w20_terrain_on_the_way_is_named():
    mist = Terrain("Mist", ("difficult", "dangerous"), centre=(2000, 1500), radius=100)
    way = way_of(preview(duel(mist), Go("terran", 0, "move")))
    assert way.corners[-1] == (2000, 1400)
    assert way.terrain == (Passed("Mist", "difficult"), Passed("Mist", "dangerous"))


def test_w20_a_ship_before_a_rock_can_hold():
    wall = Terrain("Wall", ("blocking",), corners=((0, 1200), (7200, 1200), (7200, 1300), (0, 1300)))
    found = preview(duel(wall), Go("terran", 0, "move"))
    assert found.refusal is not None
    assert found.refusal.rule == "W20"
    assert found.instead == Hold("terran", 0)
    assert way_of(found).corners == ((2000, 1000),)


def test_w11_w12_what_a_ship_passes():
    on = duel()
    ship(on, "terran", "light", (2000, 1800), 0)
    squadron(on, "talon", "bomber", (2000, 2030))
    on.markers = [Marker((2050, 1300)), Marker((3000, 1300))]
    on.mines = [Laid((2000, 1500), "talon"), Laid((2100, 1400), "terran")]
    on.models[3].acted = True
    on.phase = 1
    way = way_of(preview(on, Go("terran", 0, "move")))
    assert way.over == (2,)
    assert way.under == (3,)
    assert way.markers == (0,)
    assert way.mines == ((2000, 1500),)
    out = way_of(preview(duel(at=(2000, 300), heading=1800), Go("terran", 0, "move")))
    assert (out.leaves, out.corners[-1], out.shots) == ("bottom", (2000, 0), ())


def test_wf38_a_warp_drive_has_a_way_after_its_die():
    on = duel()
    assert preview(on, Warp("terran", 0)).way is None
    apply(on, Warp("terran", 0), ScriptedDice([4]))
    assert way_of(preview(on, Go("terran", 0, "move"))).corners == ((2000, 1000), (2000, 1600))
    found = preview(on, Go("terran", 0, "move", 100, 1000))
    assert found.instead == Go("terran", 0, "move", 300, 900)
    assert way_of(found).corners[-1] == (2300, 1300)


def test_w9_a_flight_that_is_too_long_is_cut_short():
    on = battle()
    squadron(on, "terran", "bomber", (2000, 1000))
    ship(on, "terran", "light", (500, 500))
    ship(on, "talon", "light", (6000, 4500))
    run(on)
    found = preview(on, Fly("terran", 0, "move", ((2000, 1500), (3000, 1500))))
    assert found.refusal is not None
    assert found.refusal.rule == "W9"
    assert found.instead == Fly("terran", 0, "move", ((2000, 1500), (2300, 1500)))


def test_w9_an_engaged_squadron_can_hold():
    on = battle()
    squadron(on, "terran", "bomber", (2000, 1000))
    squadron(on, "talon", "bomber", (2100, 1200))
    ship(on, "terran", "light", (500, 500))
    ship(on, "talon", "light", (6000, 4500))
    run(on)
    assert preview(on, Fly("terran", 0, "move", ((2000, 1500),))).instead == Hold("terran", 0)


def test_wf40_a_mine_is_laid_as_near_as_may_be():
    found = preview(duel(), Mine("terran", 0, (2000, 3000)))
    assert found.instead == Mine("terran", 0, (2000, 1479))
    assert found.way is None


def test_w11_a_squadron_is_put_beside_the_ship_near_where_it_was_wanted():
    on = duel()
    squadron(on, "talon", "bomber", (2000, 1800))
    on.models[2].acted = True
    on.phase = 1
    apply(on, Go("terran", 0, "move"), NO_DICE)
    assert asked(on) == ("terran", "displace", 2)
    found = preview(on, Displace("terran", 2, (2000, 1700)))
    assert found.refusal is not None
    assert isinstance(found.instead, Displace)
    x, y = found.instead.place
    assert abs(x - 2000) < 60
    assert 1650 <= y <= 1700


def test_w12_a_ship_comes_back_at_the_edge_that_it_left_over():
    on = duel(at=(2000, 300), heading=1800)
    apply(on, Go("terran", 0, "move"), NO_DICE)
    apply(on, Hold("talon", 1), NO_DICE)
    found = preview(on, Return("terran", 0, (2900, 500), 0))
    assert found.instead == Return("terran", 0, (2400, 79), 0)
    assert way_of(found).corners == ((2400, 79),)


def test_from_the_end_of_a_way_it_is_shown_who_can_be_shot():
    on = battle()
    weapons = (Mount("front", "tsunami-cannon"),)
    ship(on, "terran", "light", (2000, 1000), 0, weapons=weapons)
    ship(on, "talon", "light", (2000, 2900), 1800)
    run(on)
    moved = way_of(preview(on, Go("terran", 0, "move")))
    assert [(one.weapon, one.target) for one in moved.shots] == [(-1, 1)]
    held = way_of(preview(on, Hold("terran", 0)))
    assert [(one.weapon, one.target) for one in held.shots] == [(0, 1)]
    assert way_of(preview(on, Go("terran", 0, "cruise"))).shots == ()


def test_what_is_not_asked_has_no_lawful_order_near_it():
    on = duel()
    assert preview(on, Done("talon", 1)).instead is None
    assert preview(on, Shoot("terran", 0, -1, (1,))).instead is None
    assert preview(on, Assign("terran", 999, 0)).instead is None


def prepared(word: str) -> Battle:
    """A battle that is about to be fought, at the first question of that word."""
    ships = [Ship(f"Ship {at}", "light", ("repair-bay", "warp-drive")) for at in range(2)]
    ships[0] = replace(ships[0], title="vanguard")
    fleet = Fleet("Fleet", tuple(ships))
    on = begin(SetUp(fleet, fleet))
    chance, dice = Random(1), SeededDice(1)
    while (now := asked(on)) is not None and now.word != word:
        apply(on, random_order(on, chance), dice)
    return on


def test_w5_the_nearest_place_for_a_marker():
    on = prepared("marker")
    found = preview(on, LayMarker(on.side, (3600, 800)))
    assert found.refusal is not None
    assert found.refusal.rule == "W5"
    assert found.way is None
    assert isinstance(found.instead, LayMarker)
    apply(on, found.instead, SeededDice(1))
    near = preview(on, LayMarker(on.side, found.instead.place)).instead
    assert isinstance(near, LayMarker)
    assert near.place != found.instead.place


def test_w6_the_nearest_place_for_a_ship_and_a_vanguard_that_goes_too_far_stays():
    on = prepared("deploy")
    model = next(one for one in on.models if one.side == on.side)
    edge = on.edges[on.side]
    places = {"bottom": (3600, 1300), "top": (3600, 3500), "left": (1300, 2400), "right": (5900, 2400)}
    headings = {"bottom": 0, "top": 1800, "left": 900, "right": 2700}
    found = preview(on, Deploy(on.side, model.number, places[edge], headings[edge]))
    assert found.refusal is not None
    assert found.refusal.rule == "W6"
    assert isinstance(found.instead, Deploy)
    assert len(way_of(found).corners) == 1
    far = replace(found.instead, ahead=800)
    assert len(way_of(preview(on, far)).corners) == 2
    assert preview(on, replace(far, ahead=801)).instead == found.instead


def test_before_the_first_round_every_question_has_its_offers():
    seen: dict[str, Asked] = {}
    on = prepared("roll")
    chance, dice = Random(1), SeededDice(1)
    while (now := asked(on)) is not None and on.step != "fighting":
        question = view(on, now.side).asked
        assert question is not None
        seen.setdefault(now.word, question)
        apply(on, random_order(on, chance), dice)
    assert list(seen) == ["roll", "terrain", "edge", "marker", "deploy"]
    assert "asteroids" in [one.key for one in seen["terrain"].pieces]
    assert not seen["terrain"].done
    assert seen["edge"].edges == ("bottom", "right", "top", "left")
    assert 2 <= seen["marker"].markers <= 4
    assert len(seen["deploy"].models) == 2
