"""Which battles have bases that are lost when their side concedes: all but those of an Empire War (20.4, R30)."""

import pytest

from engines.seam.documents import BattleSetup, Doctrine
from engines.seeded import SeededDice
from engines.talon import game, text
from engines.talon.captains.captain import Captain
from engines.talon.documents import codec
from engines.talon.orders import Concede
from engines.talon.records.exchange import beginning_of, read_upload, written_of
from engines.talon.records.record import fight_out
from engines.talon.records.text_form import write_text
from engines.talon.set_ups.bases import with_bases_that_fall
from engines.talon.set_ups.scenarios import fleets_of, numbered, scenario
from engines.talon.terms import TalonTerms, terms_of
from engines.talon.view import View
from tests.core.board import board

WITH_A_BASE = {4, 9}


@pytest.mark.parametrize("number", numbered())
def test_scenarios_with_a_base_say_so(number: int) -> None:
    """26: no scenario is a battle of an Empire War; of those without a base nothing is said."""
    assert terms_of(scenario(number)).bases_fall == (number in WITH_A_BASE)
    assert terms_of(with_bases_that_fall(fleets_of(number))).bases_fall == (number in WITH_A_BASE)


def test_a_set_up_of_before_stays_as_it_is() -> None:
    """One that says nothing of it is read as it was written: the base stands."""
    old = fleets_of(9)
    assert (old.format, terms_of(old).bases_fall) == (1, False)
    assert not game.new_battle(old).bases_fall
    assert with_bases_that_fall(old) == BattleSetup(
        old.place, old.mode, old.terran, old.talon, format=2, terms=TalonTerms(bases_fall=True)
    )


def test_it_is_in_the_position_in_both_forms() -> None:
    """Text and document, and the copy on which a captain tries orders out."""
    battle = game.new_battle(scenario(4))
    assert battle.bases_fall
    assert battle.copy().bases_fall
    assert "bases-fall" in text.write_position(battle).splitlines()
    assert text.read_position(text.write_position(battle)).bases_fall
    assert codec.decode_position(codec.encode_position(battle)).bases_fall
    assert View(battle, "talon").bases_fall


def test_a_record_without_it_is_of_another_battle() -> None:
    """It would end otherwise."""
    doctrines = {"terran": Doctrine("hold"), "talon": Doctrine("hold")}
    told = write_text(written_of(fight_out(scenario(4), doctrines, SeededDice("a base")), {}))  # type: ignore[arg-type]
    assert "bases-fall\n" in write_text(beginning_of(scenario(4), {}))
    read_upload(scenario(4), told.encode())
    with pytest.raises(Exception, match="rule for the base of a side that concedes"):
        read_upload(scenario(4), told.replace("bases-fall\n", "").encode())


@pytest.mark.parametrize("falls", [True, False])
def test_a_captain_does_not_concede_a_base_away(falls: bool) -> None:
    """Its ships are beyond help and could get away; with a base that is lost by it that is dear."""
    table = board(f"""
        clock 3F terran ap
        {"bases-fall" if falls else ""}
        terran Base Hope 0,8 E charge lost/lost/lost
        talon BB Eliminator 14,1 W
        talon BB Eradicator 14,2 W
        talon BB Executioner 14,3 W
    """)
    order = Captain(Doctrine("preserve")).decide(View(table.battle, "terran"))
    assert isinstance(order, Concede) != falls
