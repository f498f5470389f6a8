"""Scenarios with aims of their own, played in the browser to the end that only they have."""

from playwright.sync_api import Page, expect

from battles.services import open_battle
from battles.talon.play.services.beginning import begin
from engines.talon.scenarios import scenario
from tests.browser.test_hand_played import Mouse
from tests.people import make_person
from tests.site.plays import until_it_docks


def test_patton_docks_with_the_base_and_the_battle_is_over(new_page) -> None:
    user, other = make_person("anna"), make_person("ben")
    setup = scenario(4)
    battle = open_battle(
        setup=setup, title=setup.place, place=setup.place, terran_user=user, talon_user=other
    )
    page: Page = new_page(user)
    play = begin(battle)
    page.goto(f"/battles/{battle.pk}/play/")
    expect(page.get_by_text("CL Asgard: arrives in round 1 from the right")).to_be_visible()
    until_it_docks(play, "Patton")
    page.goto(f"/battles/{battle.pk}/play/")
    expect(page.get_by_text("Patton docks with the base: 1 hex away")).to_be_visible()
    Mouse(page).step()
    page.get_by_role("link", name="View report").click()
    expect(page.get_by_text("Terran has brought Patton home").first).to_be_visible()
