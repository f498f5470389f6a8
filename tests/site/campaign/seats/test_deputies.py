"""Deputies: named and revoked in one request, seen by the other side, with the owner's orders and no more (S70)."""

from random import Random

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import Delivery, User
from accounts.people.special_users import computer_user
from accounts.seats import SeatLost
from battles.models import Battle, BattleNote, Status
from battles.services import confirm, enter_report
from bench.site.pages import form_of
from bench.wars.random_player import random_report
from campaign.deadlines.returning import take_seat_back
from campaign.lobby.my_wars import my_wars
from campaign.lobby.players import notes_on
from campaign.lobby.templatetags.lobby import waiting_now
from campaign.models import Deputy, DeputyRequest, Engagement, Entry, Seat, SetAside, Waiting, War
from campaign.rules.orders import OfferDraw, Surrender
from campaign.seats.handing import hand_over
from campaign.seats.naming import accept, revoke
from campaign.war.services.acting import commands, knows
from campaign.war.services.log import submit
from campaign.war.services.results import ask_withdrawal, withdrawable
from campaign.war.services.sealing import unseal
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES
from tests.people import browser, make_person
from tests.site.campaign.corrections.test_correcting import agree, battle_of
from tests.site.campaign.corrections.test_log_correction import asked, finished
from tests.site.campaign.deadlines.test_agreements import do, page
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.seats import Seated, first_fleet, text
from tests.site.wars import make_war, play_until, seal_random, user_of, version_of, war_wanted

pytestmark = pytest.mark.django_db
ALONE = [
    "chat/",
    "export/",
    "surrender/",
    "sandbox/",
    "watch/",
    "correct/1/",
    "chat/mute/",
    "chat/read/",
    "seen/",
]
SHARED = ["", "history/", "treasury/", "charts/", "tracking/", "tracking.csv", "time/", "plan/"]


@pytest.fixture
def war(request: pytest.FixtureRequest, db: None) -> War:
    return war_wanted(request, pace="days:3")


@pytest.fixture
def carla(db: None) -> User:
    return make_person("carla", webhook_url="https://example.org/hook")


def of(war: War, side: str, rest: str = "") -> str:
    return f"/wars/{war.pk}/{side}/{rest}"


def named(war: War, callsign: str = "carla", side: str = "terran") -> int:
    """What it says to a player who asks for a deputy, who accepts if the player may ask."""
    said = int(do(war, side, "ask-deputy", callsign=callsign).status_code)
    for request in DeputyRequest.objects.filter(war=war, side=side):
        answer = browser(request.user).post(of(war, side, "deputy/"), {"do": "accept"})
        assert answer.headers["Location"] == of(war, side)
    return said


@pytest.mark.played_until(phase="planning")
def test_s70_a_deputy_sees_what_the_seat_sees_and_no_more(war: War, carla: User) -> None:
    client = browser(carla)
    pages = [of(war, "terran", rest) for rest in SHARED + ALONE]
    assert {client.get(path).status_code for path in [*pages, f"/wars/{war.pk}/"]} <= {404, 405}
    assert named(war, "Carla") == 302
    assert {client.get(of(war, "terran", rest)).status_code for rest in SHARED} == {200}
    assert {client.get(of(war, "terran", rest)).status_code for rest in ALONE} <= {403, 405}
    assert {client.post(of(war, "terran", rest)).status_code for rest in ALONE} <= {403, 405}
    assert {client.get(of(war, "talon", rest)).status_code for rest in SHARED + ALONE} <= {404, 405}
    assert client.get(f"/wars/{war.pk}/").headers["Location"] == of(war, "terran")


@pytest.mark.played_until(phase="planning")
def test_s70_a_deputy_is_asked_and_can_do_nothing_before_they_accept(war: War, carla: User) -> None:
    client, asked = browser(carla), of(war, "terran", "deputy/")
    assert client.get(asked).status_code == 404
    assert do(war, "terran", "ask-deputy", callsign="Carla").status_code == 302
    assert {client.get(of(war, "terran", rest)).status_code for rest in SHARED + ALONE} <= {404, 405}
    assert not Deputy.objects.exists()
    assert not commands(war.pk, "terran", carla)
    assert "carla" not in page(war, "talon", "time/")
    assert "You asked carla to be your deputy." in page(war, "terran", "time/")
    assert "anna asks you to be their deputy" in text(client.get("/wars/"))
    assert "anna asks you to give the orders" in text(client.get(asked))
    (told,) = Delivery.objects.filter(user=carla)
    assert (told.kind, told.path) == ("invitation", asked)
    assert browser(make_person("eve")).get(asked).status_code == 404
    assert browser(make_person("eva")).post(asked, {"do": "accept"}).status_code == 404
    assert client.post(asked, {"do": "accept"}).headers["Location"] == of(war, "terran")
    assert commands(war.pk, "terran", carla)
    assert "carla acts for anna" in page(war, "talon", "time/")
    assert client.get(asked).status_code == 404


def test_whoever_is_asked_may_decline(war: War, carla: User) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    do(war, "terran", "ask-deputy", callsign="carla")
    client, asked = browser(carla), of(war, "terran", "deputy/")
    assert client.post(asked, {"do": "decline"}).headers["Location"] == "/wars/"
    assert client.post(asked, {"do": "accept"}).status_code == 404
    assert not Deputy.objects.exists()
    told = Delivery.objects.filter(user=user_of(war, "terran"), subject__contains="deputy")
    assert [row.subject for row in told] == [f"{war.name}: carla will not be your deputy"]
    assert "asked carla" not in page(war, "terran", "time/")


def test_a_request_is_taken_back_and_its_message_with_it(war: War, carla: User) -> None:
    do(war, "terran", "ask-deputy", callsign="carla")
    assert [do(war, "terran", "withdraw-deputy").status_code for _ in range(2)] == [302, 302]
    assert browser(carla).post(of(war, "terran", "deputy/"), {"do": "accept"}).status_code == 404
    with pytest.raises(Refused, match="asks you to be a deputy"):
        accept(war_id=war.pk, side="terran", user=carla)
    assert Delivery.objects.get(user=carla).status == "cancelled"


def test_one_is_asked_at_a_time_and_the_deputy_acts_until_another_accepts(war: War, carla: User) -> None:
    dora, emil = make_person("dora"), make_person("emil")
    named(war)
    for callsign in ("dora", "emil"):
        do(war, "terran", "ask-deputy", callsign=callsign)
    assert DeputyRequest.objects.get().user == emil
    assert browser(dora).get(of(war, "terran", "deputy/")).status_code == 404
    assert commands(war.pk, "terran", carla)
    accept(war_id=war.pk, side="terran", user=emil)
    assert [commands(war.pk, "terran", user) for user in (carla, emil)] == [False, True]


def test_nobody_accepts_once_they_know_the_other_side_or_the_seat_has_moved(war: War, carla: User) -> None:
    for side in SIDES:
        do(war, side, "ask-deputy", callsign="carla")
    accept(war_id=war.pk, side="talon", user=carla)
    answer = browser(carla).post(of(war, "terran", "deputy/"), {"do": "accept"})
    assert answer.status_code == 422
    assert "has seen the other side's secrets" in text(answer)
    hand_over(seat_id=Seat.objects.get(war=war, side="terran").pk, user=make_person("dora"))
    assert not DeputyRequest.objects.exists()


@pytest.mark.played_until(phase="planning")
def test_s70_the_other_side_sees_who_it_is_and_what_they_do(war: War, carla: User) -> None:
    named(war)
    assert "carla acts for anna, since" in page(war, "talon")
    assert "carla acts for you." in page(war, "terran")
    assert sealed_by(war, carla) == 302
    assert "carla" not in page(war, "talon", "plan/")
    seal_random(war, "talon", Random(3))
    assert Entry.objects.get(war=war, kind="plan", seat="terran").user == carla
    assert "carla is deputy from now on." in page(war, "talon", "history/")
    assert "carla planned the turn for anna." in page(war, "talon", "history/")


@pytest.mark.played_until(phase="planning")
def test_s70_only_the_player_ends_a_war_or_agrees(war: War, carla: User) -> None:
    named(war)
    client = browser(carla)
    for order in ("surrender", "offer-draw", "answer-draw", "ask-withdrawal", "drop-withdrawal", "levels"):
        answer = client.post(of(war, "terran", "orders/"), {"order": order, "seen_version": war.version})
        assert (answer.status_code, "Only anna decides this" in text(answer)) == (422, True), order
    for what in ("pace", "pause", "agree", "resume", "leave", "back", "ask-deputy", "revoke-deputy"):
        answer = client.post(of(war, "terran", "time/"), {"do": what, "callsign": "dora", "days": "3"})
        assert answer.status_code == 403, what
    assert "surrender/" not in text(client.get(of(war, "terran")))
    submit(
        war_id=war.pk,
        side="talon",
        user=user_of(war, "talon"),
        seen_version=War.objects.get(pk=war.pk).version,
        order=OfferDraw(),
    )
    assert "offers a draw" in page(war, "terran", "")
    assert "offers a draw" not in text(client.get(of(war, "terran")))


@pytest.mark.played_until(phase="planning")
def test_a_revoked_deputy_may_nothing_at_once(war: War, carla: User) -> None:
    """A page that is still open gives no order, and its stream ends."""
    named(war)
    client = browser(carla)
    fields = {**moment(war), **plan_fields(client, war)}
    assert do(war, "terran", "revoke-deputy").status_code == 302
    assert do(war, "terran", "revoke-deputy").status_code == 302
    assert client.post(of(war, "terran", "seal/"), fields).status_code == 404
    assert client.get(of(war, "terran", "plan/")).status_code == 404
    assert client.get(f"/events/wars/{war.pk}/").status_code == 404
    assert not commands(war.pk, "terran", carla)
    assert Deputy.objects.get(war=war).how == Deputy.How.REVOKED
    assert "carla is no longer deputy." in page(war, "talon", "history/")


@pytest.mark.played_until(phase="battles")
def test_an_order_on_its_way_while_the_deputy_is_revoked_is_refused(war: War, carla: User) -> None:
    """The right is asked for again while the war is held."""
    named(war)
    anna = user_of(war, "terran")
    assert anna is not None
    revoke(war_id=war.pk, side="terran", player=anna)
    war.refresh_from_db()
    with pytest.raises(SeatLost):
        submit(
            war_id=war.pk,
            side="terran",
            user=carla,
            seen_version=war.version,
            order=OfferDraw(),
        )


@pytest.mark.played_until(phase="planning")
def test_a_deputy_of_before_calls_no_orders_back(war: War, carla: User) -> None:
    named(war)
    seal_random(war, "terran", Random(1))
    do(war, "terran", "revoke-deputy")
    with pytest.raises(SeatLost):
        unseal(war_id=war.pk, side="terran", user=carla, turn=1, phase="planning")
    with pytest.raises(SeatLost):
        take_seat_back(war_id=war.pk, side="terran", user=carla)
    assert war.sealed_orders.filter(seat="terran").exists()


def test_a_deputy_is_named_by_callsign_in_any_case(war: War) -> None:
    make_person("карла")
    assert named(war, "КАРЛА") == 302


def test_a_closed_account_is_nobodys_deputy(war: War, carla: User) -> None:
    User.objects.update(is_active=False)
    User.objects.exclude(pk=carla.pk).update(is_active=True)
    assert named(war) == 422


@pytest.mark.played_until(phase="planning")
def test_a_war_against_the_computer_has_no_deputies(war: War, carla: User) -> None:
    """Its players could neither revoke them nor see them."""
    named(war)
    hand_over(seat_id=Seat.objects.get(war=war, side="talon").pk, user=computer_user())
    assert Deputy.objects.get(war=war, user=carla).how == Deputy.How.ALONE
    assert not commands(war.pk, "terran", carla)


def test_a_deputy_steps_down(war: War, carla: User) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    play_until(war, phase="planning")
    named(war)
    client = browser(carla)
    assert client.post(of(war, "terran", "time/"), {"do": "step-down"}).headers["Location"] == "/wars/"
    assert client.post(of(war, "terran", "time/"), {"do": "step-down"}).status_code == 404
    assert Deputy.objects.get(war=war).how == Deputy.How.LEFT
    told = Delivery.objects.filter(user=user_of(war, "terran"), subject__contains="deputy")
    said = [f"{war.name}: carla is {words} your deputy" for words in ("now", "no longer")]
    assert [row.subject for row in told.order_by("pk")] == said


@pytest.mark.played_until(phase="planning")
def test_s70_who_cannot_be_a_deputy(war: War, carla: User) -> None:
    make_person("guest", is_guest=True)
    make_person("closed", is_active=False)
    for callsign in ("anna", "boris", "guest", "closed", "nobody", "", "Computer"):
        assert named(war, callsign) == 422, callsign
    named(war, side="talon")
    answer = do(war, "terran", "ask-deputy", callsign="carla")
    assert "has seen the other side's secrets" in text(answer)
    assert 'value="carla"' in answer.content.decode()
    do(war, "talon", "revoke-deputy")
    assert named(war) == 422
    assert Deputy.objects.filter(war=war).count() == 1


@pytest.mark.played_until(phase="planning")
def test_both_sides_cannot_have_the_same_deputy(war: War, carla: User) -> None:
    named(war)
    with pytest.raises(IntegrityError), transaction.atomic():
        Deputy.objects.create(war=war, side="talon", user=carla, turn=1, given_at=timezone.now())
    dora = make_person("dora")
    with pytest.raises(IntegrityError), transaction.atomic():
        Deputy.objects.create(war=war, side="terran", user=dora, turn=1, given_at=timezone.now())


@pytest.mark.played_until(phase="planning")
def test_naming_twice_is_once_and_another_takes_the_place(war: War, carla: User) -> None:
    dora = make_person("dora")
    assert [named(war), named(war)] == [302, 302]
    assert Deputy.objects.filter(war=war).count() == 1
    assert named(war, "dora") == 302
    assert list(Deputy.objects.filter(war=war, ended_at=None).values_list("user", flat=True)) == [dora.pk]
    assert browser(carla).get(of(war, "terran")).status_code == 404


@pytest.mark.played_until(phase="planning")
def test_nobody_names_deputies_without_end(war: War, carla: User) -> None:
    assert [named(war) for _ in range(11)] == [302] * 10 + [429]


@pytest.mark.played_until(phase="planning")
def test_a_deputy_hears_of_what_waits_and_no_more_once_revoked(war: War, carla: User) -> None:
    waits = Waiting.objects.get(war=war, side="terran")
    named(war)
    key = f"war:{war.pk}:{waits.key}"
    assert Delivery.objects.get(user=carla, key=key).status == "queued"
    assert [row.pk for row in my_wars(carla).waiting] == [waits.pk]
    assert [line.acts_for for line in my_wars(carla).running] == ["anna"]
    assert "You act for anna" in text(browser(carla).get("/wars/"))
    do(war, "terran", "revoke-deputy")
    assert Delivery.objects.get(user=carla, key=key).status == "cancelled"
    assert my_wars(carla).nothing


def test_each_persons_head_counts_what_waits_for_them(war: War, carla: User) -> None:
    dora = make_person("dora")
    for _ in range(2):
        make_war(make_person(f"guest-{War.objects.count()}"), dora)
    assert named(war) == 302
    mine = {who: waiting_now(who) for who in (user_of(war, "terran"), carla, dora, make_person("emil"))}
    assert [found.count for found in mine.values()] == [1, 1, 2, 0]
    assert mine[carla].path == mine[user_of(war, "terran")].path == f"/wars/{war.pk}/terran/bases/"
    assert mine[dora].newest == Waiting.objects.filter(user=dora).latest("pk").pk
    war.waiting.update(kind=Waiting.Kind.DRAW)
    assert [waiting_now(who).count for who in mine] == [1, 0, 2, 0]


def test_what_a_deputy_seals_ends_the_message_to_both(war: War, carla: User) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    play_until(war, phase="planning")
    named(war)
    seal_random(war, "terran", Random(1))
    rows = Delivery.objects.filter(key=f"war:{war.pk}:turn:1:planning")
    assert {row.user.username: row.status for row in rows if row.user.username != "boris"}[
        "carla"
    ] == "cancelled"


def test_a_deputy_enters_and_answers_reports_by_name() -> None:
    war, battle = war_with_battle()
    make_person("carla")
    named(war)
    carla = User.objects.get(username="carla")
    client = browser(carla)
    assert client.get(f"/battles/{battle.pk}/").status_code == 200
    assert client.get(f"/battles/{battle.pk}/report/").status_code == 200
    assert client.get(f"/battles/{battle.pk}/onlookers/").status_code == 403
    report = random_report(battle.setup_document, Random(1))
    battle.refresh_from_db()
    enter_report(battle_id=battle.pk, side="talon", seen_version=battle.version, report=report)
    battle.refresh_from_db()
    answer = client.post(f"/battles/{battle.pk}/confirm/", {"version": battle.version})
    assert answer.status_code == 302
    note = BattleNote.objects.get(battle=battle, kind="confirmed")
    assert (note.user, note.deputy) == (user_of(war, "terran"), carla)
    assert "carla for anna confirmed the result" in text(client.get(f"/battles/{battle.pk}/"))
    do(war, "terran", "revoke-deputy")
    assert client.get(f"/battles/{battle.pk}/").status_code == 404


def test_an_answer_on_its_way_while_the_deputy_is_revoked_is_refused() -> None:
    war, battle = war_with_battle()
    carla = make_person("carla")
    named(war)
    report = random_report(battle.setup_document, Random(1))
    entered = enter_report(battle_id=battle.pk, side="talon", seen_version=battle.version, report=report)
    do(war, "terran", "revoke-deputy")
    with pytest.raises(SeatLost):
        confirm(battle_id=battle.pk, side="terran", seen_version=entered.version, by=carla)
    battle.refresh_from_db()
    assert battle.status != Status.SETTLED


def test_a_battle_that_is_set_aside_knows_of_a_revoked_deputy() -> None:
    """The war has gone back before it (S69), but its page is still there to be read."""
    war, battle = war_with_battle()
    carla = make_person("carla")
    named(war)
    Engagement.objects.filter(battle=battle).update(battle=None)
    SetAside.objects.create(war=war, battle=battle, number=1, entry=war.version)
    assert browser(carla).get(f"/battles/{battle.pk}/").status_code == 200
    do(war, "terran", "revoke-deputy")
    assert browser(carla).get(f"/battles/{battle.pk}/").status_code == 404


def test_the_next_battle_knows_the_deputy_and_a_closed_account_has_none() -> None:
    war, battle = war_with_battle()
    named(war, make_person("carla").username)
    carla, anna = User.objects.get(username="carla"), user_of(war, "terran")
    assert Battle.objects.get(pk=battle.pk).terran_deputy == carla
    assert anna is not None
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert browser(carla).get(of(war, "terran")).status_code == 404
    assert browser(carla).get(f"/battles/{battle.pk}/").status_code == 404
    assert not my_wars(carla).waiting


@pytest.mark.played_until(phase="planning")
def test_a_handed_over_seat_ends_its_deputy_and_keeps_its_secrets(war: War, carla: User) -> None:
    named(war)
    seats = {seat.side: seat for seat in Seat.objects.filter(war=war)}
    with pytest.raises(Refused, match="has seen the other side's secrets"):
        hand_over(seat_id=seats["talon"].pk, user=carla)
    dora = make_person("dora")
    anna = user_of(war, "terran")
    assert anna is not None
    hand_over(seat_id=seats["terran"].pk, user=dora)
    assert Deputy.objects.get(war=war, user=carla).how == Deputy.How.MOVED
    assert knows(war, "terran", anna)
    assert named(war, "anna", "talon") == 422
    told = page(war, "talon", "history/")
    assert "The host gave the seat of anna to dora." in told
    assert "anna is" not in told


@pytest.mark.played_until(phase="planning")
def test_a_deputys_order_in_time_counts_for_the_player(war: War, carla: User) -> None:
    anna = user_of(war, "terran")
    assert anna is not None
    before = notes_on([anna.pk])[anna.pk]
    named(war)
    assert sealed_by(war, carla) == 302
    seal_random(war, "talon", Random(3))
    after = notes_on([anna.pk, carla.pk])
    assert (after[anna.pk].on_time, after[anna.pk].asked) == (before.on_time + 1, before.asked + 1)
    assert after[carla.pk].asked == 0


@pytest.mark.played_until(phase="planning")
def test_the_chat_and_what_was_seen_stay_the_players(war: War, carla: User) -> None:
    named(war)
    seen = Seat.objects.get(war=war, side="terran").seen_entry
    assert "chat/" not in text(browser(carla).get(of(war, "terran")))
    assert Seat.objects.get(war=war, side="terran").seen_entry == seen


def test_a_host_who_was_a_deputy_sees_no_secret_rows(war: War) -> None:
    host = make_person("hostess", is_staff=True, is_superuser=True)
    play_until(war, phase="planning")
    rows = "/admin/campaign/ledgerline/"
    first = text(browser(host).get(rows))
    named(war, "hostess")
    do(war, "terran", "revoke-deputy")
    assert text(browser(host).get(rows)) != first


def sealed_by(war: War, user: User) -> int:
    """What it says to a plan that the user makes and seals for the Terran side."""
    seated = Seated(war, user, "terran")
    first_fleet(seated)
    fields = {**moment(war), **plan_fields(seated.client, war)}
    return int(seated.client.post(of(war, "terran", "seal/"), fields).status_code)


def moment(war: War) -> dict[str, str]:
    return {"turn": str(war.turn), "phase": war.phase}


def plan_fields(client: Client, war: War) -> dict[str, str]:
    fields, _buttons = form_of(text(client.get(of(war, "terran", "plan/"))), "orders")
    return fields


def test_a_deputy_plays_a_battle_by_hand_without_the_chat() -> None:
    war, battle = war_with_battle(settled_by="hand")
    carla = make_person("carla")
    play = f"/battles/{battle.pk}/play/"
    assert browser(carla).get(play).status_code == 404
    named(war)
    answer = browser(carla).get(play)
    assert answer.status_code == 200
    assert "play-company" not in answer.content.decode()
    assert browser(carla).get(f"/battles/{battle.pk}/company/").status_code == 403
    assert "play-company" in browser(battle.terran_user).get(play).content.decode()
    do(war, "terran", "revoke-deputy")
    assert browser(carla).get(play).status_code == 404
    assert browser(carla).post(f"{play}order/", {"at": "0", "draft": "0", "order": "x"}).status_code == 404


@pytest.mark.played_until(turn=3, seed=4, phase="planning")
def test_s70_a_war_that_went_back_after_its_end_has_no_deputies(war: War, carla: User) -> None:
    """Once it was over a deputy could read everything, so nobody acts for either side when it goes on."""
    named(war)
    named(war, make_person("dora").username, "talon")
    finished(war)
    assert browser(carla).get(of(war, "terran")).status_code == 200
    agree(war, asked(war, battle_of(war), "rewind"))
    war.refresh_from_db()
    assert war.status == War.Status.RUNNING
    assert not Deputy.objects.filter(war=war, ended_at=None).exists()
    assert browser(carla).get(of(war, "terran")).status_code == 404
    assert not Battle.objects.filter(terran_deputy=carla).exists()
    assert named(war) == 422
    assert named(war, make_person("emil").username) == 422
    assert "it has no deputies" in page(war, "terran", "time/")
    assert "Callsign" not in page(war, "terran", "time/")


def test_s70_nor_has_a_war_whose_last_result_was_withdrawn_after_its_end(carla: User) -> None:
    people = make_person("anna"), make_person("boris")
    for seed in (6, 19, *range(20)):  # the first two are over in two turns
        war = make_war(*people)
        named(war)
        play_until(war, phase="over", random=Random(seed))
        if withdrawable(war) is not None:
            break
    assert commands(war.pk, "terran", carla)
    for side in SIDES:
        ask_withdrawal(war_id=war.pk, side=side, user=user_of(war, side), seen_version=version_of(war))
    war.refresh_from_db()
    assert war.status == War.Status.RUNNING
    assert not commands(war.pk, "terran", carla)
    assert named(war) == 422


def test_whoever_has_lost_the_seat_gives_no_order_from_an_open_page(war: War) -> None:
    owner, version = user_of(war, "terran"), version_of(war)
    hand_over(seat_id=war.seats.get(side="terran").pk, user=make_person("dora"))
    with pytest.raises(SeatLost):
        submit(war_id=war.pk, side="terran", user=owner, seen_version=version, order=Surrender())
    war.refresh_from_db()
    assert war.phase != "over"
