"""Rulings S45 to S55: where the text and the earlier rulings leave a gap."""

import pytest

from campaign.rules import orders as o
from campaign.rules.map.map_files import read_map
from campaign.rules.orders import OfferDraw
from campaign.rules.start import least_fleet, most_bases
from campaign.war.log.fold import still_open
from engines.talon.results.deployment import deployment
from tests.core.cases.openings import joined
from tests.core.table import MAPS, Table, report, rules_against, setup, three_sectors


def test_s45_a_waiting_carrier_brings_its_squadrons() -> None:
    """S45: three carriers and twelve squadrons with two carrier counters: none sits the battle out."""
    rows = {row.ship_class.key: row for row in deployment(setup("3 CV, 12 FTR", "BB"), "terran")}
    assert (rows["carrier"].wait, rows["fighter"].out) == (1, 0)


def test_s46_over_a_planet_the_invader_cannot_hold_its_first_two_back() -> None:
    """S46: of three transports of the invader one may have stayed out."""
    battle = setup("BB Defiant, Tran Normandy, Tran Rodger_Young, Tran Anzio", "CA Justice", owner="talon")
    out = "Normandy waited, Rodger_Young waited, Anzio waited"
    for waited in (out, out.partition(", ")[2]):
        assert rules_against(battle, report(battle, "talon", terran=waited)) == {"23"}
    assert rules_against(battle, report(battle, "talon", terran="Normandy waited")) == set()


def test_s46_the_owner_of_the_planet_may_hold_all_back() -> None:
    """S46: none of the owner's is set up, and none has to come."""
    battle = setup("BB Defiant", "CA Justice, Tran Legion, Tran Tribe", owner="talon")
    assert rules_against(battle, report(battle, "terran", talon="Legion waited, Tribe waited")) == set()


def test_s46_away_from_planets_the_first_two_start() -> None:
    """S46: without a planet they cannot both have stayed out."""
    battle = setup("BB Defiant, Tran Normandy, Tran Rodger_Young", "CA Justice")
    told = report(battle, "talon", terran="Normandy waited, Rodger_Young waited")
    assert rules_against(battle, told) == {"23"}


def test_s47_a_single_transport_does_not_land_after_the_battle() -> None:
    """S47: one is too few to take the planet, so it stays on the map."""
    battle = setup("BB Defiant, Tran Normandy", "CA Justice", owner="talon")
    assert rules_against(battle, report(battle, "terran")) == set()
    assert "S23" in rules_against(battle, report(battle, "terran", terran="Normandy landed_after"))


def test_s48_a_far_move_that_a_near_place_would_do_as_well_is_refused() -> None:
    """S48: with everything in Antares and two sectors out of reach, only what is needed goes there."""
    table = Table.midway(
        terran={"Antares": "DD Achilles, DD Caleb, DD Hercules, SC Explorer, SC Voyager"},
        talon={"Antares": "4 FF"},
        minimum=(1, 0),
    )
    far = {"Badlands": "Caleb", "Maelstrom": "Hercules", "Orion": "Explorer, Voyager"}
    with table.refused("S8"):
        table.plan("terran", send=far)
    table.plan("terran", send={**far, "Orion": "Explorer"})


def test_s49_two_of_a_missing_class_are_refused_while_another_is_missing() -> None:
    """S49: one scout and one destroyer are missing; points for two scouts only do not buy them."""
    table = Table.midway(
        terran={"Antares": "CL, CA, BC, BB, CV, FTR, Tran"}, talon={}, treasury=(80, 0), minimum=(0, 0)
    )
    with table.refused("S6"):
        table.plan("terran", buy="2 SC")
    table.plan("terran", buy="DD")
    assert table.treasury("terran") == 25


def test_s50_a_map_knows_of_its_black_hole() -> None:
    """S50: the second map has a black hole zone, the first has none."""
    assert three_sectors().has_fixed_black_hole()
    assert not read_map((MAPS / "four_sectors.toml").read_text()).has_fixed_black_hole()


def test_s51_bases_of_the_map_come_on_top() -> None:
    """S51: on the second map a base stands before any is placed, and the free one is still placed."""
    table = Table(three_sectors(), free_bases=1)
    assert table.war.base_of("terran", "Lantern/2") is not None
    table.bases("terran", "home/terran")
    assert table.treasury("terran") == table.war.settings.treasury
    assert sum(base.side == "terran" for base in table.war.bases.values()) == 2


def test_s52_a_ship_that_should_have_come_in_is_left_to_the_players() -> None:
    """S52: one of the two frigates was destroyed, and the third is still said to have waited."""
    battle = setup("BB Defiant", "FF Surprise, FF Vision, FF Whisper")
    told = report(battle, "talon", terran="Defiant jumped", talon="Surprise destroyed, Whisper waited")
    assert rules_against(battle, told) == set()


def test_s53_two_offers_are_an_agreement() -> None:
    """S53: both offered, so the war is drawn."""
    table = Table()
    table.give("terran", OfferDraw())
    table.give("talon", OfferDraw())
    assert (table.war.phase, table.war.winner) == ("over", None)


def test_s54_revealed_together_the_war_still_waits_after_a_recorded_battle() -> None:
    """S54: all are revealed, and yet somebody has to go on."""
    table = joined("BB", "DN, DD", reveal="together")
    table.fought("terran")
    assert table.war.paused or table.war.phase == "planning"


def test_s57_after_a_battle_the_computer_fought_nobody_says_go_on() -> None:
    """S57: the next is revealed at once; after one recorded at a table the war waits (S42)."""
    table = joined("BB", "DN, DD")
    battle = table.war.current_battle()
    assert battle is not None
    assert battle.setup is not None
    table.give(None, o.AcceptResult(battle.number, report(battle.setup, "terran"), fought=True))
    assert not table.war.paused


def test_s57_it_is_not_withdrawn() -> None:
    """S57: there is nothing that was typed wrongly."""
    table = joined("BB", "DN, DD")
    battle = table.war.current_battle()
    assert battle is not None
    assert battle.setup is not None
    events = table.give(None, o.AcceptResult(battle.number, report(battle.setup, "terran"), fought=True))
    assert not still_open(events)


@pytest.mark.parametrize(
    ("buy", "name"), [("2 DD", "Theseus"), ("FTR", "Red Baron")], ids=["destroyer", "squadron"]
)
def test_s55_numbers_go_on_after_the_printed_names(buy: str, name: str) -> None:
    """S55: three destroyers and eight squadrons have printed names."""
    table = Table.midway(
        terran={"Antares": "2 SC, 3 DD, 2 CL, 2 CA, 2 BC, 2 BB, 2 CV, 8 FTR, 2 Tran"},
        talon={},
        treasury=(400, 0),
        minimum=(0, 0),
    )
    table.plan("terran", buy=buy)
    assert table.alive("terran", name)


def test_s39_bases_leave_enough_to_fill_the_reserve() -> None:
    """S39: with 1100 points due in the Reserve fewer bases can be bought than one of each class alone would allow."""
    table = Table(reserve=1100)
    assert most_bases(table.war, "terran") == 6
    assert least_fleet(table.war, "terran") == 1100 + 37 + 44 + 55 + 70 + 37
    assert least_fleet(Table().war, "terran") == 769


def test_s39_without_transports_as_a_class_none_has_to_be_paid_for() -> None:
    """S39, S5: the least fleet has one ship of each class that the war counts."""
    assert least_fleet(Table(transports_are_a_class=False, reserve=400).war, "terran") == 769 - 32
    assert least_fleet(Table(transports_are_a_class=False, reserve=400).war, "talon") == 870 - 36
