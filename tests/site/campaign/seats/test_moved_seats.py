"""A seat that the host gives to somebody else: everybody concerned is told, and it can be given back (S72)."""

import pytest

from accounts.models import Delivery, User
from accounts.people.special_users import computer_user
from campaign.models import Seat, War
from campaign.seats.handing import give_back, hand_over
from engines.seam.refusals import Refused
from tests.people import browser, make_person
from tests.site.campaign.deadlines.test_agreements import page
from tests.site.seats import text
from tests.site.wars import make_war

pytestmark = pytest.mark.django_db
HOOK = {"webhook_url": "https://example.org/hook"}


@pytest.fixture
def war(db: None) -> War:
    return make_war(make_person("anna", **HOOK), make_person("bo", **HOOK))


def given(war: War, user: User) -> Seat:
    return hand_over(seat_id=war.seats.get(side="talon").pk, user=user, host=make_person("hostess"))


def told(callsign: str) -> list[str]:
    """What the messages about seats to somebody say."""
    rows = Delivery.objects.filter(user__username=callsign, key__contains=":seat:").order_by("pk")
    return [row.subject.partition(": ")[2] for row in rows]


def test_both_players_and_the_one_of_before_are_told(war: War) -> None:
    given(war, make_person("cleo", **HOOK))
    assert told("anna") == ["The host gave the seat of bo to cleo"]
    assert told("bo") == ["The host gave your seat to cleo"]
    assert told("cleo") == ["The host gave you the seat of bo"]
    said = "In turn 1 the host gave the Talon seat of bo to cleo."
    assert said in page(war, "terran", "")
    assert said in page(war, "talon", "")
    assert "The host gave the seat of bo to cleo." in page(war, "terran", "history/")


def test_whoever_had_the_seat_reads_what_became_of_it(war: War) -> None:
    bo, eve = (browser(user) for user in (User.objects.get(username="bo"), make_person("eve")))
    given(war, make_person("cleo"))
    sentence = f"The host gave your seat in {war.name}, on the Talon side, to cleo."
    answer = bo.get(f"/wars/{war.pk}/")
    assert (answer.status_code, sentence in text(answer)) == (410, True)
    assert sentence in text(bo.get("/wars/"))
    assert bo.get(f"/wars/{war.pk}/talon/").status_code == 404
    assert eve.get(f"/wars/{war.pk}/").status_code == 404
    assert "The host gave" not in text(eve.get("/wars/"))


def test_it_is_given_back_with_one_button(war: War) -> None:
    cleo = make_person("cleo", **HOOK)
    given(war, cleo)
    assert "Give the seat back to bo" in page(war, "talon", "")
    assert "Give the seat back" not in page(war, "terran", "")
    her, path = browser(cleo), f"/wars/{war.pk}/talon/give-back/"
    assert her.get(path).status_code == 405
    assert her.post(path).headers["Location"] == "/wars/"
    assert her.post(path).status_code == 404
    assert war.seats.get(side="talon").user == User.objects.get(username="bo")
    assert told("anna")[1:] == ["cleo gave the seat back to bo"]
    assert told("bo")[1:] == ["cleo gave you your seat back"]
    assert told("cleo")[1:] == ["You gave the seat back to bo"]
    assert "cleo gave the seat back to bo." in page(war, "terran", "history/")
    assert "the host gave the Talon seat" not in page(war, "terran", "")
    assert "The host gave your seat" not in text(browser(User.objects.get(username="bo")).get("/wars/"))


def test_only_who_got_a_seat_gives_it_back(war: War) -> None:
    anna = browser(User.objects.get(username="anna"))
    assert anna.post(f"/wars/{war.pk}/talon/give-back/").status_code == 404
    bo = User.objects.get(username="bo")
    with pytest.raises(Refused, match="no player had it before you"):
        give_back(war_id=war.pk, side="talon", user=bo)
    given(war, make_person("cleo"))
    User.objects.filter(pk=bo.pk).update(is_active=False)
    with pytest.raises(Refused, match="no player had it before you"):
        give_back(war_id=war.pk, side="talon", user=User.objects.get(username="cleo"))


def test_a_seat_of_the_computers_is_told_too_and_stays(war: War) -> None:
    given(war, computer_user())
    assert "the host gave the Talon seat of bo to the computer." in page(war, "terran", "")
    hand_over(seat_id=war.seats.get(side="talon").pk, user=make_person("cleo"))
    assert "the host gave the Talon seat of the computer to cleo." in page(war, "terran", "")
    assert "Give the seat back" not in page(war, "talon", "")
    history = page(war, "terran", "history/")
    assert "The host gave the seat of bo to the computer." in history
    assert "The host gave the seat of the computer to cleo." in history


def test_nobody_is_given_the_seat_they_have(war: War) -> None:
    with pytest.raises(Refused, match="has this seat already"):
        given(war, User.objects.get(username="bo"))
