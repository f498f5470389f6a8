"""A battle of Space Empires entered in three steps, on a phone and at a desk, to its sheet (32)."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from battles.models import Battle
from engines.seam.documents import Fate
from tests.browser.checks import assert_sound, elsewhere
from tests.people import make_person
from tests.site.battles.talon.space_empires.evening import over


def ship(page: Page, side: str, number: int, name: str, kind: str, **levels: str) -> None:
    """Fills in the group of that number of a side."""
    group = page.locator(f"#{side}").get_by_role("group", name=f"Group {number}", exact=True)
    group.get_by_label("Class").select_option(kind)
    group.get_by_label("Name").fill(name)
    for what, level in levels.items():
        group.get_by_label(what.capitalize()).select_option(level)


def fought() -> None:
    """The battle at a table, with a result."""
    fates = (
        [Fate("Napoleon", "stands"), Fate("Normandy", "landed", unloaded=True)],
        [Fate("Hunter", "destroyed")],
    )
    over(Battle.objects.get(), fates, "terran", 4)


def test_a_landing_from_its_three_steps_to_the_sheet(new_page: Callable[..., Page]) -> None:
    anna, ben = elsewhere(make_person, "anna"), elsewhere(make_person, "ben")
    hers: Page = new_page(anna, phone=True)
    his: Page = new_page(ben)
    hers.goto("/skirmish/")
    hers.get_by_role("link", name="Space Empires: 4X").click()
    assert_sound(hers)
    hers.get_by_label("Name of the game").fill("Sundays")
    hers.get_by_label("A friend, by link").check()
    hers.get_by_role("button", name="Set it up").click()
    assert_sound(hers)
    his.goto(hers.get_by_label("Link for your opponent").input_value())
    assert_sound(his)
    his.get_by_role("button", name="Accept").click()
    his.get_by_role("button", name="Enter a battle").click()
    his.get_by_label("Name of the battle").fill("Vega")
    his.get_by_label("A planet with the defender’s colony").check()
    his.locator('input[name="defender"][value="talon"]').check()
    expect(his.get_by_label("Row of the warp point")).to_be_hidden()
    assert_sound(his)
    his.get_by_role("button", name="Next").click()
    ship(his, "talon", 1, "Hunter", "destroyer", attack="2", defence="1")
    assert_sound(his)
    his.get_by_role("button", name="Next").click()
    hers.goto(his.url.replace("/how/", "/who/"))
    expect(hers.get_by_label("Name").and_(hers.locator('[value="Hunter"]'))).to_be_visible()
    ship(hers, "terran", 1, "Napoleon", "heavy_cruiser", attack="1")
    ship(hers, "terran", 2, "Normandy", "transport")
    assert_sound(hers)
    hers.get_by_role("button", name="Next").click()
    hers.get_by_label("At a table: print the sheet, and enter the result here").check()
    assert_sound(hers)
    hers.get_by_role("button", name="Begin").click()
    expect(hers.get_by_role("alert")).to_contain_text(
        "Hunter has attack 2, and a destroyer with hull size 1 carries 1"
    )
    hers.get_by_role("link", name="Who").click()
    ship(hers, "talon", 1, "Hunter", "destroyer", attack="1")
    hers.get_by_role("button", name="Next").click()
    hers.get_by_role("button", name="Begin").click()
    expect(hers.get_by_role("heading", name="Troops")).to_be_visible()
    his.reload()
    expect(his.get_by_text("puts troops aboard in secret")).to_be_visible()
    assert_sound(his)
    hers.get_by_label("Normandy").fill("2 infantry")
    assert_sound(hers)
    hers.get_by_role("button", name="Seal and begin").click()
    expect(hers).to_have_url(re.compile(r"/battles/\d+/$"))
    battle = hers.url
    hers.goto(f"{battle}report/")
    hers.get_by_label("Its troops are on the planet").check()
    assert_sound(hers)
    elsewhere(fought)
    for page in (hers, his):
        page.goto(battle)
        page.get_by_role("link", name="sheet for Space Empires").first.click()
        expect(page.get_by_role("heading", name="What to carry back")).to_be_visible()
        expect(page.get_by_text("Normandy: 2 infantry")).to_be_visible()
        assert_sound(page)
    gap = "cell => cell.getBoundingClientRect().right - cell.firstElementChild.getBoundingClientRect().right"
    cells = hers.locator('td[data-label="What became of it"]').all()
    assert max(cell.evaluate(gap) for cell in cells) < 2, "on a phone every value ends at the right"
