"""Deputies in campaign games: they play a player's battles, and nobody knows the secrets of both (S70, S96)."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Delivery, User
from accounts.seats import SeatLost
from battles.battle.services.step import read
from battles.models import (
    Battle,
    BattleNote,
    Series,
    SeriesDeadline,
    SeriesDeputy,
    SeriesDeputyRequest,
    Status,
)
from battles.services import confirm, dispute, enter_report
from battles.talon.series.acting import knows, plays_for
from battles.talon.series.deadlines import sweep_reminders
from battles.talon.series.deputies import naming
from battles.talon.series.following import begin_leg, concede
from battles.talon.series.lines import going_lines
from campaign.host.pruning import prune_guests
from engines.seam.refusals import Refused
from engines.talon.sheets import typed
from tests.campaign_games import begin, between, set_up, win
from tests.people import browser, make_person
from tests.site.seats import text

pytestmark = pytest.mark.django_db
OWN = ["chat/", "file/", "onlookers/"]
"""Pages that are the players' own."""
ORDERS_OF_PLAYERS = ["early/", "move/", "concede/", "end/", "call-off/"]


@pytest.fixture
def carla(db: None) -> User:
    return make_person("carla", webhook_url="https://example.org/hook")


@pytest.fixture
def series(anna: User, ben: User) -> Series:
    return between(anna, ben, 1, 3, pace="days:2")


def do(user: User, series: Series, what: str, **more: str) -> Any:
    """What somebody does on the page about the time."""
    return browser(user).post(f"{series.get_absolute_url()}time/", {"do": what, **more})


def page(user: User, path: str) -> str:
    answer = browser(user).get(path)
    assert answer.status_code == 200, path
    return text(answer)


def of(series: Series, rest: str = "") -> str:
    return f"{series.get_absolute_url()}{rest}"


def asked(series: Series, player: User, user: User) -> str:
    """The page on which the user answers the player's request."""
    assert do(player, series, "ask-deputy", callsign=user.username).status_code == 302
    row = SeriesDeputyRequest.objects.get(series=series, user=user)
    return of(series, f"deputy/{row.pk}/")


def named(series: Series, player: User, user: User) -> None:
    """The user as the player's deputy."""
    answer = browser(user).post(asked(series, player, user), {"do": "accept"})
    assert answer["Location"] == series.get_absolute_url(), text(answer)


def acts(series: Series, user: User) -> str | None:
    """Whose orders the user may give now."""
    return plays_for(Series.objects.get(pk=series.pk), user)


def side(battle: Battle, user: User) -> Any:
    return "terran" if battle.terran_user == user else "talon"


def test_s96_a_deputy_is_asked_and_can_do_nothing_before_they_accept(
    series: Series, anna: User, ben: User, carla: User
) -> None:
    question = asked(series, anna, carla)
    client = browser(carla)
    assert {client.get(of(series, rest)).status_code for rest in ["", "time/", *OWN]} == {404}
    assert client.post(of(series, "begin/"), {"leg": "1"}).status_code == 404
    assert "carla" not in page(ben, of(series)) + page(ben, of(series, "time/"))
    assert "You asked carla to be your deputy" in page(anna, of(series, "time/"))
    assert [line.path for line in going_lines(carla)] == [question]
    for where in ("/campaign-games/", "/skirmish/", "/wars/"):
        assert "anna asks you to be their deputy" in page(carla, where), where
    assert "anna asks you to play for them" in page(carla, question)
    told = Delivery.objects.get(user=carla)
    assert (told.kind, told.path) == ("invitation", question)
    for user in (ben, make_person("eve")):
        answers = browser(user).get(question), browser(user).post(question, {"do": "accept"})
        assert {answer.status_code for answer in answers} == {404}
    assert not SeriesDeputy.objects.exists()


def test_s96_a_deputy_begins_legs_and_plays_that_players_battles(
    series: Series, anna: User, ben: User, carla: User
) -> None:
    named(series, anna, carla)
    for rest in ("", "time/"):
        assert "You act for anna" in page(carla, of(series, rest))
        assert "carla acts for anna" in page(ben, of(series, rest))
    battle = begin(browser(carla), series, 1)
    assert battle.deputy_of(side(battle, anna)) == carla.pk
    assert battle.deputy_of(side(battle, ben)) is None
    assert "carla for anna began the battle" in page(ben, battle.get_absolute_url())
    assert Delivery.objects.filter(user=ben, body__contains="carla for anna has begun leg 1").count() <= 1
    fields = typed.with_usual_fates(
        battle.setup_document, {"winner": "terran", "ending": "held", "rounds": "8"}
    )
    client = browser(carla)
    entered = client.post(
        f"{battle.get_absolute_url()}report/", {**fields, "version": str(battle.version), "do": "enter"}
    )
    battle.refresh_from_db()
    assert (entered.status_code, battle.status, battle.reported_by) == (
        302,
        Status.REPORTED,
        side(battle, anna),
    )
    note = BattleNote.objects.get(battle=battle, kind=BattleNote.Kind.ENTERED)
    assert (note.user, note.deputy) == (anna, carla)
    answer = client.post(f"{battle.get_absolute_url()}confirm/", {"version": str(battle.version)})
    assert answer.status_code == 422
    confirm(battle_id=battle.pk, side=side(battle, ben), seen_version=battle.version)
    assert "carla for anna entered the result" in page(anna, battle.get_absolute_url())


def test_s96_whichever_side_the_player_has_in_a_later_leg(
    series: Series, anna: User, ben: User, carla: User
) -> None:
    first = begin(browser(anna), series, 1)
    named(series, anna, carla)
    first.refresh_from_db()
    win(first, "user", series=series)
    second = begin(browser(ben), series, 2)
    assert [battle.deputy_of(side(battle, anna)) for battle in (first, second)] == [carla.pk, carla.pk]
    assert side(first, anna) != side(second, anna)


def test_s96_a_battle_that_began_before_is_the_deputys_too_and_no_more_once_revoked(
    anna: User, ben: User, carla: User
) -> None:
    series = between(anna, ben, 1, 3, way="hand")
    battle = begin(browser(anna), series, 1)
    board = f"{battle.get_absolute_url()}play/"
    assert browser(carla).get(board).status_code == 404
    named(series, anna, carla)
    assert browser(carla).get(board).status_code == 200
    assert browser(carla).get(f"{battle.get_absolute_url()}company/").status_code == 403
    assert do(anna, series, "revoke-deputy").status_code == 302
    assert do(anna, series, "revoke-deputy").status_code == 302
    stale = browser(carla).post(f"{board}order/", {"at": "0", "draft": "0", "order": "x"})
    assert (browser(carla).get(board).status_code, stale.status_code) == (404, 404)
    assert {browser(carla).get(of(series, rest)).status_code for rest in ("", "time/")} == {404}
    assert "from" in page(ben, of(series, "time/"))
    assert "carla for anna, from" in page(ben, of(series, "time/"))
    assert not going_lines(carla)


def test_s96_an_order_on_its_way_while_the_deputy_is_revoked_is_refused(
    series: Series, anna: User, ben: User, carla: User
) -> None:
    named(series, anna, carla)
    battle = begin(browser(ben), series, 1)
    naming.revoke(series_id=series.pk, player=anna)
    fields = typed.with_usual_fates(
        battle.setup_document, {"winner": "terran", "ending": "held", "rounds": "8"}
    )
    report = typed.read(battle.setup_document, fields).report
    assert report is not None
    with pytest.raises(SeatLost):
        enter_report(
            battle_id=battle.pk,
            side=side(battle, anna),
            seen_version=read(battle.pk).version,
            report=report,
            by=carla,
        )
    with pytest.raises(Refused, match="do not play"):
        begin_leg(series_id=series.pk, user=carla, number=1)


def test_s96_what_concerns_more_than_a_leg_is_the_players_own(
    series: Series, anna: User, ben: User, carla: User
) -> None:
    named(series, anna, carla)
    client = browser(carla)
    assert {client.get(of(series, rest)).status_code for rest in OWN} <= {403, 405}
    assert {client.post(of(series, rest), {"leg": "2"}).status_code for rest in ORDERS_OF_PLAYERS} == {403}
    for what in ("pace", "pause", "resume", "leave", "back", "ask-deputy", "revoke-deputy"):
        answer = do(carla, series, what, callsign="dora", days="3", pace="days:3")
        assert answer.status_code == 403, what
    shown = page(carla, of(series))
    assert [
        word for word in ("Concede", "Call the campaign game off", "Export", "Chat") if word in shown
    ] == []
    battle = begin(client, series, 1)
    assert "Call the battle off" not in page(carla, battle.get_absolute_url())
    assert (
        client.post(f"{battle.get_absolute_url()}call-off/", {"version": str(battle.version)}).status_code
        == 403
    )
    win(battle, "user", series=series)
    battle = read(battle.pk)
    assert "wrong" in page(anna, battle.get_absolute_url()).lower()
    assert 'value="take-back"' not in browser(carla).get(battle.get_absolute_url()).content.decode()
    answer = client.post(
        f"{battle.get_absolute_url()}report/", {"do": "take-back", "version": str(battle.version)}
    )
    assert answer.status_code == 403


def test_s96_whoever_has_known_the_secrets_of_one_is_never_the_others_deputy(
    series: Series, anna: User, ben: User, carla: User
) -> None:
    """Not in a later leg either, and not once it has ended."""
    first = begin(browser(anna), series, 1)
    named(series, anna, carla)
    answer = do(ben, series, "ask-deputy", callsign="carla")
    assert (answer.status_code, "carla has seen anna’s secrets" in text(answer)) == (422, True)
    naming.step_down(series_id=series.pk, user=carla)
    win(first, "user", series=series)
    begin(browser(ben), series, 2)
    answer = do(ben, series, "ask-deputy", callsign="carla")
    assert (answer.status_code, 'value="carla"' in answer.content.decode()) == (422, True)
    assert knows(series, "user", carla)
    named(series, anna, carla)
    assert acts(series, carla) == "user"


def test_s96_a_request_of_before_is_refused_once_the_other_players_secrets_are_known(
    series: Series, anna: User, ben: User, carla: User
) -> None:
    of_anna, of_ben = asked(series, anna, carla), ""
    assert do(ben, series, "ask-deputy", callsign="carla").status_code == 302
    of_ben = of(series, f"deputy/{SeriesDeputyRequest.objects.get(series=series, player='rival').pk}/")
    assert browser(carla).post(of_anna, {"do": "accept"}).status_code == 302
    refused = browser(carla).post(of_ben, {"do": "accept"})
    assert (refused.status_code, "carla has seen anna’s secrets" in text(refused)) == (422, True)
    assert SeriesDeputy.objects.get(ended_at=None).player == "user"


def test_s96_who_cannot_be_a_deputy(series: Series, anna: User, ben: User) -> None:
    make_person("guest", is_guest=True)
    make_person("closed", is_active=False)
    for callsign in ("anna", "ben", "guest", "closed", "nobody", "", "Computer"):
        assert do(anna, series, "ask-deputy", callsign=callsign).status_code == 422, callsign
    assert not SeriesDeputyRequest.objects.exists()


def test_s96_only_a_campaign_game_under_way_between_two_people_has_deputies(
    series: Series, anna: User, ben: User, carla: User
) -> None:
    alone = set_up(anna, 1, 3, opponent="computer", way="hand")
    waiting = set_up(anna, 1, 3)
    for row in (alone, waiting):
        assert do(anna, row, "ask-deputy", callsign="carla").status_code == 404
        with pytest.raises(Refused, match="between two people"):
            naming.ask_deputy(series_id=row.pk, player=anna, user=carla)
    question = asked(series, anna, carla)
    win(begin(browser(anna), series, 1), "user", series=series)
    concede(series_id=series.pk, user=ben)
    assert browser(carla).get(question).status_code == 404
    with pytest.raises(Refused, match="between two people"):
        naming.accept(series_id=series.pk, request=int(question.split("/")[-2]), user=carla)


@pytest.mark.every_view
def test_accepting_twice_is_once_and_declining_is_told(
    series: Series, anna: User, ben: User, carla: User
) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    question = asked(series, anna, carla)
    answers = [browser(carla).post(question, {"do": "accept"}) for _tab in range(2)]
    assert [answer["Location"] for answer in answers] == [series.get_absolute_url()] * 2
    assert SeriesDeputy.objects.count() == 1
    assert "carla is your deputy already" in text(
        browser(anna).post(of(series, "time/"), {"do": "ask-deputy", "callsign": "CARLA"}, follow=True)
    )
    dora = make_person("dora")
    question = asked(series, anna, dora)
    assert acts(series, carla) == "user"
    assert browser(dora).post(question, {"do": "decline"})["Location"] == "/campaign-games/"
    assert browser(dora).post(question, {"do": "accept"}).status_code == 404
    told = Delivery.objects.filter(user=anna, subject__contains="deputy").order_by("pk")
    words = [row.subject.removeprefix(f"{series.name}: ") for row in told]
    assert words == ["carla is now your deputy", "dora will not be your deputy"]


def test_another_takes_the_place_and_a_request_is_taken_back(
    series: Series, anna: User, ben: User, carla: User
) -> None:
    named(series, anna, carla)
    dora, emil = make_person("dora", webhook_url="https://example.org/hook"), make_person("emil")
    lost = asked(series, anna, dora)
    named(series, anna, emil)
    assert browser(dora).get(lost).status_code == 404
    assert Delivery.objects.get(user=dora).status == "cancelled"
    assert [acts(series, user) for user in (carla, dora, emil)] == [None, None, "user"]
    question = asked(series, anna, dora)
    assert [do(anna, series, "withdraw-deputy").status_code for _tab in range(2)] == [302, 302]
    assert browser(dora).post(question, {"do": "accept"}).status_code == 404


def test_a_deputy_steps_down(series: Series, anna: User, ben: User, carla: User) -> None:
    named(series, anna, carla)
    assert do(carla, series, "step-down")["Location"] == "/campaign-games/"
    assert do(carla, series, "step-down").status_code == 404
    assert acts(series, carla) is None
    assert "carla" not in page(ben, of(series))


def test_s70_while_the_players_account_is_closed_nobody_acts_for_it(
    series: Series, anna: User, ben: User, carla: User
) -> None:
    named(series, anna, carla)
    battle = begin(browser(carla), series, 1)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    for path in (of(series), of(series, "time/"), battle.get_absolute_url()):
        assert browser(carla).get(path).status_code == 404, path
    assert not going_lines(carla)


def test_one_deputy_a_player_and_one_player_a_deputy(
    series: Series, anna: User, ben: User, carla: User
) -> None:
    named(series, anna, carla)
    dora, now = make_person("dora"), timezone.now()
    for player, user in (("rival", carla), ("user", dora)):
        with pytest.raises(IntegrityError), transaction.atomic():
            SeriesDeputy.objects.create(series=series, player=player, user=user, given_at=now)


def test_nobody_asks_deputies_without_end(series: Series, anna: User, ben: User) -> None:
    people = [make_person(f"person{number}") for number in range(11)]
    answers = [do(anna, series, "ask-deputy", callsign=one.username).status_code for one in people]
    assert answers == [302] * 10 + [429]


def test_a_request_changes_nothing_that_the_other_player_sees(
    series: Series, anna: User, ben: User, carla: User
) -> None:
    paths = [of(series, rest) for rest in ("", "time/", "onlookers/")]
    before = [text(browser(ben).get(path)) for path in paths]
    asked(series, anna, carla)
    assert [text(browser(ben).get(path)) for path in paths] == before


def test_a_deputy_sees_what_the_player_typed_and_nothing_of_the_other(
    anna: User, ben: User, carla: User
) -> None:
    """Two campaign games that differ only in what the other player has typed look alike to the deputy."""
    seen: dict[str, list[bytes]] = {"8": [], "7": []}
    series = between(anna, ben, 1, 3)
    battle = begin(browser(anna), series, 1)
    named(series, anna, carla)
    page(carla, of(series))  # says once that she is deputy
    for rounds, shown in seen.items():
        fields = {"rounds": rounds, "version": str(battle.version)}
        browser(ben).post(f"{battle.get_absolute_url()}report/draft/", fields)
        for path in (of(series), battle.get_absolute_url(), f"{battle.get_absolute_url()}report/"):
            shown.append(_without_tokens(browser(carla).get(path).content))
    assert seen["8"] == seen["7"]
    browser(anna).post(f"{battle.get_absolute_url()}report/draft/", fields | {"rounds": "6"})
    typed_by_anna = browser(carla).get(f"{battle.get_absolute_url()}report/").content
    assert _without_tokens(typed_by_anna) != seen["7"][-1]


def _without_tokens(content: bytes) -> bytes:
    """A page without what differs each time it is asked for."""
    lines = content.split(b"\n")
    return b"\n".join(line for line in lines if b"csrf" not in line.lower())


def test_s96_a_deputy_lets_a_battle_go_on_without_whoever_stays_away(
    anna: User, ben: User, carla: User
) -> None:
    series = between(anna, ben, 1, 3)
    named(series, anna, carla)
    begin(browser(carla), series, 1)
    assert browser(carla).post(of(series, "go-on/")).status_code == 422
    with time_machine.travel(timezone.now() + timedelta(days=15), tick=False):
        assert "You have waited for 14 days" in page(carla, of(series))
        assert browser(carla).post(of(series, "go-on/"))["Location"] == series.get_absolute_url()
        assert browser(carla).post(of(series, "go-on/")).status_code == 422


def test_a_deputy_is_reminded_of_a_deadline_too(series: Series, anna: User, ben: User, carla: User) -> None:
    named(series, anna, carla)
    row = SeriesDeadline.objects.get(series=series)
    assert row.falls_at is not None
    with time_machine.travel(row.falls_at - timedelta(hours=1), tick=False):
        assert sweep_reminders() == 1
    told = Delivery.objects.filter(user=carla, kind="deadline")
    assert ["leg 1 begins" in one.body for one in told] == [True]


def test_s96_a_deputy_is_told_of_a_result_that_waits_until_they_are_deputy_no_more(
    series: Series, anna: User, ben: User, carla: User
) -> None:
    """A result stands if nobody answers it in time; what is not sent yet when a deputy goes is not sent any more."""
    named(series, anna, carla)
    battle = begin(browser(ben), series, 1)
    fields = {"winner": "terran", "ending": "held", "rounds": "8"}
    report = typed.read(battle.setup_document, typed.with_usual_fates(battle.setup_document, fields)).report
    assert report is not None
    enter_report(battle_id=battle.pk, side=side(battle, ben), seen_version=battle.version, report=report)
    told = Delivery.objects.filter(body__contains="Confirm it, or dispute it", status="queued")
    assert carla in [row.user for row in told]
    assert ben not in [row.user for row in told]
    do(anna, series, "revoke-deputy")
    left = Delivery.objects.filter(user=carla, status="queued")
    assert [row.subject for row in left] == [f"{series.name}: You are no longer anna's deputy"]


def test_s96_a_new_deputy_is_told_of_a_result_that_waits_already(
    series: Series, anna: User, ben: User, carla: User
) -> None:
    """Once, and of what waits for their player alone; also of a dispute."""
    User.objects.filter(pk=anna.pk).update(webhook_url="https://example.org/hook")
    anna.refresh_from_db()
    battle = begin(browser(ben), series, 1)
    fields = {"winner": "terran", "ending": "held", "rounds": "8"}
    report = typed.read(battle.setup_document, typed.with_usual_fates(battle.setup_document, fields)).report
    assert report is not None
    enter_report(battle_id=battle.pk, side=side(battle, ben), seen_version=battle.version, report=report)
    waits = Delivery.objects.filter(body__contains="Confirm it, or dispute it")
    assert [row.user for row in waits] == [anna]
    dora = make_person("dora", webhook_url="https://example.org/hook")
    named(series, anna, carla)
    named(series, ben, dora)
    assert [row.user for row in waits.order_by("pk")] == [anna, carla]
    dispute(battle_id=battle.pk, side=side(battle, anna), seen_version=read(battle.pk).version, remark="No.")
    do(ben, series, "revoke-deputy")
    named(series, ben, make_person("emil", webhook_url="https://example.org/hook"))
    disputed = Delivery.objects.filter(body__contains="disputes your result: No.").order_by("pk")
    assert [row.user.username for row in disputed] == ["dora", "emil"]


def test_once_it_is_over_nobody_acts_for_anybody(series: Series, anna: User, ben: User, carla: User) -> None:
    named(series, anna, carla)
    win(begin(browser(anna), series, 1), "user", series=series)
    assert "You act for anna as deputy" in page(carla, of(series))
    concede(series_id=series.pk, user=ben)
    for user, said in (
        (carla, "You were anna’s deputy."),
        (anna, "carla was your deputy."),
        (ben, "carla was anna’s deputy."),
    ):
        shown = page(user, of(series))
        assert (said in shown, "acts for" in shown, "You act" in shown) == (True, False, False), user


def test_a_deputy_reads_for_whom_a_captain_would_play_on(anna: User, ben: User, carla: User) -> None:
    series = between(anna, ben, 1, 3, way="hand", pace="days:2")
    named(series, ben, carla)
    begin(browser(ben), series, 1)
    for rest in ("", "time/"):
        assert "a captain plays on for ben" in page(carla, of(series, rest))
        assert "a captain plays on for you" in page(ben, of(series, rest))


def test_guests_for_whom_somebody_was_a_deputy_are_not_forgotten(carla: User) -> None:
    guests = make_person("gusti", is_guest=True), make_person("gerd", is_guest=True)
    series = between(*guests, 1, 3)
    named(series, guests[0], carla)
    naming.revoke(series_id=series.pk, player=guests[0])
    long_ago = timezone.now() - timedelta(days=900)
    absent = {"date_joined": long_ago, "last_login": long_ago, "seen_on": long_ago.date()}
    for guest in guests:
        guest.set_unusable_password()
        guest.save()
    User.objects.filter(is_guest=True).update(**absent)
    assert prune_guests() == 0
    SeriesDeputy.objects.all().delete()
    assert prune_guests() == 2
