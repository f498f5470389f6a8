"""A terrain pattern is laid and turned on the board by mouse and by touch (30.1, R38)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from battles.models import Play
from battles.talon.play.board import board_of
from bench.battles.fleets import fleets_of
from engines.talon.catalogue import astrometrics, pattern_title
from engines.talon.hexes import at
from engines.talon.rules.arriving.terrain_placement import pattern_hexes
from engines.talon.set_ups.random_terrain import laid_in_turn, with_terrain
from tests.browser.checks import assert_sound, elsewhere
from tests.browser.test_play_in_sight import shown, within
from tests.hand_samples import played_up_to
from tests.people import make_person

DICE = next(dice for dice in astrometrics() if pattern_title(*dice) == "1 barren planet, 6 asteroids")
SETUP = with_terrain(fleets_of(2), laid_in_turn([DICE, (1, 6)]))
LEAST = 44  # pixels that a finger needs


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_pattern_is_turned_by_visible_buttons(new_page: Callable[..., Page], phone: bool) -> None:
    """To the left, to the right and to the left again; it lies there as it was shown."""
    user = elsewhere(make_person, "Halvard")
    play = elsewhere(played_up_to, user, SETUP, "terrain")
    page = shown(new_page(user, phone=phone), f"/battles/{play.battle_id}/play/")
    expect(page.locator(".play-prompt")).to_contain_text("Pattern 1 of 2: 1 barren planet, 6 asteroids.")
    expect(page.locator("[data-turn]:visible")).to_have_count(0)
    page.locator("[data-zoom=whole]").click()
    spot = page.locator(".spot.is-open").nth(30)
    place = spot.get_attribute("data-hex") or ""
    middle = spot.bounding_box() or {"x": 0, "y": 0, "width": 0, "height": 0}
    x, y = middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2
    press = page.touchscreen.tap if phone else page.mouse.click
    press(x, y)
    place = page.locator(".spot.is-armed").get_attribute("data-hex") or place
    ways = (page.locator(f"[data-area*='{place} ']").get_attribute("data-facings") or "").split()
    assert len(ways) > 1
    words, turned = page.locator("[data-chosen-words]"), 0
    expect(words).to_contain_text(f"1 barren planet, 6 asteroids at {place}, ")
    for name, step in (("Turn left", 1), ("Turn right", -1), ("Turn right", -1)):
        button = page.get_by_role("button", name=name)
        size = button.bounding_box() or {"width": 0, "height": 0}
        assert min(size["width"], size["height"]) >= LEAST
        assert within(page, button)
        button.tap() if phone else button.click()
        turned = (turned + step) % len(ways)
        expect(page.locator(".pattern.is-shown")).to_have_attribute("data-pattern", ways[turned])
        expect(page.locator(".spot.is-armed")).to_have_attribute("data-hex", place)
    assert_sound(page)
    confirm = page.locator("[data-confirm]")
    confirm.tap() if phone else confirm.click()
    expect(page.locator(".draft-line, .play-prompt").first).not_to_contain_text("Pattern 1 of 2")

    def lies() -> dict[int, str]:
        return board_of(Play.objects.get(pk=play.pk)).terrain

    q, r = map(int, place.split(","))
    wanted = {hex_: kind for kind, hex_ in pattern_hexes(DICE, at(q, r), int(ways[turned]))}
    expect(page.locator(".play-prompt")).to_contain_text("Pattern 2 of 2: 1 black hole.")
    assert elsewhere(lies) == wanted
