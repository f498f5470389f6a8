"""A step that is asked as a sheet: chosen on the board or in the rows, and ordered with one press."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.live import publish
from battles.models import Play
from battles.pages.play import LOG_LINES
from bench.by_hand import TWELVE
from bench.fleets import of_classes
from tests.browser.checks import assert_sound, elsewhere
from tests.browser.test_play_lookup import opened
from tests.hand_samples import played_up_to
from tests.people import make_person

CHOSEN = "[data-sheet-row] :checked"


def twelve_a_side(new_page: Callable[..., Page], phone: bool) -> Page:
    """The page of a battle at one screen when twelve ships of a side have to move."""
    user = elsewhere(make_person, "Halvard")
    setup = of_classes(TWELVE, TWELVE.replace("SC", "FF"))
    page = new_page(user, phone=phone)
    number = elsewhere(lambda: played_up_to(user, setup, "move", 24).battle_id)
    page.goto(f"/battles/{number}/play/")
    page.locator("[data-table].is-live").wait_for()
    return page


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_all_moves_are_accepted_with_one_press(new_page: Callable[..., Page], phone: bool) -> None:
    page = twelve_a_side(new_page, phone)
    rows = page.locator("[data-sheet-row]")
    assert rows.count() > 1
    expect(page.locator(CHOSEN)).to_have_count(rows.count())
    expect(page.locator(".ghost.is-picked")).to_have_count(page.locator(f"{CHOSEN}:not([value=''])").count())
    assert_sound(page)
    before = page.locator("[data-table]").get_attribute("data-as") or ""
    send = page.locator("[data-sheet-send]")
    (send.tap if phone else send.click)()
    expect(page.locator("[data-table].is-live")).not_to_have_attribute("data-as", before)
    expect(page.locator("[data-table].is-live")).not_to_have_attribute("data-now", "move")


def test_a_way_chosen_on_the_board_stays_while_news_come(new_page: Callable[..., Page]) -> None:
    page = twelve_a_side(new_page, phone=False)
    number = int(page.url.split("/")[4])
    ghost = page.locator(".ghost.is-shown:not(.is-picked)").first
    wanted = ghost.get_attribute("data-ghost") or ""
    box = ghost.locator(".ghost-space").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    chosen = page.locator(f'[data-sheet-row] input[value="{wanted}"]')
    expect(chosen).to_be_checked()
    left_open = page.locator('[data-sheet-row]:not(.is-chosen) input[value=""]').first
    page.locator('[data-sheet-row]:not(.is-chosen) label:has(input[value=""])').first.click()
    expect(left_open).to_be_checked()
    topic = elsewhere(lambda: Play.objects.get(battle_id=number).battle.topic)
    with page.expect_response(re.compile(f"/battles/{number}/play/$")):
        elsewhere(publish, topic)
    expect(page.locator("[data-live-state].is-shown")).to_have_count(0)
    expect(chosen).to_be_checked()
    expect(left_open).to_be_checked()
    page.keyboard.press("ArrowUp")
    expect(page.locator('[data-sheet-row].is-chosen input[data-way="ahead"]')).to_be_checked()
    page.keyboard.press("h")
    expect(page.locator("[data-sheet-row].is-chosen label:has(.offer-mark) input")).to_be_checked()


def test_lines_of_the_log_that_were_asked_for_stay(new_page: Callable[..., Page]) -> None:
    page = opened(new_page, "move", 60)
    lines = page.locator(".log-line")
    page.get_by_role("link", name="Earlier").click()
    expect(lines.nth(LOG_LINES)).to_be_attached()
    before, first = lines.count(), lines.first.get_attribute("id")
    table = page.locator("[data-table].is-live")
    while lines.first.get_attribute("id") == first:
        now = table.get_attribute("data-as") or ""
        page.locator("[data-advised], [data-sheet-send], [data-close]").locator("visible=true").first.click()
        expect(table).not_to_have_attribute("data-as", now)
    numbers = [
        int(line.replace("line-", "")) for line in lines.evaluate_all("lines => lines.map((line) => line.id)")
    ]
    assert numbers == list(range(numbers[0], numbers[0] - len(numbers), -1))
    assert len(numbers) > before
