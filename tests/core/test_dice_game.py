"""A second game lives behind the seam: whole wars of it, by rules and commanders alone."""

import msgspec
import pytest

from campaign.commanders.commander import Commander
from campaign.planning.editor.edits import first_plan
from campaign.planning.editor.form import press
from campaign.planning.proposals.ready_fleets import fleet_choices
from campaign.rules.events import WarBegan
from campaign.rules.evolve import fold
from campaign.rules.fleets.building import building_refusals
from campaign.rules.odds.asked import asked_of
from campaign.rules.odds.assumptions import drawn
from campaign.rules.orders import Plan
from campaign.rules.paper.ship_lines import read_ships
from campaign.rules.settings import CommanderLevel, Settings
from campaign.rules.sight import view
from campaign.rules.state import RULES, War
from campaign.war.log.documents import decode_events, encoded
from campaign.war.playing import Game, new_game
from engines.odds.playing import play_outs
from engines.seam import registry
from engines.seam.documents import UNDAMAGED, Doctrine, Unit
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, opponent
from engines.seam.systems import role_of, room_aboard, system, system_of, unit_card, unit_class
from engines.seeded import SeededDice
from tests.core.table import four_sectors, three_sectors


@pytest.fixture(autouse=True)
def dice_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is known while a test runs."""
    monkeypatch.setitem(registry.MODULES, "dice", "tests.dice_game.system")


def game(seed: int, *levels: CommanderLevel) -> Game:
    """A war of the dice game between two commanders."""
    players = {side: Commander(side, level, f"{seed}") for side, level in zip(SIDES, levels, strict=True)}
    chart = (four_sectors, three_sectors)[seed % 2]()
    return new_game(seed, dict(players), Settings(system="dice"), chart)


def in_order(war: War) -> bytes:
    """The war as it can be compared."""
    return msgspec.json.encode(war, order="deterministic")


@pytest.mark.parametrize(("seed", "levels"), [(1, ("steady", "gentle")), (2, ("gentle", "shrewd"))])
def test_a_war_of_another_game_is_played_from_the_first_purchase_to_victory(
    seed: int, levels: tuple[CommanderLevel, CommanderLevel]
) -> None:
    played = game(seed, *levels)
    played.play()
    assert played.war.phase == "over"
    assert played.war.winner in SIDES
    assert played.battles
    assert played.war.losses
    assert {loss.ship_class.partition("/")[0] for loss in played.war.losses} == {"dice"}
    stored = fold(decode_events(encoded(played.events)))
    assert in_order(stored) == in_order(played.war)
    again = game(seed, *levels)
    again.play()
    assert again.events == played.events


def test_every_game_says_what_its_own_units_are() -> None:
    engine = system("dice")
    assert system_of("dice/raider") is engine
    assert (unit_class("terran", "dice/hammer").points, role_of("dice/wasp")) == (90, "warship")
    assert room_aboard("talon", [Unit("Fort 1", "dice/fort"), Unit("Barge 1", "dice/barge")]) == 0
    assert unit_card("talon", Unit("Anvil 3", "dice/anvil")).kind.title == "Anvil"
    with pytest.raises(KeyError):
        unit_class("talon", "dice/raider")
    assert not [*engine.damage_refusals(unit_class("talon", "dice/wasp"), "Wasp 1", UNDAMAGED)]


@pytest.mark.parametrize(
    ("own", "other"), [("dice", "scout"), ("talon", "dice/raider"), ("talon", "chess/rook")]
)
def test_no_war_buys_the_ships_of_another_game(own: str, other: str) -> None:
    war = fold([WarBegan(Settings(system=own), four_sectors(), RULES)])
    found = [*building_refusals(war, "terran", Plan(buy={other: 1}))]
    assert [one.where for one in found if one.rule == "31.4" and one.where == other] == [other]


def test_a_plan_is_made_with_the_buttons_of_the_page() -> None:
    played = game(2, "steady", "steady")
    while played.war.phase == "bases":
        played.step()
    [fleet] = fleet_choices(played.war, "terran")
    assert max(fleet.working.plan.buy, key=lambda key: fleet.working.plan.buy[key]) == "dice/hammer"
    assert press(first_plan(played.war, "terran"), "fleet/hammers").plan.buy == fleet.working.plan.buy
    working = first_plan(played.war, "terran")
    for words in ("buy/dice/hammer/2", "buy/dice/hammer/-1", "send/dice/hammer/Antares/1"):
        working = press(working, words)
    assert working.plan.buy == {"dice/hammer": 1}
    assert working.plan.assign == {"Hammer 1": "Antares"}
    for words in ("buy/hammer/1", "buy/dice/1", "buy/dice/anvil/1", "buy/dice/hammer", "buy/"):
        with pytest.raises(Refused):
            press(working, words)


def test_the_odds_of_a_battle_are_those_of_its_system() -> None:
    played = game(2, "steady", "steady")
    while played.war.question is None or played.war.question.kind != "engage":
        played.step()
    side, number = played.war.question.side, played.war.question.battle
    seen = view(played.war, side)
    asked = asked_of(seen, side, seen.battle(number), Doctrine(), "captain")
    assert asked.setup.system == "dice"
    assert play_outs(asked.case(0), range(20), SeededDice).fought == 20
    ahead = drawn(seen, opponent(side), seen.battle(number).place, 9)
    assert {unit.ship_class.partition("/")[0] for force in ahead for unit in force} == {"dice"}


def test_a_war_from_paper_has_the_ships_of_its_game() -> None:
    chart = four_sectors()
    text = "Raider 1; RA; Antares\nBarge 1; Barge; Reserve; none"
    read = read_ships(text, "terran", chart, "dice")
    assert not read.faults
    assert [ship.ship_class for ship in read.found.values()] == ["dice/raider", "dice/barge"]
    assert read_ships("Raider 1; RA; Antares; hull 2", "terran", chart, "dice").faults
    assert "RA, HA, BA" in read_ships("Raider 1; SC; Antares", "terran", chart, "dice").faults[0]
