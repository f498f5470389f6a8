"""Rulings that belong to no single section: settings, names, recording a result."""

from itertools import islice

import msgspec
import pytest

from campaign.rules import orders as o
from campaign.rules.decide import decide
from campaign.rules.dice import ScriptedDice
from campaign.rules.events import (
    ForcesRevealed,
    Forfeited,
    ResultAccepted,
    ShipsBought,
    ShipsScrapped,
    WarBegan,
)
from campaign.rules.evolve import evolve, fold
from campaign.rules.fleets.building import purchases_of
from campaign.rules.fleets.ship_names import next_name
from campaign.rules.settings import Settings
from campaign.war.log.documents import encoded
from engines.seam.looks import look
from engines.seam.refusals import Refused
from engines.talon.catalogue import ship_class, ship_classes
from engines.talon.damage import in_talon
from engines.talon.fleets.ship_names import names_of
from tests.core.cases.openings import begun, facing, joined, set_up, shipyard
from tests.core.table import Table, four_sectors, report


def test_s32_the_defaults():
    """S32, S35: as published, 72 hours for an answer."""
    settings = Settings()
    assert (settings.treasury, settings.reserve, settings.free_bases, settings.boxes) == (2000, 500, 3, 1)
    assert (settings.black_holes, settings.transports_are_a_class, settings.lifetime_score) == (
        False,
        True,
        False,
    )
    assert (settings.reveal, settings.confirm_hours) == ("one_by_one", 72)


@pytest.mark.parametrize("wrong", [{"boxes": 0}, {"treasury": -1}, {"reveal": "never"}, {"luck": 1}])
def test_s32_settings_that_cannot_be(wrong):
    """S32: refused when they are read."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, Settings)


def test_s34_ships_get_the_printed_names_first():
    """S34: in their order."""
    table = shipyard("SC, CL, CA, BB, CV, FTR, Tran")
    table.plan("terran", buy="3 DD, BC")
    assert {"Achilles", "Caleb", "Hercules", "Alexander"} <= set(table.war.terran.ships)


def test_s34_then_names_of_this_site():
    """S34: a box holds three names for destroyers."""
    table = shipyard("3 DD")
    table.plan("terran", buy="SC, CL, CA, BC, BB, CV, FTR, Tran, 2 DD")
    assert {"Theseus", "Perseus"} <= set(table.war.terran.ships)


def test_s34_no_name_is_on_both_sides():
    """S34: not in a battle, and in no fleet however large; nor do two classes of a side share one."""
    names = {
        key: [*islice(names_of(kind), 100)] for key, kind in ship_classes().items() if kind.key != "base"
    }
    told = [look(name) for of_class in names.values() for name in of_class]
    assert len(told) == len(set(told)) == 1700
    assert max(map(len, told)) <= 24


def test_s55_then_numbers():
    """S55: the names come again with a number; by the rules of before it stands after the class."""
    taken = set(islice(names_of(ship_class("terran", "scout")), 12))
    assert next_name("terran", "scout", taken) == "Explorer II"
    assert next_name("terran", "fighter", ship_class("terran", "fighter").names, 3) == "Squadron 9"
    assert next_name("talon", "destroyer", ship_class("talon", "destroyer").names, 3) == "Destroyer 4"
    assert next_name("talon", "base", ("Hope",)) == "Base 2"


def renamed(rules):
    """The names of destroyers bought in turns 1, 2 and 3 of a war; each is scrapped in the turn after."""
    plan = o.Plan(buy={"destroyer": 1})
    war = fold([WarBegan(Settings(), four_sectors(), rules)])
    found = []
    for _ in range(4):
        scrapped = o.Plan(tuple(war.terran.ships), plan.buy)
        (purchase,) = purchases_of(war, "terran", scrapped)
        found.append(purchase.name)
        for event in (ShipsScrapped("terran", scrapped.scrap), ShipsBought("terran", (purchase,))):
            war = evolve(war, event)
    return found


def test_s34_a_name_is_not_used_again_in_the_war():
    """S34: not that of a ship that is lost or scrapped, and not in the turn in which it is scrapped."""
    assert renamed(2) == ["Achilles", "Caleb", "Hercules", "Destroyer 4"]
    assert renamed(4) == ["Achilles", "Caleb", "Hercules", "Theseus"]


def test_s34_a_war_begun_by_the_first_rules_goes_on_with_them():
    """S34: its orders and its export have names by which they are found."""
    assert renamed(1) == ["Achilles"] * 4


def test_s34_both_sides_have_their_own_names():
    """S34: no name stands twice in one fleet."""
    table = begun(1)
    for fleet in (table.war.terran, table.war.talon):
        assert len(fleet.ships) == len(set(fleet.ships))


def test_s35_a_result_enters_the_war_once():
    """S35: delivered twice, it is refused the second time."""
    table = joined("BB", "BB, DD")
    told = report(set_up(table), "talon", terran="Defiant jumped")
    table.give(None, o.AcceptResult(1, told))
    with table.refused("S35"):
        table.give(None, o.AcceptResult(1, told))
    assert len(table.happened(ResultAccepted)) == 1


def test_s35_a_result_for_a_battle_that_is_not_being_fought():
    """S35: nobody has engaged yet, or it is hidden."""
    table = facing("BB", "BB, DD")
    other = joined("BB", "BB, DD")
    told = report(set_up(other), "talon")
    for number in (1, 2, 99):
        with table.refused("S35"):
            table.give(None, o.AcceptResult(number, told))


def test_an_impossible_result_changes_nothing():
    """20.1: refused with its rule before anything is written."""
    table = joined("BB", "BB, DD")
    with table.refused("20.1"):
        table.fought("talon", terran="Defiant stands")


def test_s35_a_side_does_not_record_a_result_alone():
    """S35: it is agreed, or stands after its time; it comes from no single side."""
    table = joined("BB", "BB, DD")
    told = report(set_up(table), "talon")
    with pytest.raises(Refused):
        table.give("terran", o.AcceptResult(1, told))


def test_s12_a_battle_nobody_recorded_is_not_forfeited():
    """S12: it goes on waiting; no order of the war gives it up for a side."""
    table = joined("BB", "BB, DD")
    assert table.happened(Forfeited) == []
    assert table.war.current_battle() is not None
    with pytest.raises(Refused):
        table.go_on()


def test_s12_a_deadline_gives_the_battle_to_captains_and_gives_it_up_for_nobody():
    """S12: the log names it, and the battle still waits for its result."""
    table = joined("BB", "BB, DD")
    table.war = _after(table.war, None, o.LetPass("fight"))
    battle = table.war.current_battle()
    assert battle is not None
    assert (battle.status, battle.forfeited_by) == ("joined", None)
    with pytest.raises(Refused):
        decide(table.war, "terran", o.LetPass("fight"), ScriptedDice())


def test_s63_a_deadline_passes_only_for_what_is_due():
    """S63: in a battle that is joined there is no plan to be late with, and no question."""
    table = joined("BB", "BB, DD")
    for doing in ("bases", "plan", "engage", "land", "strand", "first", "go_on"):
        for side in ("terran", "talon", None):
            with pytest.raises(Refused):
                decide(table.war, side, o.LetPass(doing), ScriptedDice())


def test_s63_a_deadline_by_itself_decides_nothing():
    """S63: what is done for the side is an order of its own, judged like any other."""
    table = Table.midway(terran={"Antares": "BB", "Orion": "DD"}, talon={"Antares": "BB, DD"}, minimum=(0, 0))
    before = encoded(table.war)
    assert encoded(_after(table.war, "terran", o.LetPass("plan"))) == before


def test_s64_a_side_is_lent_once_and_taken_back_once():
    """S64: the war knows whose player is away; both may be."""
    war = joined("BB", "BB, DD").war
    for side in ("terran", "talon"):
        with pytest.raises(Refused, match="You already command your side"):
            decide(war, side, o.TakeSeatBack(), ScriptedDice())
        war = _after(war, side, o.LendSeat())
        with pytest.raises(Refused, match="The computer already plays"):
            decide(war, side, o.LendSeat(), ScriptedDice())
    assert war.lent == ("terran", "talon")
    assert _after(war, "terran", o.TakeSeatBack()).lent == ("talon",)


def _after(war, side, order):
    for event in decide(war, side, order, ScriptedDice()):
        war = evolve(war, event)
    return war


def test_s2_bases_and_transports_have_no_lp_in_a_battle():
    """S2: five transports and a base against a destroyer are 0 to 1."""
    table = facing("5 Tran", "DD", zone=4, bases={"Antares/4": ("terran", "")})
    told = table.happened(ForcesRevealed)[0]
    assert (told.terran_lp, told.talon_lp) == (0, 1)


def test_s5_bases_do_not_stand_for_a_class():
    """S5: a fleet without any base may buy whatever it likes."""
    table = shipyard("SC, DD, CL, CA, BC, BB, CV, FTR, Tran")
    table.plan("terran", buy="SC")
    assert table.treasury("terran") == 963


def test_s15_forces_revealed_are_noted_for_the_other_side():
    """S15: what was seen of a ship then, damage included."""
    table = facing("CA Patton hull=2, BB", "BB, DD")
    seen = table.war.sightings["terran"]["Patton"]
    assert (seen.place, in_talon(seen.damage).hull) == ("Antares/5", 2)


def test_s15_ships_in_the_reserve_are_not_seen():
    """S15: nor those in sectors not revealed yet."""
    table = Table.midway(
        terran={"Antares": "BB", "Orion": "DD", "reserve": "CA"}, talon={"Antares": "BB, DD"}, minimum=(0, 0)
    )
    table.plan("terran")
    table.plan("talon")
    assert set(table.war.sightings["terran"]) == {"Defiant"}
