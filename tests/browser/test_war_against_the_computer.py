"""A whole war against the computer in a browser: from one button to the ending."""

import re
import time

import pytest
from playwright.sync_api import expect

from battles.models import Battle
from bench.workers import worker
from campaign.models import War
from campaign.services.planning import sealed_sides
from tests.browser.player import Player
from tests.site.wars import state_of

MOST_SECONDS = 480
FIGHTING_TURNS = 2
MOST_TURNS = 15  # three times as many as such a war takes


@pytest.mark.long(140)
def test_a_whole_war_against_the_computer(new_page) -> None:
    with worker():
        anna = Player(new_page(None), set(), "desk")
        anna.go("/")
        anna.follow(anna.button("Play now"))
        anna.follow(anna.button("Seal"))
        anna.page.wait_for_url("**/plan/")
        war = War.objects.get()
        deadline = time.monotonic() + MOST_SECONDS
        while state_of(war).phase != "over":
            assert time.monotonic() < deadline, "the war does not end"
            go_on(war, anna)
    anna.go(f"/wars/{war.pk}/terran/")
    ending = anna.page.get_by_role("heading", name=re.compile("You (won|lost) the war"))
    expect(ending.or_(anna.page.get_by_role("heading", name="ends in a draw")).first).to_be_visible()
    assert Battle.objects.filter(settled_how="fought").exists()
    assert war.entries.filter(user__is_computer=True).exists()


def go_on(war: War, anna: Player) -> None:
    """Do what the war asks of the person; wait a moment if it asks nothing."""
    state = state_of(war)
    assert state.turn <= MOST_TURNS
    if state.phase == "planning" and "terran" not in sealed_sides(war, state):
        plan(war, anna)
    elif state.question is not None and state.question.side == "terran":
        anna.go(f"/wars/{war.pk}/terran/")
        answer = anna.button("Engage" if state.turn <= FIGHTING_TURNS else "Decline")
        if answer.count():
            anna.follow(answer.first)
            anna.confirm_decline()
    else:
        time.sleep(0.2)


def plan(war: War, anna: Player) -> None:
    """The first proposal, and the seal; nothing if the war has just gone on and the page leads to its battles."""
    anna.go(f"/wars/{war.pk}/terran/plan/")
    if not anna.page.url.endswith("/plan/"):
        return
    anna.press(anna.page.locator("#proposals button.proposal").first)
    expect(anna.page.locator("#taken")).to_be_visible()
    anna.follow(anna.page.get_by_role("button", name="Seal"))
