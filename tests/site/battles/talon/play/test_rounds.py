"""Orders for the round on the site: given, followed, stopped, taken back, and secret."""

import re
from html import unescape
from random import Random
from time import sleep
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from accounts.models import Delivery, Notice, User
from accounts.people.special_users import computer_user
from battles.battle.boards import StalePlay
from battles.battle.selectors import known_battle
from battles.models import Battle, GivenRound, Play, PlayedLine, Status
from battles.talon.play.board import board_of
from battles.talon.play.services import publishing
from battles.talon.play.services.captains import PLAYS, go_on
from battles.talon.play.services.handing import hand_over, take_back
from battles.talon.play.services.rounds import again, asked_of, followed_of, give_round
from battles.talon.play.services.turn_messages import WAIT, sweep_turns
from engines.seam.documents import Doctrine
from engines.seam.refusals import Refused
from engines.seam.sides import Side, opponent
from engines.talon.documents.codec import encode_position
from engines.talon.events import Turn
from engines.talon.hexes import RANGE
from engines.talon.orders import Burn, Move
from engines.talon.play.drafts.lines import decode_line
from engines.talon.play.rounds.orders import (
    FireRule,
    RoundOrders,
    ShipOrders,
    Stops,
    decode_round,
    encode_round,
)
from engines.talon.play.rounds.plan import planned
from engines.talon.play.rounds.sheet import still_due
from engines.talon.records.dice_check import fault
from engines.talon.view import View
from tests.core.board import board
from tests.people import browser, make_person
from tests.site.battles.talon.play.test_play import client_of
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.plays import begun, captains_order, one_step, ordered, seen

NO_STOPS = Stops(contact="", hull=False, critical=False, loss=False)


@pytest.fixture
def play(anna: User, ben: User) -> Play:
    """A battle of two people in its first round."""
    play = begun(anna, ben)
    while not board_of(play).round:
        one_step(play)
    return play


def plan_of(play: Play, side: Side, stops: Stops = NO_STOPS) -> RoundOrders:
    """The captain's orders for the round."""
    return planned(View(board_of(play), side), stops)


def given(play: Play, side: Side, orders: RoundOrders | None = None) -> RoundOrders:
    """Give the side's orders for the round, and do what is owed by that."""
    found = orders or plan_of(play, side)
    give_round(battle_id=play.battle_id, side=side, seen=seen(play, side), orders=found)
    go_on(play.battle_id)
    play.refresh_from_db()
    return found


def stored(play: Play, side: Side) -> GivenRound:
    return GivenRound.objects.get(draft__play=play, draft__side=side)


def test_a_round_is_followed_to_its_end_and_its_player_asked_again(play: Play) -> None:
    first: Any = play.decider
    other = opponent(first)
    orders = given(play, first)
    assert play.decider == other
    assert play.ordered(first) == 1
    given(play, other)
    play.refresh_from_db()
    board = board_of(play)
    assert board.round == 2
    assert play.decider
    assert (play.ordered(play.decider), play.status) == (None, "done")
    assert [one.stop for one in asked_of(stored(play, play.decider)).met] == ["round"]
    moved = moves_of_the_first_round(play, first)
    told = followed_of(stored(play, first))
    assert told
    unable = {(one.unit, one.impulse) for line in told for one in line.unable if one.step == "move"}
    wanted = {
        ship.unit: {at: way for at, way in ship.course.items() if (ship.unit, at) not in unable}
        for ship in orders.ships
        if board.units[ship.unit].status == "map"
    }
    for unit, ways in wanted.items():
        assert ways.items() <= moved.get(unit, {}).items()


def moves_of_the_first_round(play: Play, side: Side) -> dict[int, dict[int, str]]:
    """The way each unit of the side moved, by impulse; its lines are its player's."""
    found: dict[int, dict[int, str]] = {}
    now = (0, 0)
    for line in PlayedLine.objects.filter(play=play):
        assert line.by == "person"
        document = decode_line(bytes(line.line))
        for given_, events in zip(document.given, document.events, strict=True):
            order = given_.order
            if isinstance(order, Move | Burn) and order.side == side and now[0] == 1:
                found.setdefault(order.unit, {})[now[1]] = order.way
            turns = [(one.round, one.impulse) for one in events if isinstance(one, Turn)]
            now = turns[-1] if turns else now
    return found


def test_a_stop_asks_again_and_the_same_orders_go_on(play: Play) -> None:
    side: Any = play.decider
    view = View(board_of(play), side)
    nearest = min(RANGE[enemy.place - own.place] for enemy in view.enemies for own in view.own)
    near = Stops(contact="each", reach=nearest - 1, hull=False, critical=False, loss=False)
    given(play, side, plan_of(play, side, near))
    while play.decider != side or play.ordered(side) is not None:
        one_step(play)
        go_on(play.battle_id)
        play.refresh_from_db()
        if board_of(play).round > 1:
            break
    assert board_of(play).round == 1, "the fleets come nearer in round 1"
    assert [one.stop for one in asked_of(stored(play, side)).met] == ["contact"]
    user = play.battle.user_of(side)
    assert "have stopped" in page(user, play)
    was = stored(play, side)
    lost = ShipOrders(99, fire=FireRule("free", target=98))  # as of a ship and a target that are gone since
    orders = decode_round(bytes(was.document))
    GivenRound.objects.filter(pk=was.pk).update(
        document=encode_round(replace(orders, ships=(*orders.ships, lost)))
    )
    again(battle_id=play.battle_id, side=side, seen=seen(play, side))
    play.refresh_from_db()
    assert play.ordered(side) == 1


def test_why_orders_stopped_is_said_until_the_next_line(play: Play) -> None:
    side: Any = play.decider
    given(play, side)
    given(play, opponent(side))
    now: Any = play.decider
    user = play.battle.user_of(now)
    assert "The round is over." in page(user, play)
    while play.decider == now:
        one_step(play)
    take_back(battle_id=play.battle_id, side=opponent(now))
    while play.decider != now:
        one_step(play)
    assert "The round is over." not in page(user, play)


def test_a_worker_follows_what_no_request_has(play: Play) -> None:
    """The request that gave the orders has died, or the first attempt: the row of the play is the row of work."""
    side: Any = play.decider
    give_round(battle_id=play.battle_id, side=side, seen=seen(play, side), orders=plan_of(play, side))
    play.refresh_from_db()
    assert (play.decider, play.status) == (side, "queued")
    Play.objects.filter(pk=play.pk).update(status="running", token="lost", lease_until=timezone.now())
    sleep(0.01)
    assert PLAYS.attempt(play.pk)
    play.refresh_from_db()
    assert (play.decider, play.status) == (opponent(side), "done")
    assert followed_of(stored(play, side))


def test_the_same_request_again_changes_nothing_and_an_old_page_is_stale(play: Play) -> None:
    side: Any = play.decider
    orders, shown = plan_of(play, side), seen(play, side)
    give_round(battle_id=play.battle_id, side=side, seen=shown, orders=orders)
    after = (seen(play, side), PlayedLine.objects.count(), bytes(stored(play, side).document))
    give_round(battle_id=play.battle_id, side=side, seen=shown, orders=orders)
    assert (seen(play, side), PlayedLine.objects.count(), bytes(stored(play, side).document)) == after
    other = RoundOrders(1, (), NO_STOPS)
    with pytest.raises(StalePlay):
        give_round(battle_id=play.battle_id, side=side, seen=shown, orders=other)
    assert bytes(stored(play, side).document) == after[2]


def test_impossible_orders_are_refused_and_nothing_is_written(play: Play) -> None:
    side: Any = play.decider
    enemy = View(board_of(play), side).enemies[0].number
    for bad in (RoundOrders(7), RoundOrders(1, (ShipOrders(enemy),)), RoundOrders(1, (ShipOrders(99),))):
        with pytest.raises(Refused):
            give_round(battle_id=play.battle_id, side=side, seen=seen(play, side), orders=bad)
    play.refresh_from_db()
    assert play.ordered(side) is None
    assert not GivenRound.objects.exists()


def test_orders_are_prepared_while_the_other_side_decides_and_taken_back(play: Play) -> None:
    side: Any = play.decider
    waiting = opponent(side)
    notices = Notice.objects.count()
    given(play, waiting)
    assert (play.decider, play.ordered(waiting), Notice.objects.count()) == (side, 1, notices)
    take_back(battle_id=play.battle_id, side=waiting)
    play.refresh_from_db()
    assert play.ordered(waiting) is None
    given(play, waiting)
    while play.decider == side and board_of(play).round == 1:
        one_step(play)
    go_on(play.battle_id)
    play.refresh_from_db()
    assert play.decider == side, "the prepared orders were followed at once"
    assert followed_of(stored(play, waiting))


def test_a_single_order_is_refused_while_orders_for_the_round_are_followed(play: Play) -> None:
    side: Any = play.decider
    order = captains_order(play, side)
    give_round(battle_id=play.battle_id, side=side, seen=seen(play, side), orders=plan_of(play, side))
    with pytest.raises(Refused, match="orders for the round"):
        ordered(play, side, order)


def test_what_is_owed_is_known_by_whoever_moves_the_play_on(play: Play, monkeypatch: Any) -> None:
    """Orders for the round are prepared just while the other side's line is written: they are followed all the same."""
    side: Any = play.decider
    waiting = opponent(side)
    prepared = plan_of(play, waiting)
    written = encode_position
    done: list[bool] = []

    def meanwhile(board: Any) -> bytes:
        if not done:
            done.append(True)
            Play.objects.filter(pk=play.pk).update(**{f"{waiting}_ordered": 1})
        return written(board)

    give_round(battle_id=play.battle_id, side=waiting, seen=seen(play, waiting), orders=prepared)
    take_back(battle_id=play.battle_id, side=waiting)
    monkeypatch.setattr(publishing, "encode_position", meanwhile)
    while play.decider == side:
        one_step(play)
        play.refresh_from_db()
    assert done
    assert (play.decider, play.status) == (waiting, "queued")


def test_against_the_computer_a_round_passes_within_the_request(anna: User) -> None:
    play = begun(anna, computer_user())
    go_on(play.battle_id)
    play.refresh_from_db()
    while not board_of(play).round or play.decider != "terran":
        one_step(play)
        go_on(play.battle_id)
        play.refresh_from_db()
    given(play, "terran", plan_of(play, "terran"))
    assert (board_of(play).round, play.decider, play.status) == (2, "terran", "done")


def page(user: User, play: Play, path: str = "play/") -> str:
    client = Client()
    client.force_login(user)
    html = client.get(f"/battles/{play.battle_id}/{path}").content.decode()
    return "\n".join(line for line in html.splitlines() if "csrf" not in line.lower())


def any_orders(play: Play, side: Side, random: Random) -> RoundOrders:
    """Orders for the round that may be given, without any plan."""
    view = View(board_of(play), side)
    enemies = [None, *(one.number for one in view.enemies)]
    ships = []
    for ship in planned(view, NO_STOPS).ships:
        course: Any = {
            at: random.choice(("ahead", "left", "right")) for at in ship.course if random.random() < 0.8
        }
        mode: Any = random.choice(("captain", "free", "hold"))
        fire = FireRule(mode, random.choice(enemies), random.choice((None, 1, 4)), random.choice((0, 50)))
        ships.append(ShipOrders(ship.unit, course, ship.power if random.random() < 0.5 else {}, fire))
    stops = Stops(
        random.choice(("", "first", "each")), random.randint(1, 12), *random.choices((True, False), k=8)
    )
    stance: Any = random.choice(("hold", "withdraw", "preserve"))
    return RoundOrders(1, tuple(ships), stops, Doctrine(stance))


def test_the_other_side_never_sees_orders_for_the_round(play: Play, anna: User, ben: User) -> None:
    """The pages of the other side are the same bytes, whatever was prepared, or nothing."""
    side: Any = play.decider
    waiting = opponent(side)
    reader = anna if side == "terran" else ben
    paths = ("play/", "play/round/", "play/round/news/?at=0&draft=0", "", "sheet/", "dice/")

    def shown() -> list[str]:
        return [without_token(page(reader, play, path)) for path in paths]

    nothing, random = shown(), Random(20)
    for _ in range(8):
        given(play, waiting, any_orders(play, waiting, random))
        assert shown() == nothing
    take_back(battle_id=play.battle_id, side=waiting)
    again(battle_id=play.battle_id, side=waiting, seen=seen(play, waiting))
    assert [one.split("since=")[0] for one in shown()] == [one.split("since=")[0] for one in nothing]


def without_token(html: str) -> str:
    return re.sub(r"[A-Za-z0-9]{64}", "", html)


def test_the_page_offers_the_captains_orders_and_gives_what_was_chosen(
    play: Play, anna: User, ben: User
) -> None:
    side: Any = play.decider
    client = Client()
    client.force_login(anna if side == "terran" else ben)
    path = f"/battles/{play.battle_id}/play/round/"
    html = client.get(path).content.decode()
    plan = plan_of(play, side)
    assert html.count("Captain: ") >= sum(len(one.course) for one in plan.ships)
    unit = View(board_of(play), side).own[0].number
    moment = seen(play, side)
    fields = {"at": moment.at, "draft": moment.draft, "side": side, "ship": unit, "stop": ["hull", "phase"]}
    fields |= {"contact": "", "within": "6", "stance": "hold", f"mode.{unit}": "hold"}
    bad = client.post(path, {**fields, f"move.{unit}.0": "backwards"})
    assert bad.status_code == 422
    looked = client.post(path, {**fields, "do": "look"})
    assert looked.status_code == 200
    assert not GivenRound.objects.exists()
    assert '<option value="hold" selected>' in " ".join(looked.content.decode().split())
    answer = client.post(path, fields)
    assert answer.status_code == 302, answer.content.decode()
    document = stored(play, side)
    assert b'"mode":"hold"' in bytes(document.document)
    assert b'"phase":true' in bytes(document.document)
    stale = client.post(path, {**fields, "stance": "withdraw"})
    assert stale.status_code == 409
    assert "moved on" in stale.content.decode()


WITH_MISSILE = """
    clock 1C terran fire
    map -5,-4
    launched 4
    terran CV Wasp 0,3 W
    terran FTR Cougar 1,2 E speed 6
    terran DD Caleb 3,0 W
    terran missile m4 6,0 E at Hunter
    talon DD Hunter 9,0 W
"""


def test_squadrons_and_missiles_are_ordered_on_the_page(anna: User, ben: User) -> None:
    play = begun(anna, ben)
    position = encode_position(board(WITH_MISSILE).battle)
    Play.objects.filter(pk=play.pk).update(position=position, decider="terran")
    path, client = f"/battles/{play.battle_id}/play/round/", client_of(anna)
    html = client.get(path).content.decode()
    assert "Missile 4" in html
    fields = {"at": 0, "draft": 0, "side": "terran", "ship": ["1"], "missile": ["1004"], "within": "4"}
    sent = {"dock.1": "0", "fly.1004.3": "left", "aim.1004": "3", "stance": "hold", "contact": ""}
    assert all(f'name="{name}"' in html for name in sent if "." in name)
    answer = client.post(path, {**fields, **sent, "do": "look"})
    assert answer.status_code == 200
    shown = " ".join(answer.content.decode().split())
    assert "Docks." in shown
    assert "D left. New target: Hunter." in shown


WITH_TACTICS = """
    clock 2C terran tactics
    initiative talon
    tactics terran
    terran CA Patton 0,0 E attack 2 experience 3
    talon CA Sacrifice 3,0 W
"""


def test_tactics_are_ordered_on_the_page(anna: User, ben: User) -> None:
    """32.4: at the start of an impulse, on the board or for the round; the other side is not asked."""
    play = begun(anna, ben)
    position = encode_position(board(WITH_TACTICS).battle)
    Play.objects.filter(pk=play.pk).update(position=position, decider="terran")
    path, client = f"/battles/{play.battle_id}/play/round/", client_of(anna)
    assert "At the start of impulse D" in client.get(path).content.decode()
    assert 'name="tactics"' not in client_of(ben).get(path).content.decode()
    on_board = client.get(f"/battles/{play.battle_id}/play/").content.decode()
    assert 'value="terran tactics"' in on_board
    assert "elite (level 3)" in on_board
    fields = {"at": 0, "draft": 0, "side": "terran", "ship": [], "missile": [], "within": "4", "contact": ""}
    shown = client.post(path, {**fields, "tactics": "3", "do": "look"}).content.decode()
    assert re.search(r'<option value="3" selected>\s*At the start of impulse D', shown)
    refused = client.post(path, {**fields, "tactics": "9", "do": "look"}).content.decode()
    assert "These orders cannot be read" in refused


@pytest.mark.every_view
def test_the_page_hears_that_the_battle_has_moved_on(play: Play, anna: User, ben: User) -> None:
    decides: Any = play.decider
    side = opponent(decides)
    client = Client()
    client.force_login(anna if side == "terran" else ben)
    html = client.get(f"/battles/{play.battle_id}/play/round/").content.decode()
    [news] = re.findall(r'data-refresh-url="([^"]*/round/news/[^"]*)"', html)
    news = unescape(news)
    assert f'data-stream="/events/battle/{play.battle_id}/' in html
    number = play.number
    while play.number == number:
        assert "moved on" not in client.get(news).content.decode()
        one_step(play)
        play.refresh_from_db()
    assert "What you have entered stays" in client.get(news).content.decode()


def test_the_players_alone_reach_the_page(play: Play) -> None:
    from tests.people import make_person

    eve = Client()
    eve.force_login(make_person("eve"))
    path = f"/battles/{play.battle_id}/play/round/"
    assert eve.get(path).status_code == 404
    assert eve.get(f"{path}news/").status_code == 404
    assert eve.post(path, {"at": 0, "draft": 0}).status_code == 404
    assert Client().get(path).status_code == 302


def test_in_set_up_there_is_nothing_to_order_for_a_round(anna: User, ben: User) -> None:
    play = begun(anna, ben)
    client = Client()
    client.force_login(anna)
    assert (
        client.get(f"/battles/{play.battle_id}/play/round/")["Location"] == f"/battles/{play.battle_id}/play/"
    )
    assert "Orders for the round" not in client.get(f"/battles/{play.battle_id}/play/").content.decode()


def test_a_captain_takes_over_from_orders_for_the_round(play: Play) -> None:
    side: Any = play.decider
    waiting = opponent(side)
    given(play, waiting)
    hand_over(battle_id=play.battle_id, side=waiting, for_good=False)
    play.refresh_from_db()
    assert play.ordered(waiting) is None
    assert play.through(waiting) is not None
    with pytest.raises(Refused, match="captain"):
        give_round(
            battle_id=play.battle_id, side=waiting, seen=seen(play, waiting), orders=plan_of(play, waiting)
        )


def test_a_whole_battle_by_rounds_has_one_result_and_true_dice(anna: User, ben: User) -> None:
    """Both players give nothing but orders for the round; the record is whole and its dice are the sealed ones."""
    play = begun(anna, ben)
    while not board_of(play).round:
        one_step(play)
    asked = 0
    while play.decider:
        side: Any = play.decider
        asked += 1
        assert asked < 400
        order = captains_order(play, side)
        if order.split()[-1] in ("concede", "offer-draw"):
            ordered(play, side, order)
        else:
            given(play, side, plan_of(play, side, Stops()))
        go_on(play.battle_id)
        play.refresh_from_db()
    go_on(play.battle_id)
    battle = Battle.objects.get(pk=play.battle_id)
    assert (battle.status, battle.settled_how) == (Status.SETTLED, "played")
    known = known_battle(battle)
    assert known is not None
    fought: Any = known.fought
    assert fault(fought.written) == ""
    assert asked <= 4 * 2 * board_of(play).round


@pytest.mark.django_db
def test_battles_of_a_war_offer_the_whole_round_first_and_say_what_it_costs() -> None:
    _war, battle = war_with_battle(settled_by="hand")
    play = Play.objects.get(battle=battle)
    assert play.tempo == "round"
    while not board_of(play).round or not play.decider:
        one_step(play)
        play.refresh_from_db()
    side: Side = "terran" if play.decider == "terran" else "talon"
    page = browser(battle.user_of(side)).get(f"/battles/{battle.pk}/play/").content.decode()
    dock = page.partition("data-dock>")[2].partition("play-cards")[0]
    assert f'href="/battles/{battle.pk}/play/round/?side={side}"' in dock
    assert "About 17 clicks a battle; step by step it takes about 57." in dock
    assert begun(make_person("carl"), make_person("dora")).tempo == "step"


@pytest.mark.every_view
def test_a_skirmish_is_played_in_its_tempo_and_so_is_the_rematch(anna: User, ben: User) -> None:
    one, other = Client(), Client()
    one.force_login(anna)
    other.force_login(ben)
    chosen = {"fleets": "2", "side": "terran", "opponent": "link", "level": "captain", "ground": "open"}
    link = one.post("/skirmish/", {**chosen, "tempo": "round"})["Location"]
    assert "Tempo: by round." in other.get(link).content.decode()
    path = other.post(f"{link}accept/")["Location"]
    play = Play.objects.get(battle_id=int(path.split("/")[2]))
    assert play.tempo == "round"
    assert one.post("/skirmish/", {**chosen, "tempo": "never"}).status_code == 422
    while not board_of(play).round:
        one_step(play)
    mine = one if play.decider == "terran" else other
    assert 'class="btn btn-primary"' in link_to_the_round(mine.get(path).content.decode())
    ordered(play, play.decider, f"{play.decider} concede")  # type: ignore[arg-type]
    go_on(play.battle_id)
    assert one.post(path.replace("play", "rematch")).status_code == 302
    again_at = other.post(path.replace("play", "rematch"))["Location"]
    assert Play.objects.get(battle_id=int(again_at.split("/")[2])).tempo == "round"


def link_to_the_round(html: str) -> str:
    """The link to orders for the round on the page of a battle."""
    found = re.search(r"<a [^>]*/play/round/[^>]*>", html)
    assert found is not None
    return found[0]


def test_the_message_of_a_turn_says_why_the_orders_stopped(play: Play) -> None:
    side: Any = play.decider
    given(play, side)
    given(play, opponent(side))
    User.objects.update(webhook_url="https://example.org/hook")
    Play.objects.update(moved_at=timezone.now() - WAIT)
    assert sweep_turns() == 1
    assert Delivery.objects.get().body.endswith("Your orders for the round have stopped. The round is over.")


def held(play: Play, side: Side) -> RoundOrders:
    """The captain's orders for the round, but every ship holds its fire."""
    orders = plan_of(play, side)
    ships = tuple(replace(one, fire=FireRule("hold")) for one in orders.ships)
    return replace(orders, ships=ships, stops=replace(NO_STOPS, shields=True))


def test_who_changes_orders_finds_their_own_in_the_fields(play: Play) -> None:
    """Not the captain's suggestion: what was ordered would be lost."""
    side: Any = play.decider
    reader, path = client_of(play.battle.user_of(side)), f"/battles/{play.battle_id}/play/round/?side={side}"
    assert 'value="hold" selected' not in reader.get(path).content.decode()
    given(play, side, held(play, side))
    page = reader.get(path).content.decode()
    rows = page.count('class="round-row"')
    assert page.count('value="hold" selected') == rows > 1
    assert "which are filled in" in page
    assert 'value="shields" checked' in page
    take_back(battle_id=play.battle_id, side=side)
    assert 'value="hold" selected' not in reader.get(path).content.decode()


def test_what_is_over_is_not_among_the_orders_that_are_filled_in(play: Play) -> None:
    side: Any = play.decider
    orders = given(play, side, held(play, side))
    while board_of(play).impulse < 2 and board_of(play).round == 1:
        if play.decider == side:
            go_on(play.battle_id)
            play.refresh_from_db()
        else:
            one_step(play)
    view = View(board_of(play), side)
    left = still_due(orders, view)
    assert any(one.course for one in orders.ships)
    assert all(at >= view.impulse for one in left.ships for at in (*one.course, *one.power))
