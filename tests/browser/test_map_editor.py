"""The map editor in a real browser: by mouse, by keyboard, by touch, and without script."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from campaign.maps.drawing import make_map
from campaign.models import PlayerMap, War
from campaign.rules.map.map_edits import blank_map
from tests.browser.checks import assert_sound, elsewhere
from tests.people import make_person

pytestmark = pytest.mark.django_db(transaction=True)
WIDTHS = pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])


def opened(new_page: Callable[..., Page], *, phone: bool = False, **options: object) -> Page:
    """The editor of an empty map of two sectors."""
    user = elsewhere(make_person, "Halvard")
    drawn = elsewhere(lambda: make_map(owner=user, chart=blank_map("Ember", 2)))
    page = new_page(user, phone=phone, **options)
    page.goto(f"/maps/{drawn.pk}/")
    return page


def zone(page: Page, name: str) -> Locator:
    """A zone on the drawing that is in sight."""
    return page.locator(f'.star-map a.zone:visible:has(title:text-matches("^{name}( |:)"))').first


def press(page: Page, place: Locator, *, phone: bool) -> None:
    """A tap, or a click."""
    if phone:
        place.tap()
    else:
        place.click()


@WIDTHS
def test_from_an_empty_map_to_a_war(new_page: Callable[..., Page], phone: bool) -> None:
    page = new_page(elsewhere(make_person, "Halvard"), phone=phone)
    page.goto("/maps/")
    page.get_by_label("Name of the map").fill("Ember Reach")
    press(page, page.get_by_role("button", name="Make the map"), phone=phone)
    page.wait_for_url("**/maps/*/")
    assert_sound(page)

    press(page, zone(page, "Alpha 2"), phone=phone)
    sheet = page.locator("#zone")
    expect(sheet).to_contain_text("Alpha 2")
    sheet.get_by_label("Terran income").fill("45")
    sheet.get_by_label("Talon income").focus()
    expect(zone(page, "Alpha 2").locator(".income-terran")).to_have_text("45")

    sheet.get_by_label("What is there").select_option("Talon planet")
    expect(sheet.get_by_role("status")).to_contain_text("so its planet is Terran's")
    expect(page.locator("#map-state")).to_contain_text("1 problem")
    expect(page.locator(".plate-wrong:visible")).to_have_count(1)
    expect(page.get_by_role("link", name="Begin a war on it")).to_have_count(0)
    assert_sound(page)
    sheet.get_by_label("What is there").select_option("Terran planet")
    expect(page.locator("#map-state")).to_contain_text("Ready to play")
    expect(page.locator(".plate-wrong")).to_have_count(0)
    expect(sheet.get_by_role("status")).to_be_empty()

    press(page, page.get_by_role("button", name="Add a zone on the Talon side"), phone=phone)
    expect(page.locator("#zone-title")).to_have_text("Alpha 3")
    expect(page.get_by_text("6 zones")).to_have_count(1)
    expect(page.locator(".star-map a.zone-open:visible title")).to_have_text(re.compile("^Alpha 3"))
    page.keyboard.press("Escape")
    expect(page.locator("#zone")).to_have_count(0)
    press(page, page.get_by_role("button", name="Undo"), phone=phone)
    expect(page.get_by_text("6 zones")).to_have_count(0)

    press(page, page.get_by_role("link", name="Begin a war on it"), phone=phone)
    expect(page.get_by_role("radio", name="Ember Reach")).to_be_checked()
    page.get_by_role("radio", name="A friend at this screen").check()
    press(page, page.get_by_role("button", name="Start the war"), phone=phone)
    page.wait_for_url(re.compile(r"/wars/\d+/"))
    assert elsewhere(lambda: War.objects.get().map_name) == "Ember Reach"


def test_by_keyboard_alone(new_page: Callable[..., Page]) -> None:
    page = opened(new_page)
    zone(page, "Beta 2").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#zone")).to_be_focused()
    page.get_by_label("Terran income").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("61")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type("62")
    page.keyboard.press("Enter")
    expect(zone(page, "Beta 2").locator(".income-talon")).to_have_text("62")
    expect(zone(page, "Beta 2").locator(".income-terran")).to_have_text("61")
    expect(page.locator("#map-state")).not_to_contain_text("another tab")
    expect(page.get_by_label("Talon income")).to_be_focused()
    page.get_by_label("Talon income").fill("5000")
    page.keyboard.press("Tab")
    expect(page.locator("#zone-told")).to_contain_text("less than or equal to 1000")
    expect(page.get_by_label("Talon income")).to_have_value("5000")
    page.keyboard.press("Escape")
    expect(zone(page, "Beta 2")).to_be_focused()


def test_a_tab_that_is_behind_keeps_what_was_entered(new_page: Callable[..., Page]) -> None:
    page = opened(new_page)
    other = page.context.new_page()
    other.goto(page.url + "?zone=Alpha/2#zone")
    page.get_by_role("button", name="Add a sector").click()
    expect(page.locator(".editor-sectors > li")).to_have_count(3)
    page.get_by_label("Name of sector Gamma").fill("Beta")
    page.keyboard.press("Tab")
    expect(page.locator("#map-state")).to_contain_text("another sector called Beta")
    expect(page.get_by_label("Name of sector Gamma")).to_have_value("Beta")
    page.get_by_label("Name of sector Gamma").fill("Far Reach")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Name of sector Far Reach")).to_have_value("Far Reach")
    other.get_by_label("Terran income").fill("77")
    other.keyboard.press("Tab")
    expect(other.locator("#map-state")).to_contain_text("another tab")
    expect(other.locator(".editor-sectors > li")).to_have_count(3)
    expect(other.get_by_label("Terran income")).to_have_value("77")
    other.get_by_label("Talon income").fill("78")
    other.keyboard.press("Tab")
    expect(zone(other, "Alpha 2").locator(".income-terran")).to_have_text("77")
    expect(other.locator("#map-state")).not_to_contain_text("another tab")


@WIDTHS
def test_without_script(new_page: Callable[..., Page], phone: bool) -> None:
    page = opened(new_page, phone=phone, java_script_enabled=False)
    zone(page, "Alpha 3").click()
    page.get_by_label("Fixed base").select_option("Terran base")
    page.get_by_role("button", name="Save the zone").click()
    expect(page.locator("#zone")).to_contain_text("no base in a start zone")
    page.get_by_label("Fixed base").select_option("No base")
    page.get_by_role("button", name="Save the zone").click()
    expect(page.locator("#map-state")).to_contain_text("Ready to play")
    page.get_by_label("Name of sector Beta").fill("Far Reach")
    page.get_by_role("button", name="Rename").last.click()
    expect(page.get_by_label("Name of sector Far Reach")).to_have_value("Far Reach")
    assert elsewhere(lambda: PlayerMap.objects.get().version) == 4


def test_a_friend_copies_a_map_by_its_link(new_page: Callable[..., Page]) -> None:
    page = opened(new_page)
    page.get_by_role("button", name="Make a link for friends").click()
    link = page.get_by_label("Link to the map").input_value()
    friend = new_page(elsewhere(make_person, "Ishbel"))
    friend.goto(link)
    friend.get_by_role("button", name="Copy to my maps").click()
    friend.wait_for_url("**/maps/*/")
    expect(friend.get_by_role("heading", name="Ember")).to_be_visible()
