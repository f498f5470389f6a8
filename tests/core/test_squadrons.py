"""What the planning page says of squadrons that are sent where they have no room (31.6, S4, S17, S20)."""

from msgspec.structs import replace

from campaign.planning.editor.edits import WorkingPlan, first_plan
from campaign.planning.editor.squadrons import without_room
from engines.seam.sides import Side
from tests.core.table import Table

FORCES = {
    "Antares": "CA Patton, DD Caleb",
    "Orion": "CV Eagle, FTR Alpha, FTR Beta, FTR Gamma, FTR Delta",
    "reserve": "FTR Foxtrot, FTR Golf, CA Grant",
}


def working(bases: dict[str, tuple[Side, str]] | None = None, **sent: str) -> WorkingPlan:
    """Turn 3, with some of the ships sent elsewhere."""
    war = Table.midway(terran=FORCES, talon={"Antares": "CA"}, bases=bases).war
    before = first_plan(war, "terran")
    return before.with_plan(replace(before.plan, assign={**before.plan.assign, **sent}))


def said(found: WorkingPlan) -> list[tuple[str, str, str]]:
    """What is warned of: the place, the sentence, the rule."""
    return [(one.place, one.words, one.rule) for one in without_room(found, "/plan/")]


def test_s20_squadrons_with_a_carrier_are_not_warned_of() -> None:
    assert said(working()) == []


def test_s20_squadrons_beside_other_ships_sit_out() -> None:
    words = "2 squadrons at Antares 5 have no room on a carrier or base: they count as LP, but sit the battle out."
    assert said(working(Foxtrot="Antares", Golf="Antares")) == [("Antares/5", words, "S20")]


def test_s20_a_fifth_squadron_of_a_carrier_sits_out() -> None:
    words = (
        "1 squadron at Orion 5 has no room on a carrier or base: it counts as LP, but sits the battle out."
    )
    assert said(working(Foxtrot="Orion")) == [("Orion/5", words, "S20")]


def test_s4_squadrons_alone_forfeit() -> None:
    words = "Only squadrons go to Badlands 4, without a carrier or base. If the enemy comes, you forfeit."
    assert said(working(Golf="Badlands")) == [("Badlands/4", words, "S4")]


def test_s20_a_base_in_the_zone_takes_four() -> None:
    base: dict[str, tuple[Side, str]] = {"Badlands/4": ("terran", "")}
    assert said(working(base, Foxtrot="Badlands", Golf="Badlands")) == []


def test_s17_a_carrier_of_the_other_sector_takes_them_at_home() -> None:
    war = Table.midway(terran=FORCES, talon={"Antares": "CA"}, markers={"Antares": 1, "Orion": 1}).war
    before = first_plan(war, "terran")
    sent = {**before.plan.assign, "Eagle": "Antares", "Foxtrot": "Antares"}
    both = said(before.with_plan(replace(before.plan, assign=sent)))
    words = "1 squadron at the Terran home has no room on a carrier or base: it counts as LP, but sits the battle out."
    assert both == [("home/terran", words, "S20")]


def test_each_leads_to_the_sheet_of_its_zone() -> None:
    assert without_room(working(Foxtrot="Antares"), "/plan/")[0].href == "/plan/?zone=Antares/5#zone"
