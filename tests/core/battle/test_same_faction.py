"""A side is not its faction (33.2): the classes, notation and battles of two sides that fly the same ships."""

from random import Random

import pytest

from engines.seam import codec as seam_codec
from engines.seam.documents import BattleSetup, Doctrine, Unit
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.seam.systems import class_of, place_in_list, role_of, system, unit_card
from engines.seeded import SeededDice
from engines.talon import game, text
from engines.talon.catalogue import key_for, ship_class
from engines.talon.documents import codec
from engines.talon.fleets.drawn import drawn_fleets
from engines.talon.fleets.lists import fleet_of_names, keys_of, named_fleets, points
from engines.talon.records.record import fight_out
from engines.talon.results.check import refusals
from tests.core.board import board

LISTS = {"terran": "CA Napoleon, DD Caleb, CV Wasp, FTR Cougar", "talon": "CA Unity, DN Dominion, FF Vision"}


def mirrored(faction: Side) -> BattleSetup:
    """Both sides have the ships of one faction."""
    terran, talon = (fleet_of_names(side, LISTS[faction], faction) for side in SIDES)
    return BattleSetup("Vega 5", "last_ship_standing", terran, talon)


def test_a_class_of_the_other_faction_is_that_class_and_its_sides() -> None:
    foreign, own = ship_class("talon", "terran:heavy_cruiser"), ship_class("terran", "heavy_cruiser")
    assert (foreign.side, foreign.faction, foreign.model) == ("talon", "terran", "heavy_cruiser")
    assert (foreign.title, foreign.points, foreign.worth, foreign.names) == (
        own.title,
        own.points,
        own.worth,
        own.names,
    )
    assert key_for("talon", own) == key_for("talon", foreign) == "terran:heavy_cruiser"
    assert key_for("terran", foreign) == "heavy_cruiser"
    assert role_of("terran:fighter") == "squadron"
    assert place_in_list("talon", "terran:heavy_cruiser") == place_in_list("terran", "heavy_cruiser")


@pytest.mark.parametrize(
    ("side", "key"), [("terran", "terran:destroyer"), ("talon", "terran:frigate"), ("talon", "romulan:scout")]
)
def test_other_keys_are_none(side: Side, key: str) -> None:
    with pytest.raises(KeyError):
        class_of(side, Unit("Caleb", key))


@pytest.mark.parametrize("faction", SIDES)
def test_such_a_battle_is_fought_to_its_end(faction: Side) -> None:
    setup = mirrored(faction)
    assert seam_codec.decode_setup(seam_codec.encode(setup)) == setup
    fought = fight_out(setup, {side: Doctrine("hold") for side in SIDES}, SeededDice("mirror"))
    assert refusals(setup, fought.result.report) == []
    assert points(setup.terran, "terran") == points(setup.talon, "talon")
    talon = system("talon")
    assert talon.unpack(talon.pack(fought)).result == fought.result
    record = talon.download(fought, {}, "txt")
    assert talon.upload(setup, record).battle.result == fought.result


@pytest.mark.parametrize("faction", SIDES)
def test_its_positions_are_written_and_read(faction: Side) -> None:
    battle = game.new_battle(mirrored(faction))
    assert text.write_position(text.read_position(text.write_position(battle))) == text.write_position(battle)
    assert codec.encode_position(
        codec.decode_position(codec.encode_position(battle))
    ) == codec.encode_position(battle)
    other = next(side for side in SIDES if side != faction)
    assert f"\n{other} {faction}:CA " in text.write_position(battle)


def test_the_notation_says_what_is_no_class_of_the_other_faction() -> None:
    for word, rule in [("talon:CA", "the other faction"), ("terran:FF", "not a class of Terran")]:
        with pytest.raises(Refused, match=rule):
            board(f"clock 1A talon ap\nterran CA Patton 0,0 E\ntalon {word} Unity 4,4 W")


def test_ships_of_the_other_faction_do_what_theirs_do() -> None:
    """10.1, 15: a Talon side with a Terran ship has its battery and its wave motion gun."""
    table = board("""
        clock 2E talon fire
        terran CA Patton 5,0 W
        talon terran:BB Defiant 2,0 E
    """)
    assert table.offers("talon fire Defiant 2 Patton")
    ship = table.battle.units[1]
    assert ship.kind.battery
    assert ship.kind.symbol == "terran-battleship"
    assert unit_card("talon", Unit("Defiant", "terran:battleship")).kind.title == "Battleship"


def test_no_name_is_on_both_sides_of_one_faction() -> None:
    keys = {side: keys_of(side, "talon") for side in SIDES}
    fleets = named_fleets(keys)
    names = [unit.name for side in SIDES for unit in fleets[side]]
    assert len(names) == len(set(names)) == 2 * len(keys["talon"])


@pytest.mark.parametrize("factions", [("terran", "terran"), ("talon", "talon")])
def test_both_draw_from_one_box(factions: tuple[Side, Side]) -> None:
    """33.1, 33.2: no counter is drawn twice, and nobody has a base, a transport, or squadrons without a carrier."""
    of = dict(zip(SIDES, factions, strict=True))
    for seed in range(20):
        fleets = drawn_fleets(600, "terran", Random(seed).randrange, of)
        names = [unit.name for side in SIDES for unit in fleets[side]]
        assert len(names) == len(set(names))
        for side in SIDES:
            kinds = [class_of(side, unit) for unit in fleets[side]]
            assert not {"base", "transport"} & {kind.role for kind in kinds}
            assert sum(bool(kind.fighters) for kind in kinds) <= 4 * sum(bool(kind.carries) for kind in kinds)
