"""The editor of scenarios in a real browser: by mouse, by touch, by keyboard, and without script."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from battles.models import OwnScenario
from battles.talon.own_scenarios.changing import blank
from battles.talon.own_scenarios.writing import make_scenario
from tests.browser.checks import assert_sound, elsewhere
from tests.people import make_person

pytestmark = pytest.mark.django_db(transaction=True)
WIDTHS = pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])


def press(place: Locator, *, phone: bool) -> None:
    """A tap, or a click."""
    if phone:
        place.tap()
    else:
        place.click()


def opened(new_page: Callable[..., Page], **options: object) -> Page:
    """The editor of a scenario with a ship on each side."""
    user = elsewhere(make_person, "Halvard")
    written = elsewhere(lambda: make_scenario(owner=user, text=blank("Ember")))
    page = new_page(user, **options)
    page.goto(f"/scenarios/own/{written.pk}/")
    return page


@WIDTHS
def test_from_a_printed_scenario_to_a_battle_of_two_friends(
    new_page: Callable[..., Page], phone: bool
) -> None:
    page = new_page(elsewhere(make_person, "Halvard"), phone=phone)
    page.goto("/scenarios/11/")
    press(page.get_by_role("link", name="Copy and change it"), phone=phone)
    page.get_by_role("textbox", name="Title").fill("Rings")
    press(page.get_by_role("button", name="Make the scenario"), phone=phone)
    page.wait_for_url("**/scenarios/own/*/")
    assert_sound(page)

    page.get_by_label("Terrain").select_option("Black hole")
    press(page.locator('[data-row="3"][data-column="4"]'), phone=phone)
    expect(page.locator(".hex-black-hole")).to_have_count(1)
    expect(page.get_by_label("Terrain")).to_have_value("black-hole")

    page.get_by_label("Class").select_option("talon DD")
    press(page.get_by_role("button", name="Add the ship"), phone=phone)
    expect(page.get_by_text("689 points")).to_be_visible()

    page.get_by_text("Set a zone", exact=True).click()
    for row, column in ((8, 2), (9, 5)):
        press(page.locator(f'[data-row="{row}"][data-column="{column}"]'), phone=phone)
    page.get_by_label("Only for").fill("Hornet")
    press(page.get_by_role("button", name="Set the zone"), phone=phone)
    expect(page.locator(".scenario-state")).to_contain_text("Hornet has two zones to set up in.")
    expect(page.get_by_role("link", name="Play it")).to_have_count(0)
    press(page.locator("[data-line]").first, phone=phone)
    text = page.get_by_role("textbox", name="The scenario as text")
    expect(text).to_be_focused()
    chosen = text.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")
    assert chosen == "[[zones]]"
    assert_sound(page)
    press(page.get_by_role("button", name="Undo"), phone=phone)
    expect(page.locator(".scenario-state")).to_contain_text("Ready to play")

    press(page.get_by_role("button", name="Make a link for friends"), phone=phone)
    link = page.get_by_label("Link to the scenario").input_value()
    friend = new_page(elsewhere(make_person, "Ishbel"), phone=phone)
    friend.goto(link)
    expect(friend.get_by_text("Scenario by Halvard")).to_be_visible()
    assert_sound(friend)
    friend.get_by_role("radio", name="A friend at this screen").check()
    press(friend.get_by_role("button", name="Begin"), phone=phone)
    friend.wait_for_url("**/battles/*/play/")
    expect(friend.locator(".hexboard, #board, svg").first).to_be_visible()
    friend.goto(link)
    press(friend.get_by_role("button", name="Copy to my scenarios"), phone=phone)
    friend.wait_for_url("**/scenarios/own/*/")
    expect(friend.get_by_role("heading", name="Rings")).to_be_visible()


def test_two_tabs_keep_what_was_typed(new_page: Callable[..., Page]) -> None:
    page = opened(new_page)
    other = page.context.new_page()
    other.goto(page.url)
    page.get_by_label("Terrain").select_option("Planet")
    page.locator('[data-row="6"][data-column="6"]').click()
    expect(page.locator(".hex-planet")).to_have_count(1)
    other.get_by_role("textbox", name="Title").fill("Typed")
    other.get_by_role("button", name="Save title and story").click()
    expect(other.locator(".scenario-state")).to_contain_text("changed in another tab")
    expect(other.get_by_role("textbox", name="Title")).to_have_value("Typed")
    other.get_by_role("button", name="Save title and story").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("Typed")
    expect(other.locator(".hex-planet")).to_have_count(1)


def test_without_script_every_change_is_a_form(new_page: Callable[..., Page]) -> None:
    page = opened(new_page, java_script_enabled=False)
    page.get_by_label("Terrain").select_option("Nebula")
    page.get_by_label("Row", exact=True).fill("6")
    page.get_by_label("Column", exact=True).fill("9")
    page.get_by_role("button", name="Lay it").click()
    expect(page.locator(".hex-nebula")).to_have_count(1)
    page.get_by_text("The scenario as text").first.click()
    assert 'kind = "nebula"' in elsewhere(lambda: OwnScenario.objects.get().text)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".hex-nebula")).to_have_count(0)


def test_by_keyboard_the_place_is_kept(new_page: Callable[..., Page]) -> None:
    page = opened(new_page)
    page.get_by_label("Class").select_option("talon FF")
    page.get_by_role("button", name="Add the ship").focus()
    for number in (2, 3):
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Remove FF")).to_have_count(number - 1)
        expect(page.get_by_role("button", name="Add the ship")).to_be_focused()
        page.get_by_label("Class").select_option("talon FF")
        page.get_by_role("button", name="Add the ship").focus()


def test_what_was_typed_elsewhere_is_kept_and_a_changed_text_is_saved_first(
    new_page: Callable[..., Page],
) -> None:
    page = opened(new_page)
    page.get_by_role("textbox", name="Story").fill("Not saved yet.")
    page.locator('[data-row="6"][data-column="6"]').click()
    expect(page.locator(".hex-asteroid")).to_have_count(1)
    expect(page.get_by_role("textbox", name="Story")).to_have_value("Not saved yet.")
    page.get_by_text("The scenario as text").first.click()
    text = page.get_by_role("textbox", name="The scenario as text")
    text.fill(text.input_value() + "\n# mine\n")
    page.locator('[data-row="4"][data-column="4"]').click()
    expect(page.get_by_text("Save the text first")).to_be_visible()
    expect(text).to_be_focused()
    assert "# mine" in text.input_value()
    page.get_by_role("button", name="Save the text").click()
    expect(page.get_by_text("Save the text first")).to_be_hidden()
    page.locator('[data-row="4"][data-column="4"]').click()
    expect(page.locator(".hex-asteroid")).to_have_count(2)
    assert "# mine" in elsewhere(lambda: OwnScenario.objects.get().text)


def test_the_table_says_what_a_press_does(new_page: Callable[..., Page]) -> None:
    page = opened(new_page)
    expect(page.get_by_text("Press a hex to lay")).to_be_visible()
    page.get_by_text("Set a zone", exact=True).click()
    expect(page.get_by_text("Press a hex to lay")).to_be_hidden()
    expect(page.locator('[data-tool="zone"]')).to_be_visible()
    for row, column in ((8, 1), (9, 14)):
        page.locator(f'[data-row="{row}"][data-column="{column}"]').click()
    page.get_by_role("button", name="Set the zone").click()
    expect(page.get_by_text("Terran sets up in rows 8 and 9, columns 1 to 14.")).to_be_visible()
    expect(page.get_by_text("Press a hex to lay")).to_be_visible()
