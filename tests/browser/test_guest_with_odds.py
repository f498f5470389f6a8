"""A guest decides by the odds: they stand where he is asked, on the first screen, and get better on request."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from bench.site.workers import worker
from campaign.models import War
from campaign.rules.events import Answered
from campaign.war.log.fold import events_so_far
from tests.browser.checks import assert_sound, elsewhere
from tests.browser.player import Player, once
from tests.browser.test_play_it_yourself import ask_before_each_battle
from tests.site.wars import state_of

MOST_QUESTIONS = 8
EVEN = 50
SENTENCE = re.compile(r"You win (\d+) of 100.+ points, the enemy \d+\.")


@pytest.mark.long(40)
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_guest_decides_by_the_odds(new_page: Callable[..., Page], phone: bool) -> None:
    with worker():
        guest = Player(new_page(None, phone=phone), set(), "phone" if phone else "desk")
        guest.go("/")
        guest.follow(guest.button("Play now"))
        guest.press(guest.page.get_by_role("button", name=re.compile("Guard the planets")))
        war = elsewhere(War.objects.get)
        guest.follow(guest.button("Seal"))
        guest.page.wait_for_url("**/plan/")
        ask_before_each_battle(guest)
        guest.follow(guest.page.get_by_role("button", name="Seal"))
        answer_by_the_odds(war, guest)
        assert elsewhere(answers_of, war), "the guest was never asked about a battle"


def answer_by_the_odds(war: War, guest: Player) -> None:
    """Engage where the odds of the first two questions are even or better; take what is declined before."""
    seen = 0
    for _ in range(MOST_QUESTIONS):
        once(lambda: elsewhere(waits_for_guest, war), guest.page, 60)
        if elsewhere(state_of, war).turn > 1:
            return
        guest.go(f"/wars/{war.pk}/terran/")
        outlook = guest.page.locator(".outlook").first
        asked = outlook.count() > 0
        if asked:
            assert_in_sight(guest.page, outlook)
        engages = not asked or looked_at(guest.page, outlook) >= EVEN
        guest.follow(guest.button("Engage" if engages else "Decline"))
        guest.confirm_decline()
        seen += asked
        if seen == 2:
            return


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


def looked_at(page: Page, outlook: Locator, work: Callable[[], object] = lambda: None) -> int:
    """How often of 100 the guest wins, as the first sentence says: the estimate, and then what was played out.

    `work` is called when the odds have been asked for; it plays them out where no worker does.
    """
    words = outlook.locator("strong").first
    expect(words).to_have_text(SENTENCE)
    expect(outlook.get_by_role("row")).to_have_count(4)
    expect(outlook).to_contain_text("Estimate, if ensigns fight.")
    page.get_by_role("button", name="Show the odds").first.click()
    work()
    expect(outlook).to_contain_text("played it out", timeout=30_000)
    assert_sound(page)
    found = SENTENCE.search(words.inner_text())
    assert found is not None
    return int(found[1])


def waits_for_guest(war: War) -> bool:
    """Whether the guest is asked, or the next turn has begun."""
    state = state_of(war)
    return state.turn > 1 or (state.question is not None and state.question.side == "terran")
