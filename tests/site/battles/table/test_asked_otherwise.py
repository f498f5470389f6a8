"""Who is asked to settle a battle under way otherwise hears of it: among what waits, and by a message (S35)."""

from contextlib import AbstractContextManager
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache

from accounts.models import Delivery, MessageKind, User
from accounts.people.special_users import computer_user
from battles.battle.awaited import asked_to_change
from battles.battle.services.resolving import way_of
from battles.models import Battle, Play, Resolution, Way
from battles.talon.play.services.captains import go_on
from battles.talon.play.services.handing import hand_over
from campaign.models import Waiting, War
from campaign.seats.handing import hand_over as give_seat
from campaign.war.services.keeping import freeze
from campaign.war.time.deadlines import standing
from campaign.war.waiting import sentence
from engines.seam.sides import SIDES, Side
from tests.deputies import name_deputy
from tests.people import browser, make_person
from tests.site.battles.table.test_other_ways import withdrawing
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.plays import begun, one_step
from tests.site.seats import text

pytestmark = pytest.mark.django_db
Kind = Waiting.Kind
HOOK = "https://example.org/hook"
KINDS = {Way.WORKER: Kind.FINISH, Way.TABLE: Kind.TO_TABLE}
SAYS = {
    Way.WORKER: "anna wants captains to finish the battle (Antares 5)",
    Way.TABLE: "anna wants to finish the battle at the table (Antares 5)",
}
TELLS = {
    Way.WORKER: "bo still has to answer whether captains finish the battle (Antares 5)",
    Way.TABLE: "bo still has to answer whether the battle is finished at the table (Antares 5)",
}


@pytest.fixture(autouse=True)
def _fresh() -> None:
    """No request was made within the last hour."""
    cache.clear()


@pytest.fixture
def joined() -> tuple[War, Battle]:
    """A war of anna and bo with a battle by hand, and deadlines; both have a webhook."""
    found = war_with_battle(settled_by="hand", pace="days:2")
    User.objects.update(webhook_url=HOOK)
    return found


@pytest.fixture
def battle(joined: tuple[War, Battle]) -> Battle:
    return Battle.objects.select_related("terran_user", "talon_user").get(pk=joined[1].pk)


@pytest.fixture
def press(battle: Battle, django_capture_on_commit_callbacks: Any) -> Any:
    """Press a button of the battle's page, as of a version, and let its news arrive."""

    def pressed(side: Side, way: str, version: int = 0) -> int:
        seen = version or Battle.objects.get(pk=battle.pk).version
        with committed(django_capture_on_commit_callbacks):
            answer = browser(battle.user_of(side)).post(
                f"/battles/{battle.pk}/way/", {"version": seen, "way": way}
            )
        return answer.status_code

    return pressed


def committed(callbacks: Any) -> AbstractContextManager[Any]:
    """What follows a commit is done at the end of the block."""
    found: AbstractContextManager[Any] = callbacks(execute=True)
    return found


def requests() -> list[Waiting]:
    """The answers for which a war waits."""
    return list(Waiting.objects.filter(kind__in=(Kind.FINISH, Kind.TO_TABLE, Kind.TO_BOARD)))


def told() -> list[Delivery]:
    """The messages about requests, oldest first."""
    return list(Delivery.objects.filter(key__contains=":way:").select_related("user").order_by("pk"))


def shown(user: User, path: str) -> str:
    return text(browser(user).get(path))


@pytest.mark.parametrize("way", [Way.WORKER, Way.TABLE])
def test_it_waits_for_the_other_player_who_gets_a_message(
    joined: tuple[War, Battle], battle: Battle, press: Any, way: Way
) -> None:
    war, anna, bo = joined[0], battle.terran_user, battle.talon_user
    before = Delivery.objects.count()
    assert press("terran", way) == 302
    (row,) = requests()
    assert (row.side, row.user, row.kind, row.path) == ("talon", bo, KINDS[way], f"/battles/{battle.pk}/")
    assert sentence(row) == SAYS[way]
    (message,) = told()
    assert (message.user, message.kind, message.path) == (bo, MessageKind.PROPOSAL, row.path)
    assert message.body == f"{SAYS[way]} — {war.name}, Talon side."
    assert Delivery.objects.count() == before + 1
    assert Waiting.objects.filter(kind=Kind.PLAY).count() == 2
    for path in ("/wars/", f"/wars/{war.pk}/talon/"):
        assert SAYS[way] in shown(bo, path)
    assert "Your turn" in shown(bo, "/wars/")
    assert SAYS[way] in browser(bo).get("/wars/badge/").content.decode()
    mine = shown(anna, f"/wars/{war.pk}/terran/")
    assert TELLS[way] in mine
    assert SAYS[way] not in mine + shown(anna, "/wars/")


@pytest.mark.every_view
def test_the_wars_page_leads_to_the_answer(joined: tuple[War, Battle], battle: Battle, press: Any) -> None:
    press("terran", Way.WORKER)
    page = browser(battle.talon_user).get(f"/wars/{joined[0].pk}/talon/").content.decode()
    card = page.partition('id="call-2">anna wants captains to finish')[2].partition("</section>")[0]
    assert "Your turn" in card
    assert "captains of both sides play on from where it stands" in card
    assert f'href="/battles/{battle.pk}/"' in card
    assert "anna wants captains to finish this battle" in shown(battle.talon_user, f"/battles/{battle.pk}/")


def test_a_board_that_shows_it_needs_no_notice_of_it(battle: Battle, press: Any) -> None:
    press("terran", Way.WORKER)
    board = browser(battle.talon_user).get(f"/battles/{battle.pk}/play/").content.decode()
    assert f'data-shows-waiting="/battles/{battle.pk}/"' in board
    assert "anna wants captains to finish this battle" in board


@pytest.mark.parametrize("way", [Way.WORKER, Way.TABLE])
def test_withdrawn_it_waits_for_nobody_and_an_unsent_message_is_not_sent(
    battle: Battle, press: Any, way: Way
) -> None:
    press("terran", way)
    press("terran", withdrawing(battle, "terran"))
    assert requests() == []
    assert [row.status for row in told()] == ["cancelled"]
    assert "wants" not in shown(battle.talon_user, "/wars/")
    press("terran", way)
    assert len(requests()) == 1
    assert [row.status for row in told()] == ["cancelled", "queued"]


def test_once_it_was_sent_only_a_new_request_is_told_again(battle: Battle, press: Any) -> None:
    press("terran", Way.TABLE)
    Delivery.objects.filter(key__contains=":way:").update(status="done")
    one_step(Play.objects.get(battle=battle))
    press("talon", Way.WORKER)
    press("talon", "hand")
    assert [(row.user.username, row.status) for row in told()] == [("bo", "done"), ("anna", "cancelled")]
    press("terran", "hand")
    press("terran", Way.TABLE)
    assert [(row.user.username, row.status) for row in told()][2:] == [("bo", "queued")]


def test_another_request_takes_the_place_of_the_first(battle: Battle, press: Any) -> None:
    press("terran", Way.TABLE)
    press("terran", Way.WORKER)
    assert [row.kind for row in requests()] == [Kind.FINISH]
    assert [row.status for row in told()] == ["cancelled", "queued"]


def test_a_double_click_and_two_tabs_are_one_request(battle: Battle, press: Any) -> None:
    version = battle.version
    assert [press("terran", Way.TABLE, version) for _ in range(3)] == [302, 302, 302]
    assert (len(requests()), len(told())) == (1, 1)
    version = Battle.objects.get(pk=battle.pk).version
    assert press("terran", Way.TABLE, version) == 302
    assert press("terran", Way.WORKER, version - 1) == 409
    assert (len(requests()), len(told())) == (1, 1)


@pytest.mark.parametrize("way", [Way.WORKER, Way.TABLE])
def test_answered_it_waits_for_nobody(battle: Battle, press: Any, way: Way) -> None:
    press("terran", way)
    press("talon", way)
    assert way_of(battle) == way
    assert requests() == []
    assert [row.status for row in told()] == ["cancelled"]


def test_both_ask_for_something_else_and_each_is_told(battle: Battle, press: Any) -> None:
    press("terran", Way.WORKER)
    press("talon", Way.TABLE)
    assert {(row.side, row.kind, row.name) for row in requests()} == {
        ("talon", Kind.FINISH, "anna"),
        ("terran", Kind.TO_TABLE, "bo"),
    }
    assert {row.user.username for row in told()} == {"anna", "bo"}


def test_at_the_end_of_the_battle_it_waits_for_nobody(
    battle: Battle, press: Any, django_capture_on_commit_callbacks: Any
) -> None:
    press("terran", Way.WORKER)
    play = Play.objects.get(battle=battle)
    with committed(django_capture_on_commit_callbacks):
        while play.decider:
            one_step(play)
        go_on(battle.pk)
    assert Battle.objects.get(pk=battle.pk).settled_how == "played"
    assert requests() == []
    assert [row.status for row in told()] == ["cancelled"]


def test_captains_that_play_on_anyway_have_answered_it(
    battle: Battle, press: Any, django_capture_on_commit_callbacks: Any
) -> None:
    press("terran", Way.WORKER)
    with committed(django_capture_on_commit_callbacks):
        for side in SIDES:
            hand_over(battle_id=battle.pk, side=side, for_good=True)
    assert requests() == []


def test_a_wish_to_play_on_while_captains_finish_it_is_told_too(battle: Battle, press: Any) -> None:
    for side in SIDES:
        press(side, Way.WORKER)
    press("terran", Way.HAND)
    (row,) = requests()
    assert (row.side, row.kind) == ("talon", Kind.TO_BOARD)
    assert sentence(row) == "anna wants to play the battle in the browser (Antares 5)"
    press("terran", withdrawing(battle, "terran"))
    assert requests() == []


def test_so_is_a_wish_to_play_what_the_computer_failed_to_fight(
    press: Any, battle: Battle, joined: tuple[War, Battle]
) -> None:
    Play.objects.filter(battle=battle).delete()
    for side in SIDES:
        press(side, Way.WORKER)
    Resolution.objects.update(status=Resolution.Status.FAILED)
    press("terran", Way.HAND)
    assert [(row.side, row.kind) for row in requests()] == [("talon", Kind.TO_BOARD)]


def test_what_waits_for_a_report_is_said_as_before(battle: Battle, press: Any) -> None:
    """At the table a request is the other side's task itself, not one beside it."""
    for side in SIDES:
        press(side, Way.TABLE)
    press("terran", Way.HAND)
    assert requests() == []
    assert set(Waiting.objects.values_list("side", "kind")) == {
        ("terran", Kind.RECORD),
        ("talon", Kind.AGREE_TO_PLAY),
    }


def test_messages_of_proposals_come_as_their_player_wants_them(
    battle: Battle, press: Any, settings: Any
) -> None:
    settings.HAS_MAIL = True
    anna, bo = battle.terran_user, battle.talon_user
    User.objects.filter(pk=bo.pk).update(proposal_messages="never")
    press("terran", Way.TABLE)
    assert told() == []
    assert len(requests()) == 1
    make_mail(anna)
    press("talon", Way.WORKER)
    (message,) = told()
    assert (message.user, message.channel, message.held_until) == (anna, "email", None)
    press("talon", "hand")
    Delivery.objects.filter(pk=message.pk).update(status="done", done_at=message.made_at)
    press("talon", Way.WORKER)
    assert told()[1].held_until is not None


def make_mail(user: User) -> None:
    """Let the user have an e-mail once a day about proposals, and no other channel."""
    EmailAddress.objects.create(user=user, email="anna@example.org", verified=True, primary=True)
    User.objects.filter(pk=user.pk).update(proposal_messages="daily", webhook_url="", wants_email=True)


def test_a_deputy_hears_of_it_and_may_answer(
    joined: tuple[War, Battle], battle: Battle, press: Any, django_capture_on_commit_callbacks: Any
) -> None:
    carla = make_person("carla", webhook_url=HOOK)
    with committed(django_capture_on_commit_callbacks):
        name_deputy(war_id=joined[0].pk, side="talon", player=battle.talon_user, user=carla)
    press("terran", Way.TABLE)
    assert {row.user.username for row in told()} == {"bo", "carla"}
    assert SAYS[Way.TABLE] in shown(carla, "/wars/")
    version = Battle.objects.get(pk=battle.pk).version
    browser(carla).post(f"/battles/{battle.pk}/way/", {"version": version, "way": "table"})
    assert way_of(battle) == Way.TABLE


def test_it_waits_for_whoever_has_taken_the_seat(
    joined: tuple[War, Battle], battle: Battle, press: Any
) -> None:
    press("terran", Way.TABLE)
    dora = make_person("dora", webhook_url=HOOK)
    give_seat(seat_id=joined[0].seats.get(side="talon").pk, user=dora)
    assert [row.user for row in requests()] == [dora]
    assert [(row.user.username, row.status) for row in told()] == [("bo", "cancelled"), ("dora", "queued")]


def test_a_frozen_war_waits_for_no_answer_and_tells_nobody_twice(
    joined: tuple[War, Battle], press: Any, django_capture_on_commit_callbacks: Any
) -> None:
    press("terran", Way.TABLE)
    Delivery.objects.filter(key__contains=":way:").update(status="done")
    for frozen in (True, False):
        with committed(django_capture_on_commit_callbacks):
            freeze(war_id=joined[0].pk, frozen=frozen)
        assert len(requests()) == (not frozen)
    assert [row.status for row in told()] == ["done"]


def test_the_deadline_of_the_decision_stays(joined: tuple[War, Battle], press: Any) -> None:
    before = standing(joined[0])
    assert before is not None
    press("terran", Way.WORKER)
    after = standing(War.objects.get(pk=joined[0].pk))
    assert after is not None
    assert (after.falls_at, after.what) == (before.falls_at, before.what)


def test_the_doctrine_sent_along_changes_nothing_that_the_other_side_gets(
    joined: tuple[War, Battle], battle: Battle, django_capture_on_commit_callbacks: Any
) -> None:
    anna, bo = battle.terran_user, battle.talon_user
    seen = list[Any]()
    for stance in ("hold", "preserve"):
        version = Battle.objects.get(pk=battle.pk).version
        form = {"version": version, "way": "worker", "stance": stance}
        with committed(django_capture_on_commit_callbacks):
            assert browser(anna).post(f"/battles/{battle.pk}/way/", form).status_code == 302
        paths = ("/wars/", f"/wars/{joined[0].pk}/talon/", f"/battles/{battle.pk}/")
        rows = [(row.pk, row.key, row.since) for row in requests()]
        seen.append((rows, [(row.pk, row.body) for row in told()], *(shown(bo, path) for path in paths)))
    assert seen[0] == seen[1]
    assert len(seen[0][0]) == len(seen[0][1]) == 1


def test_ten_requests_an_hour_and_answers_are_free(battle: Battle, press: Any) -> None:
    for _ in range(10):
        assert press("terran", Way.TABLE) == 302
        assert press("terran", withdrawing(battle, "terran")) == 302
    assert press("terran", Way.TABLE) == 429
    assert press("terran", Way.WORKER) == 429
    assert requests() == []
    assert press("talon", Way.TABLE) == 302
    assert press("terran", Way.TABLE) == 302
    assert way_of(battle) == Way.TABLE


def test_a_page_that_asks_too_often_says_so(battle: Battle, press: Any) -> None:
    for _ in range(10):
        press("terran", Way.TABLE)
        press("terran", "hand")
    version = Battle.objects.get(pk=battle.pk).version
    answer = browser(battle.terran_user).post(
        f"/battles/{battle.pk}/way/", {"version": version, "way": "table"}
    )
    assert answer.status_code == 429
    assert "You asked 10 times in an hour in this battle. Wait an hour, then ask again." in text(answer)


def test_nobody_is_asked_at_one_screen_against_the_computer_or_in_a_skirmish(
    battle: Battle, press: Any
) -> None:
    press("terran", Way.TABLE)
    battle.refresh_from_db()
    assert set(asked_to_change(battle)) == {"talon"}
    for rival in (battle.terran_user, computer_user()):
        battle.talon_user = rival
        assert asked_to_change(battle) == {}
    skirmish = begun(battle.terran_user, make_person("ed")).battle
    skirmish.wishes.create(side="terran", way="worker", doctrine=b"")
    assert asked_to_change(skirmish) == {}
