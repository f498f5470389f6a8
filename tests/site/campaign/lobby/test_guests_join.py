"""A friend who has only a link: plays as a guest, or comes back to the link after signing up."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from accounts.models import User
from campaign.models import Invitation, War
from campaign.war.log.documents import decode_settings
from tests.people import PASSWORD, browser, make_person
from tests.site.campaign.lobby.test_lobby import form, open_war
from tests.site.seats import text

pytestmark = pytest.mark.django_db


def accepted(client: Client, invitation: Invitation) -> Any:
    return client.post(f"/wars/join/{invitation.token}/accept/")


def test_a_visitor_accepts_by_link_and_plays_as_a_guest(client: Client) -> None:
    war, invitation = open_war(make_person("anna"))
    page = text(client.get(f"/wars/join/{invitation.token}/"))
    assert "Accept and start" in page
    assert "You need no account" in page
    answer = accepted(client, invitation)
    assert answer["Location"] == f"/wars/{war.pk}/"
    guest = User.objects.get(is_guest=True)
    assert war.seats.get(side=invitation.side).user == guest
    assert client.get(f"/wars/{war.pk}/{invitation.side}/").status_code == 200
    assert client.get(f"/wars/{war.pk}/{invitation.side}/bases/").status_code == 200
    assert f"You play as {guest.username}" in text(client.get("/wars/"))
    assert accepted(client, invitation).status_code == 302, "a second click is harmless"
    assert User.objects.filter(is_guest=True).count() == 1


def test_a_guest_is_made_only_with_a_seat(client: Client) -> None:
    _war, invitation = open_war(make_person("anna"))
    accepted(browser(make_person("boris")), invitation)
    assert accepted(client, invitation).status_code == 409
    assert not User.objects.filter(is_guest=True).exists()
    assert "_auth_user_id" not in client.session


def test_an_invitation_by_name_is_for_nobody_else(client: Client) -> None:
    _war, invitation = open_war(make_person("anna"), make_person("boris"))
    path = f"/wars/join/{invitation.token}/"
    assert accepted(client, invitation)["Location"] == f"/accounts/login/?next={quote(path, safe='')}"
    assert not User.objects.filter(is_guest=True).exists()


def test_where_nobody_may_sign_up_nobody_is_a_guest(client: Client, settings: Any) -> None:
    settings.SIGN_UP_OPEN = False
    _war, invitation = open_war(make_person("anna"))
    assert "You need an account to accept" in text(client.get(f"/wars/join/{invitation.token}/"))
    assert accepted(client, invitation)["Location"].startswith("/accounts/login/")
    assert not User.objects.filter(is_guest=True).exists()


def test_guests_who_join_are_counted_by_address(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "campaign.lobby.views.joining.consume", lambda _request, action: action != "join_as_guest"
    )
    _war, invitation = open_war(make_person("anna"))
    assert accepted(client, invitation).status_code == 429
    assert not User.objects.filter(is_guest=True).exists()
    assert accepted(browser(make_person("boris")), invitation).status_code == 302


def test_a_war_with_a_friend_is_where_sign_up_leads(client: Client) -> None:
    front = client.get("/").content.decode()
    path = "/accounts/signup/?next=/wars/new/"
    assert f'<a href="{path}">Start a war with a friend</a>' in front
    page = client.get(path).content.decode()
    assert 'name="next" value="/wars/new/"' in page
    sent = {"username": "anna", "password1": PASSWORD, "next": "/wars/new/"}
    answer = client.post("/accounts/signup/", sent)
    assert answer["Location"] == "/wars/new/"
    assert "Start a war" in text(client.get("/wars/new/"))


def test_two_people_play_in_the_browser_unless_they_choose_otherwise() -> None:
    client = browser(make_person("anna"))
    page = client.get("/wars/new/").content.decode()
    assert re.search(r'name="settled_by" value="hand"[^>]* checked', page)
    for number, opponent in enumerate(("link", "one_screen")):
        sent = form(opponent=opponent, name=f"War {number}")
        sent["settled_by"] = "hand"
        assert client.post("/wars/new/", sent).status_code == 302
    chosen = [decode_settings(bytes(war.settings)).settled_by for war in War.objects.all()]
    assert chosen == ["hand", "hand"]
