"""An order of each kind is given in the browser, and each kind of question answered, where the page offers it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from battles.models import Play
from battles.services import open_battle
from battles.talon.play.services.beginning import begin
from engines.seam.sides import Side
from tests.browser.checks import elsewhere
from tests.hand_scenes import ORDERS, QUESTIONS, Scene, scenes
from tests.people import make_person

PLACED = ("deploy", "launch", "arrive", "undock", "planet", "worm-hole", "terrain")
PARTS = 4
MOST = 20


def opened(users: dict[Side, User], some: list[Scene]) -> list[str]:
    """The addresses of battles that stand at the scenes."""
    return [_at(users, scene) for scene in some]


def _at(users: dict[Side, User], scene: Scene) -> str:
    battle = open_battle(
        setup=scene.setup,
        title="Skirmish",
        place="Vega 5",
        terran_user=users["terran"],
        talon_user=users["talon"],
    )
    Play.objects.filter(pk=begin(battle).pk).update(position=scene.position, decider=scene.side)
    return f"/battles/{battle.pk}/play/"


def test_there_is_a_scene_for_every_kind() -> None:
    assert set().union(*(scene.shows for scene in scenes())) == ORDERS | QUESTIONS


@pytest.mark.parametrize("part", range(PARTS))
def test_every_order_is_given_and_every_question_answered(part: int, new_page: Callable[..., Page]) -> None:
    users: dict[Side, User] = {
        "terran": elsewhere(make_person, "Halvard"),
        "talon": elsewhere(make_person, "Ishbel"),
    }
    pages = {side: new_page(user) for side, user in users.items()}
    some = scenes()[part::PARTS]
    for scene, path in zip(some, elsewhere(opened, users, some), strict=True):
        page = pages[scene.side]
        page.goto(path)
        table = page.locator("[data-table].is-live")
        before = table.get_attribute("data-as") or ""
        give(page, scene.order)
        expect(table, f"not given: {scene.order}").not_to_have_attribute("data-as", before)
        expect(page.locator("[data-answer]")).to_have_count(0)


def give(page: Page, order: str) -> None:
    """Find what the page offers for it, and press that."""
    row = page.locator(f'[data-sheet-row] :is(option, input)[value="{order}"]')
    if order.split()[1] in PLACED:
        put(page, order.split()[1:])
    elif row.count():
        choose_in_row(page, row, order)
    elif order.endswith(" done") and page.locator("[data-sheet-row]").count():
        leave_open(page)
    else:
        press(page, page.locator(f'button[name="order"][value="{order}"]'))


def choose_in_row(page: Page, row: Locator, order: str) -> None:
    """In a sheet, which is then sent."""
    if row.evaluate("(choice) => choice.matches('option')"):
        row.locator("xpath=..").select_option(order)
    else:
        row.check()
    page.locator("[data-sheet-send]").click()


def leave_open(page: Page) -> None:
    """A sheet in which nothing is chosen ends the step."""
    for row in page.locator("[data-sheet-row]").all():
        if row.locator("select").count():
            row.locator("select").select_option("")
        else:
            row.locator('input[value=""]').check()
    page.locator("[data-sheet-send]").click()


def press(page: Page, button: Locator) -> None:
    """The button of an order, once its unit is chosen; where it has a warning, it is confirmed."""
    for _ in range(MOST):
        if button.is_visible():
            break
        folded = button.locator("xpath=ancestor::details")
        if folded.count():
            folded.locator("xpath=summary").click()
        else:
            page.keyboard.press("n")
    button.click()
    if page.locator("[data-confirm]").is_visible():
        page.locator("[data-confirm]").click()


def put(page: Page, words: list[str]) -> None:
    """A unit, planet or pattern on its hex, turned as the order says; the same hex again puts it down."""
    verb = words.pop(0)
    if verb not in ("planet", "worm-hole", "terrain"):
        page.locator(f'[data-placing="{verb}"] [data-item][value*=" {words.pop(0)} "]').check()
    hex_, *turned = words
    if len(turned) > 1:
        page.locator("[data-placing] select[name^=speed]").select_option(turned[1])
    page.locator("[data-zoom=whole]").click()
    page.get_by_role("button", name="Further away").click()  # no hex lies under the board's buttons
    spot = page.locator(f'.spot[data-hex="{hex_}"]')
    spot.click(force=True)
    facing = page.locator(f'[data-facing="{turned[0]}"]') if turned and verb != "terrain" else None
    if facing is not None and "is-armed" not in (facing.get_attribute("class") or ""):
        facing.click(force=True)  # on the facing that it has, a click confirms
    spot.click(force=True)
