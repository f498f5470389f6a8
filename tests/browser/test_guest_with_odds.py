"""A guest on a phone decides by the odds: they stand where he is asked, on the first screen, and get better on request.

What a worker would do is done between the guest's steps, so that nothing here waits for another process.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from battles import services as battles
from battles.models import Resolution
from campaign.computer.commanding import command
from campaign.models import War
from campaign.odds import forecasts as odds
from campaign.rules.events import Answered
from campaign.war.log.fold import events_so_far
from campaign.war.services.results import absorb_waiting
from tests.browser.checks import assert_sound, elsewhere, overflow, small_targets
from tests.browser.conftest import DESK, PHONE
from tests.browser.player import Player, once
from tests.browser.test_odds import worked
from tests.browser.test_play_it_yourself import ask_before_each_battle
from tests.site.wars import state_of

MOST_QUESTIONS = 8
FOUGHT = 6
"""Play-outs of a doctrine."""
EVEN = 50
SENTENCE = re.compile(r"You win (\d+) of 100.+ points, the enemy \d+\.")


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds are of few play-outs, all of a doctrine in one piece."""
    monkeypatch.setattr(odds, "MOST", FOUGHT)
    monkeypatch.setattr("campaign.odds.words.MOST", FOUGHT)
    monkeypatch.setattr("campaign.odds.words.SURE", FOUGHT)
    monkeypatch.setattr(odds, "CHUNK_SECONDS", 600)


@pytest.mark.long(40)
def test_a_guest_decides_by_the_odds(new_page: Callable[..., Page]) -> None:
    guest = Player(new_page(None, phone=True), set(), "phone")
    guest.go("/")
    guest.follow(guest.button("Play now"))
    guest.press(guest.page.get_by_role("button", name=re.compile("Guard the planets")))
    war = elsewhere(War.objects.get)
    guest.follow(guest.button("Seal"))
    elsewhere(work, war)
    guest.page.wait_for_url("**/plan/")
    ask_before_each_battle(guest)
    guest.follow(guest.page.get_by_role("button", name="Seal"))
    answer_by_the_odds(war, guest)
    assert elsewhere(answers_of, war), "the guest was never asked about a battle"


def work(war: War) -> None:
    """Do all that a worker would, in this process, where the dice are seeded."""
    done = -1
    while done != (done := War.objects.values_list("version", flat=True).get(pk=war.pk)):
        command(war.pk)
        for number in Resolution.objects.filter(status="queued").values_list("pk", flat=True):
            battles.resolve(number)
        absorb_waiting()


def played_out(page: Page) -> None:
    """Play out what was asked for, when the question has come in."""
    once(lambda: elsewhere(worked, 1) > 0, page)
    elsewhere(worked, 3 * FOUGHT)


def answer_by_the_odds(war: War, guest: Player) -> None:
    """Engage where the odds of the first two questions are even or better; take what is declined before."""
    seen = 0
    for _ in range(MOST_QUESTIONS):
        elsewhere(work, war)
        if elsewhere(state_of, war).turn > 1:
            return
        assert elsewhere(asks_the_guest, war)
        guest.go(f"/wars/{war.pk}/terran/")
        outlook = guest.page.locator(".outlook").first
        asked = outlook.count() > 0
        if asked:
            at_both_widths(guest.page, assert_in_sight, outlook)
        engages = not asked or looked_at(guest.page, outlook) >= EVEN
        guest.follow(guest.button("Engage" if engages else "Decline"))
        guest.confirm_answer()
        seen += asked
        if seen == 2:
            return


def at_both_widths(page: Page, look: Callable[..., None], *places: Locator) -> None:
    """Look at a phone's page as it is, and as wide as a desk's, where it has to fit too."""
    look(page, *places)
    page.set_viewport_size(DESK["viewport"])
    look(page, *places)
    assert overflow(page) == 0
    assert small_targets(page) == []
    page.set_viewport_size(PHONE["viewport"])


def answers_of(war: War) -> list[bool]:
    """What the guest has answered by hand so far."""
    return [
        event.engage
        for event in events_so_far(war.pk)
        if isinstance(event, Answered) and event.side == "terran"
    ]


def assert_in_sight(page: Page, outlook: Locator) -> None:
    """The sentence is in sight, and the doctrines stand above the two answers, without scrolling."""
    expect(outlook.locator("strong").first).to_be_in_viewport(ratio=1)
    expect(outlook.get_by_role("row")).to_have_count(4)
    last = outlook.get_by_role("row").last.bounding_box()
    answers = page.locator(".both-answers").bounding_box()
    assert last is not None
    assert answers is not None
    assert last["y"] + last["height"] <= answers["y"], "the doctrines are under the answers"


def looked_at(page: Page, outlook: Locator) -> int:
    """How often of 100 the guest wins, as the first sentence says: the estimate, and then what was played out."""
    words = outlook.locator("strong").first
    expect(words).to_have_text(SENTENCE)
    expect(outlook.get_by_role("row")).to_have_count(4)
    expect(outlook).to_contain_text("Estimate, if ensigns fight.")
    page.get_by_role("button", name="Show the odds").first.click()
    played_out(page)
    expect(outlook).to_contain_text("played it out", timeout=30_000)
    assert_sound(page)
    found = SENTENCE.search(words.inner_text())
    assert found is not None
    return int(found[1])


def asks_the_guest(war: War) -> bool:
    """Whether it is the guest who is asked."""
    question = state_of(war).question
    return question is not None and question.side == "terran"
