"""31.1: winning the battle over the enemy's home wins the war (S10); surrender and draws (S33)."""

import pytest

from campaign.rules import orders as o
from campaign.rules.events import WarEnded
from engines.seam.refusals import Refused
from tests.core.cases.openings import answer, facing, joined, shipyard
from tests.core.table import Table


def won(table: Table) -> tuple:
    return (table.war.phase, table.war.winner, table.war.ended)


def test_31_1_winning_over_the_enemy_home_wins_the_war():
    """31.1: Talon wins over the Terran home."""
    table = joined("CA, DD", "BB, CA", zone=1)
    table.fought("talon", terran="Guderian destroyed")
    assert won(table) == ("over", "talon", "home")
    assert [event.winner for event in table.happened(WarEnded)] == ["talon"]


def test_31_1_terran_wins_over_the_talon_home():
    """31.1: the other way about."""
    table = joined("BB, CA", "CA, DD", zone=9)
    table.fought("terran", talon="Justice destroyed")
    assert won(table) == ("over", "terran", "home")


def test_s10_a_minor_victory_with_losses_is_enough():
    """S10: any degree."""
    table = joined("CA, DD", "BB, CA", zone=1)
    table.fought("talon", terran="Achilles destroyed", talon="Justice destroyed")
    assert won(table) == ("over", "talon", "home")


def test_s10_no_landing_is_needed():
    """S10: the planet itself need not be taken."""
    table = joined("CA, DD", "BB, CA", zone=1)
    table.fought("talon")
    assert won(table)[1] == "talon"


def test_s10_a_forfeit_over_the_own_home_loses_the_war():
    """S10: declining is losing the battle."""
    table = facing("CA, DD", "BB, CA", zone=1)
    answer(table, False, True)
    assert won(table) == ("over", "talon", "home")


def test_s10_a_home_without_forces_is_lost_unasked():
    """S10, S4: nobody is there to fight."""
    table = Table.midway(
        terran={"Orion": "BB, CA"}, talon={"Antares": "BB"}, markers={"Antares": 1}, minimum=(0, 0)
    )
    table.plan("terran")
    table.plan("talon")
    assert won(table) == ("over", "talon", "home")


def test_31_1_the_owner_winning_over_its_own_home_does_not_end_the_war():
    """31.1: the defender only holds."""
    table = joined("BB, CA", "CA, DD", zone=1)
    table.fought("terran", talon="Justice destroyed")
    assert won(table) == ("battles", None, None)


def test_31_1_a_draw_over_a_home_does_not_end_the_war():
    """31.1, S29: nobody has won the battle."""
    table = joined("BB, CA", "CA, DD", zone=1)
    table.fought(None, ending="draw")
    assert won(table) == ("battles", None, None)
    assert table.marker("Antares") == 1


def test_31_1_reaching_the_home_is_not_yet_victory():
    """31.1: the marker arrives there; the battle over it is still to come."""
    table = joined("CA, DD", "BB, CA", zone=2)
    table.fought("talon", terran="Guderian destroyed")
    assert (table.marker("Antares"), table.war.winner) == (1, None)


def test_31_1_when_the_war_is_over_nothing_more_is_done():
    """31.1: no order is taken any more."""
    table = joined("CA, DD", "BB, CA", zone=1)
    table.fought("talon", terran="Guderian destroyed")
    with pytest.raises(Refused):
        table.go_on()
    with pytest.raises(Refused):
        table.give("terran", o.Surrender())


@pytest.mark.parametrize(("side", "other"), [("terran", "talon"), ("talon", "terran")])
def test_s33_surrender_gives_the_war_to_the_other(side, other):
    """S33: at any time."""
    table = shipyard("CA", "CA")
    table.give(side, o.Surrender())
    assert won(table) == ("over", other, "surrender")


def test_s33_surrender_in_the_middle_of_a_battle():
    """S33: also then."""
    table = joined("CA, DD", "BB, CA")
    table.give("talon", o.Surrender())
    assert won(table) == ("over", "terran", "surrender")


def test_s33_surrender_before_the_bases_stand():
    """S33: also on the first day."""
    table = Table()
    table.give("terran", o.Surrender())
    assert won(table) == ("over", "talon", "surrender")


def test_s33_an_agreed_draw_has_no_winner():
    """S33: offered and accepted."""
    table = shipyard("CA", "CA")
    table.give("talon", o.OfferDraw())
    table.give("terran", o.AnswerDraw(accept=True))
    assert won(table) == ("over", None, "agreed")


def test_s33_a_declined_draw_changes_nothing():
    """S33: the war goes on, and the offer is gone."""
    table = shipyard("CA", "CA")
    table.give("talon", o.OfferDraw())
    table.give("terran", o.AnswerDraw(accept=False))
    assert table.war.phase == "planning"
    with table.refused("S33"):
        table.give("terran", o.AnswerDraw(accept=True))


def test_s33_nobody_accepts_the_own_offer():
    """S33: agreement takes two."""
    table = shipyard("CA", "CA")
    table.give("talon", o.OfferDraw())
    with table.refused("S33"):
        table.give("talon", o.AnswerDraw(accept=True))


def test_s33_a_draw_that_nobody_offered():
    """S33: there is nothing to answer."""
    table = shipyard("CA", "CA")
    with table.refused("S33"):
        table.give("terran", o.AnswerDraw(accept=True))


def test_s33_both_offering_a_draw_agree():
    """S33: an offer to a side that has offered is an agreement or refused, never a second open offer."""
    table = shipyard("CA", "CA")
    table.give("talon", o.OfferDraw())
    try:
        table.give("terran", o.OfferDraw())
    except Refused:
        assert table.war.draw_offered_by == "talon"
    else:
        assert won(table) == ("over", None, "agreed")
