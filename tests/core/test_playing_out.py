"""Battles that a commander has played out before it engages (31.6): few, repeatable, and by what it may see."""

from dataclasses import dataclass

import pytest

from campaign.commanders.commander import Commander
from campaign.commanders.engaging import doctrine, engages
from campaign.commanders.playing_out import MOST, UNITS, PlayOuts, Way, best_tried
from campaign.commanders.temper import TEMPERS
from campaign.rules.battles.predicting import STANCES, ends_of
from campaign.rules.battles.settling import Settling, declined
from campaign.rules.settings import CommanderLevel
from campaign.rules.sight import WarView
from campaign.rules.state import Battle
from campaign.war import playing
from engines.odds.playing import Question
from engines.odds.tally import Ended, Losses, Tally
from engines.seam.documents import Stance
from engines.seam.estimates import Estimate
from engines.seam.sides import SIDES, Side, opponent
from engines.seeded import SeededDice
from tests.core.test_settling import met

SHREWD = TEMPERS["shrewd"]
FEW = 0.2
"""Twelve play-outs at most: one of each way to fight against each stance of the enemy."""


@dataclass
class Foretold(PlayOuts):
    """Play-outs that end as was said: the winner loses nothing, the loser so many points; by the own stance."""

    side: Side = "terran"
    winners: tuple[Side, Side, Side] = ("terran", "terran", "terran")
    points: int = 100

    def ends(self, question: Question, number: int) -> Estimate:
        """How it was said to end."""
        self.known[question.seed.encode() + repr(question.doctrines).encode(), number] = Estimate(
            {}, {}, 0, {}
        )
        winner = self.winners[STANCES.index(question.doctrines[self.side].stance)]
        lost = {winner: Losses(), opponent(winner): Losses(self.points)}
        return ends_of(Tally(1, ((Ended(winner, "great", unhurt=True), 1),), lost["terran"], lost["talon"]))


def foretold(side: Side, *winners: Side, points: int = 100) -> Foretold:
    return Foretold(SeededDice, side=side, winners=winners, points=points)  # type: ignore[arg-type]


def even() -> tuple[WarView, Battle]:
    return met("BB, BC", "BB, BC, FF")


@pytest.mark.parametrize("side", SIDES)
def test_play_outs_decide_whether_a_side_engages(side: Side) -> None:
    seen, battle = even()
    wins, loses = foretold(side, *[side] * 3), foretold(side, *[opponent(side)] * 3, points=400)
    assert engages(seen, side, battle.number, SHREWD, "", wins)
    assert not engages(seen, side, battle.number, SHREWD, "", loses)
    assert wins.known
    assert loses.known


@pytest.mark.parametrize(("at", "stance"), list(enumerate(STANCES)))
def test_the_stance_is_the_one_that_did_best(at: int, stance: Stance) -> None:
    seen, battle = even()
    winners: list[Side] = ["talon", "talon", "talon"]
    winners[at] = "terran"
    tried = foretold("terran", *winners)
    assert doctrine(seen, "terran", battle.number, SHREWD, "", tried).stance == stance


def settling(worth: float) -> Settling:
    return Settling(won=0.5, held=0.5, moved=0.5, lost=100, enemy_lost=100, stance="hold", worth=worth)


def test_the_worst_stance_of_the_enemy_weighs_as_much_as_all_of_them() -> None:
    way = Way("hold", [], [settling(10), settling(20), settling(-120)])
    assert way.settling.worth == (-30 - 120) / 2
    way.came += [settling(10), settling(20), settling(300)] * 100
    assert way.settling.worth == pytest.approx((110 + 10) / 2, abs=2)


def test_play_outs_make_the_worth_surer() -> None:
    way = Way("hold", [], [settling(10), settling(20), settling(-120)])
    before = way.error
    way.came += [settling(10), settling(20), settling(-120)] * 5
    assert way.error < before / 2


def test_a_decision_can_be_repeated() -> None:
    """Its dice follow from what is open and from the commander's whim, and from nothing else."""
    seen, battle = even()
    one, same, other = (PlayOuts(SeededDice, FEW) for _ in range(3))
    first = best_tried(seen, battle, "terran", "captain", "whim", one)
    assert best_tried(seen, battle, "terran", "captain", "whim", same) == first
    best_tried(seen, battle, "terran", "captain", "another whim", other)
    assert one.known == same.known
    assert not one.known.keys() & other.known.keys()


def test_each_battle_is_played_out_once() -> None:
    """Whoever is asked for the doctrine next has the same play-outs, and no new ones."""
    seen, battle = even()
    commander = Commander("terran", "shrewd", "whim", play_outs=PlayOuts(SeededDice, FEW))
    question = seen.question
    assert question is not None
    engages(seen, "terran", battle.number, SHREWD, "whim", commander.play_outs)
    assert commander.play_outs is not None
    fought = len(commander.play_outs.known)
    assert fought > 0
    commander.doctrine(seen, battle.number)
    assert len(commander.play_outs.known) == fought


@pytest.mark.parametrize("level", ["gentle", "steady"])
def test_the_lower_levels_go_by_the_estimate(level: CommanderLevel) -> None:
    """They would be too hard else."""
    seen, battle = even()
    tried = PlayOuts(SeededDice)
    commander = Commander("terran", level, play_outs=tried)
    commander.decide(seen)
    commander.doctrine(seen, battle.number)
    assert not tried.known


def test_what_is_clear_is_not_played_out() -> None:
    """Nine light cruisers against ten heavy ships, who would gain little: the estimate is enough."""
    seen, battle = met("6 BB, 4 BC", "9 CL", markers={"Antares": 4}, boxes=9)
    tried = PlayOuts(SeededDice)
    assert not engages(seen, "talon", battle.number, SHREWD, "", tried)
    assert not tried.known


def test_a_home_is_held_without_a_play_out() -> None:
    seen, battle = met("BB", "BB, DD", markers={"Antares": 1})
    tried = PlayOuts(SeededDice)
    assert engages(seen, "terran", battle.number, SHREWD, "", tried)
    assert doctrine(seen, "terran", battle.number, SHREWD, "", tried).stance == "hold"
    assert not tried.known


@pytest.mark.parametrize(("terran", "talon"), [("BB, BC", "BB, BC, FF"), ("9 BB, 9 BC", "9 BB, 9 BC, 4 FF")])
@pytest.mark.parametrize("share", [1.0, 0.5])
def test_the_play_outs_of_a_decision_are_bounded(terran: str, talon: str, share: float) -> None:
    """Three ways to fight, of which no two differ: nothing is ever clear but that one fights."""
    seen, battle = met(terran, talon, boxes=9)
    tried = foretold("terran", "terran", "terran", "terran")
    tried.share = share
    best_tried(seen, battle, "terran", "captain", "", tried)
    units = sum(map(len, battle.forces.values()))
    most = share * min(MOST, UNITS / units)
    assert most - len(STANCES) ** 2 < len(tried.known) <= most
    assert tried.most(battle) == int(most)


def test_a_way_in_which_the_captain_concedes_at_once_is_none() -> None:
    """It would be declined besides, without a battle (20.4)."""
    seen, battle = met("BB, DD", "BB, BC, CA")
    tried = foretold("terran", "talon", "talon", "terran", points=0)
    assert best_tried(seen, battle, "terran", "captain", "", tried).stance != "preserve"
    assert declined(seen, battle, "terran").stance is None


@pytest.mark.parametrize(("compiled", "share"), [(True, 1.0), (False, 0.5)])
def test_plain_python_has_time_for_half(
    compiled: bool, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "is_compiled", lambda: compiled)
    assert playing.play_outs().share == share
