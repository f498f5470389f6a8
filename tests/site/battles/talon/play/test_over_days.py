"""A battle played by hand over days: a message for each turn, and what happened for who comes back."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import Delivery, User
from battles.models import DraftLine, Play, PlayClock, PlayedLine
from battles.services import hold, set_deputy
from battles.talon.play.board import board_of
from battles.talon.play.services.captains import go_on
from battles.talon.play.services.handing import hand_over
from battles.talon.play.services.rounds import give_round
from battles.talon.play.services.timing_out import CLOCKS
from battles.talon.play.services.turn_messages import sweep_turns
from engines.seam.documents import Doctrine
from engines.seam.sides import opponent
from engines.talon.play.rounds.orders import STOPS
from engines.talon.play.rounds.plan import planned
from engines.talon.view import View
from tests.people import browser
from tests.site.plays import begun, one_step, seen, until

pytestmark = pytest.mark.django_db


@pytest.fixture
def play(anna: User, ben: User) -> Play:
    for user in (anna, ben):
        User.objects.filter(pk=user.pk).update(webhook_url="https://example.org/hook")
    return begun(User.objects.get(pk=anna.pk), User.objects.get(pk=ben.pk))


def away(play: Play, minutes: float = 11) -> None:
    """As if so much time had passed."""
    by = timedelta(minutes=minutes)
    Play.objects.filter(pk=play.pk).update(moved_at=Play.objects.get(pk=play.pk).moved_at - by)
    for line in PlayedLine.objects.filter(play=play):
        PlayedLine.objects.filter(pk=line.pk).update(at=line.at - by)
    DraftLine.objects.filter(play=play).update(acted_at=F("acted_at") - by)


def turn_over(play: Play) -> None:
    side: Any = play.decider
    while play.decider == side:
        one_step(play)


def test_who_is_waited_for_gets_one_message_a_turn(play: Play) -> None:
    turn_over(play)
    away(play, 9)
    assert sweep_turns() == 0
    away(play, 2)
    assert sweep_turns() == 1
    assert sweep_turns() == 0
    message = Delivery.objects.get()
    side: Any = play.decider
    assert (message.user, message.path) == (play.battle.user_of(side), f"/battles/{play.battle_id}/play/")
    assert message.subject == f"{play.battle.place}: your turn"
    turn_over(play)
    away(play)
    assert sweep_turns() == 1
    assert Delivery.objects.filter(user=play.battle.user_of(opponent(side))).count() == 1


def test_s70_a_deputy_is_told_too(play: Play, person: Callable[..., User]) -> None:
    carla = person("carla")
    User.objects.filter(pk=carla.pk).update(webhook_url="https://example.org/hook")
    turn_over(play)
    side: Any = play.decider
    set_deputy(battle_ids=[play.battle_id], side=side, user=carla)
    away(play)
    assert sweep_turns() == 1
    assert set(Delivery.objects.values_list("user__username", flat=True)) == {
        play.battle.user_of(side).username,
        "carla",
    }


def test_a_line_in_mid_turn_brings_no_second_message(play: Play) -> None:
    told = 0
    for _ in range(80):
        side, number = play.decider, play.number
        away(play)
        sweep_turns()
        before = Delivery.objects.count()
        one_step(play)
        if play.decider == side and play.number > number:
            away(play)
            assert sweep_turns() == 0
            assert Delivery.objects.count() == before
            told += 1
    assert told > 2


def test_the_first_decision_of_a_battle_is_told_too(play: Play) -> None:
    away(play)
    assert sweep_turns() == 1


def test_no_message_at_one_screen_nor_for_a_captain_nor_while_frozen(play: Play, anna: User) -> None:
    alone = begun(anna, anna)
    away(alone)
    side: Any = play.decider
    hand_over(battle_id=play.battle_id, side=side, for_good=True)
    away(play)
    assert sweep_turns() == 0
    Play.objects.filter(pk=play.pk).update(terran_by="person", talon_by="person", status="done")
    hold(battle_id=play.battle_id)
    assert sweep_turns() == 0


def test_whose_time_ran_out_is_told_once(anna: User, ben: User) -> None:
    for user in (anna, ben):
        User.objects.filter(pk=user.pk).update(webhook_url="https://example.org/hook")
    play = begun(User.objects.get(pk=anna.pk), User.objects.get(pk=ben.pk), clock="turn:86400")
    PlayClock.objects.update(falls_at=timezone.now() - timedelta(seconds=1))
    assert CLOCKS.attempt(play.clock.pk)
    assert not CLOCKS.attempt(play.clock.pk)
    message = Delivery.objects.get()
    assert "your time ran out" in message.subject
    assert "take back command" in message.body


def until_the_other_has_ordered(play: Play, side: Any, number: int) -> None:
    """Play on to that number of lines or beyond, until the side decides after a line of the other side."""
    while play.number < number or play.decider != side or play.lines.latest("number").side == side:
        one_step(play)


def test_who_comes_back_sees_what_happened_in_words_and_as_a_film(play: Play) -> None:
    side: Any = until(play, number=14)
    turn_over(play)
    path, reader = f"/battles/{play.battle_id}/play/", browser(play.battle.user_of(side))
    before = play.number
    until_the_other_has_ordered(play, side, before + 2)
    assert "Since you were here" not in reader.get(path).content.decode()
    away(play)
    page = reader.get(path).content.decode()
    assert "Since you were here" in page
    missed = json.loads(unescape(re.search(r'data-since="([^"]*)"', page)[1]))  # type: ignore[index]
    mine = play.lines.filter(side=side).latest("number").number
    assert [number for number, _ in missed["lines"]] == list(range(mine + 1, play.number + 1))
    assert missed["before"]
    assert "Since you were here" not in reader.get(path, headers={"HX-Request": "true"}).content.decode()


def test_who_gives_orders_for_the_round_was_here(play: Play) -> None:
    """Lines that followed them before were seen; what they lead to afterwards was not, until the next orders."""
    side: Any = until(play, number=14)
    path, reader = f"/battles/{play.battle_id}/play/", browser(play.battle.user_of(side))
    turn_over(play)
    until_the_other_has_ordered(play, side, play.number + 2)
    away(play)
    assert "Since you were here" in reader.get(path).content.decode()
    orders = planned(View(board_of(play), side), STOPS["round"], Doctrine("hold"))
    give_round(battle_id=play.battle_id, side=side, seen=seen(play, side), orders=orders)
    given = play.number
    assert "Since you were here" not in reader.get(path).content.decode()
    go_on(play.battle_id)
    play.refresh_from_db()
    assert play.number > given
    assert "Since you were here" not in reader.get(path).content.decode()
    away(play)
    page = reader.get(path).content.decode()
    missed = json.loads(unescape(re.search(r'data-since="([^"]*)"', page)[1]))  # type: ignore[index]
    assert next(number for number, _ in missed["lines"]) == given + 1


def test_where_everything_stood_is_where_the_film_begins(play: Play) -> None:
    """The steps after it, from there, lead to where the counters stand now."""
    side: Any = until(play, number=14)
    turn_over(play)
    before = play.number
    until_the_other_has_ordered(play, side, before + 4)
    away(play)
    page = browser(play.battle.user_of(side)).get(f"/battles/{play.battle_id}/play/").content.decode()
    missed = json.loads(unescape(re.search(r'data-since="([^"]*)"', page)[1]))  # type: ignore[index]
    stood = {int(unit): place for unit, place in missed["before"].items()}
    for _number, steps in missed["lines"]:
        for step in steps:
            if step[0] in ("go", "put"):
                stood[step[1]] = step[2:]
            elif step[0] in ("gone", "lost"):
                stood.pop(step[1], None)
    pieces = re.findall(
        r'class="piece[^"]*" data-unit="(\d+)" transform="translate\((-?\d+) (-?\d+)\)"', page
    )
    assert pieces
    shown = {int(unit): [int(x), int(y)] for unit, x, y in pieces}
    for unit, (x, y) in shown.items():  # counters in one hex stand beside each other
        assert abs(stood[unit][0] - x) + abs(stood[unit][1] - y) < 24


def test_nothing_was_missed_by_who_ordered_last(play: Play) -> None:
    side: Any = until(play, number=14)
    turn_over(play)
    away(play, 60)
    page = browser(play.battle.user_of(side)).get(f"/battles/{play.battle_id}/play/").content.decode()
    assert "Since you were here" not in page


def test_battles_that_wait_are_listed_for_their_players(play: Play, anna: User, ben: User) -> None:
    side: Any = play.decider
    for user in (anna, ben):
        page = browser(user).get("/wars/").content.decode()
        assert f"/battles/{play.battle_id}/play/" in page
        assert ("Your turn" in page) == (play.battle.user_of(side) == user)
