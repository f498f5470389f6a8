"""The log of a battle under way and its replay, motion and sound, and the list of counters in one place."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from battles.models import Play
from engines.talon.documents.codec import encode_position
from tests.browser.checks import assert_sound, elsewhere
from tests.browser.test_play_lookup import opened
from tests.core.board import board

STACKED = """
    clock 2E terran fire
    map -6,-6
    terran CA Patton 0,0 E
    talon CA Sacrifice 2,0 W
    talon CA Justice 2,0 W
"""


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_line_of_the_log_leads_to_its_moment_and_back(new_page: Callable[..., Page], phone: bool) -> None:
    page = opened(new_page, "fire", 60, phone=phone)
    if phone:
        expect(page.locator("#play-log")).to_be_hidden()
        page.get_by_role("button", name="Log", exact=True).tap()
        expect(page.locator(".play-cards")).to_be_hidden()
    lines = page.locator(".log-when")
    before = lines.count()
    page.get_by_role("link", name="Earlier").click()
    expect(lines.nth(before)).to_be_attached()
    assert_sound(page)
    last = lines.last.get_by_role("link", name="on the board")
    when = last.inner_text().splitlines()[0].strip(" ,")
    last.click()
    expect(page).to_have_url(re.compile(r"/play/so-far/\?"))
    expect(page.locator(".replay-board.is-live")).to_be_visible()
    title = page.locator("[data-title]")
    expect(title).to_have_text(
        re.compile("^Set-up" if when.startswith("Set-up") else f"^Round {when[:-1]}, ")
    )
    assert_sound(page)
    page.locator('[data-step="on"]').click()
    page.get_by_role("link", name="Back to the battle").click()
    expect(page.locator("[data-table].is-live")).to_be_visible()


def test_a_step_of_the_replay_is_tried_out_and_thrown_away(
    new_page: Callable[..., Page], phone: bool
) -> None:
    page = opened(new_page, "fire", 60, phone=phone)
    page.goto(f"{page.url.partition('?')[0]}so-far/")
    expect(page.locator(".replay-board.is-live")).to_be_visible()
    page.locator('[data-step="back"]').click()
    page.locator('[data-step="back"]').click()
    title = page.locator("[data-title]").inner_text()
    assert_sound(page)
    page.get_by_role("button", name="Try from here").click()
    expect(page.locator("[data-table].is-live")).to_be_visible()
    expect(page.get_by_text("Nothing here counts.")).to_be_visible()
    assert_sound(page)
    page.get_by_role("link", name="Back to the battle").click()
    expect(page.locator("[data-title]")).to_have_text(title)
    page.go_back()
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_text("Sandbox discarded.")).to_be_visible()
    expect(page.locator("[data-title]")).to_have_text(title)


def test_motion_and_sound_are_kept_in_the_browser(new_page: Callable[..., Page]) -> None:
    page = opened(new_page, "move", 20)
    expect(page.locator('[data-setting="sound"][value="off"]')).to_be_checked()
    page.keyboard.press("m")
    expect(page.locator('[data-setting="film"][value="fast"]')).to_be_checked()
    page.keyboard.press("u")
    expect(page.locator('[data-setting="sound"][value="on"]')).to_be_checked()
    assert_sound(page)
    page.reload()
    page.get_by_text("Motion, sound and firing").click()
    expect(page.locator('[data-setting="film"][value="fast"]')).to_be_checked()
    expect(page.locator('[data-setting="sound"][value="on"]')).to_be_checked()


@pytest.mark.parametrize("pace", ["fast", "off"])
def test_the_film_is_as_fast_as_its_viewer_likes(new_page: Callable[..., Page], pace: str) -> None:
    page = opened(new_page, "move", 20, reduced_motion="no-preference")
    page.evaluate("pace => localStorage.setItem('play:film', pace)", pace)
    page.reload()
    page.locator("[data-table].is-live").wait_for()
    page.evaluate("""() => new MutationObserver(() => document.querySelector('.is-film') && (window.filmed = true))
        .observe(document.getElementById('play'), { subtree: true, attributes: true, childList: true })""")
    before = page.locator("[data-table]").get_attribute("data-as") or ""
    page.locator("[data-sheet-send]").click()
    expect(page.locator("[data-table].is-live")).not_to_have_attribute("data-as", before)
    assert page.evaluate("window.filmed === true") is (pace == "fast")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_counters_in_one_place_open_a_list(new_page: Callable[..., Page], phone: bool) -> None:
    page = opened(new_page, "fire", 20, phone=phone)
    number = int(page.url.split("/")[4])
    elsewhere(
        lambda: Play.objects.filter(battle_id=number).update(
            position=encode_position(board(STACKED).battle), decider="terran"
        )
    )
    page.reload()
    page.locator("[data-table].is-live").wait_for()
    box = page.locator('[data-stage] [data-unit="1"]').bounding_box()
    assert box is not None
    (page.touchscreen.tap if phone else page.mouse.click)(
        box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    )
    listed = page.locator("[data-stacked]")
    expect(listed).to_have_count(2)
    assert_sound(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(listed).to_have_count(0)
    expect(page.locator(".target.is-aimed")).to_have_count(1)


def test_a_drag_moves_the_drawing_as_a_whole(new_page: Callable[..., Page]) -> None:
    page = opened(new_page, "move", 20)
    stage = page.locator("[data-stage]")
    first, box = stage.get_attribute("viewBox"), stage.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 200, box["y"] + 120)
    page.mouse.down()
    page.mouse.move(box["x"] + 260, box["y"] + 150, steps=4)
    expect(stage).to_have_attribute("style", re.compile("translate"))
    assert stage.get_attribute("viewBox") == first
    page.mouse.up()
    expect(stage).not_to_have_attribute("viewBox", first or "")
    assert not page.evaluate("document.querySelector('[data-stage]').style.transform")


def test_a_key_orders_what_the_captain_suggests(new_page: Callable[..., Page]) -> None:
    page = opened(new_page, "move", 20)
    before = page.locator("[data-table]").get_attribute("data-as") or ""
    expect(page.locator("[data-sheet-send]")).to_be_visible()
    page.keyboard.press("g")
    expect(page.locator("[data-table].is-live")).not_to_have_attribute("data-as", before)
