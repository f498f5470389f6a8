"""A fleet of Warfleets put together in the browser: told at once what it costs, kept, and shown as cards."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, Page, expect

from battles.warfleets.keeping import make_fleet
from tests.browser.checks import assert_sound
from tests.people import make_person
from tests.site.battles.warfleets.test_games import GUARD


@pytest.mark.parametrize("phone", [True, False])
def test_a_fleet_of_miniatures_is_put_together(new_page: Callable[..., Page], phone: bool) -> None:
    page: Page = new_page(phone=phone)
    page.goto("/warfleets/")
    assert_sound(page)
    page.get_by_label("Name").fill("Home Guard")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/warfleets/\d+/"))
    page.wait_for_load_state()
    page.get_by_role("button", name="Light Ship, 40").click()
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("40 of 300 points")
    page.wait_for_load_state()
    page.get_by_label("Hero").select_option("expert-sapper")
    expect(verdict).to_contain_text("50 of 300 points")
    expect(verdict).to_contain_text("Both places must be filled.")
    page.get_by_label("Warp Drive").check()
    page.get_by_label("Weapon, sides").select_option("weapon-batteries")
    expect(verdict).to_contain_text("The fleet may be played.")
    page.get_by_role("button", name="Fighter Squadron, 10").click()
    expect(verdict).to_contain_text("60 of 300 points")
    expect(page.get_by_label("Warp Drive")).to_be_checked()
    assert_sound(page)
    page.get_by_role("button", name="Save and show the cards").click()
    expect(page.locator(".paper")).to_contain_text("Warp Drive")
    assert_sound(page)


@pytest.mark.parametrize("phone", [True, False])
def test_changes_that_were_not_saved_are_not_lost_unasked(new_page: Callable[..., Page], phone: bool) -> None:
    page: Page = new_page(phone=phone)
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.goto("/skirmish/")
    page.get_by_role("link", name="Warfleets: FTL").click()
    page.get_by_role("button", name="Choose its ships").click()
    page.get_by_role("button", name="Heavy Ship, 80").click()
    name = page.locator('[name="ship-0-name"]')
    expect(name).to_have_value("Heavy Ship 1")
    back = page.get_by_role("link", name="All fleets of Warfleets")
    name.fill("Anvil")
    back.click()
    assert asked == ["beforeunload"]
    expect(name).to_have_value("Anvil")
    page.get_by_label("Points of the game").fill("7")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Choose at least 40 points.", exact=True)).to_be_visible()
    assert asked == ["beforeunload"]
    back.click()
    assert asked == ["beforeunload"] * 2
    page.get_by_label("Points of the game").fill("600")
    name.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("80 of 600 points")
    page.wait_for_load_state()
    back.click()
    expect(page.get_by_role("heading", name="Fleets of miniatures")).to_be_visible()
    assert asked == ["beforeunload"] * 2


def test_a_game_on_a_table_is_recorded_on_a_phone(new_page: Callable[..., Page]) -> None:
    anna, ben = make_person("anna"), make_person("ben")
    row = make_fleet(user=anna, fleet=GUARD, points=300)
    page: Page = new_page(anna, phone=True)
    page.goto(f"/warfleets/{row.pk}/")
    page.get_by_role("link", name="Record a game").click()
    assert_sound(page)
    page.get_by_label("Opponent’s callsign").fill("ben")
    page.get_by_label("Markers of the mission").fill("3")
    page.get_by_label("Ark, Light Ship").select_option("Stands, 1 disabled")
    mine, theirs = page.get_by_label("Markers held").all()
    mine.fill("3")
    theirs.fill("1")
    page.get_by_label("Ships destroyed").fill("1")
    page.get_by_role("button", name="Ask to confirm").click()
    expect(page.get_by_text("Markers held: 4. The game had 3.")).to_be_visible()
    mine.fill("2")
    page.get_by_role("button", name="Ask to confirm").click()
    expect(page.get_by_role("heading", name="You beat ben")).to_be_visible()
    assert_sound(page)
    other: Page = new_page(ben)
    other.goto("/past-results/")
    other.get_by_role("link", name="anna beat you").click()
    assert_sound(other)
    other.get_by_role("button", name="Confirm").click()
    expect(other.get_by_text("Confirmed. It counts in the")).to_be_visible()
    page.goto("/opponents/")
    page.get_by_role("navigation", name="Game").get_by_role("link", name="Warfleets: FTL").click()
    expect(page.get_by_role("link", name="ben")).to_be_visible()
    assert_sound(page)
