"""Offers of a draw in battles played by hand: both players see them, and the other one has a decision to accept."""

from typing import Any

import pytest

from accounts.models import User
from battles.models import Battle, Play
from battles.talon.play.board import board_of
from battles.talon.play.services.captains import go_on
from battles.talon.play.services.rounds import again, asked_of
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.play.rounds.orders import Stops
from tests.people import browser
from tests.site.battles.talon.play.test_rounds import given, plan_of, stored
from tests.site.plays import begun, one_step, ordered, seen, until

pytestmark = pytest.mark.django_db


@pytest.fixture
def play(anna: User, ben: User) -> Play:
    return begun(anna, ben)


def page(play: Play, side: Side) -> str:
    return str(browser(play.battle.user_of(side)).get(f"/battles/{play.battle_id}/play/").content.decode())


def test_both_players_see_an_offer_above_what_is_asked(play: Play) -> None:
    side = until(play, number=12)
    other, giver = opponent(side), play.battle.user_of(side).username
    assert not any(
        "draw" in page(play, one).split('id="play-prompt"')[0].split("data-table")[1] for one in SIDES
    )
    ordered(play, side, f"{side} offer-draw")
    theirs, mine = page(play, other), page(play, side)
    above = theirs.split('id="play-prompt"')[0]
    assert f"{giver} offers a draw." in above
    assert f'value="{other} offer-draw"' in above
    assert "You offer a draw." in mine.split('id="play-prompt"')[0]
    assert f"{side.title()} offers a draw." in theirs.split("play-latest")[1]
    assert "No moves, no fire." not in theirs.split("play-latest")[1].split("</section>")[0]


def test_an_offer_stands_until_the_other_side_has_decided(play: Play) -> None:
    side = until(play, number=12)
    other = opponent(side)
    ordered(play, side, f"{side} offer-draw")
    while play.decider == side:
        one_step(play)
    assert board_of(play).offers == [side]
    while play.decider == other:
        assert "offers a draw." in page(play, other).split('id="play-prompt"')[0]
        one_step(play)
    assert board_of(play).offers == []
    assert "offers a draw." not in page(play, other).split('id="play-prompt"')[0]


def test_at_one_screen_the_side_that_moves_second_is_answered(anna: User) -> None:
    play = begun(anna, anna)
    side: Any = until(play, number=12)
    while board_of(play).initiative == side or not board_of(play).round:
        one_step(play)
        side = play.decider
    ordered(play, side, f"{side} offer-draw")
    while play.decider == side:
        one_step(play)
    other = opponent(side)
    above = page(play, other).split('id="play-prompt"')[0]
    assert f"{side.title()} offers a draw." in above
    assert f'value="{other} offer-draw"' in above
    ordered(play, other, f"{other} offer-draw")
    go_on(play.battle_id)
    report = Battle.objects.get(pk=play.battle_id).report_document
    assert report is not None
    assert report.ending == "draw"


def test_an_offer_stops_orders_for_the_round_once(play: Play) -> None:
    """R57: who has orders for the round is asked before they end the offer; who goes on as ordered has decided."""
    while not board_of(play).round:
        one_step(play)
    side: Any = play.decider
    other = opponent(side)
    given(play, other)
    for _ in range(2):
        ordered(play, side, f"{side} offer-draw")
        while play.decider == side:
            one_step(play)
        go_on(play.battle_id)
        play.refresh_from_db()
        assert play.decider == other
        html = page(play, other)
        assert [one.stop for one in asked_of(stored(play, other)).met] == ["draw"]
        assert "The other side offers a draw." in html
        assert "Continue as ordered" in html
        assert board_of(play).offers == [side]
        again(battle_id=play.battle_id, side=other, seen=seen(play, other))
        go_on(play.battle_id)
        play.refresh_from_db()
        assert play.decider == side
        assert board_of(play).offers == []


def stopped(play: Play) -> Side:
    """The battle played on until orders for the round have stopped because counters are near; whose they are."""
    until(play, number=12)
    while True:
        while not board_of(play).round:
            one_step(play)
        side: Side = play.decider  # type: ignore[assignment]
        given(play, side, plan_of(play, side, Stops(contact="each", reach=12)))
        while play.decider != side:
            one_step(play)
            go_on(play.battle_id)
            play.refresh_from_db()
        if "Continue as ordered" in page(play, side):
            return side
        one_step(play)


@pytest.mark.parametrize("by", ["mine", "theirs"])
def test_orders_for_the_round_that_have_stopped_still_go_on_after_an_offer(play: Play, by: str) -> None:
    side = stopped(play)
    giver = side if by == "mine" else opponent(side)
    ordered(play, giver, f"{giver} offer-draw")
    html = page(play, side)
    assert "Your orders for the round have stopped" in html
    assert "Continue as ordered" in html
    while play.decider == side:
        one_step(play)
    while play.decider != side:
        one_step(play)
    assert "Your orders for the round have stopped" not in page(play, side)
