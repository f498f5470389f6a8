"""Options by agreement in battles of one's own: jury rigging and power shifts (24)."""

from typing import Any

import pytest
from django.test import Client

from battles.models import Battle
from engines.talon.terms import TalonTerms, terms_of
from tests.people import browser, make_person
from tests.site.battles.talon.play.test_play_pages import Screen
from tests.site.seats import text

OWN = {
    "fleets": "own",
    "side": "terran",
    "opponent": "one_screen",
    "level": "captain",
    "ground": "open",
    "terran_heavy_cruiser": "2",
    "talon_heavy_cruiser": "1",
    "talon_destroyer": "1",
    "terran_jury": "heavy_cruiser 1",
}


@pytest.mark.django_db
def test_a_jury_rigged_group_makes_its_ship_cheaper() -> None:
    """24, R82: 115 and 104 are within 219 points, and not within 218; the totals say so before."""
    totals = Client().get("/skirmish/", {**OWN, "limit": "219"}, headers={"HX-Request": "true"})
    assert "219 of 219 points" in text(totals)
    screen = Screen()
    assert "costs 219 points, and the limit is 218" in text(
        screen.client.post("/skirmish/", {**OWN, "limit": "218"})
    )
    screen.begin(**OWN, limit="219")
    setup = Battle.objects.get().setup_document
    assert [unit.jury for unit in setup.terran] == [1, None]
    assert [unit.jury for unit in setup.talon] == [None, None]


@pytest.mark.django_db
def test_its_ship_has_to_be_there() -> None:
    answer = Screen().client.post("/skirmish/", {**OWN, "talon_jury": "frigate 0"})
    assert "Talon has no ship of the class whose group is to be jury rigged" in text(answer)


@pytest.mark.django_db
def test_neither_bases_nor_squadrons_are_offered() -> None:
    page = Client().get("/skirmish/").content.decode()
    assert "Heavy Cruiser: anti-matter torpedo, front" in page
    assert "Base: " not in page
    assert "Fighter Squadron: " not in page


@pytest.mark.django_db
def test_the_board_and_the_sheet_say_so() -> None:
    """In words on its card, and as a rule of the sheet for the table."""
    screen = Screen()
    screen.begin(**OWN)
    assert "jury rigged, broken" in screen.html
    sheet = text(screen.client.get(f"{screen.path.removesuffix('play/')}sheet/"))
    name = Battle.objects.get().setup_document.terran[0].name
    assert f"The anti-matter torpedo (front) of {name} is jury rigged" in sheet


@pytest.mark.django_db
def test_a_friend_reads_it_before_accepting() -> None:
    """By agreement: who has the link sees what is proposed."""
    made: Any = browser(make_person("anna")).post("/skirmish/", {**OWN, "opponent": "link"})
    assert "is jury rigged" in text(Client().get(made["Location"]))


@pytest.mark.django_db
@pytest.mark.parametrize("mode", ["", "target"])
def test_power_shifts_are_off_unless_both_agree(mode: str) -> None:
    """24: in every mode; the sheet, and a friend with the link, read of it."""
    fields = {**OWN, "terran_jury": "", "mode": mode, "terran_destroyer": "1", "terran_heavy_cruiser": "1"}
    Screen().begin(**fields)
    terms = Battle.objects.get().setup_document.terms
    assert not (isinstance(terms, TalonTerms) and terms.power_shift)
    made: Any = browser(make_person("anna")).post(
        "/skirmish/", {**fields, "opponent": "link", "power_shift": "on"}
    )
    assert "Power shifts: for an AP in impulse F" in text(Client().get(made["Location"]))


@pytest.mark.django_db
@pytest.mark.parametrize(("fleet", "falls"), [({"talon_base": "1"}, True), ({}, False)])
def test_in_a_battle_of_no_war_a_base_does_not_outlast_a_concession(
    fleet: dict[str, str], falls: bool
) -> None:
    """R30: said where there is a base, on the sheet too."""
    screen = Screen()
    screen.begin(**{**OWN, "terran_jury": "", **fleet})
    battle = Battle.objects.get()
    assert terms_of(battle.setup_document).bases_fall == falls
    sheet = text(screen.client.get(f"{screen.path.removesuffix('play/')}sheet/"))
    assert ("A side that concedes loses its base" in sheet) == falls


@pytest.mark.django_db
def test_the_fleets_of_a_scenario_with_a_base_are_in_no_war_either() -> None:
    """R30: scenario 9's, in a standard battle."""
    Screen().begin(fleets="9", side="terran", opponent="one_screen", ground="open")
    assert terms_of(Battle.objects.get().setup_document).bases_fall
