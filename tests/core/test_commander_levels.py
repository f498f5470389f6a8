"""The levels of commanders: each legal, each sane, the better ones better."""

from dataclasses import replace
from typing import get_args

import pytest

from bench.wars.commanders import settings
from bench.wars.proposal_player import ProposalPlayer
from bench.wars.whole_wars import PlayedWar, between, standing
from campaign.commanders import assigning, building
from campaign.commanders.commander import Commander
from campaign.commanders.temper import SPARING, TEMPERS
from campaign.rules.battles.forces import has_forces
from campaign.rules.battles.settling import best_fight, engaged
from campaign.rules.decide import plan_refusals
from campaign.rules.orders import RESERVE, Engage, Plan
from campaign.rules.settings import DIFFICULTIES, CommanderLevel
from campaign.rules.sight import view
from campaign.rules.state import War
from campaign.war.playing import Game, Player, new_game
from engines.seam.documents import Level
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.catalogue import ship_class
from engines.talon.worth import WORTH
from tests.core.table import Table, four_sectors

LEVELS = pytest.mark.parametrize("level", list(TEMPERS))
BOTH = pytest.mark.parametrize("side", SIDES)


def of_level(level: CommanderLevel, seed: int) -> Game:
    """A war of two commanders of one level."""
    players = {side: Commander(side, level, f"{side} {seed}") for side in SIDES}
    return new_game(seed, players, settings(), four_sectors())  # type: ignore[arg-type]


@LEVELS
def test_every_order_of_every_level_is_legal(level: CommanderLevel) -> None:
    """A game raises `Refused` at the first that is not."""
    game = of_level(level, 3)
    while game.war.phase != "over" and game.war.turn < 5:
        game.step()


def bought_on_turn_1(side: Side, *, thrifty: bool) -> dict[str, int]:
    game = of_level("steady", 1)
    while game.war.phase == "bases":
        game.step()
    return building.bought(view(game.war, side), side, thrifty=thrifty).buy


@BOTH
def test_a_thrifty_fleet_is_worth_more_for_its_points(side: Side) -> None:
    def worth(buy: dict[str, int]) -> float:
        points = sum(ship_class(side, key).points * number for key, number in buy.items())
        return sum(WORTH[side][key] * number for key, number in buy.items()) / points

    assert worth(bought_on_turn_1(side, thrifty=True)) > worth(bought_on_turn_1(side, thrifty=False))


def test_who_spreads_sends_as_much_to_one_sector_as_to_another() -> None:
    forces = {"reserve": "8 CA"}
    one_each = dict.fromkeys(four_sectors().order, "DD")
    war: War = Table.midway(terran={**one_each, **forces}, talon=one_each, treasury=(0, 0)).war
    temper = replace(TEMPERS["gentle"], spreads=1.0, whimsy=0.0)
    plan = assigning.assigned(view(war, "terran"), "terran", Plan(), temper)
    assert not list(plan_refusals(war, "terran", plan))
    sent = [list(plan.assign.values()).count(sector) for sector in war.chart.order]
    assert sent == [3, 3, 3, 3]
    assert RESERVE not in plan.assign.values()


@BOTH
def test_the_first_turn_of_an_easy_war_has_battles_to_look_at(side: Side) -> None:
    """Forty of a hundred guests saw none: one side or the other declined each."""
    first, enemy = DIFFICULTIES["easy"], opponent(side)
    for seed in range(3):
        other = Commander(enemy, first.commander, f"first {seed}", first.captains)
        players: dict[Side, Player] = {side: ProposalPlayer(side), enemy: other}
        game = new_game(seed, players, settings(), four_sectors(), dict.fromkeys(SIDES, first.captains))
        while game.war.turn == 1:
            game.step()
        assert game.battles >= 2
        answers = [given.order for given in game.given if isinstance(given.order, Engage)]
        assert all(answer.engage for answer in answers)


def test_the_easy_computer_is_sparing_but_for_a_newcomers_mistakes() -> None:
    first = DIFFICULTIES["easy"]
    easy = {side: Commander(side, first.commander, "", first.captains).temper for side in SIDES}
    assert 0 < easy["terran"].spreads < easy["talon"].spreads < TEMPERS["gentle"].spreads
    assert {side: temper.scatters for side, temper in easy.items()} == {"terran": False, "talon": True}
    for temper in easy.values():
        assert temper.opens
        plain = replace(temper, spreads=0.0, opens=False, scatters=False, captains="captain")
        assert plain == SPARING
    assert Commander("terran", "gentle", captains="captain").temper == TEMPERS["gentle"]


def first_revealed(game: Game) -> int:
    """The number of the first battle in which both sides have forces."""
    while True:
        game.step()
        for battle in game.war.battles:
            if battle.forces and all(has_forces(battle.forces[side]) for side in SIDES):
                return battle.number


@pytest.mark.parametrize("side", SIDES)
def test_the_level_of_the_captains_favours_neither_side(side: Side) -> None:
    """The same captains lead both fleets: what they make of a battle for one side they do for the other."""
    game = of_level("steady", 5)
    number = first_revealed(game)
    seen = view(game.war, side)
    battle = seen.battle(number)
    for level in get_args(Level):
        fights = {of: engaged(seen, battle, of, ("hold", "hold"), level) for of in SIDES}
        assert fights["terran"].won + fights["talon"].won <= 1.0
        assert fights["terran"].lost == fights["talon"].enemy_lost
        assert fights["terran"].held == pytest.approx(1 - fights["talon"].moved)


def test_admirals_decide_as_captains_do() -> None:
    """Whoever is led by admirals meets admirals."""
    game = of_level("steady", 5)
    number = first_revealed(game)
    seen = view(game.war, "terran")
    battle = seen.battle(number)
    assert best_fight(seen, battle, "terran", "admiral") == best_fight(seen, battle, "terran", "captain")


def test_a_standing_says_why_wars_were_lost() -> None:
    zones = {"Antares": -2}
    wars = [
        PlayedWar("terran", 1.0, 6, "home captured", 100, 200, {"Antares": 3}),
        PlayedWar("terran", 0.5, 201, "not over", 0, 0, {"Antares": 0}),
        PlayedWar("terran", 0.0, 8, "home captured", 300, 200, zones),
        PlayedWar("terran", 0.0, 4, "too few LP", 500, 0, zones),
    ]
    found = standing("one", wars, least=30, most=50)
    assert (found.share, found.kept) == (37.5, True)
    assert found.endings == {
        "won, home captured": 1,
        "drawn, not over": 1,
        "lost, home captured": 1,
        "lost, too few LP": 1,
    }
    assert found.lost == {"own points lost": 400, "enemy points lost": 100, "Antares zones": -2}


def test_a_war_between_levels_is_played_to_its_end() -> None:
    [war] = between("shrewd", "gentle", 1)
    assert war.ended == "home captured"
    assert war.score in (0.0, 1.0)
