"""Base Assault in the browser: a squadron comes out of the base, and the carrier jumps with the intelligence (26.9)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from battles.models import Play
from tests.browser.checks import assert_sound, elsewhere, overflow
from tests.browser.test_every_order import put
from tests.hand_samples import base_assault
from tests.people import make_person


def test_a_squadron_comes_out_of_the_base_with_a_finger(new_page: Callable[..., Page]) -> None:
    """26.9, R74: its facing and Speed are chosen, its hex is the base's; then it has the intelligence."""
    user = elsewhere(make_person, "anna")
    play: Play = elsewhere(base_assault, user, "3C terran undock", "boarded Hope 2C home Hornet")
    page = new_page(user, phone=True)
    page.goto(f"/battles/{play.battle_id}/play/")
    expect(page.locator("[data-table].is-live")).to_be_visible()
    expect(page.locator(".aims")).to_contain_text("Wolverine in Hope, out from impulse C of round 3")
    expect(page.locator("#play")).to_contain_text(
        "bring your squadron out of the base, or let it stay inside"
    )
    expect(page.get_by_role("button", name="Stay inside")).to_be_visible()
    assert_sound(page)
    assert overflow(page) <= 0
    put(page, ["undock", "Wolverine", "9,3", "SW", "6"])
    expect(page.locator(".aims")).to_contain_text("with Wolverine")
    assert_sound(page)


def test_the_carrier_jumps_with_the_intelligence(new_page: Callable[..., Page]) -> None:
    """26.9: a devastating victory at once."""
    user = elsewhere(make_person, "anna")
    play: Play = elsewhere(base_assault, user, "6 terran jumps", "docked Hornet intel", "12,2 W")
    page = new_page(user, viewport={"width": 1280, "height": 900})
    page.goto(f"/battles/{play.battle_id}/play/")
    expect(page.locator(".aims")).to_contain_text("aboard Hornet, jumps after this round, if at Speed 1")
    expect(page.locator("#play")).to_contain_text("With the intelligence you win.")
    page.locator('button[name="order"][data-verb="jump"]:visible').first.click()
    confirm = page.locator("[data-confirm]:visible")
    if confirm.count():
        confirm.first.click()
    expect(page.locator("#play")).to_contain_text("Terran has brought the intelligence away aboard Hornet")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_base_and_black_hole_are_in_sight_at_first(new_page: Callable[..., Page], phone: bool) -> None:
    """Neither lies under the buttons of the board; what is chosen later is shown closer."""
    user = elsewhere(make_person, "anna")
    play: Play = elsewhere(base_assault, user, "1A terran ap", "5,5 W")
    page = new_page(user, phone=True) if phone else new_page(user, viewport={"width": 1280, "height": 800})
    page.goto(f"/battles/{play.battle_id}/play/")
    expect(page.locator("[data-table].is-live")).to_be_visible()
    board, tools = page.locator("[data-play-board]"), page.locator(".board-tools button:visible")
    frame = board.bounding_box()
    assert frame is not None
    covered = [tool.bounding_box() for tool in tools.all()]
    seen = page.locator('[data-stage] use[href*="black-hole"], [data-pieces] [data-unit]').all()
    assert len(seen) == 9
    for piece in seen:
        box = piece.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert frame["x"] < x < frame["x"] + frame["width"]
        assert frame["y"] < y < frame["y"] + frame["height"]
        for tool in covered:
            assert tool is not None
            inside = tool["x"] < x < tool["x"] + tool["width"]
            assert not (inside and tool["y"] < y < tool["y"] + tool["height"])
