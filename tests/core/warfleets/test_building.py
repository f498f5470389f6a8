"""What a fleet of Warfleets: FTL may be, from its fleet creation rules."""

import pytest
from msgspec.structs import replace

from engines.warfleets.building import refusals
from engines.warfleets.catalogue import Facing, Size, catalogue
from engines.warfleets.fleet import Fleet, Mount, Ship, Squadron, fleet_points, ship_points

UPGRADES = ("shield-booster", "armored-plating", "pulse-engine", "warp-drive", "repair-bay")
PLACES: dict[Size, int] = {"heavy": 4, "medium": 3, "light": 2}


def ship(size: Size = "light", name: str = "Ark", hero: str = "", title: str = "") -> Ship:
    return Ship(name, size, UPGRADES[: PLACES[size]], hero=hero, title=title)


def fleet(*ships: Ship, squadrons: int = 0) -> Fleet:
    return Fleet("Home Guard", ships, tuple(Squadron(f"Wing {at}", "fighter") for at in range(squadrons)))


def rules(found: Fleet, points: int = 300) -> list[str]:
    return [refusal.rule for refusal in refusals(found, points)]


def armed(*mounts: tuple[Facing, str], size: Size = "heavy") -> Fleet:
    """A fleet of one ship with these weapons, whose other places have upgrades."""
    return fleet(
        Ship("Ark", size, UPGRADES[: PLACES[size] - len(mounts)], tuple(Mount(*mount) for mount in mounts))
    )


@pytest.mark.parametrize(
    ("hero", "title", "cost"),
    [("", "", 80), ("tactical-master", "vanguard", 105), ("expert-sapper", "defiant", 95)],
)
def test_heroes_and_titles_cost_points_and_upgrades_none(hero, title, cost):
    assert ship_points(ship("heavy", hero=hero, title=title), catalogue()) == cost


@pytest.mark.parametrize(("points", "refused"), [(39, ["W3"]), (40, []), (300, [])])
def test_w3_wf30_a_fleet_costs_no_more_than_the_game_allows(points, refused):
    assert rules(fleet(ship()), points) == refused


def test_what_a_fleet_costs_too_much_is_told():
    (refusal,) = refusals(fleet(ship("medium"), ship("medium", "Dray"), squadrons=1), 100)
    assert refusal.reason == "The fleet costs 130 points, 30 more than the game allows."


@pytest.mark.parametrize("size", ["heavy", "medium", "light"])
def test_wf6_every_place_is_filled(size):
    full = ship(size)
    assert rules(fleet(full)) == []
    assert rules(fleet(replace(full, upgrades=full.upgrades[1:]))) == ["WF6"]
    assert rules(fleet(replace(full, upgrades=UPGRADES[: PLACES[size] + 1]))) == ["W3"]


@pytest.mark.parametrize(("size", "places"), [("heavy", "All 4"), ("medium", "All 3"), ("light", "Both")])
def test_a_place_that_is_empty_is_told(size, places):
    full = ship(size)
    (refusal,) = refusals(fleet(replace(full, upgrades=full.upgrades[1:])), 300)
    assert f"{places} places must be filled." in refusal.reason


@pytest.mark.parametrize("upgrade", ["ablative-armor", "armored-plating", "warp-drive"])
def test_a_ship_takes_an_upgrade_once_and_another_ship_too(upgrade):
    twice = replace(ship(), upgrades=(upgrade, upgrade))
    (refusal,) = refusals(fleet(twice), 300)
    assert (refusal.rule, refusal.where) == ("W3", "Ark")
    once = (replace(ship(name=name), upgrades=(upgrade, "repair-bay")) for name in ("Ark", "Dray"))
    assert rules(fleet(*once)) == []


@pytest.mark.parametrize("facing", ["front", "sides", "rear"])
def test_a_facing_has_room_for_one_weapon(facing):
    assert rules(armed((facing, "giga-cannon"))) == []
    assert rules(armed((facing, "giga-cannon"), (facing, "plasma-cannon"))) == ["W3"]


@pytest.mark.parametrize("weapon", ["giga-cannon", "plasma-cannon", "missile-cluster"])
def test_wf13_a_ship_takes_a_weapon_once(weapon):
    assert rules(armed(("front", weapon), ("rear", weapon))) == ["WF13"]
    assert rules(armed(("front", weapon), ("rear", "heavy-cannon"))) == []


@pytest.mark.parametrize(("facing", "refused"), [("front", ["W3"]), ("sides", []), ("rear", ["W3"])])
def test_weapon_batteries_are_on_the_sides(facing, refused):
    assert rules(armed((facing, "weapon-batteries"))) == refused


@pytest.mark.parametrize(("squadrons", "refused"), [(1, []), (2, []), (3, ["W3"])])
def test_no_more_squadrons_than_upgrades(squadrons, refused):
    assert rules(fleet(ship(), squadrons=squadrons)) == refused


def test_a_weapon_is_an_upgrade_for_squadrons():
    assert (
        rules(replace(armed(("front", "heavy-cannon"), size="light"), squadrons=fleet(squadrons=2).squadrons))
        == []
    )


@pytest.mark.parametrize(("points", "refused"), [(299, ["W3"]), (300, []), (599, [])])
def test_wf16_heroes_go_by_the_points_of_the_game(points, refused):
    """WF16: the fleet itself costs 50."""
    assert rules(fleet(ship(hero="expert-sapper")), points) == refused


@pytest.mark.parametrize(("points", "refused"), [(599, ["W3"]), (600, []), (900, [])])
def test_wf16_two_heroes_need_600_points(points, refused):
    found = fleet(ship(hero="expert-sapper"), ship(name="Dray", hero="ace-commander"))
    assert rules(found, points) == refused


@pytest.mark.parametrize("hero", ["tactical-master", "expert-sapper", "ace-commander"])
def test_a_hero_joins_one_ship(hero):
    twice = fleet(ship(hero=hero), ship(name="Dray", hero=hero))
    assert [str(refusal)[-25:] for refusal in refusals(twice, 600)] == ["A hero joins only one. [W3]"[-25:]]


@pytest.mark.parametrize("title", ["vanguard", "avenger", "defiant"])
def test_a_title_may_be_on_more_than_one_ship(title):
    assert rules(fleet(ship(title=title), ship(name="Dray", title=title))) == []


@pytest.mark.parametrize(("ship_name", "squadron_name"), [("Ark", "Ark"), ("Dray", "Ark"), ("Ark", "Dray")])
def test_wf14_no_two_models_have_one_name(ship_name, squadron_name):
    found = Fleet("Home Guard", (ship(), ship(name=ship_name)), (Squadron(squadron_name, "bomber"),))
    assert rules(found) == ["WF14"]


@pytest.mark.parametrize("name", ["", " Ark", "x" * 61])
def test_wf14_a_name_can_be_written(name):
    assert rules(fleet(ship(name=name))) == ["WF14"]
    assert rules(replace(fleet(ship()), name=name)) == ["WF14"]


@pytest.mark.parametrize(
    ("ships", "squadrons", "refused"), [(0, 0, ["WF15"]), (0, 1, ["WF15", "W3"]), (1, 0, [])]
)
def test_wf15_a_fleet_has_a_ship(ships, squadrons, refused):
    assert rules(fleet(*[ship()] * ships, squadrons=squadrons)) == refused


@pytest.mark.parametrize(
    "unknown",
    [
        replace(ship(), upgrades=("shield-booster", "teapot")),
        Ship("Ark", "light", ("shield-booster",), (Mount("front", "teapot"),)),
        ship(hero="teapot"),
        ship(title="teapot"),
    ],
    ids=["upgrade", "weapon", "hero", "title"],
)
def test_what_nobody_knows_is_refused(unknown):
    (refusal,) = refusals(fleet(unknown), 300)
    assert refusal.rule == "W3"
    assert "“teapot”" in refusal.reason


def test_every_reason_is_told_at_once():
    bad = Ship("Ark", "heavy", ("repair-bay", "repair-bay"), hero="ace-commander")
    assert rules(fleet(bad, squadrons=3), 100) == ["W3", "W3", "W3", "WF6", "W3"]
    assert fleet_points(fleet(bad, squadrons=3)) == 120
