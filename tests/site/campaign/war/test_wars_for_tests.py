"""The wars that other tests stand on."""

from tests.people import make_person
from tests.site.wars import make_war, play_until


def test_a_war_can_be_played_on(db) -> None:
    war = make_war(make_person("anna"), make_person("boris"))
    assert play_until(war, phase="planning").turn == 1
    state = play_until(war, phase="planning", turn=3)
    assert state.phase == "over" or (state.turn, state.phase) == (3, "planning")
