"""The pages of the clubs: who sees what, and what one does there."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import LifetimeLine, User
from clubs.announcing.announcing import announce
from clubs.membership import founding, joining
from clubs.models import Announcement, Club, ClubNote, Joining, Member
from clubs.overview.page import club_page
from tests.people import browser, make_person
from tests.site.clubs.clubs import join, make_club, names, organisers

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return make_person("anna")


@pytest.fixture
def ben() -> User:
    return make_person("ben")


def text(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return re.sub(r"\s+", " ", answer.content.decode())


def test_a_club_is_founded_changed_and_closed(anna: User) -> None:
    client = browser(anna)
    assert "Found a club" in text(client, "/clubs/")
    words = {"name": "Thursday Fleet", "about": "We meet at eight.", "joining": "ask"}
    made = client.post("/clubs/", words)
    club = Club.objects.get()
    assert made["Location"] == f"/clubs/{club.pk}/"
    assert "We meet at eight." in text(client, f"/clubs/{club.pk}/")
    assert client.post(f"/clubs/{club.pk}/change/", {**words, "name": "Friday Fleet"}).status_code == 302
    assert "Friday Fleet" in text(client, "/clubs/")
    assert client.post(f"/clubs/{club.pk}/close/", follow=True).status_code == 200
    assert text(client, f"/clubs/{club.pk}/", 404)


def test_what_was_typed_is_kept_when_it_is_refused(anna: User, ben: User) -> None:
    make_club(ben)
    answer = browser(anna).post(
        "/clubs/", {"name": "thursday fleet", "about": "Ours is better.", "joining": "ask"}
    )
    assert (answer.status_code, answer.content.count(b"Ours is better.")) == (422, 1)
    assert "of that name already" in answer.content.decode()


def test_organisers_invite_by_callsign_and_say_who_is_not_there(anna: User, ben: User) -> None:
    club, client = make_club(anna), browser(anna)
    wrong = client.post(f"/clubs/{club.pk}/invite/", {"callsign": "bne"})
    assert (wrong.status_code, "callsign bne" in wrong.content.decode()) == (422, True)
    client.post(f"/clubs/{club.pk}/invite/", {"callsign": "ben"})
    assert "is invited" in text(client, f"/clubs/{club.pk}/")
    assert "You are invited" in text(browser(ben), "/clubs/")
    browser(ben).post(f"/clubs/{club.pk}/join/", {"do": "yes"})
    assert names(club) == ["anna", "ben"]


def test_one_asks_to_join_and_is_let_in(anna: User, ben: User) -> None:
    club, client = make_club(anna), browser(ben)
    page = text(client, f"/clubs/{club.pk}/")
    assert "Ask to join" in page
    client.post(f"/clubs/{club.pk}/join/", {"do": "ask", "words": "From the fair"})
    assert "Withdraw the request" in text(client, f"/clubs/{club.pk}/")
    assert "From the fair" in text(browser(anna), f"/clubs/{club.pk}/")
    row = club.candidates.get()
    browser(anna).post(f"/clubs/{club.pk}/candidates/{row.pk}/", {"do": "yes"})
    assert "Leave the club" in text(client, f"/clubs/{club.pk}/")


def test_organisers_are_made_and_members_removed(anna: User, ben: User) -> None:
    club, client = make_club(anna), browser(anna)
    of_ben, of_cleo = join(club, ben, make_person("cleo"))
    client.post(f"/clubs/{club.pk}/members/{of_ben.pk}/", {"do": "appoint"})
    client.post(f"/clubs/{club.pk}/members/{of_cleo.pk}/", {"do": "remove"})
    assert (names(club), organisers(club)) == (["anna", "ben"], ["anna", "ben"])
    page = text(client, f"/clubs/{club.pk}/")
    assert "anna made ben an organiser." in page
    assert "anna removed cleo." in page
    refused = browser(ben).post(
        f"/clubs/{club.pk}/members/{club.members.get(user=anna).pk}/", {"do": "remove"}
    )
    assert (refused.status_code, "for longer than you" in refused.content.decode()) == (422, True)
    assert client.post(f"/clubs/{club.pk}/members/{of_ben.pk}/", {"do": "x"}).status_code == 404


@pytest.mark.every_view
def test_members_read_what_is_announced(anna: User, ben: User) -> None:
    club = make_club(anna)
    join(club, ben)
    browser(anna).post(f"/clubs/{club.pk}/announce/", {"text": "Tonight <b>at eight</b>"})
    page = text(browser(ben), f"/clubs/{club.pk}/")
    assert "Tonight &lt;b&gt;at eight&lt;/b&gt;" in page
    assert "Announce something" not in page
    refused = browser(ben).post(f"/clubs/{club.pk}/announce/", {"text": "Mine"})
    assert (refused.status_code, "Only organisers" in refused.content.decode()) == (422, True)
    number = Announcement.objects.get().pk
    browser(anna).post(f"/clubs/{club.pk}/announcements/{number}/")
    assert "Tonight" not in text(browser(ben), f"/clubs/{club.pk}/")


@pytest.mark.every_view
def test_a_war_with_a_member_is_a_press_away_and_the_score_with_who_has_one(anna: User, ben: User) -> None:
    club = make_club(anna)
    join(club, ben, make_person("cleo+1"))
    LifetimeLine.objects.create(
        source="battle:1", player=ben, opponent=anna, points=2, kind="battle", words="Won", path="/"
    )
    page = text(browser(anna), f"/clubs/{club.pk}/")
    assert "/opponents/ben/" in page
    assert "/opponents/cleo" not in page
    (path,) = re.findall(r'href="(/wars/new/[^"]*cleo[^"]*)"', page)
    form = text(browser(anna), path)
    assert re.search(r'name="callsign" value="cleo\+1"', form)
    assert re.search(r'value="name"[^>]* checked', form)


@pytest.mark.every_view
def test_the_channel_is_set_and_only_organisers_read_its_address(anna: User, ben: User) -> None:
    club, path = make_club(anna), "https://discord.example/hooks/secret"
    join(club, ben)
    bad = browser(anna).post(
        f"/clubs/{club.pk}/channel/", {"webhook_url": "http://127.0.0.1/x", "webhook_kind": "json"}
    )
    assert (bad.status_code, "http://127.0.0.1/x" in bad.content.decode()) == (422, True)
    assert (
        browser(anna)
        .post(f"/clubs/{club.pk}/channel/", {"webhook_url": path, "webhook_kind": "json"})
        .status_code
        == 302
    )
    assert path in text(browser(anna), f"/clubs/{club.pk}/")
    assert path not in text(browser(ben), f"/clubs/{club.pk}/")
    refused = browser(ben).post(f"/clubs/{club.pk}/channel/", {"webhook_url": "", "webhook_kind": "json"})
    assert (refused.status_code, path in refused.content.decode()) == (422, False)
    club.refresh_from_db()
    assert club.webhook_url == path


def test_one_leaves(anna: User, ben: User) -> None:
    club = make_club(anna)
    join(club, ben)
    assert "only organiser" in text(browser(anna), f"/clubs/{club.pk}/")
    left = browser(ben).post(f"/clubs/{club.pk}/leave/", follow=True)
    assert "You have left Thursday Fleet." in left.content.decode()
    assert names(club) == ["anna"]


@pytest.mark.every_view
def test_who_has_the_link_joins_with_an_account(anna: User, ben: User) -> None:
    club = make_club(anna, joining=Joining.INVITED)
    browser(anna).post(f"/clubs/{club.pk}/link/", {"do": "share"})
    club.refresh_from_db()
    path = f"/clubs/link/{club.token}/"
    assert (
        "anna" not in text(Client(), path).partition("<main")[2]
    )  # a stranger does not learn who belongs to it
    asked = Client().post(f"{path}join/")
    assert (asked.status_code, reverse("account_login") in asked["Location"]) == (302, True)
    assert browser(ben).post(f"{path}join/")["Location"] == f"/clubs/{club.pk}/"
    assert browser(ben).get(path)["Location"] == f"/clubs/{club.pk}/"
    browser(anna).post(f"/clubs/{club.pk}/link/", {"do": "withdraw"})
    assert Client().get(path).status_code == 404
    assert browser(make_person("cleo")).post(f"{path}join/").status_code == 404


@pytest.mark.every_view
def test_a_guest_needs_an_account(anna: User) -> None:
    club = founding.make_link(club_id=make_club(anna).pk, user=anna)
    guest = browser(make_person("Guest-7", is_guest=True))
    for path in ("/clubs/", f"/clubs/{club.pk}/"):
        assert guest.get(path)["Location"] == reverse("keep", query={"next": path})
    link = f"/clubs/link/{club.token}/"
    asked = guest.post(f"{link}join/", headers={"referer": f"http://testserver{link}"})
    assert asked["Location"] == reverse("keep", query={"next": link}), "and then comes the club, not the wars"
    assert names(club) == ["anna"]


def test_strangers_see_neither_members_nor_announcements_nor_the_link(anna: User, ben: User) -> None:
    club = founding.make_link(club_id=make_club(anna).pk, user=anna)
    join(club, make_person("cleo"))
    announce(club_id=club.pk, by=anna, text="The key lies under the mat.")
    page = text(browser(ben), f"/clubs/{club.pk}/")
    assert "Organised by anna" in page
    assert not any(secret in page for secret in ("cleo", "under the mat", club.token or "-"))
    joining.ask_to_join(club_id=club.pk, user=ben, words="")
    assert "cleo" not in text(browser(ben), f"/clubs/{club.pk}/")


def test_a_member_sees_neither_requests_nor_the_link(anna: User, ben: User) -> None:
    club = founding.make_link(club_id=make_club(anna).pk, user=anna)
    join(club, ben)
    joining.ask_to_join(club_id=club.pk, user=make_person("dora"), words="Please")
    page = text(browser(ben), f"/clubs/{club.pk}/")
    assert not any(secret in page for secret in ("dora", "Please", club.token or "-"))


def test_a_club_by_invitation_is_no_more_to_others_than_one_that_is_not_there(anna: User, ben: User) -> None:
    club = make_club(anna, joining=Joining.INVITED)
    hidden = browser(ben).get(f"/clubs/{club.pk}/")
    nowhere = browser(ben).get(f"/clubs/{club.pk + 1}/")
    assert hidden.status_code == nowhere.status_code == 404
    assert hidden.content.replace(b"%d/" % club.pk, b"") == nowhere.content.replace(
        b"%d/" % (club.pk + 1), b""
    )
    assert "Thursday" not in text(browser(ben), "/clubs/")
    posts = (
        "change",
        "link",
        "invite",
        "join",
        "candidates/1",
        "members/1",
        "announce",
        "channel",
        "leave",
        "close",
    )
    for tail in (*posts, "announcements/1"):
        assert browser(ben).post(f"/clubs/{club.pk}/{tail}/").status_code == 404
    assert Member.objects.count() == 1


@pytest.mark.every_view
def test_an_address_that_takes_a_post_leads_back(anna: User) -> None:
    club, client = make_club(anna), browser(anna)
    for tail in (
        "change",
        "link",
        "invite",
        "join",
        "candidates/1",
        "members/1",
        "announce",
        "leave",
        "close",
    ):
        assert client.get(f"/clubs/{club.pk}/{tail}/")["Location"] == f"/clubs/{club.pk}/"
    assert names(club) == ["anna"]


def test_nobody_signed_in_sees_a_club(anna: User) -> None:
    club = make_club(anna)
    for path in ("/clubs/", f"/clubs/{club.pk}/"):
        assert Client().get(path).status_code == 302


def test_a_note_of_every_kind_is_a_sentence(anna: User, ben: User) -> None:
    club = make_club(anna)
    for kind in ClubNote.Kind:
        ClubNote.objects.create(club=club, kind=kind, by=anna, whom=ben, words="Autumn.")
        note = club_page(club, anna).notes[0].sentence
        assert note.startswith("anna "), kind
        assert note.endswith("."), kind
        assert not set("{}") & set(note), kind
