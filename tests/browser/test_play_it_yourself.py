"""A guest on a phone plays a battle of the war by hand, as the front page says, and comes back to the moved war."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from battles.models import Battle, Play
from bench.site.workers import worker
from campaign.models import War
from tests.browser.checks import assert_sound, elsewhere
from tests.browser.player import Player, once
from tests.browser.test_war_by_hand import accept, report
from tests.site.wars import state_of

MOST_QUESTIONS = 8


@pytest.mark.long(60)
def test_a_guest_plays_a_battle_of_the_war(new_page: Callable[..., Page]) -> None:
    with worker():
        guest = Player(new_page(None, phone=True), set(), "phone")
        guest.go("/")
        guest.follow(guest.button("Play now"))
        chosen = guest.page.get_by_role("button", name=re.compile("Guard the planets"))
        guest.press(chosen)
        expect(chosen).to_have_attribute("aria-pressed", "true")
        expect(chosen).to_contain_text("Chosen")
        guest.follow(guest.button("Seal"))
        guest.page.wait_for_url("**/plan/")
        ask_before_each_battle(guest)
        guest.follow(guest.page.get_by_role("button", name="Seal"))
        war = elsewhere(War.objects.get)
        choose_to_play(war, guest)
        page = guest.page
        expect(page.get_by_role("heading", name=re.compile("^Play the battle"))).to_be_visible(timeout=30_000)
        expect(page.locator("#calls")).to_contain_text("Your turn")
        guest.follow(guest.link("Play"))
        expect(page.locator('[data-asked="yes"]')).to_be_visible(timeout=30_000)
        accept(page)
        hand_over(guest)
        expect(report(page)).to_be_visible(timeout=60_000)
        battle = elsewhere(lambda: Battle.objects.get(settled_how="played"))
        once(lambda: elsewhere(is_booked, battle), page, 20)
        guest.follow(page.get_by_role("link", name="Back to the war"))
        expect(page).to_have_url(re.compile(rf"/wars/{war.pk}/terran/"))
        expect(page.get_by_role("heading", name=re.compile("^Play the battle"))).to_have_count(0)
        assert_sound(page)
    state = elsewhere(state_of, war)
    assert state.turn > 1 or any(one.result is not None for one in state.battles)


def ask_before_each_battle(guest: Player) -> None:
    """Take a ready fleet, and ask to be asked."""
    page = guest.page
    guest.press(page.locator("#proposals button.proposal").first)
    expect(page.locator("#taken")).to_be_visible()
    ask = page.get_by_role("button", name="Ask me before each battle")
    if not ask.is_visible():
        guest.press(page.locator("#instructions summary"))
    guest.press(ask)
    expect(page.locator("#instructions")).to_contain_text("Ask me in every sector")


def choose_to_play(war: War, guest: Player) -> None:
    """Engage, to play the battle oneself, until the computer engages too."""
    for _ in range(MOST_QUESTIONS):
        once(lambda: elsewhere(waits_for_guest, war), guest.page, 30)
        if elsewhere(Play.objects.exists):
            break
        guest.go(f"/wars/{war.pk}/terran/")
        own = choice(guest)
        expect(own).not_to_be_checked()
        own.check()
        guest.follow(guest.button("Engage"))
    guest.go(f"/wars/{war.pk}/terran/")


def choice(guest: Player) -> Locator:
    """The choice beside Engage."""
    return guest.page.get_by_role("checkbox", name=re.compile("Play this battle yourself"))


def waits_for_guest(war: War) -> bool:
    """Whether the guest is asked, or a battle is on the board."""
    question = state_of(war).question
    return Play.objects.exists() or (question is not None and question.side == "terran")


def is_booked(battle: Battle) -> bool:
    """Whether the war has the battle's result."""
    battle.refresh_from_db()
    return battle.absorbed_at is not None


def hand_over(guest: Player) -> None:
    """Let the captain finish the battle."""
    guest.press(guest.page.get_by_text("Captain, draw, concede"))
    guest.press(guest.page.get_by_text("Let the captain finish the battle"))
    guest.press(guest.page.get_by_role("button", name="Finish the battle"))
