"""A guest's whole war against the computer in a browser: from one button, by the odds, to the ending."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from battles.models import Battle
from campaign.models import War
from campaign.odds import forecasts as odds
from campaign.war.chart.map_library import DEFAULT
from campaign.war.services.secret_orders import sealed_sides
from tests.browser.checks import assert_sound, elsewhere
from tests.browser.player import Player
from tests.browser.test_guest_with_odds import (
    EVEN,
    FOUGHT,
    answers_of,
    at_both_widths,
    looked_at,
    work,
)
from tests.browser.test_play_it_yourself import ask_before_each_battle
from tests.site.wars import chart, state_of

MOST_TURNS = 3
"""If the war is not over by then, the guest surrenders."""
MOST_STEPS = 200
HANDICAP = 600
"""So many points more has the guest, to be soon at the enemy's home."""
SAME_ENTROPY = "crypto.getRandomValues = list => list.fill(1)"
"""What the browser adds to the dice."""
WHY = {
    "home": r"won the battle for (the enemy's|your) home\.",
    "surrender": r"surrendered\.",
    "logistics": r"had fewer than four active Logistics Points left\.|Both fleets were spent",
}


@dataclass
class Decisions:
    """How often of 100 the guest was to win, where odds were shown, and whether they engaged, where they were asked."""

    odds: list[int] = field(default_factory=list)
    answers: list[bool] = field(default_factory=list)


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play now begins a short war with small fleets, and odds are of few play-outs, all of a doctrine in one piece.

    On the map of two sectors the homes lie beside the zones where the war begins.
    """
    whole = chart()
    sectors = {}
    for name in whole.order[:2]:
        zones = whole.zones(name)
        sectors[name] = replace(whole.sectors[name], zones=(zones[0], zones[whole.start(name)], zones[-1]))
    small = {"start_treasury": 1000, "reserve_points": 100, "free_bases": 1}
    short = replace(whole, order=tuple(sectors), sectors=sectors, **small)
    monkeypatch.setattr("campaign.lobby.views.play.shipped_maps", lambda: {DEFAULT: short})
    monkeypatch.setattr("campaign.lobby.views.play.EVEN_HANDICAP", HANDICAP)
    monkeypatch.setattr(odds, "MOST", FOUGHT)
    monkeypatch.setattr("campaign.odds.words.MOST", FOUGHT)
    monkeypatch.setattr("campaign.odds.words.SURE", FOUGHT)
    monkeypatch.setattr(odds, "CHUNK_SECONDS", 600)


@pytest.mark.long(70)
def test_a_guests_whole_war_by_the_odds(new_page: Callable[..., Page]) -> None:
    """On a phone, and what the odds stand beside at a desk too."""
    guest = Player(new_page(None, phone=True), set(), "phone")
    guest.page.add_init_script(SAME_ENTROPY)
    guest.go("/")
    guest.follow(guest.button("Play now"))
    war = elsewhere(War.objects.get)
    guest.follow(guest.button("Seal"))
    decisions = Decisions()
    for step in count():
        elsewhere(work, war)
        if elsewhere(state_of, war).phase == "over":
            break
        assert step < MOST_STEPS, "the war does not end"
        go_on(war, guest, decisions)
    assert decisions.odds, "the guest never saw odds"
    given = iter(elsewhere(answers_of, war))  # among them those that were given for the guest
    assert all(engages in given for engages in decisions.answers)
    assert elsewhere(Battle.objects.filter(settled_how="fought").exists)
    read_the_ending(war, guest)


def go_on(war: War, guest: Player, decisions: Decisions) -> None:
    """Do what the war asks of the guest."""
    state = elsewhere(state_of, war)
    if state.turn > MOST_TURNS:
        surrender(war, guest)
    elif state.phase == "planning" and "terran" not in elsewhere(sealed_sides, war, state):
        guest.go(f"/wars/{war.pk}/terran/plan/")
        ask_before_each_battle(guest)
        guest.follow(guest.page.get_by_role("button", name="Seal"))
    elif state.question is not None and state.question.side == "terran":
        guest.go(f"/wars/{war.pk}/terran/")
        if state.question.kind == "engage":
            answer(guest, decisions)
        else:
            choose(guest, state.question.count)
    else:
        raise AssertionError(f"the war waits for nobody: {state.phase} {state.question}")


def answer(guest: Player, decisions: Decisions) -> None:
    """Engage where the odds are even or better, where there are none, and for the home at any odds."""
    outlook = guest.page.locator(".outlook").first
    engages = True
    if outlook.count():
        at_both_widths(guest.page, assert_beside_the_answers, outlook)
        wins = looked_at(guest.page, outlook)
        at_home = guest.heading(re.compile(r"at the Terran home\?")).count() > 0
        engages = wins >= EVEN or at_home
        decisions.odds.append(wins)
    decisions.answers.append(engages)
    guest.follow(guest.button("Engage" if engages else "Decline"))
    guest.confirm_answer()


def choose(guest: Player, many: int) -> None:
    """The first choice where something else than a battle is asked: a home, or what lands or is left behind."""
    calls = guest.page.locator("#calls")
    for box in calls.get_by_role("checkbox").all()[:many]:
        box.check()
    homes = calls.locator('button[name="home"]')
    named = calls.get_by_role("button", name=re.compile("^(Land|Leave behind)$"))
    guest.follow(homes.or_(named).first)


def assert_beside_the_answers(page: Page, outlook: Locator) -> None:
    """Whoever reads how likely a win is has both answers in sight too."""
    words = outlook.locator("strong").first
    words.scroll_into_view_if_needed()
    expect(words).to_be_in_viewport(ratio=1)
    for name in ("Engage", "Decline"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)


def surrender(war: War, guest: Player) -> None:
    """Give the war up."""
    guest.go(f"/wars/{war.pk}/terran/")
    guest.press(guest.page.get_by_text("End the war early"))
    guest.follow(guest.link("Surrender…"))
    guest.follow(guest.button("Surrender"))


def read_the_ending(war: War, guest: Player) -> None:
    """The guest's page says who won and why, and what it came from."""
    state = elsewhere(state_of, war)
    guest.go(f"/wars/{war.pk}/terran/")
    title = {"terran": "You won the war", "talon": "You lost the war", None: "The war ends in a draw"}
    ending = guest.page.get_by_role("region", name=title[state.winner])
    expect(ending).to_be_visible()
    expect(ending).to_contain_text(re.compile(WHY[state.ended or ""]))
    if state.winner is not None:
        expect(ending.locator("p.reading").first).to_have_text(re.compile(r"\w"))
    at_both_widths(guest.page, assert_sound)
