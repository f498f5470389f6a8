"""What pages tell of the computer's part: a battle it fights, a wish to let it, and that it is silent."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Delivery, Heartbeat, User
from battles import services as battles
from battles.battle.awaited import Awaits, waits_for
from battles.battle.selectors import unattended
from battles.models import Battle, Resolution, Way
from campaign.models import Waiting, War
from campaign.war.waiting import sentence
from tests.people import make_person
from tests.site import secret_wars
from tests.site.campaign.computer.test_computer_seat import against_the_computer
from tests.site.seats import text

pytestmark = pytest.mark.django_db
SILENT = "The computer is not responding"


@pytest.fixture
def fought(db: None) -> Battle:
    """A battle at the table in a war of two people, anna Terran."""
    people = (make_person("anna"), make_person("boris", webhook_url="https://example.org/x"))
    secret_wars.joined(secret_wars.begin(people), 0)
    return Battle.objects.get()


def ask(battle: Battle, side: Any, callbacks: Any) -> None:
    battle.refresh_from_db()
    with callbacks(execute=True):
        battles.ask_for(battle_id=battle.pk, side=side, seen_version=battle.version, way=Way.WORKER)


def seen_by(name: str, path: str) -> str:
    client = Client()
    client.force_login(User.objects.get(username=name))
    return text(client.get(path))


def test_a_wish_is_what_waits_for_the_other(fought: Battle, django_capture_on_commit_callbacks: Any) -> None:
    war = War.objects.get()
    told = Delivery.objects.count()
    ask(fought, "terran", django_capture_on_commit_callbacks)
    asked = "anna wants captains to fight this battle: agree, or record it"
    assert waits_for(fought) == {"terran": Awaits("record"), "talon": Awaits("agree_or_record", "anna")}
    his, hers = Waiting.objects.get(side="talon"), Waiting.objects.get(side="terran")
    assert (his.kind, his.name) == (Waiting.Kind.AGREE_OR_RECORD, "anna")
    assert his.key.endswith(":asked")
    assert sentence(his).startswith(asked)
    assert (hers.kind, hers.name) == (Waiting.Kind.RECORD, "")
    assert set(Delivery.objects.filter(body__startswith=asked).values_list("user__username", flat=True)) == {
        "boris"
    }
    assert Delivery.objects.count() == told + 1
    for path in ("/wars/", f"/wars/{war.pk}/talon/"):
        assert asked in seen_by("boris", path)
    assert "anna wants captains to fight this battle" in seen_by("boris", f"/battles/{fought.pk}/")
    assert "Agree and fight" in seen_by("boris", f"/battles/{fought.pk}/")
    assert "anna still has to record" not in seen_by("boris", f"/wars/{war.pk}/talon/")
    mine = seen_by("anna", f"/wars/{war.pk}/terran/")
    assert "boris still has to decide whether captains fight the battle" in mine
    assert "boris still has to anna" not in mine


def test_a_wish_taken_back_waits_for_nobody(fought: Battle, django_capture_on_commit_callbacks: Any) -> None:
    ask(fought, "terran", django_capture_on_commit_callbacks)
    fought.refresh_from_db()
    with django_capture_on_commit_callbacks(execute=True):
        battles.ask_for(battle_id=fought.pk, side="terran", seen_version=fought.version, way=Way.TABLE)
    assert set(Waiting.objects.values_list("kind", flat=True)) == {Waiting.Kind.RECORD}


def test_the_war_page_says_what_the_computer_fights(
    fought: Battle, django_capture_on_commit_callbacks: Any
) -> None:
    for side in ("terran", "talon"):
        ask(fought, side, django_capture_on_commit_callbacks)
    war = War.objects.get()
    page = seen_by("anna", f"/wars/{war.pk}/terran/")
    assert "Captains are fighting" in page
    assert "Waiting for boris" not in page
    assert SILENT not in page


class TestSilence:
    def test_a_battle_page_says_so_after_a_while(
        self, fought: Battle, django_capture_on_commit_callbacks: Any
    ) -> None:
        for side in ("terran", "talon"):
            ask(fought, side, django_capture_on_commit_callbacks)
        pages = (f"/battles/{fought.pk}/", f"/wars/{War.objects.get().pk}/terran/")
        assert all(SILENT not in seen_by("anna", page) for page in pages)
        Resolution.objects.update(due_at=timezone.now() - timedelta(seconds=20))
        assert all(SILENT in seen_by("anna", page) for page in pages)
        Heartbeat.objects.create(name="worker", at=timezone.now())
        assert all(SILENT not in seen_by("anna", page) for page in pages)
        Heartbeat.objects.update(at=timezone.now() - timedelta(seconds=20))
        assert all(SILENT in seen_by("anna", page) for page in pages)

    def test_a_fight_under_its_lease_is_not_silent(self, fought: Battle) -> None:
        now = timezone.now()
        owed = Resolution(
            battle=fought,
            status="running",
            due_at=now - timedelta(minutes=1),
            lease_until=now + timedelta(seconds=3),
        )
        assert not unattended(owed)
        owed.lease_until = now - timedelta(seconds=1)
        assert unattended(owed)

    def test_a_seat_the_computer_plays(self) -> None:
        person = make_person("cleo")
        war = against_the_computer(person)
        Waiting.objects.filter(side="terran").delete()
        path = f"/wars/{war.pk}/terran/"
        assert SILENT not in seen_by("cleo", path)
        Waiting.objects.update(since=timezone.now() - timedelta(seconds=20))
        page = seen_by("cleo", path)
        assert SILENT in page
        assert "update the page yourself" in page
