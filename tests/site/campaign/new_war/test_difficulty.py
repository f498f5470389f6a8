"""The difficulty of a war against the computer: what it sets, and how it changes under way."""

from typing import Any

import pytest
from django.test import Client

from battles.models import Battle
from campaign.computer.changing import change_difficulty
from campaign.models import Entry, War
from campaign.war.log.documents import decode_settings
from campaign.war.log.rebuild import differences
from campaign.war.services.log import StaleWar
from engines.seam.refusals import Refused
from tests.people import browser, make_person
from tests.site.campaign.computer.test_computer_seat import against_the_computer, play
from tests.site.wars import make_war, state_of

pytestmark = pytest.mark.django_db


def change(client: Client, war: War, difficulty: str, version: int | None = None) -> Any:
    seen = war.version if version is None else version
    fields = {"order": "levels", "difficulty": difficulty, "seen_version": seen}
    return client.post(f"/wars/{war.pk}/terran/orders/", fields)


def levels(war: War) -> tuple[str, str]:
    settings = state_of(war).settings
    return settings.commander, settings.computer


def test_a_change_is_logged_shown_and_counts_from_the_next_battle() -> None:
    war = against_the_computer(anna := make_person("anna"))
    client = browser(anna)
    assert (
        "A steady commander; captains fly both fleets"
        in client.get(f"/wars/{war.pk}/terran/").content.decode()
    )
    assert change(client, war, "easy").status_code == 302
    assert levels(war) == ("gentle", "ensign")
    entry = Entry.objects.filter(war=war).latest("number")
    assert (entry.kind, entry.user, entry.seat) == ("levels", anna, "terran")
    assert (
        "A gentle commander; ensigns fly both fleets"
        in client.get(f"/wars/{war.pk}/terran/").content.decode()
    )
    assert (
        "now a gentle commander and ensigns" in client.get(f"/wars/{war.pk}/terran/history/").content.decode()
    )
    assert war.seats.get(side="talon").commander == "gentle"
    assert decode_settings(bytes(war.settings)).computer == "captain"
    assert differences(war) == []
    play(war, 1)
    assert {battle.talon_level for battle in Battle.objects.all()} == {"ensign"}
    assert {battle.terran_level for battle in Battle.objects.all()} == {"ensign"}


@pytest.mark.parametrize("difficulty", ["", "captain", "insane"])
def test_an_unknown_difficulty_is_refused(difficulty: str) -> None:
    anna = make_person("anna")
    war = against_the_computer(anna)
    answer = change(browser(anna), war, difficulty)
    assert answer.status_code == 422
    assert "Choose a difficulty" in answer.content.decode()
    assert levels(war) == ("steady", "captain")


def test_a_page_too_old_changes_nothing() -> None:
    anna = make_person("anna")
    war = against_the_computer(anna)
    with pytest.raises(StaleWar):
        change_difficulty(war_id=war.pk, side="terran", user=anna, seen_version=0, difficulty="easy")
    assert change(browser(anna), war, "easy", version=0).status_code == 409
    assert levels(war) == ("steady", "captain")


def test_the_same_difficulty_is_refused() -> None:
    war = against_the_computer(anna := make_person("anna"))
    with pytest.raises(Refused, match="already plays"):
        change_difficulty(
            war_id=war.pk, side="terran", user=anna, seen_version=war.version, difficulty="medium"
        )


def test_against_a_person_there_is_none_to_change() -> None:
    anna, bert = make_person("anna"), make_person("bert")
    war = make_war(anna, bert)
    answer = change(browser(anna), war, "easy")
    assert answer.status_code == 422
    assert "only against the computer" in answer.content.decode()
    assert "Change difficulty" not in browser(anna).get(f"/wars/{war.pk}/terran/").content.decode()


def test_nobody_else_changes_it() -> None:
    war = against_the_computer(make_person("anna"))
    assert change(browser(make_person("bert")), war, "easy").status_code == 404
    assert levels(war) == ("steady", "captain")


def test_the_first_war_of_a_guest_is_easy() -> None:
    client = Client()
    client.post("/play/")
    war = War.objects.get()
    assert levels(war) == ("gentle", "ensign")
    assert war.seats.get(side="talon").commander == "gentle"
    assert len(war.seats.get(side="talon").whim) == 64
