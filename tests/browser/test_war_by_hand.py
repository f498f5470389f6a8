"""A battle of a war in the browser: from the war's page to the board, to the result, and to the moved front line."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from battles.models import Play
from campaign.war.services import results
from engines.seam.sides import SIDES, opponent
from tests.browser.checks import assert_sound, elsewhere
from tests.site.campaign.war.test_results import war_with_battle
from tests.site.plays import one_step, played_out
from tests.site.wars import state_of

LOPSIDED = 72
"""The seed of a war in which the last battle of the turn is a scout against a battleship: Talon wins it."""
SECTOR = "Orion"
WAYS = ("[data-sheet-send]", "[data-advised]", "[data-close]")
"""What accepts a step, the captain's suggestion before anything else."""
MOST = 500
"""Orders by hand, both sides together, by which the battle is over."""
SOON = 5_000
"""Milliseconds by which news is seen; a page that asked by itself would be later."""


@pytest.mark.django_db(transaction=True)
def test_a_battle_of_a_war_moves_the_front_line(new_page: Callable[..., Page]) -> None:
    war, battle = elsewhere(lambda: war_with_battle(LOPSIDED, settled_by="hand"))
    before = elsewhere(state_of, war).markers[SECTOR]
    pages: dict[str, Page] = {side: new_page(elsewhere(battle.user_of, side)) for side in SIDES}
    for side, page in pages.items():
        page.goto(f"/wars/{war.pk}/{side}/")
        page.locator(f'a[href="/battles/{battle.pk}/play/"]').first.click()
        page.locator("[data-table].is-live").wait_for()
    for _ in range(MOST):
        side = elsewhere(lambda: Play.objects.get(battle=battle).decider)
        if not side:
            break
        expect(pages[side].locator('[data-asked="yes"]')).to_be_visible()
        accept(pages[side])
    for page in pages.values():
        expect(report(page)).to_be_visible()
    elsewhere(results.absorb_waiting)
    for side, page in pages.items():
        assert_sound(page)
        page.get_by_role("link", name="Back to the war").click()
        expect(page).to_have_url(f"/wars/{war.pk}/{side}/")
    war.refresh_from_db()
    assert elsewhere(state_of, war).markers[SECTOR] < before


@pytest.mark.django_db(transaction=True)
def test_a_battle_of_a_war_is_played_by_round(new_page: Callable[..., Page]) -> None:
    """Whole rounds are offered first, and with them a battle is over in few decisions."""
    war, battle = elsewhere(lambda: war_with_battle(LOPSIDED, settled_by="hand"))
    before = elsewhere(state_of, war).markers[SECTOR]
    pages: dict[str, Page] = {side: new_page(elsewhere(battle.user_of, side)) for side in SIDES}
    for page in pages.values():
        page.goto(f"/battles/{battle.pk}/play/")
        page.locator("[data-table].is-live").wait_for()
    ordered = 0
    for _ in range(MOST):
        side = elsewhere(lambda: Play.objects.get(battle=battle).decider)
        if not side:
            break
        expect(pages[side].locator('[data-asked="yes"]')).to_be_visible()
        ordered += by_round(pages[side])
    assert 2 <= ordered <= 60
    expect(report(pages["terran"])).to_be_visible()
    elsewhere(results.absorb_waiting)
    assert elsewhere(state_of, war).markers[SECTOR] < before


def by_round(page: Page) -> bool:
    """Go on as the page offers first; whether orders for a round were given, or gone on with."""
    moment = page.locator("[data-table]").get_attribute("data-as") or ""
    dock = page.locator("[data-dock]")
    new = dock.get_by_role("link", name="Orders for the round")
    again = dock.get_by_role("button", name="Continue as ordered")
    if again.is_visible():
        again.click()
    elif new.is_visible():
        expect(dock).to_contain_text("About 17 clicks a battle; step by step it takes about 57.")
        new.click()
        page.get_by_role("button", name="Give these orders").first.click()
    else:
        accept(page)
        return False
    expect(page.locator("[data-table].is-live")).not_to_have_attribute("data-as", moment)
    return True


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("phone", [False, True])
def test_a_battle_goes_to_the_table_and_back(new_page: Callable[..., Page], phone: bool) -> None:
    """The request is seen on a board that is open, and so is what came of it."""
    _war, battle = elsewhere(lambda: war_with_battle(settled_by="hand"))
    asks, other = (new_page(elsewhere(battle.user_of, side), phone=phone) for side in SIDES)
    board, home = f"/battles/{battle.pk}/play/", f"/battles/{battle.pk}/"
    other.goto(board)
    other.locator("[data-table].is-live").wait_for()
    asks.goto(home)
    assert_sound(asks)
    asks.get_by_role("button", name=re.compile("Ask .* to finish it at the table")).click()
    expect(asks.get_by_text("You asked to finish it at the table.")).to_be_visible()
    assert_sound(asks)
    asks.get_by_role("link", name="Go to the board").click()
    expect(asks.get_by_text("You asked to finish this battle at the table.")).to_be_visible()
    assert_sound(asks)
    expect(other.get_by_text("wants to finish this battle at the table.")).to_be_visible()
    assert_sound(other)
    other.get_by_role("link", name="Answer").click()
    assert_sound(other)
    other.get_by_role("button", name="Agree and record it at the table").click()
    expect(other.get_by_text("Stopped in the browser: Setting up.")).to_be_visible()
    assert_sound(other)
    expect(asks).to_have_url(re.compile(f"{home}$"))
    asks.get_by_role("button", name=re.compile("Ask .* to play here")).click()
    other.get_by_role("button", name="Agree and play").click()
    expect(other.locator("[data-table].is-live")).to_be_visible()
    expect(asks.get_by_text("This battle is being played in the browser")).to_be_visible()


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_the_wars_page_follows_the_turns_and_the_end_of_its_battle(new_page: Callable[..., Page]) -> None:
    """It hears of each; in a minute in which nobody orders it asks for nothing."""
    war, battle = elsewhere(lambda: war_with_battle(LOPSIDED, settled_by="hand"))
    play = elsewhere(lambda: Play.objects.get(battle=battle))
    waiting = opponent("terran" if play.decider == "terran" else "talon")
    page, asked = new_page(elsewhere(battle.user_of, waiting)), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.clock.install()
    page.goto(f"/wars/{war.pk}/{waiting}/")
    calls = page.locator("#calls")
    expect(calls.get_by_text("Waiting for")).to_be_visible()
    assert_sound(page)
    asked.clear()
    page.clock.fast_forward("01:00")
    page.wait_for_timeout(300)
    assert asked == []
    elsewhere(turn_passes, play)
    expect(calls.get_by_text("Your turn")).to_be_visible(timeout=SOON)
    expect(calls.get_by_role("link", name="Play")).to_be_visible()
    parts = [url for url in asked if f"/wars/{war.pk}/{waiting}/?part=" in url]
    assert len(parts) == 1, "the map and the table have not changed"
    elsewhere(turn_passes, play)
    expect(calls.get_by_text("Waiting for")).to_be_visible(timeout=SOON)
    elsewhere(played_out, play)
    elsewhere(results.absorb_waiting)
    expect(calls.get_by_text("Play the battle")).not_to_be_visible(timeout=SOON)
    expect(page.locator("#war-now")).to_contain_text("turn 2", timeout=SOON)
    expect(page.locator("#new-waiting .message")).to_have_count(0)


def turn_passes(play: Play) -> None:
    """Order until the other side decides."""
    before = play.decider
    while play.decider == before:
        one_step(play)


def accept(page: Page) -> None:
    """Order as the page suggests, or end the step."""
    table = page.locator("[data-table].is-live")
    before = table.get_attribute("data-as") or ""
    ways = (page.locator(way).locator("visible=true") for way in WAYS)
    next(way for way in ways if way.count()).first.click()
    expect(table).not_to_have_attribute("data-as", before)


def report(page: Page) -> Locator:
    """Where the battle's report is, once it is over."""
    return page.get_by_role("link", name="View report")
