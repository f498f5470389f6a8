"""Asking the board of a battle played by hand: overlays and why not, by mouse, finger and keys, at both widths."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bench.battles.fleets import fleet
from engines.seam.documents import BattleSetup
from tests.browser.checks import assert_sound, elsewhere
from tests.browser.test_play_in_sight import in_set_up, shown
from tests.hand_samples import played_up_to
from tests.people import make_person

LEGENDS = {"arcs": "Arcs and ranges of", "where": "Where", "shots": "Who can shoot"}
MARKS = {"arcs": ".overlay .cell", "where": ".overlay .cell-arrow", "shots": ".overlay .fire-line"}
KEYS = {"arcs": "a", "where": "w", "shots": "s"}


def opened(
    new_page: Callable[..., Page], step: str, after: int, *, phone: bool = False, **options: Any
) -> Page:
    """The page of a battle of four cruisers at that step."""
    setup = BattleSetup("Vega 5", "last_ship_standing", fleet("terran", "CA,CA"), fleet("talon", "CA,CA"))
    user = elsewhere(make_person, "Halvard")
    play = elsewhere(played_up_to, user, setup, step, after)
    page: Page = new_page(user, phone=phone, **options)
    page.goto(f"/battles/{play.battle_id}/play/")
    expect(page.locator("[data-table].is-live")).to_be_visible()
    return page


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("kind", LEGENDS)
def test_an_overlay_has_marks_and_a_legend_and_goes_away(
    new_page: Callable[..., Page], kind: str, phone: bool
) -> None:
    page = opened(new_page, "fire", 40, phone=phone)
    button = page.locator(f'[data-look="{kind}"]')
    button.click()
    expect(page.locator("#lookup")).to_contain_text(LEGENDS[kind])
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator(MARKS[kind]).first).to_be_attached()
    assert_sound(page)
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator("#lookup")).to_have_count(0)
    expect(page.locator(MARKS[kind])).to_have_count(0)
    expect(button).to_have_attribute("aria-pressed", "false")


def test_an_overlay_follows_the_chosen_ship_and_stays_after_an_order(new_page: Callable[..., Page]) -> None:
    page = opened(new_page, "fire", 40)
    page.keyboard.press("a")
    first = page.locator("#lookup")
    expect(first).to_contain_text("Arcs and ranges of")
    before = first.inner_text()
    page.locator("[data-choose]").last.click()
    expect(page.locator("#lookup")).not_to_have_text(before)
    moment = page.locator("[data-table]").get_attribute("data-as") or ""
    page.locator("[data-close]").click()
    expect(page.locator("[data-table].is-live")).not_to_have_attribute("data-as", moment)
    expect(page.locator("#lookup")).to_contain_text("Arcs and ranges of")
    expect(page.locator(MARKS["arcs"]).first).to_be_attached()


def test_shots_are_of_the_ship_then_of_all_then_gone(new_page: Callable[..., Page]) -> None:
    page = opened(new_page, "fire", 40)
    page.keyboard.press("s")
    expect(page.locator("#lookup")).to_contain_text("Who can shoot at whom: ")
    page.keyboard.press("s")
    expect(page.locator("#lookup")).to_have_text("Who can shoot whom")
    page.keyboard.press("s")
    expect(page.locator("#lookup")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_why_not_names_the_reason_and_its_rule(new_page: Callable[..., Page], phone: bool) -> None:
    page = opened(new_page, "move", 20, phone=phone)
    page.get_by_role("button", name="Why not?").click()
    expect(page.locator("#lookup")).to_contain_text("cannot do now")
    expect(page.locator(".reasons")).to_contain_text("does not belong to the current step, moving")
    assert_sound(page)
    mark = page.locator(".reasons .rule-mark").first
    mark.click()
    expect(page.locator(".ruling-note")).to_be_visible()
    page.keyboard.press("Escape")


def test_a_hex_is_asked_about_with_the_second_button(new_page: Callable[..., Page]) -> None:
    page = opened(new_page, "move", 20)
    box = page.locator("[data-stage]").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, button="right")
    expect(page.locator("#lookup")).to_have_text(re.compile(r" and -?\d+,-?\d+$"))
    page.keyboard.press("y")
    expect(page.locator("#lookup")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_at_set_up_the_arcs_are_those_of_the_place_and_facing_chosen(
    new_page: Callable[..., Page], phone: bool
) -> None:
    user = elsewhere(make_person, "Halvard")
    page = shown(new_page(user, phone=phone), elsewhere(in_set_up, user))
    marked, chosen = (
        page.locator(".spot circle:not([hidden])"),
        page.locator("[data-placing] [name=put]:checked"),
    )
    expect(marked).to_have_count(1)
    expect(chosen).to_have_attribute("data-suggested", "")
    page.locator('[data-look="arcs"]').click()
    expect(page.locator("[data-lookups]")).to_have_text(
        "Choose a hex first. This is then shown for the ship there, as it faces."
    )
    page.locator(".spot.is-open").first.click(force=True)
    expect(page.locator("#lookup")).to_contain_text("Arcs and ranges of")
    expect(page.locator(".overlay .cell").first).to_be_attached()
    cut = page.locator(".lookup-table").evaluate("table => table.scrollWidth - table.clientWidth")
    assert cut <= 0
    before = page.locator(".overlay").inner_html()
    page.locator("[data-facing]:not(.is-armed)").first.click(force=True)
    expect(page.locator("#lookup")).to_contain_text("Arcs and ranges of")
    page.wait_for_function("before => document.querySelector('.overlay').innerHTML !== before", arg=before)
    page.locator("[data-placing] [name=put]:not([data-suggested])").first.check(force=True)
    expect(marked).to_have_count(0)
    expect(page.locator(".piece.is-chosen")).to_have_count(0)
