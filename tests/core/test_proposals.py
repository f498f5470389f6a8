"""The named proposals: legal, each another, and made from one side's view alone."""

import re
from dataclasses import replace as copied
from random import Random

import pytest
from msgspec.structs import replace

from campaign.planning.editor.edits import WorkingPlan, first_plan
from campaign.planning.editor.form import press
from campaign.planning.proposals import proposals, ready_fleets
from campaign.planning.proposals.chances import chances
from campaign.planning.proposals.prospects import SendingProspect, prospect
from campaign.planning.proposals.vain import HopelessFront
from campaign.rules import decide, start
from campaign.rules.battles.settling import chance_to_win
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.odds.asked import expected_battle
from campaign.rules.orders import RESERVE, Plan, StandingInstruction
from campaign.rules.sight import WarView, view
from campaign.rules.state import Ship, Sighting, War
from campaign.war.chart.home_battles import at_homes
from engines.seam.documents import UNDAMAGED, Unit
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.catalogue import ship_class
from engines.talon.damage import TalonDamage
from tests.core.table import Table, four_sectors, three_sectors

CHARTS = pytest.mark.parametrize(
    "chart", [four_sectors(), three_sectors()], ids=["four sectors", "three gates"]
)
BOTH = pytest.mark.parametrize("side", SIDES)


def begun() -> War:
    """Turn 1, bases placed."""
    table = Table(four_sectors())
    for side in SIDES:
        table.bases(side, *start.base_places(table.war, side)[: start.free_bases(table.war, side)])
    return table.war


def midway() -> War:
    """Turn 3: ships whole, damaged and idle on both sides, and points to spend."""
    return Table.midway(
        terran={
            "Antares": "DD Achilles, CA Patton, CA Napoleon",
            "Badlands": "CA Grant, CL Thor",
            "Maelstrom": "BB Nelson, DD Caleb",
            "Orion": "CA Sherman, CL Freya hull=2",
            "reserve": "DD Hercules, BC Hood, CA Lee, Tran Mule, SC Argus, CV Eagle, FTR Alpha, FTR Beta",
        },
        talon={
            "Antares": "CA, DN",
            "Badlands": "CA, BB, DD",
            "Maelstrom": "CA, BC",
            "Orion": "CA, CL",
            "reserve": "FF, Tran",
        },
        treasury=(260, 240),
    ).war


@CHARTS
@BOTH
def test_base_placements_are_legal_and_each_another(chart, side: Side) -> None:
    war = Table(chart).war
    found = proposals.base_proposals(view(war, side), side)
    places = [frozenset(order.places) for _, order in found.values()]
    assert places
    assert len(set(places)) == len(places)
    planets = {place for order in places for place in order if war.planets.get(place) == side}
    assert all(len(planets & order) >= 2 for order in places), "home, and a planet on which nobody lands"
    for _, order in found.values():
        assert list(decide.bases_refusals(war, side, order)) == []


def test_on_the_large_map_the_placement_says_zone() -> None:
    found = proposals.base_proposals(view(Table(four_sectors()).war, "terran"), "terran")
    assert list(found) == ["planets"]
    assert found["planets"][0].facts == (
        "Terran home",
        "Antares, zone 4, a planet",
        "Orion, zone 4, a planet",
    )


@BOTH
def test_the_first_fleets_say_their_classes_in_words(side: Side) -> None:
    war = begun()
    found = proposals.turn_proposals(view(war, side), side)
    assert len(found) == 3
    assert all(key.startswith("fleet/") for key in found)
    words = [words for proposal, _ in found.values() for _, words in proposal.ships]
    assert any("Destroyer" in one for one in words)
    assert all(one.split()[0].isdigit() for one in words)
    for _, plan in found.values():
        assert list(decide.plan_refusals(war, side, plan)) == []


@BOTH
def test_every_first_fleet_says_why_by_what_is_true_of_it(side: Side) -> None:
    """The recommended one sends most LP to the sectors; each of the others has most of something else."""
    seen = view(begun(), side)
    choices = {f"fleet/{one.fleet.key}": one for one in ready_fleets.fleet_choices(seen, side)}
    found = {key: one for key, (one, _) in proposals.turn_proposals(seen, side).items()}
    assert found.keys() == choices.keys()
    most = max(choice.lp for choice in choices.values())
    for key, one in found.items():
        assert one.because.startswith("Because ")
        assert ("sends more LP" in one.because) == (choices[key].lp == most)
        assert not one.recommended or one.because.endswith(f"LP to the sectors: {most}.")
    assert len({one.because for one in found.values()}) == len(found)


@BOTH
def test_a_later_turn_offers_whole_turns_each_legal_and_another(side: Side) -> None:
    war = midway()
    seen = view(war, side)
    found = proposals.turn_proposals(seen, side)
    assert next(iter(found)) == "proposal/strike"
    assert len(found) >= 2
    assert len({tuple(sorted(plan.assign.items())) for _, plan in found.values()}) == len(found)
    assert len({proposal.because.partition(". ")[0] for proposal, _ in found.values()}) == len(found)
    for proposal, plan in found.values():
        assert list(decide.plan_refusals(war, side, plan)) == []
        assert proposal.prospect is not None
        assert [sector.sector for sector in proposal.prospect.sectors] == list(seen.chart.order)


def test_a_prospect_says_what_goes_where_what_is_known_and_what_is_at_stake() -> None:
    war = midway()
    war.markers["Antares"] = 3
    war.markers["Badlands"] = 0
    war.sightings["talon"] = {
        "Old": Sighting(1, "Antares/5", "destroyer", UNDAMAGED, 1),
        "New": Sighting(2, "Antares/4", "battleship", UNDAMAGED, 5),
        "Two": Sighting(2, "Antares/4", "battleship", UNDAMAGED, 5),
    }
    plan = proposals.sent_by(view(war, "terran"), "terran", Plan(), "stay")
    found = {one.sector: one for one in prospect(view(war, "terran"), "terran", plan).sectors}
    antares, badlands, maelstrom = found["Antares"], found["Badlands"], found["Maelstrom"]
    assert (antares.zone, antares.seen_turn, antares.seen) == (4, 2, (("battleship", "2 Battleships"),))
    assert (antares.defends, antares.risks) == (
        "your planet",
        "You lose the planet if the enemy lands two more transports than you.",
    )
    assert (badlands.defends, badlands.risks) == ("your home", "A defeat here loses the war.")
    assert (maelstrom.defends, maelstrom.faces, maelstrom.seen_turn) == ("", "", 0)
    assert maelstrom.risks == "A defeat can move the front line back to zone 3."
    sent = [name for name, target in plan.assign.items() if target == "Antares"]
    assert sum(int(words.split()[0]) for _, words in antares.own) == len(sent)
    assert antares.lp >= antares.minimum == war.terran.minimum


def seen_by(war: War, **ships: str) -> None:
    """The enemy's ships that the Terran side saw last turn, by sector, at its front line."""
    war.sightings["talon"] = {
        f"{sector} {number}": Sighting(
            war.turn - 1, war.chart.place(sector, war.markers[sector]), key, UNDAMAGED, 5
        )
        for sector, keys in ships.items()
        for number, key in enumerate(keys.split())
    }


def besieged(**markers: int) -> War:
    """Turn 3: the Terran home is attacked from Badlands, and dreadnoughts were seen there and next door."""
    war = Table.midway(
        terran={
            "Antares": "CA Patton",
            "Badlands": "DD Achilles, CA Grant",
            "Maelstrom": "BB Nelson, BB Drake, BC Hood, BC Lion, CA Lee",
            "Orion": "CA Sherman",
        },
        talon=dict.fromkeys(("Antares", "Badlands", "Maelstrom", "Orion"), "CA, BC"),
        markers={"Badlands": 1, **markers},
        treasury=(0, 0),
    ).war
    seen_by(war, Badlands="dreadnought dreadnought battleship", Maelstrom="dreadnought", Orion="frigate")
    return war


def test_a_prospect_says_how_many_lp_go_where_and_no_zeros() -> None:
    sectors = prospect(view(midway(), "terran"), "terran", Plan()).sectors
    antares, badlands, maelstrom, *_rest = [copied(one, lp=0) for one in sectors]
    for sent, words in (
        ((copied(antares, lp=5), badlands), "5 LP to Antares"),
        ((copied(antares, lp=5), badlands, copied(maelstrom, lp=2)), "5 LP to Antares and 2 LP to Maelstrom"),
        ((antares, badlands), "nothing"),
    ):
        assert SendingProspect(sent, ()).lp_words == words


def test_a_prospect_names_what_known_enemies_can_bring_to_the_home() -> None:
    """S8: they come from the sector itself and from those next to it; so all of them are counted."""
    war = besieged()
    for name in ("Nelson", "Hood", "Lion"):
        war.terran.ships[name] = replace(war.terran.ships[name], where="Badlands")
    seen = view(war, "terran")
    plan = Plan(assign={name: ship.where for name, ship in seen.fleet("terran").ships.items() if ship.where})
    told = chances(WorkingPlan(seen, "terran", plan), "captain")
    found = prospect(seen, "terran", plan, told=told)
    here, beside = found.sectors[1], found.sectors[2]
    own = {name: ship for name, ship in seen.fleet("terran").ships.items() if ship.where == "Badlands"}
    there, all_of_them = (
        wins_against(seen, own, {name for name in seen.sightings["talon"] if name.startswith(sectors)})
        for sectors in ("Badlands", ("Badlands", "Maelstrom"))
    )
    assert 0 < all_of_them < there <= 40
    assert found.warnings[0] == (
        f"Your home may fall: against all the enemy ships last seen in reach you would win {all_of_them} of 100."
    )
    assert here.danger == (
        f"If the enemy stays, you win {there} of 100; if its neighbours in Maelstrom join, {all_of_them}; "
        f"typically {told['Badlands'].won}."
    )
    assert beside.danger.startswith("If the enemy stays, you win ")
    assert prospect(seen, "terran", plan).sectors[1].danger == here.danger.partition("; typically")[0] + "."


def wins_against(seen: WarView, own: dict[str, Ship], names: set[str]) -> int:
    """In how many of 100 those ships win at the Terran home, by the estimate, against those that were seen."""
    units = [
        Unit(name, one.ship_class, one.damage)
        for name, one in seen.sightings["talon"].items()
        if name in names
    ]
    battle = expected_battle(seen, "terran", HOMES["terran"], own, units)
    return round(100 * chance_to_win(seen, battle, "terran", "captain"))


def test_a_prospect_says_nothing_where_no_known_enemy_can_come_in_force() -> None:
    war = besieged()
    war.sightings["talon"] = {}
    seen = view(war, "terran")
    found = prospect(seen, "terran", proposals.whole(seen, "terran", "guard"))
    assert found.warnings == ()
    assert {one.danger for one in found.sectors} == {""}


def test_a_prospect_names_the_last_zone_before_the_home_and_other_fronts() -> None:
    war = besieged(Badlands=2)
    seen_by(war, Badlands="dreadnought dreadnought battleship", Orion="battleship battleship")
    seen = view(war, "terran")
    plan = Plan(assign={name: ship.where for name, ship in seen.fleet("terran").ships.items() if ship.where})
    found = prospect(seen, "terran", plan)
    assert len(found.warnings) == 2
    assert re.fullmatch(
        r"Badlands, the last zone before your home, may fall: against all the enemy ships last seen in reach "
        r"you would win \d+ of 100\.",
        found.warnings[0],
    )
    assert re.fullmatch(
        r"Against the enemy as it was last seen you would win \d+ of 100 in Orion\.", found.warnings[1]
    )


def test_a_front_that_is_called_hopeless_is_not_named_twice() -> None:
    war = besieged(Badlands=4)
    seen_by(war, Orion="battleship battleship", Antares="battleship battleship")
    seen = view(war, "terran")
    plan = Plan(assign={name: ship.where for name, ship in seen.fleet("terran").ships.items() if ship.where})
    one = HopelessFront((seen.place_of("Orion"),), "Nobody wins there.")
    both, rest = prospect(seen, "terran", plan).warnings, prospect(seen, "terran", plan, (one,)).warnings
    assert [len(words.split(" in ")) for words in both] == [3]
    assert "Orion" not in rest[0]
    assert "Antares" in rest[0]
    assert rest[1:] == ("Nobody wins there.",)


def test_more_lp_alone_are_no_warning() -> None:
    """Two heavy cruisers have 6 LP and a battleship 4; it wins against them where they are all but shot to pieces."""
    war = besieged(Badlands=4)
    war.terran.ships["Sherman"] = replace(war.terran.ships["Sherman"], ship_class="battleship")
    plan = Plan(assign={name: ship.where for name, ship in war.terran.ships.items() if ship.where})
    said = []
    for boxes in (0, len(ship_class("talon", "heavy_cruiser").hull) - 1):
        seen_by(war, Orion="heavy_cruiser heavy_cruiser")
        for name, one in war.sightings["talon"].items():
            war.sightings["talon"][name] = replace(one, damage=TalonDamage(hull=boxes))
        said.append(prospect(view(war, "terran"), "terran", plan).warnings)
    assert [len(warnings) for warnings in said] == [1, 0]


def test_a_warning_says_who_chooses_when_both_homes_are_attacked() -> None:
    """S19."""
    seen = view(besieged(Orion=9), "terran")
    plan = Plan(assign={name: ship.where for name, ship in seen.fleet("terran").ships.items() if ship.where})
    assert (
        prospect(seen, "terran", plan)
        .warnings[1]
        .startswith("Both homes are attacked: the side with more LP")
    )


@pytest.mark.parametrize("key", proposals.SENDING)
def test_every_proposal_sends_what_is_next_door_to_a_home_that_is_attacked(key: str) -> None:
    """S10: who loses there loses the war. Ships that hold their sectors leave them for that."""
    war = besieged()
    seen = view(war, "terran")
    plan = proposals.sent_by(seen, "terran", Plan(), key)
    assert not list(decide.plan_refusals(war, "terran", plan))
    sent = {one.sector: one.lp for one in prospect(seen, "terran", plan).sectors}
    assert sent["Badlands"] == max(sent.values())
    assert plan.assign["Nelson"] == plan.assign["Drake"] == "Badlands"


@BOTH
def test_one_of_each_choice_is_recommended(side: Side) -> None:
    offered = (
        proposals.turn_proposals(view(begun(), side), side),
        proposals.turn_proposals(view(midway(), side), side),
    )
    for found in offered:
        assert sum(proposal.recommended for proposal, _ in found.values()) == 1


def test_no_proposal_promises_the_same_strength_everywhere() -> None:
    """Each sends ships where most hangs on them, which may be one sector."""
    war = Table.midway(
        terran={"Maelstrom": "BB, BC, BC, BC, CA, DD, DD, DD, DD", "Antares": "CL", "Orion": "CA"},
        talon={"Antares": "CA, BC", "Badlands": "DN, DN, BB", "Maelstrom": "CA, CL", "Orion": "BB, DD"},
        markers={"Badlands": 2, "Maelstrom": 6},
    ).war
    plan = proposals.sent_by(view(war, "terran"), "terran", Plan(), "guard")
    lp = [one.lp for one in prospect(view(war, "terran"), "terran", plan).sectors]
    assert max(lp) > 2 * min(lp)
    assert "same strength" not in proposals.SENDING["guard"][1]


def test_a_planet_with_a_base_is_lost_only_after_the_base() -> None:
    """31.8: while the base stands nobody lands."""
    bases: dict[str, tuple[Side, str]] = {"Antares/4": ("terran", "")}
    war = Table.midway(
        terran={"Antares": "BB"}, talon={"Antares": "BB"}, markers={"Antares": 4}, bases=bases
    ).war
    seen = view(war, "terran")
    plan = Plan(assign=dict.fromkeys(war.terran.ships, "Antares"))
    antares = prospect(seen, "terran", plan).sectors[0]
    assert antares.risks == (
        "You lose the planet if the enemy destroys your base and lands two more transports than you."
    )


def test_a_prospect_at_the_enemys_home_says_that_a_victory_wins() -> None:
    """S10: with its base, and without. The page says it first."""
    bases: tuple[dict[str, tuple[Side, str]], ...] = ({"home/talon": ("talon", "")}, {})
    for standing in bases:
        forces = {"Orion": "BB"}
        war = Table.midway(terran=forces, talon=forces, markers={"Orion": 9}, bases=standing).war
        seen = view(war, "terran")
        plan = proposals.sent_by(seen, "terran", Plan(), "stay")
        found = {one.sector: one for one in prospect(seen, "terran", plan).sectors}
        which = "home, which has a base." if standing else "home."
        assert found["Orion"].faces == f"Attacks the enemy's {which} A victory wins the war."
        assert at_homes(seen, "terran") == (
            "You attack the enemy's home from Orion: a victory there wins the war.",
        )
        assert at_homes(view(war, "talon"), "talon") == (
            "The enemy attacks your home from Orion: a defeat there loses the war.",
        )


def test_nobody_declines_at_home_by_a_proposal() -> None:
    """S10: to decline there loses the war."""
    war = midway()
    war.markers["Badlands"] = 0
    told = proposals.answering(view(war, "terran"), Plan(), "unless").standing
    assert told["Badlands"] == StandingInstruction("engage", stance="hold")
    assert told["Orion"] == StandingInstruction("unless", proposals.LEAD)


def test_stay_and_fill_up_leaves_nothing_sound_idle() -> None:
    plan = proposals.sent_by(view(midway(), "terran"), "terran", Plan(buy={"destroyer": 1}), "stay")
    idle = {name for name, target in plan.assign.items() if target == RESERVE}
    assert idle == {"Freya", "Mule"}
    assert len({plan.assign[name] for name in ("Eagle", "Alpha", "Beta")}) == 1
    assert plan.assign["Patton"] == "Antares"


def a_carrier_with_room(minimum: int = 0, **elsewhere: str) -> War:
    """Turn 3: the carrier Hornet stands in Badlands with two squadrons, and two more lie in the Reserve."""
    terran = {
        "Antares": "CA Patton, CL Thor",
        "Badlands": "CV Hornet, FTR Cougar, FTR Alpha, CA Grant, DD Hercules",
        "Maelstrom": "BB Nelson, DD Caleb",
        "Orion": "CA Sherman, CL Freya",
        "reserve": "SC Argus, FTR Beta, FTR Gamma",
    }
    talon = dict.fromkeys(("Antares", "Badlands", "Maelstrom", "Orion"), "CA, BC")
    return Table.midway(
        terran={**terran, **elsewhere}, talon=talon, minimum=(minimum, 0), treasury=(0, 0)
    ).war


@pytest.mark.parametrize("key", proposals.SENDING)
@pytest.mark.parametrize("buy", [{}, {"fighter": 2}], ids=["from the Reserve", "new"])
def test_squadrons_go_with_a_carrier_that_has_room(key: str, buy: dict[str, int]) -> None:
    """S20: in any other sector they sit the battle out."""
    war = a_carrier_with_room(minimum=4, reserve="SC Argus" if buy else "SC Argus, FTR Beta, FTR Gamma")
    plan = proposals.sent_by(view(war, "terran"), "terran", Plan(buy=buy), key)
    classes = WorkingPlan(war, "terran", plan).ships
    squadrons = [name for name in plan.assign if classes[name].ship_class == "fighter"]
    assert len(squadrons) == 4
    assert {plan.assign[name] for name in squadrons} == {plan.assign["Hornet"]}


@pytest.mark.parametrize("minimum", range(3, 9))
def test_a_carrier_that_the_minimum_sends_elsewhere_takes_its_squadrons_along(minimum: int) -> None:
    """S8: where ships stay in their sectors, somebody has to move to those that lack LP."""
    war = a_carrier_with_room(minimum, Antares="DD Achilles", Maelstrom="BB Nelson, CA Lee, CA Napoleon")
    plan = proposals.sent_by(view(war, "terran"), "terran", Plan(), "stay")
    assert not list(decide.plan_refusals(war, "terran", plan))
    assert len({plan.assign[name] for name in ("Hornet", "Cougar", "Alpha", "Beta", "Gamma")}) == 1


@BOTH
def test_nothing_of_the_enemy_changes_a_proposal(side: Side) -> None:
    """The same view gives the same proposals, whatever the enemy has that the view does not show (S15)."""
    one, other = midway(), midway()
    hidden = other.fleet(opponent(side))
    hidden.treasury = 999
    Random(3).shuffle(names := list(hidden.ships))
    for name in names[:4]:
        del hidden.ships[name]
    for war in (one, other):
        war.fleet(side).treasury = 300
    found = [proposals.turn_proposals(view(war, side), side) for war in (one, other)]
    assert found[0] == found[1]


def test_the_editor_takes_a_whole_proposal_and_keeps_its_instructions() -> None:
    war = midway()
    told = {"Antares": StandingInstruction("decline")}
    working = WorkingPlan(war, "terran", Plan(standing=told))
    for key in proposals.SENDING:
        taken = press(working, f"proposal/{key}")
        assert list(decide.plan_refusals(war, "terran", taken.plan)) == []
        assert taken.plan.buy
        assert taken.plan.standing == told


def test_the_editor_sends_what_is_bought_by_hand() -> None:
    working = press(first_plan(midway(), "terran"), "buy/destroyer/1")
    sent = press(working, "sending/guard")
    assert sent.plan.buy == {"destroyer": 1}
    assert sum(target == RESERVE for target in sent.plan.assign.values()) < sum(
        target == RESERVE for target in working.plan.assign.values()
    )


@pytest.mark.parametrize("words", ["proposal/nonsense", "sending/nonsense"])
def test_an_unknown_proposal_is_refused(words: str) -> None:
    with pytest.raises(Refused, match="no proposal"):
        press(first_plan(midway(), "terran"), words)


def test_on_turn_1_a_whole_proposal_is_a_ready_fleet() -> None:
    with pytest.raises(Refused, match="ready fleet"):
        press(first_plan(begun(), "terran"), "proposal/strike")


def test_an_answer_is_an_instruction_for_every_sector() -> None:
    seen = view(midway(), "terran")
    assert proposals.answering(seen, Plan(), "ask").standing == {}
    assert set(proposals.answering(seen, Plan(), "engage").standing.values()) == {
        StandingInstruction("engage")
    }
    assert set(proposals.answering(seen, Plan(), "unless").standing) == set(seen.chart.order)
    assert set(proposals.answering(seen, Plan(), "odds").standing.values()) == {
        StandingInstruction("odds", odds=25)
    }
    assert set(proposals.answering(seen, Plan(), "worth").standing.values()) == {StandingInstruction("worth")}
