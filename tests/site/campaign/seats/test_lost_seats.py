"""Who loses a seat while a request is on its way: nothing is written, and the answer is 403 without a page."""

from collections.abc import Callable
from random import Random
from threading import Event, Thread
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import User
from accounts.seats import SeatLost
from battles.models import DraftLine, Play, PlayedLine
from battles.talon.play.board import board_of
from battles.talon.play.services.rounds import give_round
from battles.talon.play.views import play as play_views
from campaign.corrections.correcting import answer, drop, propose
from campaign.models import Correction, Draft, Holiday, TimeNote, War
from campaign.planning.drafting import revise
from campaign.rules.orders import Amend, Plan
from campaign.seats.handing import hand_over
from campaign.seats.naming import revoke
from campaign.war import access
from tests.deputies import name_deputy
from tests.people import browser, make_person
from tests.site.battles.talon.play.test_rounds import plan_of
from tests.site.campaign.corrections.test_correcting import battle_of, other_report
from tests.site.campaign.deadlines.test_agreements import do
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.plays import captains_order, one_step, seen, until
from tests.site.wars import make_war, play_until, seal_random, user_of, version_of

pytestmark = pytest.mark.django_db
PATHS = ["plan/preview/", "seal/", "unseal/", "orders/"]
DONE_BY_HAND = ["", "undo", "undo-all", "show", "captain-impulse", "captain-battle", "take-back"]
TIMES = [
    {"do": "pace", "pace": "days:7"},
    {"do": "pause"},
    {"do": "agree", "asked": "days:14"},
    {"do": "decline", "asked": "days:14"},
    {"do": "drop"},
    {"do": "resume"},
    {"do": "leave", "days": "3"},
    {"do": "back"},
]
Loses = Callable[[], object]


@pytest.fixture
def war(db: None) -> War:
    found = make_war(make_person("anna"), make_person("boris"), pace="days:3")
    play_until(found, phase="planning")
    return found


@pytest.fixture
def loses(monkeypatch: pytest.MonkeyPatch) -> Callable[[Loses], None]:
    """Let the seat be lost after the door of a page has let the person in."""

    def at_the_door(lost: Loses) -> None:
        for module, name in ((access, "take_seat"), (play_views, "own_play")):
            monkeypatch.setattr(module, name, _then(getattr(module, name), lost))

    return at_the_door


def _then(door: Callable[..., Any], lost: Loses) -> Callable[..., Any]:
    def late(*args: Any) -> Any:
        found = door(*args)
        lost()
        return found

    return late


def handed_over(war: War, side: Any = "terran") -> Loses:
    dora = make_person("dora")
    return lambda: hand_over(seat_id=war.seats.get(side=side).pk, user=dora)


def player(war: War, side: Any) -> User:
    found = user_of(war, side)
    assert found is not None
    return found


def revoked(war: War, side: Any = "terran") -> tuple[User, Loses]:
    """A deputy of the side, and how the deputy is revoked."""
    carla, owner = make_person("carla"), player(war, side)
    name_deputy(war_id=war.pk, side=side, player=owner, user=carla)
    return carla, lambda: revoke(war_id=war.pk, side=side, player=owner)


def written(war: War) -> list[Any]:
    """All that a player or deputy can change in the war without an order in its log, and the log's length."""
    war.refresh_from_db()
    return [
        (war.version, war.pace, war.paused, war.withdrawal_asked_by),
        *Draft.objects.filter(war=war).values_list("seat", "document"),
        *war.sealed_orders.values_list("seat", "document"),
        *TimeNote.objects.filter(war=war).values_list("pk", flat=True),
        *Correction.objects.filter(war=war).values_list("pk", "user"),
    ]


def laid(play: Play) -> list[Any]:
    """All that is ordered and published in a battle, and who plays it."""
    rows = Play.objects.filter(pk=play.pk).values_list(
        "number",
        "terran_by",
        "talon_by",
        "terran_through",
        "talon_through",
        "terran_ordered",
        "talon_ordered",
    )
    drafts = DraftLine.objects.filter(play=play).values_list("side", "orders", "revision")
    return [*rows, *drafts, PlayedLine.objects.filter(play=play).count()]


def refused(response: Any) -> None:
    assert response.status_code == 403
    said = response.content.decode()
    assert "You may not give this side" in said
    assert "orders any more. Nothing was changed." in said


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("deputy", [False, True])
def test_nothing_is_written_for_whoever_had_the_seat(war: War, loses: Any, path: str, deputy: bool) -> None:
    person, lost = revoked(war) if deputy else (player(war, "terran"), handed_over(war))
    if path == "unseal/":
        seal_random(war, "terran", Random(1))
    fields = {
        "turn": 1,
        "phase": "planning",
        "do": "answers/engage",
        "order": "take-back",
        "seen_version": version_of(war),
    }
    client, before = browser(person), written(war)
    loses(lost)
    refused(client.post(f"/wars/{war.pk}/terran/{path}", fields))
    assert written(war) == before


def test_nor_is_the_draft_of_the_first_bases(loses: Any) -> None:
    war = make_war(make_person("anna"), make_person("boris"))
    client, before = browser(player(war, "terran")), written(war)
    loses(handed_over(war))
    refused(
        client.post(
            f"/wars/{war.pk}/terran/bases/preview/", {"turn": war.turn, "phase": "bases", "place": []}
        )
    )
    assert written(war) == before


@pytest.mark.parametrize("fields", TIMES, ids=lambda fields: fields["do"])
def test_who_had_the_seat_agrees_on_nothing_and_takes_no_holiday(
    war: War, loses: Any, fields: dict[str, str]
) -> None:
    if "asked" in fields:
        assert do(war, "talon", "pace", pace=fields["asked"]).status_code == 302
    if fields["do"] == "drop":
        assert do(war, "terran", "pace", pace="days:14").status_code == 302
    if fields["do"] == "resume":
        assert (
            do(war, "terran", "pause").status_code
            == do(war, "talon", "agree", asked="pause").status_code
            == 302
        )
    if fields["do"] == "back":
        assert do(war, "terran", "leave", days="5").status_code == 302
    client, before = browser(player(war, "terran")), written(war)
    holidays = list(Holiday.objects.values_list("pk", "side"))
    loses(handed_over(war))
    refused(client.post(f"/wars/{war.pk}/terran/time/", fields))
    assert written(war) == before
    assert list(Holiday.objects.values_list("pk", "side")) == holidays


@pytest.mark.parametrize("order", ["ask-withdrawal", "drop-withdrawal"])
def test_who_had_the_seat_withdraws_no_result_and_keeps_none(war: War, loses: Any, order: str) -> None:
    client, before = browser(player(war, "terran")), written(war)
    loses(handed_over(war))
    refused(client.post(f"/wars/{war.pk}/terran/orders/", {"order": order, "seen_version": war.version}))
    assert written(war) == before


def test_who_had_the_seat_corrects_no_result() -> None:
    war = make_war(make_person("anna"), make_person("boris"))
    play_until(war, phase="planning", turn=2, random=Random(4))
    anna, boris, number = player(war, "terran"), player(war, "talon"), battle_of(war)
    seen_version, order = version_of(war), Amend(number, other_report(war, number))
    handed_over(war)()
    with pytest.raises(SeatLost):
        propose(war_id=war.pk, side="terran", user=anna, seen_version=seen_version, order=order)
    assert not Correction.objects.exists()
    row = propose(war_id=war.pk, side="talon", user=boris, seen_version=seen_version, order=order)
    for agrees in (True, False):
        with pytest.raises(SeatLost):
            answer(
                war_id=war.pk,
                side="terran",
                user=anna,
                correction_id=row.pk,
                seen_version=version_of(war),
                agree=agrees,
            )
    with pytest.raises(SeatLost):
        drop(war_id=war.pk, side="talon", user=anna, correction_id=row.pk)
    row.refresh_from_db()
    assert row.status == Correction.Status.OPEN


@pytest.mark.parametrize("button", DONE_BY_HAND)
@pytest.mark.parametrize("deputy", [False, True])
def test_nor_is_anything_done_in_a_battle_played_by_hand(loses: Any, button: str, deputy: bool) -> None:
    war, battle = war_with_battle(settled_by="hand")
    play = Play.objects.get(battle=battle)
    side = until(play, drafts=1)
    person, lost = revoked(war, side) if deputy else (player(war, side), handed_over(war, side))
    now = seen(play, side)
    fields = {"at": now.at, "draft": now.draft, "do": button, "side": side}
    if not button:
        fields["order"] = captains_order(play, side)
    client, before = browser(person), laid(play)
    loses(lost)
    refused(client.post(f"/battles/{battle.pk}/play/order/", fields))
    assert laid(play) == before


@pytest.mark.parametrize("button", ["", "undo", "take-back"])
def test_a_deputy_who_still_acts_plays_on(button: str) -> None:
    war, battle = war_with_battle(settled_by="hand")
    play = Play.objects.get(battle=battle)
    side = until(play, drafts=1)
    person, _lost = revoked(war, side)
    now = seen(play, side)
    fields = {
        "at": now.at,
        "draft": now.draft,
        "do": button,
        "side": side,
        "order": captains_order(play, side),
    }
    assert browser(person).post(f"/battles/{battle.pk}/play/order/", fields).status_code == 302


def test_nor_are_orders_for_the_round_followed() -> None:
    war, battle = war_with_battle(settled_by="hand")
    play = Play.objects.get(battle=battle)
    while not board_of(play).round:
        one_step(play)
    side: Any = play.decider
    carla, lost = revoked(war, side)
    now, before = seen(play, side), laid(play)
    lost()
    with pytest.raises(SeatLost):
        give_round(battle_id=battle.pk, side=side, seen=now, orders=plan_of(play, side), user=carla)
    assert laid(play) == before


@pytest.mark.django_db(transaction=True)
def test_who_waits_while_the_deputy_is_revoked_is_refused() -> None:
    """The draft waits for the war, which the revocation holds, and only then asks for the seat."""
    war = make_war(make_person("anna"), make_person("boris"), pace="days:3")
    play_until(war, phase="planning")
    carla, lost = revoked(war)
    found: list[str] = []

    def write() -> None:
        begun.set()
        try:
            revise(
                war_id=war.pk,
                side="terran",
                user=carla,
                turn=1,
                phase="planning",
                change=lambda _state, _draft: Plan(),
            )
            found.append("written")
        except SeatLost:
            found.append("refused")
        finally:
            connection.close()

    begun, thread = Event(), Thread(target=write)
    with transaction.atomic():
        lost()
        thread.start()
        begun.wait(5)
        thread.join(0.3)
        assert found == []
    thread.join(20)
    assert found == ["refused"]
    assert not Draft.objects.filter(war=war, seat="terran").exists()
