"""A captain that would concede before anybody fires is not sent to fight (20.4, 31.6)."""

import pytest
from msgspec.structs import replace

from campaign.commanders.commander import Commander
from campaign.odds.outlook import outlook
from campaign.rules.battles.conceding import gives_up_unfought
from campaign.rules.orders import Engage
from campaign.rules.sight import WarView
from campaign.war.playing import order_of
from engines.seam.documents import Doctrine, Level, Stance
from engines.seam.sides import SIDES
from engines.seam.systems import system
from engines.seeded import SeededDice
from tests.core.table import setup
from tests.core.test_settling import met

PAIRS = (("BB", "BC, CA, CL"), ("BB", "BB, DD"), ("DD", "DN, BB, BC"), ("BC, CA, CV, FTR", "DN, BB, 2 Tran"))


class Bold(Commander):
    """Engages everywhere, to preserve the fleet."""

    def decide(self, view: WarView) -> Engage:
        assert view.question is not None
        return Engage(view.question.battle, engage=True)

    def doctrine(self, view: WarView, number: int) -> Doctrine:
        return Doctrine("preserve")


@pytest.mark.parametrize("stance", ["hold", "withdraw", "preserve"])
@pytest.mark.parametrize("level", ["captain", "ensign"])
@pytest.mark.parametrize("forces", PAIRS)
def test_it_is_foretold_exactly(forces: tuple[str, str], level: Level, stance: Stance) -> None:
    """What is said before the set-up is what the fought battle comes to."""
    battle, talon = setup(*forces), system("talon")
    doctrine = Doctrine(stance)
    levels = dict.fromkeys(SIDES, level)
    fought = talon.fight(
        battle, {"terran": doctrine, "talon": Doctrine("hold")}, SeededDice("x"), levels=levels
    )
    result = fought.result
    at_once = (result.report.ending, result.report.winner, result.report.rounds) == ("conceded", "talon", 1)
    assert talon.gives_up_unfought(battle, "terran", doctrine) == at_once
    assert not at_once or (result.terran_lost, result.talon_lost) == (0, 0)


def test_some_give_up_and_some_do_not() -> None:
    """Else the test before would show nothing."""
    said = {
        system("talon").gives_up_unfought(setup(*forces), "terran", Doctrine("preserve")) for forces in PAIRS
    }
    assert said == {True, False}


def test_who_would_concede_at_once_declines() -> None:
    seen, battle = met("BB", "BC, CA, CL")
    assert gives_up_unfought(seen, battle, "terran", Doctrine("preserve"))
    assert order_of(Bold("terran"), "terran", seen) == (Engage(battle.number, engage=False), None)


def test_who_would_fight_engages_with_its_doctrine() -> None:
    seen, battle = met("BB", "BB, DD")
    assert order_of(Bold("terran"), "terran", seen) == (
        Engage(battle.number, engage=True),
        Doctrine("preserve"),
    )


def test_in_the_first_turn_it_fights_and_withdraws() -> None:
    """A newcomer's first battle is one: the easy computer fights all of that turn."""
    seen, battle = met("BB", "BC, CA, CL")
    seen = replace(seen, turn=1)
    assert order_of(Bold("terran"), "terran", seen) == (
        Engage(battle.number, engage=True),
        Doctrine("withdraw"),
    )


def test_what_the_enemy_declines_is_taken_all_the_same() -> None:
    """Nobody fights, so nobody concedes."""
    seen, battle = met("BB", "BC, CA, CL")
    battle.answers["talon"] = False
    assert order_of(Bold("terran"), "terran", seen)[0] == Engage(battle.number, engage=True)


def test_a_player_is_told_by_which_doctrines_the_captain_concedes_at_once() -> None:
    seen, battle = met("BB", "BC, CA, CL")
    words = outlook(seen, battle, "terran", "captain", "withdraw").gives_up
    assert words == "With “Preserve the fleet” your captain concedes before anybody fires."
    assert outlook(seen, battle, "talon", "captain", "withdraw").gives_up == ""
