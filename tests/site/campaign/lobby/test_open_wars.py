"""Open wars: anybody may join one from the list, and nothing else of them can be seen there."""

import threading
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from accounts.models import Delivery, User
from accounts.people.special_users import new_guest
from campaign.deadlines.agreements import ask_for
from campaign.lobby.pages.open_wars import A_PAGE
from campaign.lobby.players import PlayerNote, notes_on
from campaign.models import Invitation, War
from campaign.new_war.invitations import OPEN_DAYS
from campaign.new_war.open_wars import sweep_listed
from campaign.new_war.wars import create_war
from campaign.rules.orders import Surrender
from campaign.rules.settings import Settings
from campaign.seats.handing import hand_over
from campaign.war.chart.map_library import DEFAULT, shipped_maps
from campaign.war.log.documents import decode_settings
from campaign.war.services.log import GivenOrder, append, locked, running
from engines.seam.refusals import Refused
from tests.people import browser, make_person
from tests.site.campaign.deadlines.test_deadlines import DAY, Time, fall
from tests.site.seats import text
from tests.site.wars import make_war, play_until, seal_random, state_of

pytestmark = pytest.mark.django_db
FORM = {"chart": "four_sectors", "points": "", "settled_by": "worker", "side": "talon", "pace": "days:3"}


def put(host: User, **changes: str) -> Any:
    """What the site answers when a player puts a war on the list."""
    return browser(host).post("/wars/open/", {**FORM, **changes})


def later(invitation: Invitation, time: timedelta) -> None:
    """Let the invitation be older."""
    Invitation.objects.filter(pk=invitation.pk).update(made_at=invitation.made_at - time)


def test_a_stranger_finds_a_war_and_joins_it() -> None:
    anna, boris = make_person("anna"), make_person("boris")
    User.objects.update(webhook_url="https://example.org/hook")
    assert put(anna, points="3000").status_code == 302
    war = War.objects.get()
    settings = decode_settings(bytes(war.settings))
    assert (settings.treasury, settings.settled_by, war.pace) == (3000, "worker", "days:3")
    assert settings.reserve % 50 == 0
    shown = text(browser(boris).get("/wars/open/"))
    for words in ("anna", "3000 points each", "3 days for each phase", "no finished wars yet", "Terran"):
        assert words in shown
    path = f"/wars/join/{war.invitations.get().token}/"
    assert path in browser(boris).get("/wars/open/").content.decode()
    assert browser(boris).post(f"{path}accept/").status_code == 302
    assert {seat.side: seat.user for seat in war.seats.all()} == {"talon": anna, "terran": boris}
    assert path not in browser(anna).get("/wars/open/").content.decode()
    assert Delivery.objects.filter(user=anna, subject__contains="boris accepted").exists()


def test_a_visitor_sees_the_list_and_signs_in_to_join_or_open_one() -> None:
    put(make_person("anna"))
    client = Client()
    page = client.get("/wars/open/")
    assert "Put it on the list" not in text(page)
    assert "anna" in text(page)
    assert client.post("/wars/open/", FORM)["Location"] == "/accounts/login/?next=%2Fwars%2Fopen%2F"
    assert War.objects.count() == 1
    assert "join an open war" in text(client.get("/"))


def test_a_guest_joins_but_opens_none() -> None:
    put(make_person("anna"))
    guest = new_guest()
    assert put(guest)["Location"] == "/settings/keep/"
    client = browser(guest)
    form = {
        **FORM,
        "name": "Mine",
        "opponent": "anybody",
        "reveal": "one_by_one",
        "prefilled_for": "four_sectors",
    }
    numbers = {"treasury": "2000", "reserve": "500", "free_bases": "3", "boxes": "1", "confirm_hours": "72"}
    assert client.post("/wars/new/", {**form, **numbers}).status_code == 422
    token = Invitation.objects.get().token
    assert client.post(f"/wars/join/{token}/accept/").status_code == 302


def test_the_long_form_puts_a_war_on_the_list() -> None:
    client = browser(make_person("anna"))
    form = {
        **FORM,
        "name": "Long",
        "opponent": "anybody",
        "reveal": "one_by_one",
        "prefilled_for": "four_sectors",
    }
    form |= {"treasury": "2000", "reserve": "500", "free_bases": "3", "boxes": "1", "confirm_hours": "72"}
    assert client.post("/wars/new/", form).status_code == 302
    war = War.objects.get()
    assert war.invitations.get().listed
    assert "On the list of open wars" in text(client.get(f"/wars/{war.pk}/"))
    client.post(f"/wars/{war.pk}/invite/")
    assert not war.invitations.get(status="open").listed
    assert "No war is open now" in text(client.get("/wars/open/"))


def test_what_a_player_calls_a_war_is_not_shown_to_strangers() -> None:
    war = create_war(
        host=make_person("anna"),
        name="Buy things at my shop",
        settings=Settings(),
        chart=shipped_maps()[DEFAULT],
        side="talon",
        opponent="anybody",
    )
    for path in ("/wars/open/", f"/wars/join/{war.invitations.get().token}/"):
        shown = Client().get(path).content.decode()
        assert "anna" in shown
        assert "my shop" not in shown


def test_every_war_on_the_list_is_found_on_one_of_its_pages() -> None:
    for name in [f"host{number}" for number in range(A_PAGE + 1)]:
        put(make_person(name))
    oldest = Invitation.objects.earliest("pk")
    first, last = (Client().get(f"/wars/open/?page={number}").content.decode() for number in (1, 2))
    assert oldest.token not in first
    assert oldest.token in last
    assert first.count("war-card") == A_PAGE + 1
    assert "?page=2" in first
    assert "?page=1" in last


@pytest.mark.django_db(transaction=True)
def test_a_player_has_three_on_the_list_however_many_are_made_in_the_same_instant() -> None:
    anna, at_once = make_person("anna"), 6
    made: list[bool] = []
    barrier = threading.Barrier(at_once)

    def go() -> None:
        host = User.objects.get(pk=anna.pk)
        barrier.wait()
        try:
            create_war(
                host=host,
                name="Now",
                settings=Settings(),
                chart=shipped_maps()[DEFAULT],
                side="talon",
                opponent="anybody",
            )
            made.append(True)
        except Refused:
            made.append(False)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=go) for _ in range(at_once)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(made) == [False] * 3 + [True] * 3


def test_a_second_war_that_differs_is_listed_though_it_comes_at_once() -> None:
    anna = make_person("anna")
    changes: tuple[dict[str, str], ...] = ({}, {"points": "3000"}, {"side": "terran"})
    for number, change in enumerate(changes, start=1):
        assert put(anna, **change).status_code == 302
        put(anna, **change)
        assert War.objects.count() == number


def test_three_of_a_player_at_once_and_two_clicks_are_one() -> None:
    anna = make_person("anna")
    for number in range(4):
        put(anna)
        put(anna)
        War.objects.update(made_at="2026-01-01T00:00:00Z")
        assert War.objects.count() == min(number + 1, 3)
    answer = put(anna)
    assert answer.status_code == 422
    assert "3 of your wars are on the list already" in text(answer)


@pytest.mark.parametrize(
    "wrong",
    [{"settled_by": "dice"}, {"points": "1"}, {"pace": "days:4"}, {"chart": "x"}, {"side": "x"}],
)
def test_only_what_is_on_offer_is_taken(wrong: dict[str, str]) -> None:
    assert put(make_person("anna"), **wrong).status_code == 422
    assert not War.objects.exists()


def test_an_open_war_at_a_table_is_taken_as_any_other() -> None:
    anna, boris = make_person("anna"), make_person("boris")
    assert put(anna, settled_by="table").status_code == 302
    assert "Battles at the table" in text(browser(boris).get("/wars/open/"))
    token = Invitation.objects.get().token
    assert browser(boris).post(f"/wars/join/{token}/accept/").status_code == 302
    assert decode_settings(bytes(War.objects.get().settings)).settled_by == "table"


def test_nobody_joins_in_time_and_the_host_is_told_once() -> None:
    anna = make_person("anna", webhook_url="https://example.org/hook")
    put(anna)
    invitation = Invitation.objects.get()
    later(invitation, timedelta(days=OPEN_DAYS) - timedelta(hours=1))
    assert sweep_listed() == 0
    later(invitation, timedelta(days=OPEN_DAYS))
    assert invitation.token not in browser(make_person("boris")).get("/wars/open/").content.decode()
    assert (sweep_listed(), sweep_listed()) == (1, 0)
    invitation.refresh_from_db()
    assert (invitation.status, invitation.war.status) == ("withdrawn", "open")
    assert Delivery.objects.filter(user=anna, subject__contains="nobody has joined").count() == 1
    assert browser(make_person("carl")).post(f"/wars/join/{invitation.token}/accept/").status_code == 409


def test_nobody_joins_a_war_that_is_off_the_list_though_it_was_not_swept_yet() -> None:
    put(make_person("anna"))
    invitation = Invitation.objects.get()
    later(invitation, timedelta(days=OPEN_DAYS))
    boris = browser(make_person("boris"))
    for answer in (
        boris.get(f"/wars/join/{invitation.token}/"),
        boris.post(f"/wars/join/{invitation.token}/accept/"),
    ):
        assert (answer.status_code, "off the list" in text(answer)) == (410, True)
    invitation.refresh_from_db()
    assert (invitation.status, invitation.war.status) == ("open", "open")


@pytest.mark.parametrize("opponent", ["anybody", "link", "name"])
def test_nobody_joins_a_war_whose_host_has_no_account_any_more(opponent: Any) -> None:
    anna, boris = make_person("anna"), make_person("boris")
    war = create_war(
        host=anna,
        name="Left",
        settings=Settings(),
        chart=shipped_maps()[DEFAULT],
        side="talon",
        opponent=opponent,
        invited=boris,
    )
    path, client = f"/wars/join/{war.invitations.get().token}/", browser(boris)
    assert client.get(path).status_code == 200
    User.objects.filter(pk=anna.pk).update(is_active=False)
    for answer in (client.get(path), client.post(f"{path}accept/")):
        assert (answer.status_code, "account is closed" in text(answer)) == (410, True)
    assert path not in client.get("/wars/").content.decode()
    assert War.objects.get().status == "open"


def test_the_list_shows_no_private_invitation_and_nobody_who_left() -> None:
    anna, boris = make_person("anna"), make_person("boris")
    put(anna)
    browser(boris).post("/wars/new/", {"name": "Private"})
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert "No war is open now" in text(Client().get("/wars/open/"))


def test_joining_strangers_is_counted(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "join": "1/h/user"}
    boris = make_person("boris")
    answers = []
    for name in ("anna", "carl"):
        put(make_person(name), chart="four_sectors")
        token = Invitation.objects.latest("pk").token
        answers.append(browser(boris).post(f"/wars/join/{token}/accept/").status_code)
    assert answers == [302, 429]


def test_orders_without_a_deadline_are_not_on_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even once the two players agree on deadlines."""
    time = Time()
    monkeypatch.setattr("django.utils.timezone.now", time.now)
    anna, boris = (make_person(name) for name in ("anna", "boris"))
    war = make_war(anna, boris)
    play_until(war, phase="planning", turn=2)
    time.pass_(DAY)
    ask_for(war_id=war.pk, side="terran", user=anna, asked="days:3")
    ask_for(war_id=war.pk, side="talon", user=boris, asked="days:3")
    assert notes_on([anna.pk])[anna.pk] == PlayerNote()
    time.pass_(DAY)
    seal_random(war, "terran", Random(3))
    seal_random(war, "talon", Random(3))
    assert notes_on([anna.pk])[anna.pk] == PlayerNote(0, 1, 1)


def test_the_note_on_a_player(monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    monkeypatch.setattr("django.utils.timezone.now", time.now)
    anna, boris, carl = (make_person(name) for name in ("anna", "boris", "carl"))
    war = make_war(anna, boris, pace="days:3")
    play_until(war, phase="planning")
    seal_random(war, "terran", Random(3))
    time.pass_(3 * DAY)
    assert fall(war)
    found = notes_on([anna.pk, boris.pk, carl.pk])
    assert found[anna.pk] == PlayerNote(0, 2, 2)
    assert found[boris.pk] == PlayerNote(0, 1, 2)
    assert found[carl.pk] == PlayerNote()
    hand_over(seat_id=war.seats.get(side="talon").pk, user=carl)
    assert notes_on([carl.pk])[carl.pk] == PlayerNote(), "what a seat's player did before is not carl's"
    hand_over(seat_id=war.seats.get(side="talon").pk, user=boris)
    assert notes_on([boris.pk])[boris.pk] == PlayerNote(), "what boris did before is neither on time nor late"
    hand_over(seat_id=war.seats.get(side="talon").pk, user=carl)
    assert state_of(war).phase != "over"
    with locked(war.pk) as held:
        append(held, running(held), GivenOrder("talon", carl, Surrender()))
    assert notes_on([carl.pk])[carl.pk].words == "1 finished war"
    assert notes_on([anna.pk])[anna.pk].words == "1 finished war · on time 2 of 2 times"
