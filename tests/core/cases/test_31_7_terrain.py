"""31.7: terrain of the zone, fixed or rolled; planets (S21)."""

import pytest

from campaign.rules.events import BattleJoined, TerrainRolled
from engines.talon.catalogue import astrometrics
from tests.core.cases.openings import answer, facing, joined
from tests.core.table import Table, three_sectors

FORCES = ("BB", "BB, DD")


def fought_on(**midway):
    """The set-up of a battle in that zone."""
    return joined(*FORCES, **midway).happened(BattleJoined)[0].setup


def at_the_maw(*dice: int, zone: int = 3, **settings):
    """The set-up of a battle in the second map's middle sector."""
    return fought_on(chart=three_sectors(), sector="Maw", zone=zone, dice=dice, **settings)


def test_31_7_a_open_space():
    """31.7: nothing is placed."""
    setup = fought_on(zone=5)
    assert (setup.terrain.pattern, setup.terrain.rolled, setup.mode) == (None, False, "last_ship_standing")


@pytest.mark.parametrize(
    ("sector", "zone", "pattern"),
    [("Antares", 2, (3, 4)), ("Maelstrom", 2, (2, 1)), ("Maelstrom", 4, (2, 2)), ("Orion", 7, (3, 4))],
)
def test_31_7_a_the_zones_own_pattern(sector, zone, pattern):
    """31.7: without a roll."""
    setup = fought_on(sector=sector, zone=zone)
    assert (setup.terrain.pattern, setup.terrain.rolled) == (pattern, False)


@pytest.mark.parametrize("dice", [(2, 1), (5, 4), (4, 2), (6, 6)])
def test_31_7_b_dice_give_column_and_row(dice):
    """31.7, 30.3: the first die is the column."""
    setup = fought_on(zone=3, dice=dice)
    assert (setup.terrain.pattern, setup.terrain.rolled) == (dice, True)


def test_31_7_b_the_roll_is_told():
    """31.7: for the battle it was made for."""
    table = joined(*FORCES, zone=3, dice=(2, 1))
    assert [(event.battle, event.terrain.pattern) for event in table.happened(TerrainRolled)] == [(1, (2, 1))]


def test_31_7_b_no_roll_where_the_map_says_it():
    """31.7: a fixed pattern, open space, a planet."""
    for zone in (2, 5, 4):
        assert joined(*FORCES, zone=zone).happened(TerrainRolled) == []


def test_31_7_b_no_roll_for_a_battle_that_is_not_fought():
    """31.7: a forfeit needs no terrain."""
    table = facing(*FORCES, zone=3)
    answer(table, False, True)
    assert table.happened(TerrainRolled) == []


@pytest.mark.parametrize("column", [1, 2, 3])
def test_31_7_b_a_black_hole_without_consent_is_rolled_again(column):
    """30.3: both must agree; the second roll counts."""
    setup = fought_on(zone=3, dice=(column, 6, 5, 1))
    assert setup.terrain.pattern == (5, 1)


def test_31_7_b_again_and_again():
    """30.3: until there is no black hole."""
    assert fought_on(zone=3, dice=(1, 6, 3, 6, 2, 6, 1, 1)).terrain.pattern == (1, 1)


@pytest.mark.parametrize("column", [1, 2, 3])
def test_31_7_b_a_black_hole_with_consent_stays(column):
    """30.3, S32: the war's setting is the consent."""
    assert fought_on(zone=3, dice=(column, 6), black_holes=True).terrain.pattern == (column, 6)


def test_31_7_b_a_row_of_six_need_not_be_a_black_hole():
    """R22: columns four to six of that row are planets."""
    assert fought_on(zone=3, dice=(4, 6)).terrain.pattern == (4, 6)


def test_31_7_c_the_second_maps_black_hole_zone():
    """31.7, 18: the map's own pattern, no roll."""
    setup = at_the_maw(black_holes=True)
    assert (setup.terrain.pattern, setup.terrain.rolled) == ((1, 6), False)
    assert "black_hole" in astrometrics()[1, 6]


def test_31_7_c_the_second_maps_dice():
    """31.7: zone 4 of the same sector."""
    assert at_the_maw(2, 2, zone=4, black_holes=True).terrain.rolled


@pytest.mark.parametrize(("zone", "owner"), [(4, "terran"), (6, "talon"), (1, "terran"), (9, "talon")])
def test_31_7_d_a_planet_has_an_owner_who_places_it(zone, owner):
    """31.7: planets and homes."""
    setup = fought_on(zone=zone)
    assert (setup.mode, setup.planet_owner) == ("planet", owner)
    assert setup.terrain.pattern is None


@pytest.mark.parametrize("dice", [(1, 3), (3, 5), (5, 6)])
def test_31_7_e_a_rolled_planet_is_barren(dice):
    """31.7: it cannot be taken."""
    setup = fought_on(zone=3, dice=dice)
    assert "planet" in astrometrics()[dice]
    assert (setup.mode, setup.planet_owner) == ("last_ship_standing", None)


def test_31_7_e_nobody_lands_on_a_barren_planet():
    """31.7: the report is refused."""
    table = joined("BB, DD, 2 Tran", "CA, DD", zone=3, dice=(4, 6))
    with table.refused("31.8"):
        table.fought("terran", ending="planet", terran="Normandy landed, Rodger_Young landed")


def test_s21_talon_has_the_initiative_in_every_battle():
    """S21: over planets of either side too."""
    assert {fought_on(zone=zone).initiative for zone in (1, 4, 5, 6)} == {"talon"}


def test_31_7_the_roll_belongs_to_one_battle():
    """31.7: another battle in that zone has another roll."""
    first, second = (fought_on(zone=3, dice=dice).terrain.pattern for dice in ((1, 1), (2, 1)))
    assert first != second


def test_s32_boxes_are_told_in_the_set_up():
    """31.6, S32: the counters of the table."""
    assert (fought_on().boxes, fought_on(boxes=2).boxes) == (1, 2)


def test_31_7_black_holes_are_off_by_default():
    """S32: nobody agreed to them."""
    assert Table().war.settings.black_holes is False
