"""A war's battle in miniatures on the table in the browser (S99, WF60)."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Delivery, LifetimeLine, User
from accounts.people.special_users import computer_user
from battles.battle.awaited import waits_for
from battles.battle.boards import board_for
from battles.models import Battle, Play, PlayedBy, SettledHow, Status, WarfleetsBattle, WarfleetsOrder
from battles.services import hold, release, set_deputy
from battles.warfleets.tables.positions import match_of
from battles.warfleets.tables.services.turn_messages import WAIT, sweep_turns
from campaign.models import Engagement, Waiting, War
from campaign.war.log.rebuild import differences
from campaign.war.services import results
from engines.seam.sides import SIDES, Side, as_side, opponent
from engines.warfleets.captains.levels import player_of
from engines.warfleets.game import asked
from engines.warfleets.notation.lines import write_order
from engines.warfleets.system import SYSTEM
from tests.people import browser, make_person
from tests.prepared import prepared
from tests.site.seats import text
from tests.site.stepping import to_a_battle
from tests.site.wars import make_war, state_of

pytestmark = pytest.mark.django_db
TALON_PAGES = ("", "log/", "so-far/", "ready/", "order/", "round/", "why/")


@prepared
def joined_battle(rival: str = "bo", **settings: Any) -> Battle:
    """The first battle of anna's war in miniatures in the browser, against bo, herself or the computer."""
    anna = make_person("anna")
    other = {"bo": lambda: make_person("bo"), "anna": lambda: anna, "computer": computer_user}[rival]()
    agreed = {"settled_by": "hand", "lifetime_score": True, **settings}
    return to_a_battle(make_war(anna, other, map_name="three_gates", system="warfleets", **agreed))


def table_of(battle: Battle) -> WarfleetsBattle:
    """How it stands on the table."""
    return WarfleetsBattle.objects.select_related("play__battle").get(play=play_of(battle))


def play_of(battle: Battle) -> Play:
    return Play.objects.exclude(stage="gone").get(battle=battle)


def clients(battle: Battle) -> dict[Side, Client]:
    return {side: browser(battle.user_of(side)) for side in SIDES}


def sent(client: Client, battle: Battle, what: str = "order", **fields: Any) -> Any:
    row = table_of(battle)
    return client.post(f"/warfleets/battles/{row.pk}/{what}/", {"seen": str(row.number), **fields})


def wanted(battle: Battle) -> str:
    """What an ensign would order now, as a line."""
    board = match_of(table_of(battle)).battle
    question = asked(board)
    assert question is not None
    return write_order(player_of("ensign", 1).decide(board, question), board.models)


def played(battle: Battle, *, until: int = 9, orders: int = 1000) -> None:
    """Have both people order as ensigns would, until that round begins or it is over."""
    players = clients(battle)
    for _ in range(orders):
        row = table_of(battle)
        if row.stage != "on" or match_of(row).battle.round >= until:
            break
        decider: Any = row.decider
        answer = sent(players[decider], battle, order=wanted(battle))
        assert answer.status_code == 303, text(answer)


def booked(battle: Battle) -> War:
    """The war, once it has booked the result."""
    assert results.absorb(battle_id=battle.pk)
    assert not results.absorb(battle_id=battle.pk)
    return War.objects.get(engagements__battle=battle)


@pytest.mark.every_view
def test_a_whole_battle_of_two_people_has_its_result_in_the_war_once() -> None:
    battle = joined_battle()
    anna = clients(battle)["terran"]
    page = anna.get(battle.get_absolute_url()).content.decode()
    assert "This battle is being played in the browser" in page
    assert table_of(battle).get_absolute_url() in page
    assert "The battle’s page" in text(anna.get(table_of(battle).get_absolute_url()))
    played(battle)
    battle.refresh_from_db()
    row, play, result = table_of(battle), play_of(battle), battle.result_document
    assert result is not None
    assert (battle.status, battle.settled_how) == (Status.SETTLED, SettledHow.PLAYED)
    assert (row.stage, row.ended, row.winner) == ("over", "played", result.winner or "")
    assert play.record is not None
    assert SYSTEM.differences(bytes(play.record)) == []
    assert SYSTEM.unpack(bytes(play.record)).result == result
    assert "The result" in text(anna.get(row.get_absolute_url()))
    war = booked(battle)
    assert differences(war) == []
    lost = {fate.name for side in SIDES for fate in result.report.fates(side) if fate.fate == "destroyed"}
    left = {name for side in SIDES for name in state_of(war).fleet(side).ships}
    assert not lost & left
    assert list(LifetimeLine.objects.values_list("source", flat=True)) == [f"battle:{battle.pk}"]
    report = anna.get(f"/battles/{battle.pk}/fought/", follow=True)
    assert report.status_code == 200
    assert b"Setting up" in report.content
    record = anna.get(f"/battles/{battle.pk}/record.json").content
    assert SYSTEM.upload(battle.setup_document, record).battle.result.report == result.report


def test_the_computer_answers_at_once_and_nothing_counts() -> None:
    battle = joined_battle("computer")
    side = next(side for side in SIDES if not battle.user_of(side).is_computer)
    row = table_of(battle)
    assert row.computers == (opponent(side),)
    client = browser(battle.user_of(side))
    while table_of(battle).stage == "on":
        assert table_of(battle).decider == side
        assert sent(client, battle, order=wanted(battle)).status_code == 303
    assert {opponent(side)} == {
        order.line.split()[0] for order in WarfleetsOrder.objects.filter(battle=row, captain=True)
    }
    booked(battle)
    assert not LifetimeLine.objects.exists()


def test_one_person_plays_both_sides_at_one_screen() -> None:
    battle = joined_battle("anna")
    client = clients(battle)["terran"]
    assert table_of(battle).seats_of(battle.terran_user.pk) == SIDES
    played(battle, until=1)
    board = table_of(battle).get_absolute_url()
    first = table_of(battle).decider
    assert sent(client, battle, "concede").status_code == 303
    assert "You break off when this round ends." in text(client.get(board))
    played(battle)
    battle.refresh_from_db()
    assert battle.result_document is not None
    assert battle.result_document.winner == opponent("terran" if first == "terran" else "talon")


def test_nobody_else_opens_it_and_nobody_orders_for_the_other() -> None:
    battle = joined_battle()
    row, play = table_of(battle), play_of(battle)
    for other in (
        browser(make_person("carl")),
        browser(make_person("host", is_staff=True, is_superuser=True)),
    ):
        for page in ("", "state/", "record/"):
            assert other.get(f"{row.get_absolute_url()}{page}").status_code == 404
        assert other.get(f"/events/warfleets/{row.pk}/").status_code == 404
        for what in ("order", "undo", "concede", "agree", "preview"):
            assert sent(other, battle, what, order="x", do="stay").status_code == 404
    late = clients(battle)[opponent("terran" if row.decider == "terran" else "talon")]
    assert sent(late, battle, order=wanted(battle)).status_code == 422
    assert not row.orders.exists()
    mine = clients(battle)["terran"]
    for page in TALON_PAGES:
        for answer in (
            mine.get(f"/battles/{battle.pk}/play/{page}"),
            mine.post(f"/battles/{battle.pk}/play/{page}"),
        ):
            assert answer.status_code in (302, 404, 405), page
    shown = mine.get(row.get_absolute_url()).content + mine.get(f"{row.get_absolute_url()}record/").content
    assert play.seal.commitment.encode() in shown
    assert play.seal.seed.encode() not in shown
    for listed in ("/warfleets/", "/battles/"):
        assert f'href="{row.get_absolute_url()}"' not in mine.get(listed, follow=True).content.decode()


def test_the_war_says_whose_turn_it_is() -> None:
    battle = joined_battle()
    war = War.objects.get(engagements__battle=battle)
    row = table_of(battle)
    waiting = {wait.side: wait for wait in Waiting.objects.filter(war=war, kind="play")}
    assert {wait.path for wait in waiting.values()} == {row.get_absolute_url()}
    assert set(waits_for(battle)) == set(waiting) == set(SIDES)
    for side, client in clients(battle).items():
        page = text(client.get("/wars/"))
        assert ("Your turn" in page) == (side == row.decider), page


def test_who_is_waited_for_gets_a_message_and_their_deputy_too() -> None:
    battle = joined_battle()
    carla = make_person("carla", webhook_url="https://example.org/carla")
    set_deputy(battle_ids=[battle.pk], side="talon", user=carla)
    while table_of(battle).decider == "terran":
        played(battle, orders=1)
    WarfleetsBattle.objects.update(moved_at=timezone.now() - WAIT - timedelta(seconds=1))
    assert sweep_turns() == 1
    assert sweep_turns() == 0
    told = Delivery.objects.get(user=carla)
    assert told.path == table_of(battle).get_absolute_url()
    hold(battle_id=battle.pk)
    WarfleetsBattle.objects.update(told=0)
    assert sweep_turns() == 0


def test_s70_a_deputy_gives_the_orders() -> None:
    battle = joined_battle()
    carla = browser(make_person("carla"))
    board = table_of(battle).get_absolute_url()
    assert carla.get(board).status_code == 404
    set_deputy(battle_ids=[battle.pk], side="terran", user=make_person("dora"))
    dora = browser(User.objects.get(username="dora"))
    assert dora.get(board).status_code == 200
    while table_of(battle).decider != "terran":
        played(battle, orders=1)
    assert sent(dora, battle, order=wanted(battle)).status_code == 303
    set_deputy(battle_ids=[battle.pk], side="terran", user=None)
    assert dora.get(board).status_code == 404


def test_wf60_whoever_breaks_off_before_the_first_round_has_given_the_battle_up() -> None:
    battle = joined_battle()
    bo = clients(battle)["talon"]
    assert "before the first shot" in text(bo.get(table_of(battle).get_absolute_url()))
    assert sent(bo, battle, "concede").status_code == 303
    battle.refresh_from_db()
    result = battle.result_document
    assert result is not None
    assert (result.winner, result.report.ending, result.talon_lost) == ("terran", "conceded", 0)
    assert "bo broke off" in text(bo.get(table_of(battle).get_absolute_url()))
    report = bo.get(f"/battles/{battle.pk}/fought/", follow=True)
    assert "gave up before the first shot" in text(report)
    assert differences(booked(battle)) == []


def test_wf60_the_enemy_does_not_know_who_breaks_off_until_the_round_ends() -> None:
    battle = joined_battle()
    played(battle, until=1)
    anna, bo = clients(battle).values()
    board = table_of(battle).get_absolute_url()
    before = [len(bo.get(path).content) for path in (board, f"{board}state/")], table_of(battle).number
    assert sent(anna, battle, "concede").status_code == 303
    assert sent(anna, battle, "concede").status_code == 303
    after = [len(bo.get(path).content) for path in (board, f"{board}state/")], table_of(battle).number
    assert before == after
    assert "break off when this round ends" not in text(bo.get(board))
    assert "Stay after all" in text(anna.get(board))
    host = browser(make_person("host", is_staff=True, is_superuser=True))
    listed = host.get(reverse("admin:battles_warfleetsbattle_change", args=[table_of(battle).pk]))
    assert (listed.status_code, b"Commitment" in listed.content, b"eft by" in listed.content) == (
        200,
        True,
        False,
    )
    assert sent(bo, battle, "agree", do="stay").status_code == 303
    assert table_of(battle).left_by == "terran"
    assert sent(anna, battle, "agree", do="stay").status_code == 303
    assert table_of(battle).left_by == ""
    played(battle, until=2)
    assert table_of(battle).stage == "on"
    sent(anna, battle, "concede")
    played(battle, until=3)
    battle.refresh_from_db()
    result = battle.result_document
    assert result is not None
    assert (result.winner, result.report.ending, result.report.rounds) == ("talon", "conceded", 3)
    assert {fate.fate for fate in result.report.terran} <= {"jumped", "destroyed", "stands"}
    assert "jumped" in {fate.fate for fate in result.report.terran}


def test_wf60_whoever_said_so_is_told_while_a_captain_gives_the_orders() -> None:
    battle = joined_battle()
    played(battle, until=1)
    anna, bo = clients(battle).values()
    board = table_of(battle).get_absolute_url()
    sent(anna, battle, "concede")
    board_for(battle).hand_over(battle_id=battle.pk, side="terran")
    said = "A captain gives your orders. As you said, your side breaks off when this round ends."
    assert said in text(anna.get(board))
    assert "breaks off" not in text(bo.get(board))
    sent(anna, battle, "agree", do="take-command")
    assert "Stay after all" in text(anna.get(board))


def test_wf60_who_breaks_off_too_does_not_see_that_the_enemy_said_so_first() -> None:
    battle = joined_battle()
    played(battle, until=1)
    anna, bo = clients(battle).values()
    board = table_of(battle).get_absolute_url()
    for client in (anna, bo):
        assert "Break off…" in text(client.get(board))
        assert sent(client, battle, "concede").status_code == 303
        assert "You break off when this round ends." in text(client.get(board))
    assert table_of(battle).leaving == ("terran", "talon")
    assert sent(anna, battle, "agree", do="stay").status_code == 303
    assert "Break off…" in text(anna.get(board))
    assert "You break off when this round ends." in text(bo.get(board))
    assert sent(anna, battle, "concede").status_code == 303
    assert table_of(battle).leaving == ("talon", "terran")
    played(battle, until=2)
    row = table_of(battle)
    assert (row.stage, row.winner, row.leaving) == ("over", "terran", ())


def test_who_has_command_cannot_take_it_back() -> None:
    battle = joined_battle()
    before = table_of(battle).number
    for client in clients(battle).values():
        assert sent(client, battle, "agree", do="take-command").status_code == 303
    assert table_of(battle).number == before


def test_wf60_nobody_breaks_off_in_the_last_round_or_agrees_on_a_draw() -> None:
    battle = joined_battle()
    anna = clients(battle)["terran"]
    for do in ("draw", "call-off", "refuse"):
        assert sent(anna, battle, "agree", do=do).status_code == 422
    played(battle, until=4)
    if table_of(battle).stage == "on":
        assert "Break off" not in text(anna.get(table_of(battle).get_absolute_url()))
        assert sent(anna, battle, "concede").status_code == 422
        assert table_of(battle).left_by == ""


def test_nothing_is_ordered_while_the_war_stands_still() -> None:
    battle = joined_battle()
    players = clients(battle)
    hold(battle_id=battle.pk)
    for client in players.values():
        board = table_of(battle).get_absolute_url()
        assert "No orders can be given" in text(client.get(board))
        assert json.loads(client.get(f"{board}state/").content)["asked"] is None
        assert sent(client, battle, order="roll").status_code == 422
        assert sent(client, battle, "concede").status_code == 422
    release(battle_id=battle.pk)
    played(battle, orders=1)
    assert table_of(battle).orders.count() == 1


def test_nothing_is_asked_of_whoever_a_captain_decides_for() -> None:
    battle = joined_battle()
    row, play = table_of(battle), play_of(battle)
    decides = as_side(row.decider)
    client = clients(battle)[decides]
    assert json.loads(client.get(f"{row.get_absolute_url()}state/").content)["asked"]["side"] == decides
    Play.objects.filter(pk=play.pk).update(**{f"{decides}_by": "captain"})
    assert json.loads(client.get(f"{row.get_absolute_url()}state/").content)["asked"] is None
    page = text(client.get(row.get_absolute_url()))
    assert f"Waiting for {battle.name_of(decides)}." in page


def test_a_captain_plays_on_for_whoever_is_late_until_they_take_back_command() -> None:
    battle = joined_battle()
    board, play = board_for(battle), play_of(battle)
    late: Any = play.decider
    since = timezone.now()
    assert not board.hand_over_absent(battle_id=battle.pk, side=late, number=play.number - 1)
    assert not board.hand_over_absent(battle_id=battle.pk, side=opponent(late), number=play.number)
    assert board.hand_over_absent(battle_id=battle.pk, side=late, number=play.number)
    assert table_of(battle).decider == opponent(late)
    assert not board.has_ordered([battle.pk], late, since)
    client = clients(battle)[late]
    page = text(client.get(table_of(battle).get_absolute_url()))
    assert "A captain gives your orders." in page
    assert set(waits_for(battle)) == {opponent(late)}
    assert sent(client, battle, "agree", do="take-command").status_code == 303
    assert play_of(battle).by(late) == PlayedBy.PERSON
    while table_of(battle).decider != late:
        played(battle, orders=1)
    played(battle, orders=1)
    assert board.has_ordered([battle.pk], late, since)


def test_odds_of_a_battle_go_on_from_where_it_stands() -> None:
    battle = joined_battle()
    played(battle, until=2)
    found = Engagement.objects.get(battle=battle)
    path = f"/wars/{found.war_id}/terran/odds/under-way/{found.number}/"
    assert "Round 2" in text(clients(battle)["terran"].get(path))
