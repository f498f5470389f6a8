"""The duel of the tutorial: a guest opens it from the list of scenarios and plays Terran's solution."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from battles.models import Play
from battles.talon.play.board import board_of
from tests.browser.checks import elsewhere
from tests.browser.player import Player
from tests.browser.test_every_order import give

SOLUTION = (
    "terran vote Patton change",
    "terran done",
    "terran grant terran",
    "terran power-through Patton",
    "terran move Patton left",
)
FIRE = "terran fire Patton 2 Sacrifice"


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_guest_plays_terrans_solution(
    transactional_db: None, new_page: Callable[..., Page], phone: bool
) -> None:
    """The battery, the initiative, the turn, and a torpedo at the bare side of Sacrifice."""
    guest = Player(new_page(phone=phone), set(), "phone" if phone else "desk")
    guest.go("/scenarios/")
    guest.follow(guest.page.get_by_role("link", name=re.compile("Tutorial: The Duel")))
    guest.page.get_by_role("radio", name="Terran").check()
    guest.page.get_by_label("A friend at this screen").check()
    guest.follow(guest.button("Begin"))
    page = guest.page
    expect(page.locator(".track-title")).to_contain_text("Round 1")
    for order in (*SOLUTION, FIRE):
        given(page, order)
    assert elsewhere(fired) == (0, 0)


def fired() -> tuple[int, int]:
    """What is left in the bar of Patton's torpedo."""
    patton = board_of(Play.objects.get()).units[0]
    return patton.red[1], patton.yellow[1]


def given(page: Page, order: str) -> None:
    """Give the order as the page offers it, and wait until it has been taken."""
    table = page.locator("[data-table].is-live")
    before = table.get_attribute("data-as") or ""
    give(page, order)
    expect(table, f"not given: {order}").not_to_have_attribute("data-as", before)
