"""Who changes sides before a battle of teams begins: what they hear, and what their old side is told (25, S80)."""

import pytest
from django.core.cache import cache

from accounts.models import Delivery, Notice, User
from battles.models import TeamLine
from tests.site.seats import text
from tests.teams import SEATS, Four, gathered, path_of

pytestmark = pytest.mark.django_db
DOORS = ("talk/", "talk/?part=lines", "talk/?part=panel", "talk/?part=state")


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


@pytest.fixture
def four() -> Four:
    """Everybody sits but dora; each side has said something."""
    found = Four(gathered())
    for name in ("ben", "clara"):
        path_of(found.take(name, *SEATS[name]))
    path_of(found.say("anna", "Zebra plan"))
    path_of(found.say("clara", "Yak plan"))
    return found


def heard(four: Four, name: str) -> str:
    """All that somebody reads of the talk of their side."""
    return " ".join(text(four.clients[name].get(f"{four.path}{door}")) for door in DOORS)


def test_who_changes_sides_reads_nothing_that_was_said_before_and_all_that_is_said_then(four: Four) -> None:
    path_of(four.take("ben", "talon", 1))
    assert "Yak" not in heard(four, "ben")
    path_of(four.say("clara", "Xebec plan"))
    assert "Xebec" in heard(four, "ben")
    assert "Yak" in heard(four, "clara")


def test_who_goes_over_and_comes_back_brings_home_what_they_knew_and_no_more(four: Four) -> None:
    path_of(four.take("ben", "talon", 1))
    path_of(four.say("anna", "Wombat plan"))
    path_of(four.take("ben", "terran", 1))
    assert "Wombat" not in heard(four, "ben")
    path_of(four.take("ben", "talon", 1))
    path_of(four.say("anna", "Viper plan"))
    assert "Yak" not in heard(four, "ben")
    assert "Viper" not in heard(four, "ben")


def test_to_leave_a_seat_first_and_take_the_others_then_is_the_same(four: Four) -> None:
    path_of(four.clients["ben"].post(f"{four.path}leave/"))
    path_of(four.take("ben", "talon", 1))
    assert "Yak" not in heard(four, "ben")
    assert "ben plays for the other side now" in heard(four, "anna")


def test_who_comes_new_to_a_side_or_moves_within_it_reads_all_of_it(four: Four) -> None:
    path_of(four.take("dora", "talon", 1))
    assert "Yak" in heard(four, "dora")
    path_of(four.clients["ben"].post(f"{four.path}leave/"))
    path_of(four.take("anna", "terran", 1))
    assert "Zebra" in heard(four, "anna")
    path_of(four.take("ben", "terran", 0))
    assert "Zebra" in heard(four, "ben"), "ben has not been with the other side"


def test_the_old_side_is_told_and_each_of_its_players_has_a_message(four: Four) -> None:
    User.objects.filter(username__in=SEATS).update(webhook_url="https://example.org/hook")
    before = Notice.objects.count()
    path_of(four.take("ben", "talon", 1))
    assert "ben plays for the other side now" in heard(four, "anna")
    assert "ben plays for the other side now" not in heard(four, "clara")
    topics = {*Notice.objects.order_by("pk")[before:].values_list("topic", flat=True)}
    assert f"user:{four.users['anna'].pk}" in topics
    told = Delivery.objects.filter(subject__contains="changed sides")
    assert [(one.user.username, one.body) for one in told] == [
        ("anna", "ben, who has read your side's talk, plays for Talon now.")
    ]


def test_who_leaves_is_told_of_in_one_line_however_often(four: Four) -> None:
    path_of(four.clients["ben"].post(f"{four.path}leave/"))
    assert "ben left the side" in heard(four, "anna")
    for _ in range(3):
        path_of(four.take("ben", "terran", 1))
        path_of(four.clients["ben"].post(f"{four.path}leave/"))
    assert TeamLine.objects.exclude(departure="").count() == 1
    assert "Zebra" in heard(four, "anna")


def test_a_seat_has_nothing_read_that_its_player_before_had(four: Four) -> None:
    four.clients["ben"].get(f"{four.path}talk/")
    assert four.seat("terran", 1).read
    path_of(four.clients["ben"].post(f"{four.path}leave/"))
    path_of(four.take("dora", "terran", 1))
    assert "New" in heard(four, "dora")
