"""Ships with names of all kinds on the board, and one that is renamed on its war's page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from battles.models import Battle, Way
from battles.services import open_battle
from tests.browser.checks import assert_sound
from tests.people import make_person
from tests.site.campaign.renaming.test_renaming import STUCK, old_war
from tests.site.campaign.war.test_names import REAL, SIGNS, to_battle, war_from_paper

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_ship_is_renamed(
    new_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch, phone: bool
) -> None:
    anna = make_person("anna")
    war = old_war(anna, monkeypatch, STUCK[1])
    page = new_page(anna, phone=phone)
    page.goto(f"/wars/{war.pk}/terran/")
    expect(page.get_by_text("holds an invisible character, U+200B ZERO WIDTH SPACE")).to_be_visible()
    assert_sound(page)
    page.get_by_label("New name").fill("THOR")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_text("THOR looks like Thor")).to_be_visible()
    expect(page.get_by_label("New name")).to_have_value("THOR")
    page.get_by_label("New name").fill("Patton")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_text("The ship is called Patton now")).to_be_visible()
    expect(page.get_by_role("heading", name="Rename a ship")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_ships_of_any_name_are_set_up_on_the_board(new_page: Callable[..., Page], phone: bool) -> None:
    anna = make_person("anna")
    joined = to_battle(war_from_paper(anna, [*REAL, SIGNS]))
    battle: Battle = open_battle(
        setup=joined.setup_document,
        title="Names",
        place="x",
        terran_user=anna,
        talon_user=make_person("boris"),
        way=Way.HAND,
    )
    page = new_page(anna, phone=phone)
    page.goto(f"/battles/{battle.pk}/play/")
    expect(page.get_by_text(REAL[0]).first).to_be_attached()
