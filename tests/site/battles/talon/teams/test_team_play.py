"""Four accounts play a battle of teams through its pages: whose turn it is, whose orders, how it ends (25)."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

from accounts.models import Delivery, LifetimeLine, User
from battles.battle.services.deleting import delete_battles
from battles.models import (
    Battle,
    DraftLine,
    Play,
    PlayClock,
    PlayedLine,
    TeamBattle,
    TeamLine,
    TeamSeat,
    decode_players,
)
from battles.talon.play.playing import battles_of, finished_of
from battles.talon.play.services.ordering import draft_of
from battles.talon.play.services.timing_out import CLOCKS
from battles.talon.play.services.turn_messages import sweep_turns
from campaign.host.pruning import prune_guests
from engines.seam.sides import opponent
from engines.talon.orders import Concede, FightOn, OfferDraw
from engines.talon.state import IMPULSES
from engines.talon.teams import owner
from engines.talon.view import View
from tests.site.battles.talon.play.test_play_pages import BUTTON, PUT, ROW, Screen, put_down
from tests.site.battles.talon.watching.test_onlookers import watched
from tests.site.seats import text
from tests.teams import SEATS, Four, begun, gathered, path_of

pytestmark = pytest.mark.django_db
STANDING = ("concede", "offer-draw", "fight-on")


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def screens_of(four: Four) -> dict[str, Screen]:
    """A screen with the board for each of the four."""
    found = {name: Screen(user) for name, user in four.users.items()}
    for screen in found.values():
        screen.path = f"/battles/{four.battle.pk}/play/"
    return found


def offered(html: str) -> list[str]:
    """The orders that a page offers, but those that may be given at any time."""
    found = [unescape(one) for one in (*BUTTON.findall(html), *ROW.findall(html), *PUT.findall(html))]
    return [one for one in found if not {*STANDING}.intersection(one.split())]


def press_on(screen: Screen) -> Any:
    """Something legal: the first thing to put down, a shot, or going on."""
    html = screen.html
    if PUT.search(html):
        return screen.send(html, **put_down(html))
    orders = offered(html)
    fire = [one for one in orders if " fire " in one or " pick " in one]
    done = [one for one in orders if one.endswith(" done")]
    return screen.send(html, order=(fire or done or orders)[0])


@pytest.mark.every_view
def test_s79_four_accounts_play_a_team_battle_to_its_end() -> None:
    four = Four(begun())
    screens = screens_of(four)
    turns: list[str] = []
    for _ in range(60):
        name = four.acting
        for other, screen in screens.items():
            if other != name:
                assert offered(screen.html) == [], (other, name)
        turns += [name] if turns[-1:] != [name] else []
        answer = press_on(screens[name])
        assert answer.status_code == 302, (name, text(answer))
        if four.board.round == 1 and len(turns) > 8:
            break
    assert turns[:4] == ["clara", "dora", "anna", "ben"]
    assert {*turns} == {*SEATS}
    path_of(four.wish("anna", Concede))
    assert four.play.decider
    assert "would concede" in text(screens["ben"].client.get(screens["ben"].path))
    path_of(four.wish("ben", Concede))
    battle = four.battle
    assert (battle.status, battle.settled_how) == ("settled", "played")
    for name, words in (("anna", "You lost"), ("ben", "You lost"), ("clara", "You won"), ("dora", "You won")):
        assert words in four.html(name)
        for page in ("", "fought/", "dice/", "record.json", "record.txt", "sheet/", "company/", "chat/"):
            assert four.page(name, page).status_code == 200, page
    lines = {(line.player.username, line.opponent.username) for line in LifetimeLine.objects.all()}
    assert lines == {("clara", "anna"), ("clara", "ben"), ("dora", "anna"), ("dora", "ben")}
    result = battle.result_document
    assert result is not None
    points = {"minor": 1, "great": 2, "devastating": 3}[str(result.degree)]
    assert {line.points for line in LifetimeLine.objects.all()} == {points}


def test_the_same_battle_is_played_again_with_the_same_seats() -> None:
    four = Four(begun("move"))
    assert four.clients["anna"].post(f"/battles/{four.battle.pk}/rematch/").status_code == 302
    assert TeamBattle.objects.count() == 1
    for name in ("anna", "ben"):
        path_of(four.wish(name, Concede))
    for name in SEATS:
        assert "Play it again, with the same seats" in text(four.page(name))
    path = path_of(four.clients["dora"].post(f"/battles/{four.battle.pk}/rematch/"))
    assert path_of(four.clients["anna"].post(f"/battles/{four.battle.pk}/rematch/")) == path
    assert path in four.html("ben")
    again = Four(TeamBattle.objects.exclude(pk=four.number).get())
    assert again.path == path
    before, after = (
        [(seat.side, seat.place, seat.user, seat.units) for seat in one.team.seats.all()]
        for one in (four, again)
    )
    assert before == after
    path_of(again.ready())
    assert again.battle != four.battle
    assert again.play.number == 0
    delete_battles(Battle.objects.filter(pk=four.battle.pk))
    assert again.team.again_of is None, "what follows a battle outlives it"
    assert again.page("ben").status_code == 200


@pytest.mark.every_view
def test_the_seat_of_a_closed_account_is_free_when_the_battle_is_played_again() -> None:
    four = Four(begun("move"))
    for name in ("anna", "ben"):
        path_of(four.wish(name, Concede))
    User.objects.filter(username="clara").update(is_active=False)
    path_of(four.clients["dora"].post(f"/battles/{four.battle.pk}/rematch/"))
    again = Four(TeamBattle.objects.exclude(pk=four.number).get())
    assert [seat.name for seat in again.team.seats.all()] == ["", "dora", "anna", "ben"]


def test_nobody_gives_another_players_orders() -> None:
    four = Four(begun("move"))
    name = four.acting
    side, place = SEATS[name]
    mate = next(one for one, seat in SEATS.items() if seat[0] == side and seat[1] != place)
    enemies = [one for one, seat in SEATS.items() if seat[0] != side]
    order, before = four.captains_order(), four.play.number
    drafts = list(DraftLine.objects.order_by("pk").values_list("orders", flat=True))
    answer: Any = four.order(mate, order)
    assert answer.status_code == 422
    assert f"Now {name} decides" in text(answer)
    assert 'data-rule="25"' in answer.content.decode()
    for enemy in enemies:
        assert four.order(enemy, order).status_code == 422
    for do in ("undo", "show", "captain-fire"):
        assert four.order(mate, do=do).status_code == 422
    board = four.board
    foreign = next(unit for unit in board.units if tuple(owner(board, unit.number)) == SEATS[mate])
    answer = four.order(name, f"{side} move {foreign.name} ahead")
    assert answer.status_code == 422
    assert 'data-rule="25"' in answer.content.decode()
    theirs = Concede(side, player=SEATS[mate][1])
    answer = four.order(name, four.written(theirs))
    assert answer.status_code == 422
    assert "Each speaks for themselves" in text(answer)
    assert four.play.number == before
    assert list(DraftLine.objects.order_by("pk").values_list("orders", flat=True)) == drafts


def test_what_a_player_has_drafted_is_seen_by_nobody_else() -> None:
    four = Four(begun("move"))
    for _ in range(100):
        name, order = four.acting, four.captains_order()
        side, place = SEATS[name]
        path_of(four.order(name, order))
        if draft_of(four.play, side, place).lines:
            break
    assert four.acting == name
    assert "that you can still take back" in four.html(name)
    for other in SEATS:
        if other != name:
            assert "that you can still take back" not in four.html(other), other
    path_of(four.order(name, do="undo"))
    assert draft_of(four.play, side, place).lines == []


def test_while_one_side_sets_up_its_own_players_see_its_counters_and_the_enemy_does_not() -> None:
    four = Four(begun())
    screens = screens_of(four)
    path_of(press_on(screens["clara"]))
    assert four.acting == "dora"
    unit = four.seat("talon", 0).unit_names[0]
    for name, sees in (("dora", True), ("clara", True), ("anna", False), ("ben", False)):
        pieces = re.findall(r'<g class="piece of-talon[^>]*data-unit="(\d+)"', four.html(name))
        assert bool(pieces) == sees, name
        so_far = four.html(name, "play/log/")
        assert (unit in so_far) == sees, name


def test_ones_own_units_are_marked_and_the_others_have_names() -> None:
    four = Four(begun("move"))
    board = four.board
    for name, seat in SEATS.items():
        html = four.html(name)
        own = {int(one) for one in re.findall(r'class="piece [^"]* is-own" data-unit="(\d+)"', html)}
        assert own == {unit.number for unit in board.units if tuple(owner(board, unit.number)) == seat}
        assert html.count("Your unit") == len(own)
    assert "Commanded by anna" in four.html("clara")
    assert "has the turn" in text(four.page("anna"))


def test_a_concession_and_a_draw_need_everybody_of_a_side_and_are_taken_back() -> None:
    four = Four(begun("move"))
    side = four.play.decider
    mine = [name for name, seat in SEATS.items() if seat[0] == side]
    theirs = [name for name in SEATS if name not in mine]
    path_of(four.wish(mine[0], Concede))
    answer: Any = four.order(mine[0], four.written(FightOn(*SEATS[mine[0]])))
    path_of(answer)
    path_of(four.wish(mine[1], Concede))
    assert four.play.decider, "one of the two would fight on"
    path_of(four.order(mine[1], four.written(FightOn(*SEATS[mine[1]]))))
    for name in mine:
        assert "offer a draw" not in text(four.page(theirs[0]))
        path_of(four.wish(name, OfferDraw))
    assert "offer a draw" in text(four.page(theirs[0]))
    path_of(four.wish(theirs[0], OfferDraw))
    assert four.play.decider
    assert "You have accepted" in text(four.page(theirs[0]))
    path_of(four.wish(theirs[1], OfferDraw))
    assert four.battle.status == "settled"
    result = four.battle.result_document
    assert result is not None
    assert result.winner is None
    lines = LifetimeLine.objects.all()
    assert {(line.drawn, line.points) for line in lines} == {(True, 0)}
    assert len(lines) == len(mine) * len(theirs), "S84: one against each of the other side"


def test_r112_the_others_of_a_side_are_asked_whether_to_concede_and_nobody_else_reads_it() -> None:
    four = Four(begun("move"))
    path_of(four.clients["ben"].post(f"/battles/{four.battle.pk}/onlookers/"))
    watch = f"/battles/watch/{four.battle.onlooker_link.token}/"
    path_of(four.wish("anna", Concede))
    mate = text(four.page("ben"))
    assert "anna would concede. Do you agree?" in mate
    assert "Refuse" in mate
    own = text(four.page("anna"))
    assert "You would concede. Waiting for ben." in own
    assert "Take it back" in own
    others = [
        four.html(name, door) for name in ("clara", "dora") for door in ("play/", "play/log/", "play/so-far/")
    ]
    for page in (*others, watched(watch)):
        assert "would concede" not in unescape(page)
    assert "would concede" in unescape(four.html("ben", "play/log/"))
    assert four.order("clara", do="refuse").status_code == 422
    assert four.order("anna", do="refuse").status_code == 422
    path_of(four.order("ben", do="refuse"))
    assert "Do you agree" not in text(four.page("ben"))
    assert "ben refused" in text(four.page("anna"))
    path_of(four.order("anna", four.written(FightOn("terran", player=0))))
    assert "Do you agree" not in text(four.page("ben"))
    path_of(four.wish("anna", Concede))
    assert "Do you agree" in text(four.page("ben")), "a new question"
    path_of(four.wish("ben", Concede))
    assert four.battle.status == "settled"
    assert "would concede" in unescape(four.html("clara", "play/log/")), "afterwards it is told"


def test_a_captain_that_finishes_impulse_f_gives_no_orders_of_the_power_phase() -> None:
    four = Four(begun("move"))
    while four.board.impulse < len(IMPULSES) - 1:
        four.one_step()
    name = four.acting
    path_of(four.order(name, do="captain-impulse"))
    four.play_to("curves")
    for _ in range(8):
        if four.acting == name or four.board.step != "curves":
            break
        four.one_step()
    assert (four.acting, four.board.step) == (name, "curves")
    assert "Let the captain finish this Power Phase" in text(four.page(name))
    path_of(four.order(name, do="captain-impulse"))
    assert four.acting != name


def test_who_has_said_too_much_is_no_longer_told_once_the_battle_is_over() -> None:
    four = Four(begun("curves"))
    four.say("clara", "word " * 11, sure="yes")
    assert "no AP this round" in text(four.page("anna"))
    for name in ("anna", "ben"):
        path_of(four.wish(name, Concede))
    assert "no AP this round" not in text(four.page("anna"))


def test_the_talk_of_a_side_has_its_name_on_the_button() -> None:
    four = Four(begun())
    four.say("clara", "Hello")
    assert "Talk 1 new" in " ".join(text(four.page("dora", "company/")).split())
    assert "Talk" in text(four.page("anna", "company/"))


def test_a_concession_publishes_the_board_that_its_last_giver_sees() -> None:
    four = Four(begun("move"))
    for _ in range(100):
        name = four.acting
        side, place = SEATS[name]
        path_of(four.order(name, four.captains_order()))
        if draft_of(four.play, side, place).lines:
            break
    drafted, number = draft_of(four.play, side, place).lines, four.play.number
    mate = next(one for one, seat in SEATS.items() if seat[0] == side and one != name)
    path_of(four.wish(name, Concede))
    assert draft_of(four.play, side, place).lines == drafted, "a wish alone publishes nothing"
    path_of(four.order(name, four.written(FightOn(side, player=place))))
    path_of(four.wish(mate, Concede))
    path_of(four.wish(name, Concede))
    assert four.battle.status == "settled"
    last = PlayedLine.objects.get(number=number + 4)
    assert (last.side, last.place) == (side, place)


def test_a_captain_has_a_seat_and_gives_that_players_orders_alone() -> None:
    four = Four(gathered())
    for name in ("anna", "clara"):
        path_of(four.take(name, *SEATS[name]))
    path_of(four.arrange("anna", "terran", "computer-1", level1="ensign"))
    path_of(four.arrange("clara", "talon", "computer-1", level1="ensign"))
    four.ready("anna", "clara")
    assert four.battle.teams
    players = decode_players(four.play.team)
    assert [[one.by for one in players[side]] for side in ("terran", "talon")] == [
        ["person", "ensign"],
        ["person", "ensign"],
    ]
    for _ in range(40):
        if four.board.round:
            break
        four.one_step()
        assert four.acting in ("anna", "clara"), "a captain's turn is played at once"
    board, lines = four.board, PlayedLine.objects.exclude(place=0)
    assert {line.by for line in lines} == {"ensign"}
    assert {line.by for line in PlayedLine.objects.filter(place=0)} == {"person"}
    assert "by a captain" in text(four.page("anna"))
    path_of(four.wish("anna", Concede))
    assert board.round
    assert four.battle.status == "settled", "the captain joins in what all people of its side wish"
    assert {(line.player.username, line.opponent.username) for line in LifetimeLine.objects.all()} == {
        ("clara", "anna")
    }


def test_two_people_play_a_side_of_the_computer() -> None:
    four = Four(gathered())
    for name in ("anna", "ben"):
        path_of(four.take(name, *SEATS[name]))
    for place in (0, 1):
        path_of(four.arrange("anna", "talon", f"computer-{place}", **{f"level{place}": "ensign"}))
    four.ready("anna", "ben")
    assert four.acting == "anna"
    assert four.battle.talon_user.is_computer
    for _ in range(40):
        if four.board.round:
            break
        four.one_step()
    assert "chat" not in text(four.page("anna", "company/")).lower()
    for name in ("anna", "ben"):
        path_of(four.wish(name, Concede))
    assert four.battle.status == "settled"
    assert not LifetimeLine.objects.exists()


def test_a_player_lets_a_captain_help_and_takes_command_back() -> None:
    four = Four(begun("move"))
    name = four.acting
    side, place = SEATS[name]
    path_of(four.order(name, do="captain-impulse"))
    assert four.acting != name
    players = decode_players(four.play.team)
    assert [one.through is not None for one in players[side]] == [at == place for at in (0, 1)]
    mate = next(one for one, seat in SEATS.items() if seat[0] == side and one != name)
    path_of(four.order(mate, do="captain-battle"))
    players = decode_players(four.play.team)
    assert [one.by for one in players[side]] == ["person" if at == place else "captain" for at in (0, 1)]
    assert Play.objects.get().by(side) == "person"
    assert "Take back command" in four.html(mate)
    path_of(four.order(name, do="take-back"))
    assert "Take back command" not in four.html(name)
    path_of(four.order(mate, do="take-back"))
    assert {one.by for one in decode_players(four.play.team)[side]} == {"person"}


def test_whoever_is_waited_for_gets_the_message() -> None:
    four = Four(begun("move"))
    User.objects.filter(username__in=SEATS).update(webhook_url="https://example.org/hook")
    name = four.acting
    assert sweep_turns() == 0
    with time_machine.travel(timezone.now() + timedelta(minutes=11), tick=False):
        assert sweep_turns() == 1
        assert sweep_turns() == 0
    owed = Delivery.objects.get(kind="turn")
    assert owed.user.username == name
    rivals = [one for one, seat in SEATS.items() if seat[0] == opponent(SEATS[name][0])]
    assert f"against {rivals[0]} and {rivals[1]}" in owed.body
    while four.acting == name:
        four.one_step()
    with time_machine.travel(timezone.now() + timedelta(minutes=22), tick=False):
        assert sweep_turns() == 1
    assert Delivery.objects.filter(kind="turn").latest("pk").user.username == four.acting


def test_each_player_has_a_clock_and_a_captain_takes_over_for_that_player_alone() -> None:
    four = Four(begun("deploy", ("clock", "turn:120")))
    clock = PlayClock.objects.get()
    assert (clock.runs_for, clock.place) == ("talon", 0)
    assert four.html("anna").count("data-clock") == 1
    while four.acting == "clara":
        four.one_step()
    clock.refresh_from_db()
    assert (four.acting, clock.runs_for, clock.place) == ("dora", "talon", 1)
    assert (clock.left("talon", 0), clock.left("talon", 1)) == (120_000, 120_000)
    User.objects.filter(username__in=SEATS).update(webhook_url="https://example.org/hook")
    with time_machine.travel(timezone.now() + timedelta(minutes=3)):
        assert CLOCKS.attempt(clock.pk)
        players = decode_players(four.play.team)
        assert [one.by for one in players["talon"]] == ["person", "captain"]
        assert [one.by for one in players["terran"]] == ["person", "person"]
        clock.refresh_from_db()
        assert (clock.fell("talon", 0), clock.fell("talon", 1)) == (False, True)
        assert [one.user.username for one in Delivery.objects.filter(kind="deadline")] == ["dora"]
        assert "Your time ran out" in text(four.page("dora"))
        assert "Your time ran out" not in text(four.page("clara"))


def ships_of(four: Four, name: str) -> list[str]:
    """The numbers of somebody's units."""
    units = four.board.units
    return [str(unit.number) for unit in units if tuple(owner(four.board, unit.number)) == SEATS[name]]


def order_round(four: Four, name: str, ships: list[str]) -> Any:
    """Somebody gives orders for the round to these ships, from a page that is as new as can be."""
    side, place = SEATS[name]
    moment = {"at": str(four.play.number), "draft": str(draft_of(four.play, side, place).revision)}
    form = {**moment, "side": side, "ship": ships, "within": "4", "contact": "first"}
    return four.clients[name].post(f"/battles/{four.battle.pk}/play/round/", form)


def test_orders_for_the_round_are_a_players_own_and_nobody_else_learns_of_them() -> None:
    four = Four(begun("move", ("tempo", "round")))
    name, number = four.acting, four.play.number
    side, place = SEATS[name]
    mate = next(one for one, seat in SEATS.items() if seat[0] == side and one != name)
    sheet = four.html(name, "play/round/")
    assert all(f'name="ship" value="{ship}"' in sheet for ship in ships_of(four, name))
    assert not any(f'name="ship" value="{ship}"' in sheet for ship in ships_of(four, mate))
    assert order_round(four, name, ships_of(four, mate)).status_code == 422
    path_of(order_round(four, name, ships_of(four, name)))
    assert four.acting != name, "the turn was given as ordered"
    ordered = [one.ordered for one in decode_players(four.play.team)[side]]
    assert ordered == [1 if at == place else None for at in (0, 1)]
    lines = PlayedLine.objects.filter(number__gt=number)
    assert {(line.side, line.place, line.by) for line in lines} == {(side, place, "person")}
    for other in SEATS:
        assert ("are following your orders for the round" in text(four.page(other))) == (other == name), other
    assert "(orders for the round)" in text(four.page(name))
    assert "(orders for the round)" not in text(four.page(mate))
    path_of(four.order(name, do="take-back"))
    assert {one.ordered for one in decode_players(four.play.team)[side]} == {None}


def test_nobody_else_gets_any_page_of_it() -> None:
    four = Four(begun("move"))
    emil = Screen(User.objects.create_user("emil"))
    doors = ("", "play/", "play/log/", "play/so-far/", "company/", "chat/", "onlookers/", "sheet/", "dice/")
    for door in doors:
        assert emil.client.get(f"/battles/{four.battle.pk}/{door}").status_code == 404, door
        assert four.page("ben", door).status_code in (200, 302), door


def test_a_list_asks_as_little_for_many_team_battles_as_for_one(
    django_assert_max_num_queries: Any,
) -> None:
    four = Four(begun("move"))
    for name in ("anna", "ben"):
        path_of(four.wish(name, Concede))
    for _ in range(3):
        again = four.clients["dora"].post(f"/battles/{four.battle.pk}/rematch/")
        four = Four(TeamBattle.objects.get(token=path_of(again).split("/")[2]))
        path_of(four.ready())
        if TeamBattle.objects.count() < 4:
            four.play_to("move")
            for name in ("anna", "ben"):
                path_of(four.wish(name, Concede))
    with django_assert_max_num_queries(2):
        assert [line.rival for line in finished_of(four.users["anna"])] == ["clara and dora"] * 3
    with django_assert_max_num_queries(3):
        assert [line.rival for line in battles_of(four.users["dora"])] == ["anna and ben"]


@pytest.mark.every_view
def test_onlookers_see_who_plays_and_no_talk() -> None:
    four = Four(begun("curves"))
    path_of(four.clients["ben"].post(f"/battles/{four.battle.pk}/onlookers/"))
    path_of(four.say("ben", "Zebra left"))
    page = watched(f"/battles/watch/{four.battle.onlooker_link.token}/")
    assert "anna and ben" in page
    assert "clara and dora" in page
    assert "Zebra" in four.talk("anna")
    assert "Zebra" not in page
    assert "made the link" in four.html("anna", "onlookers/")


def test_a_team_battle_is_tried_out_by_one_player() -> None:
    four = Four(begun("move"))
    name = four.acting
    number = four.play.number
    answer = four.clients[name].post(f"/battles/{four.battle.pk}/try-out/", {"frame": "0"})
    screen = Screen(four.users[name])
    screen.path = path_of(answer)
    assert "/play/" in screen.path
    tried = screen.play
    assert (tried.battle.sandbox, tried.battle.teams, tried.team) == (True, False, "")
    for _ in range(6):
        assert press_on(screen).status_code == 302
    assert four.play.number == number
    assert not LifetimeLine.objects.exists()


def test_a_guest_who_spoke_and_left_is_forgotten_with_what_they_said() -> None:
    four = Four(gathered())
    four.all_sit()
    path_of(four.say("ben", "Hold the left"))
    path_of(four.clients["ben"].post(f"{four.path}leave/"))
    path_of(four.say("anna", "And the right"))
    User.objects.filter(username="ben").update(is_guest=True, password="!x")
    long_ago = timezone.now() - timedelta(days=900)
    User.objects.filter(username="ben").update(date_joined=long_ago, last_login=None, seen_on=None)
    assert prune_guests() == 1
    assert [line.text for line in TeamLine.objects.all()] == ["And the right"]


def test_a_guest_who_set_a_battle_up_and_plays_no_seat_is_forgotten_with_it() -> None:
    four = Four(gathered())
    four.all_sit()
    path_of(four.clients["anna"].post(f"{four.path}leave/"))
    path_of(four.arrange("ben", "terran", "computer-0", level0="ensign"))
    path_of(four.ready("ben", "clara", "dora"))
    guests = User.objects.filter(username__in=SEATS)
    guests.update(is_guest=True, password="!x", date_joined=timezone.now() - timedelta(days=900))
    guests.update(last_login=None, seen_on=None)
    prune_guests()
    assert not guests.exists()
    assert not Battle.objects.exists()


def test_guests_are_forgotten_with_the_team_battles_of_guests_alone() -> None:
    four = Four(gathered())
    four.all_sit()
    User.objects.filter(username__in=SEATS).update(is_guest=True, password="!x")
    long_ago = timezone.now() - timedelta(days=900)
    User.objects.filter(username__in=SEATS).update(date_joined=long_ago, last_login=None, seen_on=None)
    User.objects.filter(username="dora").update(is_guest=False)
    prune_guests()
    assert User.objects.filter(username__in=SEATS).count() == 4
    User.objects.filter(username="dora").update(is_guest=True)
    prune_guests()
    assert not User.objects.filter(username__in=SEATS).exists()
    assert not TeamSeat.objects.exists()


def test_a_players_page_offers_what_the_view_of_the_player_offers() -> None:
    four = Four(begun("move"))
    for name, (side, place) in SEATS.items():
        view = View(four.board, side, place)
        legal = {four.written(order) for order in view.orders}
        shown = {*offered(four.html(name))}
        assert shown <= legal
        assert bool(shown) == bool(legal) == (name == four.acting)
