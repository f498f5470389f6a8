"""11: who may jump to FTL, when, and what it leaves behind."""

import pytest

from tests.core.board import board

PRINTED_BOXES = [
    ("terran SC Explorer", 2),
    ("terran DD Caleb", 4),
    ("terran CL Thor", 5),
    ("terran CA Patton", 6),
    ("terran BC Caesar", 6),
    ("terran BB Defiant", 9),
    ("terran CV Wasp", 6),
    ("terran Tran Normandy", 4),
    ("talon FF Surprise", 3),
    ("talon DD Hunter", 4),
    ("talon CL Fearless", 5),
    ("talon CA Sacrifice", 7),
    ("talon BC Victory", 7),
    ("talon BB Eliminator", 8),
    ("talon DN Dominion", 10),
    ("talon Tran Tribe", 4),
]


def jumps(clock, unit, *, speed=1, items="", terrain=""):
    """The jumps of one side: the unit told beside a scout or frigate that may jump from round 3 on."""
    side = unit.split()[0]
    beside, enemy = "terran SC Voyager 0,3 E speed 1", "talon FF Vision 10,-7 W"
    if side == "talon":
        beside, enemy = "talon FF Vision 0,3 E speed 1", "terran SC Voyager 10,-7 W"
    pace = f"speed {speed}" if speed else ""
    return board(f"""
        clock {clock} {side} jumps
        {terrain}
        {unit} 0,0 E {pace} {items}
        {beside}
        {enemy}
    """)


@pytest.mark.parametrize(("unit", "boxes"), PRINTED_BOXES)
def test_11_spooled(unit, boxes):
    """11: a ship may jump from the round that equals its printed hull boxes on."""
    side, _, name = unit.split()
    table = jumps(boxes, unit)
    assert table.offers(f"{side} jump {name}")


@pytest.mark.parametrize(("unit", "boxes"), PRINTED_BOXES)
def test_11_not_yet_spooled(unit, boxes):
    """11: a round earlier it may not."""
    side, _, name = unit.split()
    table = jumps(boxes - 1, unit)
    assert not table.offers(f"{side} jump {name}")


def test_11_jumping():
    """11: the ship is off the map and the others go on."""
    table = jumps(6, "terran CA Patton")
    table.do("terran jump Patton")
    table.shows("Patton jumped")
    assert table.clock == "6 terran jumps"
    assert table.over == ""


def test_11_later_rounds():
    """11: a drive once spooled stays so."""
    assert jumps(14, "terran CA Patton").offers("terran jump Patton")


def test_11_too_early():
    """11: jumping before the drive is spooled is refused."""
    jumps(5, "terran CA Patton").refuses("terran jump Patton", rule="11")


@pytest.mark.parametrize("speed", [2, 3, 4, 5])
def test_11_too_fast(speed):
    """11: only a ship at Speed 1 may jump."""
    jumps(6, "terran CA Patton", speed=speed).refuses("terran jump Patton", rule="11")


@pytest.mark.parametrize("hull", [1, 3, 5])
def test_11_damage_does_not_spool(hull):
    """11: hull boxes already marked do not count off the rounds."""
    jumps(5, "terran CA Patton", items=f"hull {hull}").refuses("terran jump Patton", rule="11")
    assert jumps(6, "terran CA Patton", items=f"hull {hull}").offers("terran jump Patton")


@pytest.mark.parametrize("terrain", ["nebula", "asteroid"])
def test_11_not_from_terrain(terrain):
    """11: nobody jumps out of a nebula or asteroids."""
    jumps(6, "terran CA Patton", terrain=f"terrain {terrain} 0,0").refuses("terran jump Patton", rule="11")


@pytest.mark.parametrize("terrain", ["nebula", "asteroid", "planet", "black-hole"])
def test_11_terrain_ahead_does_not_matter(terrain):
    """11: terrain in front of the ship does not matter."""
    table = jumps(6, "terran CA Patton", terrain=f"terrain {terrain} 1,0")
    table.do("terran jump Patton")
    table.shows("Patton jumped")


def test_11_ftl_offline():
    """11: a ship whose FTL drive is offline does not jump."""
    jumps(6, "terran CA Patton", items="criticals ftl").refuses("terran jump Patton", rule="11")


@pytest.mark.parametrize(
    "items", ["criticals shields,helm,power", "thrusters 2 relays 2", "charge lost/lost/lost", "turn 1"]
)
def test_11_other_damage_does_not_matter(items):
    """11: other criticals and a turn count are no hindrance."""
    assert jumps(6, "terran CA Patton", items=items).offers("terran jump Patton")


def test_11_base():
    """11: bases have no FTL drive."""
    table = jumps(12, "terran Base Valley_Forge")
    assert table.offered("terran jump") == ["terran jump Voyager"]


def test_11_squadron():
    """11: fighters have no FTL drive."""
    table = jumps(12, "terran FTR Cougar", speed=0)
    assert table.offered("terran jump") == ["terran jump Voyager"]


def test_11_carrier_takes_its_squadrons():
    """11: a carrier that jumps takes along the squadrons docked with it, and no others."""
    table = board("""
        clock 6 terran jumps
        terran CV Wasp 0,0 E speed 1
        terran SC Voyager 0,3 E speed 1
        terran FTR Cougar docked Wasp
        terran FTR Wolverine 2,0 E
        talon FF Vision 10,-7 W
    """)
    table.do("terran jump Wasp")
    table.shows("Wasp jumped")
    table.shows("Wolverine 2,0 E")
    assert table.lines("terran FTR Cougar docked Wasp") or table.lines("terran FTR Cougar jumped")


def test_11_enemy_near():
    """11: enemies beside the ship do not hold it."""
    table = board("""
        clock 6 terran jumps
        terran CA Patton 0,0 E speed 1
        terran SC Voyager 0,3 E speed 1
        talon CA Sacrifice 1,0 W
    """)
    table.do("terran jump Patton")
    table.shows("Patton jumped")
    table.shows("Sacrifice shields 7/4/4/3 hull 0")


def test_11_initiative_side_first():
    """11: the side with the initiative jumps first, then the other."""
    table = board("""
        clock 6 talon jumps
        terran SC Voyager 0,3 E speed 1
        talon FF Vision 10,-7 W speed 1
    """)
    table.refuses("terran jump Voyager", rule="3")
    table.do("talon done")
    assert table.clock == "6 terran jumps"
    assert table.offers("terran jump Voyager")


def test_11_slowing_down_first():
    """11: a ship that slows down to Speed 1 in the Power Phase may jump in the same round."""
    table = board("""
        clock 6 terran curves
        terran CA Patton 0,0 E speed 2
        talon FF Vision 10,-7 W
    """)
    table.do("terran curve Patton 1")
    assert table.clock == "6 terran jumps"
    assert table.offers("terran jump Patton")


def test_11_speeding_up_first():
    """11: a ship that leaves Speed 1 in the Power Phase does not jump."""
    table = board("""
        clock 6 terran curves
        terran CA Patton 0,0 E speed 1
        terran SC Voyager 0,3 E speed 1
        talon FF Vision 10,-7 W
    """)
    table.do("terran curve Patton 2", "terran done")
    assert table.offered("terran jump") == ["terran jump Voyager"]


def test_11_last_ship():
    """11: when the last ship of a side has jumped the other side holds the field."""
    table = board("""
        clock 6 terran jumps
        terran CA Patton 0,0 E speed 1
        talon FF Vision 10,-7 W
    """)
    table.do("terran jump Patton")
    table.shows("Patton jumped")
    assert table.over == "held talon"


def test_11_jumping_is_not_compulsory():
    """11: a ship that may jump may stay."""
    table = jumps(6, "terran CA Patton")
    table.do("terran done")
    table.shows("Patton 0,0 E speed 1")


def test_r32_not_in_the_phase_of_arrival():
    """R32: a ship that came in this round does not leave in it."""
    table = jumps(6, "terran CA Patton", items="arrived")
    assert table.offered("terran jump") == ["terran jump Voyager"]
