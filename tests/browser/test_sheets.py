"""A step that is asked as a sheet: chosen on the board or in the rows, and ordered with one press."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from battles.models import Play
from battles.talon.play.pages.play import LOG_LINES
from battles.talon.play.services.ordering import Seen, draft_of, give
from bench.battles.by_hand import TWELVE
from bench.battles.fleets import of_classes
from tests.browser.checks import assert_sound, elsewhere
from tests.browser.test_play_lookup import opened
from tests.hand_samples import played_up_to
from tests.people import make_person

CHOSEN = "[data-sheet-row] :checked"


def twelve_a_side(new_page: Callable[..., Page], phone: bool, after: int = 24) -> Page:
    """The page of a battle of twelve ships a side at one screen, when some may move after so many orders."""
    user = elsewhere(make_person, "Halvard")
    setup = of_classes(TWELVE, TWELVE.replace("SC", "FF"))
    page = new_page(user, phone=phone)
    number = elsewhere(lambda: played_up_to(user, setup, "move", after).battle_id)
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


def offer_a_draw(battle: int) -> None:
    """Terran offers a draw while Talon decides: the board is drawn again, and the step is the same."""
    play = Play.objects.get(battle_id=battle)
    seen = Seen(play.number, draft_of(play, "terran").revision)
    give(battle_id=battle, side="terran", seen=seen, orders=["terran offer-draw"])


def test_what_is_chosen_or_left_open_stays_so_while_news_come(new_page: Callable[..., Page]) -> None:
    page = twelve_a_side(new_page, phone=False, after=40)
    number = int(page.url.split("/")[4])
    page.keyboard.press("ArrowUp")
    expect(page.locator('[data-sheet-row].is-chosen input[data-way="ahead"]')).to_be_checked()
    page.keyboard.press("h")
    expect(page.locator("[data-sheet-row].is-chosen label:has(.offer-mark) input")).to_be_checked()
    ghost = page.locator(".ghost.is-shown:not(.is-picked)").first
    wanted = ghost.get_attribute("data-ghost") or ""
    box = ghost.locator(".ghost-space").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    chosen = page.locator(f'[data-sheet-row] input[value="{wanted}"]')
    expect(chosen).to_be_checked()
    row = page.locator("[data-sheet-row]:not(.is-chosen):has(.way-open input:not(:checked))").first
    left_open = page.locator(f'[data-sheet-row="{row.get_attribute("data-sheet-row")}"] .way-open input')
    left_open.locator("..").click()
    expect(left_open).to_be_checked()
    before = page.locator("[data-table]").get_attribute("data-as") or ""
    elsewhere(offer_a_draw, number)
    expect(page.locator("[data-table].is-live")).not_to_have_attribute("data-as", before)
    expect(page.locator("[data-live-state].is-shown")).to_have_count(0)
    expect(chosen).to_be_checked()
    expect(left_open).to_be_checked()


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
