"""What a side asks of a battle comes from its view; and what the ends do to the war is what the rules do (31.6)."""

from random import Random

import pytest
from msgspec.structs import replace

from bench.wars.random_player import random_report
from campaign.rules import orders as o
from campaign.rules.battles.predicting import STANCES
from campaign.rules.battles.terrain import possible_terrains
from campaign.rules.odds.asked import (
    Asked,
    asked_of,
    ends_war,
    may_be_asked,
    misses_minimum,
    moves_front,
)
from campaign.rules.settings import Settings
from campaign.rules.sight import view
from campaign.rules.state import Battle
from campaign.war.log.documents import decode_state, encoded
from engines.odds.playing import play_outs
from engines.odds.tally import tally_of
from engines.seam.documents import Doctrine
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon.catalogue import astrometrics
from engines.talon.terrain import talon_terrain
from tests.core.table import Table, four_sectors

HOLD = Doctrine(stance="hold")


def at_antares(terran: str = "BB, 2 Tran", talon: str = "DN, DD, 2 Tran", **midway: object) -> Table:
    """A war that asks whether the sides engage at Antares."""
    found = Table.midway(
        terran={"Antares": terran, "Orion": "SC"},
        talon={"Antares": talon, "Orion": "FF"},
        minimum=(0, 0),
        **midway,  # type: ignore[arg-type]
    )
    for side in SIDES:
        found.plan(side)
    return found


def asking(table: Table) -> Battle:
    """The battle that asks."""
    battle = table.war.current_battle()
    assert battle is not None
    return battle


def asked_by(side: Side, table: Table) -> Asked:
    """What a side asks of it."""
    return asked_of(view(table.war, side), side, asking(table), HOLD, "captain")


@pytest.mark.parametrize("markers", [{}, {"Antares": 4}, {"Antares": 1}, {"Antares": 9}])
def test_the_battle_asked_about_is_the_one_that_is_joined(markers: dict[str, int]) -> None:
    """The same set-up, and a terrain that is one of those said to be possible."""
    table = at_antares(markers=markers)
    asked = asked_by("terran", table)
    table.roll(*[2] * 6)
    for side in asking(table).asked:
        table.engage(side)
    joined = asking(table).setup
    assert joined is not None
    assert joined.terrain in asked.terrains
    assert replace(asked.setup, terrain=joined.terrain) == joined


def test_a_zone_with_dice_may_have_every_pattern_but_black_holes_that_were_not_agreed_to() -> None:
    chart = four_sectors()
    place = next(place for place, _, _, zone in chart.places() if zone.terrain == "random")
    holes = {dice for dice, pattern in astrometrics().items() if "black_hole" in pattern}
    for agreed in (True, False):
        found = possible_terrains(Settings(black_holes=agreed), chart, place)
        assert {talon_terrain(one).pattern for one in found} == astrometrics().keys() - (
            set() if agreed else holes
        )
    fixed = next(place for place, _, _, zone in chart.places() if zone.terrain == "open")
    assert [one.name for one in possible_terrains(Settings(black_holes=True), chart, fixed)] == ["open"]


def test_what_the_enemy_keeps_secret_is_in_no_question() -> None:
    """Ships elsewhere, treasury, instructions, answers given ahead: not a byte of the question changes."""
    one, two = at_antares(), at_antares()
    enemy = two.war.talon
    enemy.treasury += 700
    enemy.standing = {"Orion": o.StandingInstruction("decline")}
    enemy.ahead = (o.LaterAnswer(asking(two).number, engage=True),)
    for name, ship in list(enemy.ships.items()):
        if ship.where != "Antares":
            del enemy.ships[name]
    assert encoded(asked_by("terran", one)) == encoded(asked_by("terran", two))
    assert asked_by("talon", one).side == "talon"


def test_each_case_is_one_doctrine_of_the_enemy_on_the_same_dice() -> None:
    asked = asked_by("talon", at_antares("DD", "FF, FF"))
    cases = [asked.case(number) for number in range(len(STANCES))]
    assert [case.doctrines["terran"].stance for case in cases] == list(STANCES)
    assert {case.doctrines["talon"] for case in cases} == {HOLD}
    assert len({case.seed for case in cases}) == 1
    ensigns = replace(asked, level="ensign").case(0)
    assert ensigns.levels == {"terran": "ensign", "talon": "ensign"}
    assert play_outs(cases[0], range(3), SeededDice).fought == 3


def test_admirals_are_played_by_captains() -> None:
    table = at_antares()
    asked = asked_of(view(table.war, "terran"), "terran", asking(table), HOLD, "admiral")
    assert asked.level == "captain"


def test_odds_are_asked_before_a_battle_is_joined_and_where_both_have_forces() -> None:
    table = at_antares()
    assert may_be_asked(asking(table))
    assert not may_be_asked(replace(asking(table), status="joined"))
    alone = replace(asking(table), forces={**asking(table).forces, "talon": ()})
    assert not may_be_asked(alone)


@pytest.mark.parametrize("markers", [{"Antares": 5}, {"Antares": 4}, {"Antares": 6}, {"Antares": 1}])
def test_the_front_moves_in_the_odds_where_it_moves_in_the_war(markers: dict[str, int]) -> None:
    """31.6.4, 31.8, S9: over random reports of one battle, with planets and at a home."""
    table = at_antares(markers=markers)
    table.roll(*[2] * 6)
    for side in asking(table).asked:
        table.engage(side)
    battle = asking(table)
    assert battle.setup is not None
    before = encoded(table.war)
    seen, moved = view(table.war, "terran"), set()
    for number in range(60):
        report = random_report(battle.setup, Random(number))
        again = type(table)(table.war.chart)
        again.war = decode_state(before)
        try:
            again.give(None, o.AcceptResult(battle.number, report))
        except Refused:
            continue
        closed = next(one for one in again.war.battles if one.number == battle.number)
        assert closed.result is not None
        [(ended, _)] = tally_of(closed.result).ended
        assert moves_front(seen, battle, ended) == closed.moved
        assert ends_war(battle, ended) == (again.war.phase == "over")
        moved.add((closed.moved, again.war.phase == "over"))
    assert len(moved) > 1


def test_the_minimum_is_missed_when_too_few_ships_are_left_within_reach() -> None:
    """31.5, S16: fourteen LP need 2 in each sector, and a lost ship leaves a sector beyond reach of the others."""
    table = Table.midway(
        terran={"Antares": "BB, DD, DD", "Orion": "DD, DD"},
        talon={"Antares": "DN", "Orion": "FF"},
        minimum=(0, 0),
    )
    for side in SIDES:
        table.plan(side)
    seen = view(table.war, "terran")
    ships = table.war.terran.ships
    orion = {name for name, ship in ships.items() if ship.where == "Orion"}
    antares = set(ships) - orion
    assert not misses_minimum(seen, "terran", ships, ())
    assert misses_minimum(seen, "terran", ships, orion)
    assert misses_minimum(seen, "terran", ships, set(ships))
    assert misses_minimum(seen, "terran", ships, antares)


def test_a_fleet_below_four_lp_counts_as_missing_the_minimum() -> None:
    table = at_antares("DD, DD, DD", "DN")
    ships = table.war.terran.ships
    assert misses_minimum(view(table.war, "terran"), "terran", ships, list(ships)[:2])
