"""The curtain at one screen: nothing of a side's covered counters is shown before its player says that nobody looks."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from battles.models import Play
from battles.talon.play.board import board_of
from battles.talon.play.services.ordering import draft_of
from tests.site.battles.talon.play.test_play import client_of
from tests.site.plays import begun, one_step

HIDDEN = re.compile(r'<input type="hidden" name="(at|draft|side)" value="([^"]*)"')


@pytest.fixture
def play(anna: User) -> Play:
    """A battle at one screen in which the side that sets up first has put two ships down."""
    found = begun(anna, anna, 1)
    while board_of(found).step != "deploy":
        one_step(found)
    one_step(found)
    return found


def path(play: Play, what: str = "") -> str:
    return f"/battles/{play.battle_id}/play/{what}"


def moment(play: Play, reader: Client) -> dict[str, str]:
    return dict(HIDDEN.findall(reader.get(path(play)).content.decode()))


def test_the_curtain_hides_the_page_until_it_is_opened(play: Play, anna: User) -> None:
    reader = client_of(anna)
    shut = reader.get(path(play)).content.decode()
    assert "data-curtain" in shut
    assert "data-play-board" not in shut
    assert reader.post(path(play, "ready/")).status_code == 302
    opened = reader.get(path(play)).content.decode()
    assert "data-curtain" not in opened
    assert "data-play-board" in opened
    assert "data-curtain" in client_of(anna).get(path(play)).content.decode()  # another browser


@pytest.mark.every_view
@pytest.mark.parametrize("what", ["overlay/shots/", "why/", "so-far/", "so-far/frames.json", "log/"])
def test_nothing_else_is_answered_behind_it(play: Play, anna: User, what: str) -> None:
    reader = client_of(anna)
    assert reader.get(path(play, what)).status_code == 404
    reader.post(path(play, "ready/"))
    seen = moment(play, reader)
    asked: dict[str, Any] = {"at": seen["at"], "draft": seen["draft"], "unit": 0}
    assert reader.get(path(play, what), asked).status_code in (200, 404)
    if what == "so-far/":
        assert reader.get(path(play, what)).status_code == 200


@pytest.mark.parametrize(
    ("late", "status", "words"),
    [(1, 409, "The battle has moved on since you loaded the page."), (0, 422, "Your order was not taken")],
    ids=["too late", "not possible"],
)
def test_at_the_curtain_it_is_said_that_an_order_was_not_taken(
    play: Play, anna: User, late: int, status: int, words: str
) -> None:
    """The curtain is closed, as in any browser that has not opened it; the reason may tell of covered counters."""
    side: Any = play.decider
    asked = {"at": play.number, "draft": draft_of(play, side).revision - late, "side": side, "order": "jump"}
    answer = client_of(anna).post(path(play, "order/"), asked, headers={"HX-Request": "true"})
    assert answer.status_code == status
    shut = answer.content.decode()
    assert "data-curtain" in shut
    assert "data-play-board" not in shut
    assert words in shut
    assert shut.count("message-words") == 1


def test_a_part_of_the_page_is_hidden_too(play: Play, anna: User) -> None:
    part = client_of(anna).get(path(play), headers={"HX-Request": "true"}).content.decode()
    assert "data-curtain" in part
    assert "data-play-board" not in part


def test_the_other_side_needs_none(play: Play, anna: User) -> None:
    reader = client_of(anna)
    first = play.decider
    while play.decider == first:
        one_step(play)
    assert "data-curtain" not in reader.get(path(play)).content.decode()


def test_two_players_at_two_screens_need_none(anna: User, ben: User) -> None:
    play = begun(anna, ben, 1)
    while board_of(play).step != "deploy":
        one_step(play)
    for user in (anna, ben):
        assert "data-curtain" not in client_of(user).get(path(play)).content.decode()
