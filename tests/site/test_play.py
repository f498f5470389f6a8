"""Battles played by hand: orders, draft lines, barriers, races, captains, and the result."""

from typing import Any

import pytest

from accounts.models import User
from battles.models import Battle, Play, Status
from battles.selectors import known_battle
from battles.services import open_battle
from battles.services.play.beginning import begin
from battles.services.play.captains import go_on
from battles.services.play.ordering import Seen, draft_of, give
from battles.services.play.publishing import board_of
from bench.fleets import scenario
from engines.seam.documents import Doctrine
from engines.seam.sides import SIDES, Side
from engines.talon.captains.captain import Captain
from engines.talon.play.lines import with_draft
from engines.talon.records.dice_check import fault
from engines.talon.text import write_order
from engines.talon.view import View


def opened(terran: User, talon: User, number: int = 2, **more: Any) -> Play:
    """The play of a scenario between the two."""
    battle = open_battle(
        setup=scenario(number),
        title="Skirmish",
        place="Open space",
        terran_user=terran,
        talon_user=talon,
        **more,
    )
    return begin(battle)


@pytest.fixture
def play(anna: User, ben: User) -> Play:
    return opened(anna, ben)


def seen(play: Play, side: Side) -> Seen:
    return Seen(Play.objects.get(pk=play.pk).number, draft_of(play, side).revision)


def captains_order(play: Play, side: Side) -> str:
    """What the captain would order now, after the draft line."""
    board, _orders = with_draft(board_of(play), draft_of(play, side).lines)
    return write_order(Captain(Doctrine()).decide(View(board, side)), board)


def one_step(play: Play) -> None:
    """One order of the side that decides, as a captain would give it."""
    side: Any = play.decider
    give(battle_id=play.battle_id, side=side, seen=seen(play, side), orders=[captains_order(play, side)])


def played_out(play: Play) -> Battle:
    while play.decider:
        one_step(play)
        play.refresh_from_db()
    go_on(play.battle_id)
    return Battle.objects.get(pk=play.battle_id)


def test_a_battle_played_order_by_order_is_the_one_that_captains_fight(play: Play) -> None:
    battle = played_out(play)
    assert (battle.status, battle.settled_how) == (Status.SETTLED, "played")
    known = known_battle(battle)
    assert known is not None
    engine = battle.engine
    fought: Any = engine.fight(battle.setup_document, {side: Doctrine() for side in SIDES}, play.seal.promise)
    record: Any = known.fought
    assert record.written == fought.written
    assert (record.events, record.prospects, record.positions) == (
        fought.events,
        fought.prospects,
        fought.positions,
    )
    assert fault(record.written) == ""
