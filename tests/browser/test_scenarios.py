"""Scenarios with aims of their own, played in the browser to the end that only they have."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from accounts.models import User
from battles.services import open_battle
from battles.talon.play.services.beginning import begin
from battles.talon.play.services.captains import go_on
from engines.talon.set_ups.scenarios import scenario
from engines.talon.terms import TalonTerms
from tests.browser.checks import assert_sound, elsewhere
from tests.browser.test_hand_played import Mouse
from tests.people import make_person
from tests.site.plays import ordered, until, until_it_docks

OVERLAPS = """cards => cards.flatMap(card => {
    const words = node => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
    };
    const parts = ['.counter-name', '.counter-class a', '.counter-end .badge'].map(css => card.querySelector(css));
    const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const meet = (one, other) => one && other && words(one).some(a => words(other).some(b => over(a, b)));
    const points = document.createRange();
    points.selectNode(card.querySelector('.counter-class').lastChild);
    const onPoints = words(parts[1]).some(a => [...points.getClientRects()].some(b => b.width && over(a, b)));
    const pairs = [[0, 1], [0, 2], [1, 2]].some(([a, b]) => meet(parts[a], parts[b]));
    return pairs || onPoints ? [card.textContent] : [];
})"""


def test_patton_docks_with_the_base_and_the_battle_is_over(new_page) -> None:
    user, other = make_person("anna"), make_person("ben")
    setup = scenario(4)
    battle = open_battle(
        setup=setup, title=setup.place, place=setup.place, terran_user=user, talon_user=other
    )
    page: Page = new_page(user)
    play = begin(battle)
    page.goto(f"/battles/{battle.pk}/play/")
    expect(page.get_by_text("CL Asgard: arrives in round 1 from the right")).to_be_visible()
    until_it_docks(play, "Patton")
    page.goto(f"/battles/{battle.pk}/play/")
    expect(page.get_by_text("Terran must dock Patton with the base: 1 hex away")).to_be_visible()
    Mouse(page).step()
    page.get_by_role("link", name="View report").click()
    expect(page.get_by_text("Terran has brought Patton home").first).to_be_visible()


@pytest.mark.parametrize("width", [1280, 640, 390])
def test_the_class_of_a_squadron_lies_over_nothing(new_page: Callable[..., Page], width: int) -> None:
    """On the cards of the result, beside what became of it."""
    user, other = elsewhere(make_person, "anna"), elsewhere(make_person, "ben")
    number = elsewhere(conceded, user, other)
    page = new_page(user, viewport={"width": width, "height": 900})
    page.goto(f"/battles/{number}/")
    expect(page.get_by_text("Aboard the base").first).to_be_visible()
    assert page.locator(".counter").evaluate_all(OVERLAPS) == []
    assert_sound(page)


def conceded(terran: User, talon: User) -> int:
    """A battle that Terran has conceded while its squadrons fly from the base, which stands as in an Empire War."""
    setup = scenario(4)
    assert isinstance(setup.terms, TalonTerms)
    setup = replace(setup, terms=replace(setup.terms, bases_fall=False))
    battle = open_battle(
        setup=setup, title=setup.place, place=setup.place, terran_user=terran, talon_user=talon
    )
    play = begin(battle)
    until(play, number=8)
    ordered(play, "terran", "terran concede")
    go_on(battle.pk)
    return battle.pk


def test_a_scenario_opens_with_its_story_and_its_table(new_page: Callable[..., Page]) -> None:
    """Both are on the first screen, on a desk and on a phone; on a desk nothing is between the story and its aims."""
    desk, phone = new_page(), new_page(phone=True)
    for page in (desk, phone):
        page.goto("/scenarios/12/")
        table, size = page.locator(".scenario-table .lamp").bounding_box(), page.viewport_size
        assert table is not None
        assert size is not None
        assert table["y"] + table["height"] <= size["height"]
        assert_sound(page)
    story, goals = (desk.locator(part).bounding_box() for part in (".scenario-story", ".scenario-goals"))
    assert story is not None
    assert goals is not None
    assert 0 < goals["y"] - story["y"] - story["height"] < 32
