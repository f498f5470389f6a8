"""What a plan sends in vain, and that no proposal does so where the same ships would count elsewhere."""

import re
from random import Random

import pytest

from bench.wars.commanders import settings
from bench.wars.proposal_player import ProposalPlayer
from campaign.commanders.commander import Commander
from campaign.commanders.foreseeing import HOPELESS, Foresight, sent_in_vain
from campaign.planning.editor.edits import WorkingPlan
from campaign.planning.proposals import proposals
from campaign.planning.proposals.chances import chances
from campaign.planning.proposals.vain import HopelessFront, hopeless_fronts
from campaign.rules.orders import RESERVE, Plan
from campaign.rules.sight import WarView, view
from campaign.rules.state import Sighting, War
from campaign.war.chart.map_library import DEFAULT, shipped_maps
from campaign.war.playing import Game, Player, new_game
from engines.seam.documents import UNDAMAGED
from engines.seam.sides import SIDES, Side
from engines.seam.words.in_a_row import in_row
from tests.core.table import Table

OVERWHELMING = "dreadnought dreadnought battleship battleship battleship"


WING = "CV Hornet, FTR Ace, FTR Jack, FTR King"


def overwhelmed(minimum: int = 2, antares: str = "DD Achilles, CA Patton, CA Napoleon, CL Thor") -> War:
    """Turn 3: the enemy's main fleet was seen in Antares; next door in Badlands it has what can be beaten."""
    war = Table.midway(
        terran={
            "Antares": antares,
            "Badlands": "CA Grant, BC Lion",
            "Maelstrom": "CA Lee",
            "Orion": "CA Sherman",
        },
        talon=dict.fromkeys(("Antares", "Badlands", "Maelstrom", "Orion"), "CA, BC"),
        minimum=(minimum, 0),
        treasury=(0, 0),
    ).war
    seen = {"Antares": OVERWHELMING, "Badlands": "battle_cruiser heavy_cruiser destroyer"}
    war.sightings["talon"] = {
        f"{sector} {number}": Sighting(
            war.turn - 1, war.chart.place(sector, war.markers[sector]), key, UNDAMAGED, 5
        )
        for sector, keys in seen.items()
        for number, key in enumerate(keys.split())
    }
    return war


def staying(seen: WarView) -> Plan:
    """Every ship where it is."""
    ships = seen.fleet("terran").ships
    return Plan(assign={name: ship.where or RESERVE for name, ship in ships.items()})


def test_what_faces_the_main_fleet_is_sent_in_vain() -> None:
    seen = view(overwhelmed(), "terran")
    (antares,) = sent_in_vain(seen, "terran", staying(seen))
    assert antares.place == seen.place_of("Antares")
    assert antares.chance <= HOPELESS
    assert set(antares.sent) == {"Achilles", "Patton", "Napoleon", "Thor"}
    assert antares.elsewhere[("Patton",)] == ("Badlands",)


def test_what_the_minimum_asks_for_is_not_sent_for_nothing() -> None:
    """S8: no ship may be taken away."""
    war = overwhelmed()
    lp = sum(ship.class_of("terran").lp for ship in war.terran.ships.values() if ship.where == "Antares")
    seen = view(overwhelmed(minimum=lp), "terran")
    assert [one.elsewhere for one in sent_in_vain(seen, "terran", staying(seen))] == [{}]


@pytest.mark.parametrize(
    ("minimum", "going"),
    [
        (0, ("Hornet", "Ace", "Jack", "King")),
        (1, ("Hornet", "Ace", "Jack")),
        (2, ("Hornet", "Ace")),
        (3, ()),
    ],
)
def test_a_carrier_would_count_elsewhere_with_the_squadrons_that_may_go(
    minimum: int, going: tuple[str, ...]
) -> None:
    """S8: the minimum keeps some of them, and the carrier does not leave the last one."""
    war = overwhelmed(minimum, WING)
    seen = view(war, "terran")
    (antares,) = sent_in_vain(seen, "terran", staying(seen))
    assert antares.elsewhere == ({going: ("Badlands",)} if going else {})
    assert antares.forced == (not going)
    words = told(war)
    if going:
        assert words.endswith(f" {in_row(sorted(going))} would help more in Badlands.")
    else:
        assert words.startswith("Because of the minimum you send 4 LP to Antares 5, ")


def test_squadrons_whose_carrier_is_sent_elsewhere_go_one_by_one() -> None:
    seen = view(overwhelmed(0, WING), "terran")
    plan = staying(seen)
    plan.assign["Hornet"] = "Badlands"
    (antares,) = sent_in_vain(seen, "terran", plan)
    assert antares.elsewhere == {(name,): ("Badlands",) for name in ("Ace", "Jack", "King")}


def test_what_could_go_is_not_said_to_be_forced() -> None:
    """S8: here nothing helps: next door the enemy is as strong."""
    war = overwhelmed()
    for number, key in enumerate(OVERWHELMING.split()):
        place = war.chart.place("Badlands", war.markers["Badlands"])
        war.sightings["talon"][f"Badlands {number}"] = Sighting(war.turn - 1, place, key, UNDAMAGED, 5)
    seen = view(war, "terran")
    found = {one.places[0]: one.words for one in hopeless_of(seen)}
    assert found[seen.place_of("Antares")].endswith(
        "Nothing that the minimum could spare would help at another front."
    )


@pytest.mark.parametrize("minimum", [0, 1, 2])
@pytest.mark.parametrize("key", proposals.SENDING)
def test_a_proposal_leaves_no_squadron_in_vain_but_what_the_minimum_keeps(minimum: int, key: str) -> None:
    seen = view(overwhelmed(minimum, WING), "terran")
    plan = proposals.sent_by(seen, "terran", Plan(), key)
    assert not any(one.elsewhere for one in sent_in_vain(seen, "terran", plan))


def hopeless_of(seen: WarView) -> tuple[HopelessFront, ...]:
    """The fronts at which the ships that stay hardly ever win, as the page names them."""
    working = WorkingPlan(seen, "terran", staying(seen))
    return hopeless_fronts(seen, "terran", working.plan, chances(working, "captain"))


def told(war: War) -> str:
    """What is said of the fronts at which the ships that stay hardly ever win."""
    seen = view(war, "terran")
    (one,) = hopeless_of(seen)
    assert one.places == (seen.place_of("Antares"),)
    return one.words


def test_a_front_that_the_minimum_forces_is_said_to_be_so() -> None:
    """S8: those ships cannot be sent elsewhere."""
    war = overwhelmed()
    lp = sum(ship.class_of("terran").lp for ship in war.terran.ships.values() if ship.where == "Antares")
    words = (
        f"Because of the minimum you send {lp} LP to Antares 5, "
        "where you hardly ever win if the enemy stays as it was seen."
    )
    assert told(overwhelmed(minimum=lp)) == words


def test_fronts_that_the_minimum_forces_are_named_in_one_sentence() -> None:
    war = overwhelmed(minimum=9)
    for number, key in enumerate(OVERWHELMING.split()):
        place = war.chart.place("Orion", war.markers["Orion"])
        war.sightings["talon"][f"Orion {number}"] = Sighting(war.turn - 1, place, key, UNDAMAGED, 5)
    seen = view(war, "terran")
    (one,) = hopeless_of(seen)
    assert one.places == (seen.place_of("Antares"), seen.place_of("Orion"))
    assert re.fullmatch(
        r"Because of the minimum you send 9 LP to Antares \d and 3 LP to Orion \d, "
        r"where you hardly ever win if the enemy stays as it was seen\.",
        one.words,
    )


def test_ships_that_would_help_elsewhere_are_named() -> None:
    words = told(overwhelmed())
    assert re.fullmatch(
        r"You send \d+ LP to Antares 5, where you hardly ever win if the enemy stays as it was seen\. "
        r".*\bPatton\b.* would help more in Badlands\.",
        words,
    )


def test_of_proposals_what_is_forced_is_a_warning() -> None:
    """Each meets the minimum in Antares, and says that this is hopeless."""
    found = proposals.turn_proposals(view(overwhelmed(), "terran"), "terran")
    assert found
    for one, _ in found.values():
        assert one.prospect is not None
        assert re.match(
            r"Because of the minimum you send \d LP to Antares 5, where", one.prospect.warnings[-1]
        )


def test_a_ship_more_does_not_lower_the_chance() -> None:
    seen = view(overwhelmed(), "terran")
    ships = seen.fleet("terran").ships
    ahead, place = Foresight(seen, "terran"), seen.place_of("Badlands")
    some = {name: ships[name] for name in ("Grant", "Lion")}
    fewer, more = ahead.chance(place, some), ahead.chance(place, {**some, "Patton": ships["Patton"]})
    assert 0 < fewer < more < 1
    assert ahead.chance(place, {}) == 0.0


@pytest.mark.parametrize("key", proposals.SENDING)
def test_no_proposal_leaves_in_vain_what_counts_next_door(key: str) -> None:
    seen = view(overwhelmed(), "terran")
    plan = proposals.sent_by(seen, "terran", Plan(), key)
    assert not any(one.elsewhere for one in sent_in_vain(seen, "terran", plan))
    assert sum(plan.assign[name] == "Antares" for name in ("Achilles", "Patton", "Napoleon", "Thor")) <= 2


def drawn_war(number: int) -> Game:
    """A war of takers of proposals and commanders, drawn at random."""
    random = Random(number)
    players: dict[Side, Player] = {
        side: random.choice((Commander(side, "steady", str(number)), ProposalPlayer(side))) for side in SIDES
    }
    return new_game(number, players, settings(), shipped_maps()[DEFAULT])


@pytest.mark.parametrize("number", range(3))
def test_no_proposal_of_a_war_sends_in_vain_what_would_count_elsewhere(number: int) -> None:
    game = drawn_war(number)
    looked_at = 0
    while game.war.phase != "over" and game.war.turn < 6:
        if game.war.phase == "planning" and game.war.turn > 1:
            for side in SIDES:
                seen = view(game.war, side)
                for key in proposals.SENDING:
                    plan = proposals.whole(seen, side, key)
                    wasted = [one for one in sent_in_vain(seen, side, plan) if one.elsewhere]
                    assert not wasted, (game.war.turn, side, key)
                    looked_at += 1
        game.step()
    assert looked_at
