"""What players of a team wish alone, to concede or to have a draw: it is their side's, and no turn (R112)."""

from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

from accounts.models import Delivery, User
from battles.models import Play, PlayedLine
from battles.talon.play.board import board_of
from battles.talon.play.pages.log import EARLIER_LINES, log_page
from battles.talon.play.pages.missed import AWAY
from battles.talon.play.pages.play import LOG_LINES, play_page
from battles.talon.play.pages.so_far import SoFar
from battles.talon.play.services.ordering import draft_of
from battles.talon.play.services.publishing import play_of
from battles.talon.play.services.rounds import given_round, stops_met
from battles.talon.play.services.turn_messages import WAIT, sweep_turns
from engines.seam.sides import Side, opponent
from engines.talon.orders import Concede, FightOn, OfferDraw
from engines.talon.state import Seat
from tests.site.battles.talon.teams.test_team_play import order_round, ships_of
from tests.site.battles.talon.watching.test_onlookers import watched
from tests.site.seats import text
from tests.teams import SEATS, Four, begun, path_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def of_side(side: Side) -> list[str]:
    """The people of a side."""
    return [name for name, seat in SEATS.items() if seat[0] == side]


def mate_of(name: str) -> str:
    """The other player of somebody's side."""
    return next(one for one in of_side(SEATS[name][0]) if one != name)


def waver(four: Four, name: str, times: int) -> None:
    """Somebody would concede, and would not, so many times."""
    side, place = SEATS[name]
    for _ in range(times):
        path_of(four.wish(name, Concede))
        path_of(four.order(name, four.written(FightOn(side, player=place))))


def test_who_comes_back_and_has_missed_nothing_but_a_wish_of_the_enemy_is_told_of_nothing() -> None:
    four = Four(begun("move"))
    last = four.play.lines.order_by("-number").first()
    assert last is not None
    name = next(one for one, seat in SEATS.items() if seat == (last.side, last.place))
    path_of(four.wish(of_side(opponent(SEATS[name][0]))[0], Concede))
    with time_machine.travel(timezone.now() + 2 * AWAY):
        assert "Since you were here" not in four.html(name)
        path_of(four.wish(mate_of(name), Concede))
        assert "Since you were here" in four.html(name)


def test_who_lets_orders_for_the_round_be_followed_concedes_nothing_by_that() -> None:
    four = Four(begun("move", ("tempo", "round")))
    name = four.acting
    path_of(order_round(four, name, ships_of(four, name)))
    path_of(four.wish(mate_of(name), Concede))
    assert four.play.decider
    assert f"{mate_of(name)} would concede. Do you agree?" in text(four.page(name))
    assert {line.by for line in PlayedLine.objects.all()} == {"person"}


def test_who_lets_a_captain_help_for_an_impulse_concedes_nothing_by_that() -> None:
    four = Four(begun("move"))
    name = four.acting
    path_of(four.order(name, do="captain-impulse"))
    path_of(four.wish(mate_of(name), Concede))
    assert four.play.decider
    path_of(four.order(name, do="captain-battle"))
    assert not four.play.decider, "a captain for good goes along"


@pytest.mark.every_view
@pytest.mark.parametrize("kind", [Concede, OfferDraw])
def test_who_tries_a_battle_out_learns_nothing_of_what_the_enemy_wishes(
    kind: type[Concede] | type[OfferDraw],
) -> None:
    four = Four(begun("move"))
    name = four.acting
    side, place = SEATS[name]
    path_of(four.wish(name, kind))
    path_of(four.wish(of_side(opponent(side))[0], kind))
    frame = str(SoFar(four.play, side).last)
    form = {"frame": frame, "sides": "both"}
    path = path_of(four.clients[name].post(f"/battles/{four.battle.pk}/try-out/", form))
    tried = board_of(Play.objects.get(battle=int(path.split("/")[2]))).players
    assert tried is not None
    assert {*tried.conceding, *tried.drawing} == {Seat(side, place)}
    published = four.board.players
    assert published is not None
    assert len([*published.conceding, *published.drawing]) == 2, "the battle itself knows both"


def test_wishes_that_are_not_told_push_no_line_out_of_the_log() -> None:
    four = Four(begun("move"))
    while four.play.number < LOG_LINES + EARLIER_LINES + 5:
        four.one_step()
    path_of(four.clients["ben"].post(f"/battles/{four.battle.pk}/onlookers/"))
    watch = f"/battles/watch/{four.battle.onlooker_link.token}/"

    def told(side: Side) -> tuple[list[str], list[str]]:
        play = play_of(four.battle.pk)
        earlier = log_page(play, side, play.number + 1).log
        return [line.key for line in play_page(play, (side,)).log.lines], [line.key for line in earlier]

    before, seen = told("talon"), watched(watch).count('id="line-')
    assert [len(one) for one in before] == [LOG_LINES, EARLIER_LINES]
    waver(four, "anna", LOG_LINES)
    assert told("talon") == before
    assert watched(watch).count('id="line-') == seen > 0
    assert told("terran") != before, "the side itself reads its own"


def test_a_wish_is_no_turn_so_that_the_player_who_decides_has_one_message() -> None:
    four = Four(begun("move"))
    User.objects.filter(username__in=SEATS).update(webhook_url="https://example.org/hook")
    name, now = four.acting, timezone.now()
    with time_machine.travel(now + WAIT / 2, tick=False):
        waver(four, mate_of(name), 1)
    with time_machine.travel(now + WAIT + timedelta(minutes=1), tick=False):
        assert sweep_turns() == 1, "the player who decides has had his time"
        waver(four, of_side(opponent(SEATS[name][0]))[0], 1)
    with time_machine.travel(now + 3 * WAIT, tick=False):
        assert sweep_turns() == 0
    assert Delivery.objects.filter(kind="turn").count() == 1


def test_why_orders_for_the_round_have_stopped_stands_until_a_turn_is_taken() -> None:
    four = Four(begun("move", ("tempo", "round")))
    name = four.acting
    side, place = SEATS[name]
    path_of(order_round(four, name, ships_of(four, name)))
    for _ in range(200):
        given = given_round(draft_of(four.play, side, place))
        if stops_met(four.play, side, given, place):
            break
        four.one_step()
    assert stops_met(four.play, side, given_round(draft_of(four.play, side, place)), place)
    waver(four, mate_of(name), 2)
    assert stops_met(four.play, side, given_round(draft_of(four.play, side, place)), place)
    while four.acting == name:
        four.one_step()
    assert not stops_met(four.play, side, given_round(draft_of(four.play, side, place)), place)
