"""What organisers announce reaches every member once."""

import pytest

from accounts.models import Delivery, User
from clubs.announcing.announcing import announce, take_back
from engines.seam.refusals import Refused
from tests.people import make_person
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


def test_only_organisers_announce(people: list[User]) -> None:
    anna, ben, _, dora = people
    club = make_club(anna)
    join(club, ben)
    for who in (ben, dora):
        with pytest.raises(Refused, match="Only organisers"):
            announce(club_id=club.pk, by=who, text="Hello")
