"""What organisers announce reaches every member once."""

import pytest
from django.utils import timezone

from accounts.models import Delivery, User, WebhookKind
from clubs.announcing.announcing import announce, take_back
from clubs.announcing.posting import POSTS, last_post, set_channel
from clubs.membership.founding import close_club
from clubs.membership.joining import leave
from clubs.membership.organising import remove
from clubs.models import ChannelPost, Club
from engines.seam.refusals import Refused
from tests.people import make_person
from tests.receivers import Receiver, status
from tests.site.clubs.clubs import join, make_club

pytestmark = pytest.mark.django_db
HOOK = "https://example.org/hook"


@pytest.fixture
def people() -> list[User]:
    return [make_person(name, webhook_url=HOOK) for name in ("anna", "ben", "cleo", "dora")]


def test_every_other_member_gets_it_once(people: list[User]) -> None:
    anna, ben, cleo, _ = people
    club = make_club(anna)
    join(club, ben, cleo)
    text = "The autumn season begins.\n\nSay by Friday whether you play."
    row = announce(club_id=club.pk, by=anna, text=text)
    assert announce(club_id=club.pk, by=anna, text=text) == row  # pressed twice
    found = list(Delivery.objects.order_by("user__username"))
    assert [(one.user, one.kind, one.path) for one in found] == [
        (ben, "club", f"/clubs/{club.pk}/"),
        (cleo, "club", f"/clubs/{club.pk}/"),
    ]
    assert found[0].subject == "Thursday Fleet: The autumn season begins."
    assert found[0].body == text


def test_who_does_not_want_such_messages_gets_none(people: list[User]) -> None:
    anna, ben, _, _ = people
    User.objects.filter(pk=ben.pk).update(club_messages="never")
    club = make_club(anna)
    join(club, ben)
    announce(club_id=club.pk, by=anna, text="Tonight at eight.")
    assert not Delivery.objects.exists()


def test_one_that_is_deleted_is_sent_to_nobody_else(people: list[User]) -> None:
    anna, ben, _, dora = people
    club = make_club(anna)
    join(club, ben)
    row = announce(club_id=club.pk, by=anna, text="Tonight at eight.")
    for who in (ben, dora):
        with pytest.raises(Refused, match="Only organisers"):
            take_back(club_id=club.pk, by=who, number=row.pk)
    take_back(club_id=club.pk, by=anna, number=row.pk)
    take_back(club_id=club.pk, by=anna, number=row.pk)
    assert [one.status for one in Delivery.objects.all()] == ["cancelled"]
    assert not club.announcements.exists()


@pytest.mark.parametrize("way", ["left", "removed"])
def test_who_has_gone_gets_nothing_more(people: list[User], way: str) -> None:
    anna, ben, cleo, _ = people
    club = make_club(anna)
    join(club, ben, cleo)
    announce(club_id=club.pk, by=anna, text="Tonight at eight.")
    if way == "left":
        leave(club_id=club.pk, user=ben)
    else:
        remove(club_id=club.pk, by=anna, member=club.members.get(user=ben).pk)
    assert set(Delivery.objects.values_list("user__username", "status")) == {
        ("ben", "cancelled"),
        ("cleo", "queued"),
    }


def to_channel(receiver: Receiver, club: Club, by: User, kind: WebhookKind = WebhookKind.DISCORD) -> None:
    set_channel(club_id=club.pk, user=by, url=receiver.url, kind=kind)


def test_the_channel_gets_each_announcement_once(people: list[User], receiver: Receiver) -> None:
    anna, *_ = people
    club = make_club(anna)
    announce(club_id=club.pk, by=anna, text="Before there was a channel.")
    to_channel(receiver, club, anna)
    announce(club_id=club.pk, by=anna, text="Tonight @everyone")
    (row,) = ChannelPost.objects.all()
    assert POSTS.attempt(row.pk)
    assert not POSTS.attempt(row.pk)
    (body,) = receiver.got
    assert body["content"].startswith("**Thursday Fleet**\nTonight @everyone\nhttp")
    assert body["allowed_mentions"] == {"parse": []}
    found = last_post(club)
    assert found
    assert found.status == "done"


def test_a_program_gets_json(people: list[User], receiver: Receiver) -> None:
    anna, *_ = people
    club = make_club(anna)
    to_channel(receiver, club, anna, WebhookKind.JSON)
    row = announce(club_id=club.pk, by=anna, text="Tonight")
    assert POSTS.attempt(ChannelPost.objects.get().pk)
    (body,) = receiver.got
    assert (body["kind"], body["id"], body["subject"], body["body"]) == (
        "club",
        row.pk,
        "Thursday Fleet",
        "Tonight",
    )
    assert body["link"].endswith(f"/clubs/{club.pk}/")


def test_a_channel_that_does_not_answer_is_tried_three_times(people: list[User], receiver: Receiver) -> None:
    anna, *_ = people
    club = make_club(anna)
    to_channel(receiver, club, anna)
    announce(club_id=club.pk, by=anna, text="Tonight")
    receiver.answers = [status(500)] * 9
    for _ in range(4):
        ChannelPost.objects.update(due_at=timezone.now())
        POSTS.attempt(ChannelPost.objects.get().pk)
    row = ChannelPost.objects.get()
    assert (row.status, len(receiver.got)) == ("failed", 3)
    assert "status 500" in row.last_error


@pytest.mark.parametrize("how", ["no channel", "closed", "deleted"])
def test_nothing_is_posted_that_is_no_longer_wanted(people: list[User], receiver: Receiver, how: str) -> None:
    anna, *_ = people
    club = make_club(anna)
    to_channel(receiver, club, anna)
    row = announce(club_id=club.pk, by=anna, text="Tonight")
    number = ChannelPost.objects.get().pk
    if how == "no channel":
        set_channel(club_id=club.pk, user=anna, url="", kind=WebhookKind.DISCORD)
    elif how == "closed":
        close_club(club_id=club.pk, user=anna)
    else:
        take_back(club_id=club.pk, by=anna, number=row.pk)
    assert not POSTS.attempt(number)
    assert receiver.got == []


def test_only_organisers_name_a_channel(people: list[User], receiver: Receiver) -> None:
    anna, ben, *_ = people
    club = make_club(anna)
    join(club, ben)
    with pytest.raises(Refused, match="Only organisers"):
        to_channel(receiver, club, ben)


def test_only_organisers_announce(people: list[User]) -> None:
    anna, ben, _, dora = people
    club = make_club(anna)
    join(club, ben)
    for who in (ben, dora):
        with pytest.raises(Refused, match="Only organisers"):
            announce(club_id=club.pk, by=who, text="Hello")
