"""Clocks of battles played by hand: they run for who decides, and a captain plays on when one runs out."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.people.special_users import computer_user
from battles.battle.services.ways import lay_aside, play_by_hand
from battles.clocks import CHOICES, RESERVE, clock_words, read_clock
from battles.models import Battle, Play, PlayClock
from battles.services import hold, release
from battles.talon.play.board import board_of
from battles.talon.play.services.captains import PLAYS, go_on
from battles.talon.play.services.handing import hand_over, take_back
from battles.talon.play.services.rounds import give_round
from battles.talon.play.services.timing_out import CLOCKS, sweep_clocks
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side, opponent
from tests.people import browser
from tests.site.battles.talon.play.test_rounds import plan_of
from tests.site.plays import begun, captains_order, drafted, one_step, ordered, seen, until

pytestmark = pytest.mark.django_db
BUDGET = "budget:1800:15"
TURN = "turn:120"


class Time:
    """A time that stands still until it is moved on."""

    def __init__(self) -> None:
        self.at = timezone.now()

    def now(self) -> datetime:
        return self.at

    def pass_(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    found = Time()
    monkeypatch.setattr("django.utils.timezone.now", found.now)
    return found


def clock_of(play: Play) -> PlayClock:
    return PlayClock.objects.get(play=play)


def turn_over(play: Play) -> Side:
    """Play on until the other side decides; whose turn it was."""
    side: Side = play.decider  # type: ignore[assignment]
    while play.decider == side:
        one_step(play)
    return side


def time_out() -> int:
    """Do what is owed for clocks that have run out, as the worker does; how often a captain took over."""
    return sum(CLOCKS.attempt(number) for number in PlayClock.objects.values_list("pk", flat=True))


def test_every_clock_that_is_offered_can_be_read() -> None:
    for written, words in CHOICES:
        assert (read_clock(written) is None) == (written == "")
        assert clock_words(written) == words
    for wrong in ("turn", "turn:x", "budget:5:", "turn:5:6:7", "hour:5"):
        with pytest.raises(ValueError, match="is not a clock"):
            read_clock(wrong)


def test_a_battle_without_a_clock_has_none(anna: User, ben: User) -> None:
    play = begun(anna, ben)
    until(play, number=4)
    assert not PlayClock.objects.exists()
    assert "data-clock" not in browser(anna).get(f"/battles/{play.battle_id}/play/").content.decode()


def test_a_budget_is_charged_while_one_decides_and_grows_with_each_turn(
    time: Time, anna: User, ben: User
) -> None:
    play = begun(anna, ben, clock=BUDGET)
    first: Any = play.decider
    assert (clock_of(play).runs_for, clock_of(play).left(first)) == (first, 1_800_000)
    time.pass_(100)
    assert turn_over(play) == first
    clock = clock_of(play)
    assert clock.left(first) == 1_715_000
    assert (clock.runs_for, clock.falls_at) == (opponent(first), time.at + timedelta(seconds=1800))
    time.pass_(30)
    other = turn_over(play)
    assert clock_of(play).left(other) == 1_785_000


def test_time_a_turn_begins_anew_with_each_turn(time: Time, anna: User, ben: User) -> None:
    play = begun(anna, ben, clock=TURN)
    until(play, number=8)
    for _ in range(6):
        side: Any = play.decider
        assert clock_of(play).falls_at == time.at + timedelta(seconds=120)
        time.pass_(50)
        assert turn_over(play) == side
        assert clock_of(play).left(side) == 120_000


@pytest.mark.parametrize("how", ["impulse", "round"])
def test_time_a_turn_begins_anew_after_a_captain_or_orders_for_the_round(
    time: Time, anna: User, ben: User, how: str
) -> None:
    """Who has nearly used up a turn, and lets it be finished, has the whole time for the next one."""
    play = begun(anna, ben, clock=TURN)
    until(play, number=6)
    while not board_of(play).round:
        one_step(play)
    side: Any = play.decider
    time.pass_(110)
    left_to_a_program(play, side, how)
    assert play.decider == opponent(side)
    assert clock_of(play).left(side) == 120_000
    turn_over(play)
    assert clock_of(play).runs_for in (side, "")
    assert clock_of(play).left(side) == 120_000


@pytest.mark.parametrize("how", ["impulse", "round"])
def test_a_budget_grows_with_such_a_turn_too(time: Time, anna: User, ben: User, how: str) -> None:
    play = begun(anna, ben, clock=BUDGET)
    until(play, number=6)
    while not board_of(play).round:
        one_step(play)
    side: Any = play.decider
    before = clock_of(play).left(side)
    time.pass_(110)
    left_to_a_program(play, side, how)
    assert clock_of(play).left(side) == before - 110_000 + 15_000


def test_a_captain_that_helped_once_adds_nothing_to_later_turns(time: Time, anna: User, ben: User) -> None:
    """The clock stands still against a captain, and the player ends the turns alone."""
    play = begun(anna, ben, clock=BUDGET)
    until(play, number=6)
    while not board_of(play).round:
        one_step(play)
    side: Any = play.decider
    left_to_a_program(play, side, "impulse")
    hand_over(battle_id=play.battle_id, side=opponent(side), for_good=True)
    captains_play(play)
    left = clock_of(play).left(side)
    for _ in range(3):
        assert turn_over(play) == side
        captains_play(play)
    assert (clock_of(play).runs_for, clock_of(play).left(side)) == ("", left)


def captains_play(play: Play) -> None:
    """Let captains give the orders that they owe, until a person decides."""
    PLAYS.attempt(play.pk)
    play.refresh_from_db()


def left_to_a_program(play: Play, side: Side, how: str) -> None:
    """Let a captain, or orders for the round, finish the side's turn."""
    if how == "impulse":
        hand_over(battle_id=play.battle_id, side=side, for_good=False)
    else:
        orders = plan_of(play, side)
        give_round(battle_id=play.battle_id, side=side, seen=seen(play, side), orders=orders)
    go_on(play.battle_id)
    play.refresh_from_db()


def test_a_line_in_mid_turn_does_not_touch_the_clock(time: Time, anna: User, ben: User) -> None:
    play, kept = begun(anna, ben, clock=TURN), 0
    while play.decider and kept < 30:
        before, side, number = clock_of(play), play.decider, play.number
        time.pass_(1)
        one_step(play)
        if play.decider == side and play.number > number:
            kept += 1
            assert clock_of(play).falls_at == before.falls_at
    assert kept


def test_never_early_and_once(time: Time, anna: User, ben: User) -> None:
    play = begun(anna, ben, clock=TURN)
    side: Any = until(play, number=6)
    turn_over(play)
    side = play.decider
    for seconds in (1, 60, 58.9):
        time.pass_(seconds)
        assert time_out() == 0
    assert Play.objects.get(pk=play.pk).by(side) == "person"
    time.pass_(0.2)
    assert sweep_clocks() == 1
    assert time_out() == 1
    assert time_out() == 0
    assert sweep_clocks() == 0
    play.refresh_from_db()
    assert (play.by(side), play.status, play.by(opponent(side))) == ("captain", "queued", "person")


def test_a_clock_of_days_is_not_taken_for_one_that_is_due(time: Time, anna: User, ben: User) -> None:
    begun(anna, ben, clock="turn:259200")
    time.pass_(86400)
    assert (sweep_clocks(), time_out()) == (0, 0)
    time.pass_(2 * 86400 + 1)
    assert time_out() == 1


def test_the_captain_goes_on_after_what_was_drafted_and_nobody_is_charged_then(
    time: Time, anna: User, ben: User
) -> None:
    play = begun(anna, ben, clock=TURN)
    side: Any = until(play, number=6, drafts=1)
    kept = drafted(play, side)[0]
    time.pass_(121)
    assert time_out() == 1
    number = play.number
    assert PLAYS.attempt(play.pk)
    play.refresh_from_db()
    assert play.decider == opponent(side)
    line = play.lines.get(number=number + 1)
    assert line.by == "captain"
    assert kept.split()[1] in bytes(line.line).decode()
    assert clock_of(play).runs_for == ""
    time.pass_(1000)
    assert time_out() == 0


def test_who_comes_back_has_time_again_but_not_in_the_same_turn(time: Time, anna: User, ben: User) -> None:
    play = begun(anna, ben, clock=BUDGET)
    side: Any = until(play, number=6)
    time.pass_(1900)
    assert time_out() == 1
    play.refresh_from_db()
    assert clock_of(play).fell(side)
    page = browser(play.battle.user_of(side)).get(f"/battles/{play.battle_id}/play/").content.decode()
    assert "Your time ran out" in page
    assert "time is out" in page
    with pytest.raises(Refused, match="Your time ran out"):
        take_back(battle_id=play.battle_id, side=side)
    assert Play.objects.get(pk=play.pk).by(side) == "captain"
    PLAYS.attempt(play.pk)
    take_back(battle_id=play.battle_id, side=side)
    clock = clock_of(play)
    assert (clock.fell(side), clock.left(side), clock.runs_for) == (False, RESERVE, opponent(side))
    play.refresh_from_db()
    turn_over(play)
    assert clock_of(play).falls_at == time.at + timedelta(milliseconds=RESERVE)


def test_handing_over_and_back_gives_no_time(time: Time, anna: User, ben: User) -> None:
    play = begun(anna, ben, clock=BUDGET)
    side: Any = until(play, number=6)
    falls_at = clock_of(play).falls_at
    time.pass_(1700)
    hand_over(battle_id=play.battle_id, side=side, for_good=True)
    take_back(battle_id=play.battle_id, side=side)
    assert clock_of(play).falls_at == falls_at


def test_nobody_is_played_out_while_both_are_away(time: Time, anna: User, ben: User) -> None:
    """The other side's clock runs only while somebody waits: two captains never finish the battle alone."""
    play = begun(anna, ben, clock=TURN)
    side: Any = until(play, number=6)
    time.pass_(121)
    assert time_out() == 1
    PLAYS.attempt(play.pk)
    time.pass_(10_000)
    assert time_out() == 0
    play.refresh_from_db()
    assert (play.decider, play.by(opponent(side))) == (opponent(side), "person")
    take_back(battle_id=play.battle_id, side=side)
    assert clock_of(play).runs_for == opponent(side)


def test_a_frozen_battle_stops_the_clock(time: Time, anna: User, ben: User) -> None:
    play = begun(anna, ben, clock=TURN)
    until(play, number=6)
    time.pass_(20)
    hold(battle_id=play.battle_id)
    assert clock_of(play).runs_for == ""
    time.pass_(5000)
    assert time_out() == 0
    release(battle_id=play.battle_id)
    assert clock_of(play).falls_at == time.at + timedelta(seconds=100)


def test_a_battle_laid_aside_stops_the_clock_and_goes_on_with_it(time: Time, anna: User, ben: User) -> None:
    play = begun(anna, ben, clock=TURN)
    side: Any = until(play, number=6)
    time.pass_(20)
    battle = Battle.objects.get(pk=play.battle_id)
    lay_aside(battle)
    assert clock_of(play).runs_for == ""
    time.pass_(5000)
    play_by_hand(battle)
    assert (clock_of(play).runs_for, clock_of(play).falls_at) == (side, time.at + timedelta(seconds=100))


@pytest.mark.parametrize("rival", ["computer", "one screen"])
def test_there_is_no_clock_where_nobody_waits(anna: User, rival: str) -> None:
    play = begun(anna, computer_user() if rival == "computer" else anna, clock=TURN)
    assert not PlayClock.objects.exists()
    assert "play-clocks" not in browser(anna).get(f"/battles/{play.battle_id}/play/").content.decode()


def test_the_end_stops_the_clock(time: Time, anna: User, ben: User) -> None:
    play = begun(anna, ben, clock=TURN)
    until(play, number=14)
    while board_of(play).agenda:  # while an effect waits for an answer, nobody concedes (R30)
        one_step(play)
    side: Any = play.decider
    ordered(play, side, f"{side} concede")
    assert clock_of(play).runs_for == ""
    time.pass_(500)
    assert time_out() == 0


def test_a_line_at_the_last_moment_wins_over_the_clock(time: Time, anna: User, ben: User) -> None:
    """A worker has claimed the clock that ran out, and the player's line is published before it takes over."""
    play = begun(anna, ben, clock=TURN)
    until(play, number=6)
    side: Any = play.decider
    time.pass_(125)
    claimed = CLOCKS.claim(clock_of(play).pk)
    assert claimed is not None
    turn_over(play)
    assert not CLOCKS.settle(claimed, None)
    play.refresh_from_db()
    assert play.by(side) == "person"
    assert clock_of(play).runs_for == play.decider


def test_through_whatever_happens_the_clock_runs_for_whom_it_should(
    time: Time, anna: User, ben: User
) -> None:
    play, random = begun(anna, ben, clock=BUDGET), Random(5)
    for _ in range(150):
        play.refresh_from_db()
        if not play.decider:
            break
        time.pass_(random.choice([0.3, 5, 40, 400]))
        side = random.choice(SIDES)
        action = random.choice(["order"] * 6 + ["over", "impulse", "back", "out"])
        try:
            if action == "order" and play.by(play.decider) == "person":  # type: ignore[arg-type]
                ordered(play, play.decider, captains_order(play, play.decider))  # type: ignore[arg-type]
            elif action in ("over", "impulse"):
                hand_over(battle_id=play.battle_id, side=side, for_good=action == "over")
            elif action == "back":
                take_back(battle_id=play.battle_id, side=side)
            else:
                time_out()
        except Refused:
            pass
        if random.random() < 0.5 and "person" in (play.terran_by, play.talon_by):
            PLAYS.attempt(play.pk)
        _as_it_should(Play.objects.select_related("battle").get(pk=play.pk))


def _as_it_should(play: Play) -> None:
    clock, people = clock_of(play), {play.terran_by, play.talon_by} == {"person"}
    if not (people and play.decider):
        assert clock.runs_for == ""
    elif clock.runs_for:
        assert clock.runs_for == play.decider
    else:
        side: Any = play.decider
        assert play.through(side) is not None
    assert (clock.falls_at is None) == (clock.runs_for == "")
    assert clock.terran_left >= 0
    assert clock.talon_left >= 0


def test_the_clock_waits_while_orders_for_the_round_are_followed_and_runs_at_their_stop(
    time: Time, anna: User, ben: User
) -> None:
    play = begun(anna, ben, clock=TURN)
    until(play, number=6)
    while not board_of(play).round:
        one_step(play)
    side: Any = play.decider
    assert clock_of(play).runs_for == side
    orders = plan_of(play, side)
    give_round(battle_id=play.battle_id, side=side, seen=seen(play, side), orders=orders)
    assert clock_of(play).runs_for == ""
    time.pass_(500)
    assert time_out() == 0
    go_on(play.battle_id)
    play.refresh_from_db()
    while play.ordered(side) is not None and play.decider:
        if play.decider == side:
            go_on(play.battle_id)
        else:
            one_step(play)
        play.refresh_from_db()
        assert (clock_of(play).runs_for == play.decider) == (play.status == "done")
    assert clock_of(play).runs_for == play.decider
