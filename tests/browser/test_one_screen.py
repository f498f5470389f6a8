"""A table group at one screen: two players hand one device over, and the curtain stands between their secrets."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from battles.models import Battle
from campaign.models import War
from campaign.war.services import secret_orders as planning
from tests.browser.player import Player
from tests.people import make_person
from tests.site.wars import state_of

SAVED = "**/report/draft/"


@pytest.fixture
def group(transactional_db: None) -> User:
    """The account the table group is signed in with."""
    return make_person("anna")


@pytest.mark.long(60)
def test_a_first_turn_to_a_recorded_battle(new_page, group: User) -> None:
    table = Player(new_page(group), set(), "desk")
    war = begin(table)
    for side in ("terran", "talon"):
        take_the_screen(table, war, side)
        secrets = place_bases(table, war, side)
        draw_the_curtain(table, war)
        nothing_comes_back(table, war, side, secrets)
    for side in ("terran", "talon"):
        take_the_screen(table, war, side)
        secrets = plan(table, war, side)
        draw_the_curtain(table, war)
        nothing_comes_back(table, war, side, secrets)
    to_the_first_battle(table, war)
    record_together(table)
    table.go(f"/wars/{war.pk}/")
    expect(table.page.get_by_text("Open the next battle").first).to_be_visible()


def begin(table: Player) -> War:
    """A war for both at this screen, from the form."""
    table.go("/wars/new/")
    table.page.get_by_label("A friend at this screen").check()
    table.page.get_by_role("radio", name="At the table").check()
    table.follow(table.button("Start the war"))
    expect(table.page.get_by_text("I am the").first).to_be_visible()
    return War.objects.get()


def take_the_screen(table: Player, war: War, side: str) -> None:
    """From the table through the curtain to the side's page."""
    table.go(f"/wars/{war.pk}/")
    table.follow(
        table.page.get_by_role("main").get_by_role("link", name=f"{side.title()}").filter(has_text="I am the")
    )
    expect(table.heading(f"{side.title()}, your turn")).to_be_visible()
    table.follow(table.page.get_by_role("button", name="show my side"))
    expect(table.page.locator("[data-curtain]")).to_have_count(0)


def place_bases(table: Player, war: War, side: str) -> set[str]:
    """Take the proposal and seal it; the places, which are secret until both have sealed."""
    table.go(f"/wars/{war.pk}/{side}/bases/")
    ready = table.page.get_by_text("Ready to seal")
    expect(ready).to_be_visible()
    words = ready.inner_text()
    table.follow(table.button("Seal"))
    return {words.removeprefix("Ready to seal: ").rstrip(".")}


def plan(table: Player, war: War, side: str) -> set[str]:
    """Take the first ready fleet, have every engagement accepted, and seal; the fleet's names are secret."""
    table.go(f"/wars/{war.pk}/{side}/plan/")
    table.press(table.page.locator("[id^=do-fleet-]").first)
    expect(table.page.get_by_text("Ready to seal.")).to_be_visible()
    found = planning.draft_of(war, state_of(war), "terran" if side == "terran" else "talon")
    table.follow(table.button("Seal orders"))
    return set(getattr(found, "assign", {}))


def draw_the_curtain(table: Player, war: War) -> None:
    """Back to the table, which draws the curtain."""
    table.go(f"/wars/{war.pk}/")


def nothing_comes_back(table: Player, war: War, side: str, secrets: set[str]) -> None:
    """Neither Back and Forward, nor an address typed in, brings the side's secrets to whoever sits there now."""
    for _step in history_back_and_forward(table.page):
        assert not shown(table.page, secrets)
    for rest in ("", "bases/", "plan/", "treasury/", "history/", "export/"):
        table.page.goto(f"/wars/{war.pk}/{side}/{rest}")
        expect(table.page.locator("[data-curtain]")).to_be_visible()
        assert not shown(table.page, secrets)
    asked = table.page.request.get(f"/wars/{war.pk}/{side}/plan/", headers={"HX-Request": "true"})
    assert asked.headers.get("hx-redirect") or not any(word in asked.text() for word in secrets)


def history_back_and_forward(page: Page) -> Iterator[None]:
    """Walk back as far as a curious neighbour would, and forward again."""
    for walk in (*[page.go_back] * 4, *[page.go_forward] * 4):
        walk()
        page.wait_for_load_state("load")
        yield


def shown(page: Page, secrets: set[str]) -> set[str]:
    """The secrets that stand anywhere in the page's source."""
    source = page.content()
    return {word for word in secrets if re.search(rf"\b{re.escape(word)}\b", source)}


def to_the_first_battle(table: Player, war: War) -> None:
    """Both answer by turns until a battle is joined, each behind the curtain."""
    while (question := state_of(war).question) is not None:
        take_the_screen(table, war, question.side)
        table.follow(table.button("Engage"))


def record_together(table: Player) -> None:
    """The battle's page is for both: the report is entered, and both agree."""
    battle = Battle.objects.get()
    table.go(f"/battles/{battle.pk}/")
    table.follow(table.link("Record result"))
    with table.page.expect_response(SAVED):
        table.press(table.page.locator("label.outcome", has_text="Terran"))
    for _ in range(9):
        table.press(table.page.get_by_label("One more: Rounds fought"))
    expect(table.page.get_by_text("Ready to enter")).to_be_visible()
    table.look()
    table.follow(table.button("Enter and confirm"))
    expect(table.heading("Result")).to_be_visible()
