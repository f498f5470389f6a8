"""The war's page in two real browsers: sound at both widths, and following what the other side does."""

from itertools import pairwise
from random import Random

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from campaign.models import War
from engines.seam.sides import Side
from tests.browser.checks import assert_sound, elsewhere
from tests.people import make_person
from tests.site.campaign.engaging.test_answers import Player, war_at
from tests.site.wars import make_war, play_until, state_of, step, user_of

WIDTHS = pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
PAGES = ("", "?zone=Antares/4", "history/", "history/?turn=1", "treasury/", "charts/", "surrender/")


@pytest.fixture
def war(transactional_db: None) -> War:
    return make_war(make_person("anna"), make_person("boris"))


def until_asked(war: War, turn: int = 1) -> Side:
    """Play until somebody is asked to engage in that turn; the side asked."""
    random = Random(4)
    play_until(war, phase="planning", turn=turn, random=random)
    while True:
        question = state_of(war).question
        if question is not None and question.kind == "engage":
            return question.side
        step(war, random)


@WIDTHS
def test_pages_of_a_war_some_turns_in_are_sound(new_page, war: War, phone: bool) -> None:
    side = until_asked(war, 3)
    page: Page = new_page(user_of(war, side), phone=phone)
    for path in PAGES:
        page.goto(f"/wars/{war.pk}/{side}/{path}")
        assert_sound(page)


@WIDTHS
def test_pages_of_a_war_that_is_over_are_sound(new_page, war: War, phone: bool) -> None:
    until_asked(war, 2)
    page: Page = new_page(user_of(war, "talon"), phone=phone)
    page.goto(f"/wars/{war.pk}/talon/surrender/")
    page.get_by_role("main").get_by_role("button", name="Surrender").click()
    expect(page.get_by_role("heading", name="You lost the war")).to_be_visible()
    for path in ("", "history/", "treasury/?of=enemy"):
        page.goto(f"/wars/{war.pk}/talon/{path}")
        assert_sound(page)


@pytest.mark.both
def test_an_offer_shows_on_the_other_sides_page_without_reload(new_page, war: War) -> None:
    offering: Page = new_page(user_of(war, "terran"))
    watching: Page = new_page(user_of(war, "talon"), phone=True)
    watching.goto(f"/wars/{war.pk}/talon/")
    watching.evaluate("window.mark = 1")
    offering.goto(f"/wars/{war.pk}/terran/")
    offering.get_by_text("End the war early").click()
    offering.get_by_role("button", name="Offer a draw").click()
    expect(watching.get_by_role("heading", name="Terran offers a draw")).to_be_visible()
    watching.get_by_role("button", name="Fight on").tap()
    expect(watching.get_by_role("heading", name="Terran offers a draw")).to_have_count(0)
    assert "declines the draw" in _words(offering, f"/wars/{war.pk}/terran/history/")


def _words(page: Page, path: str) -> str:
    page.goto(path)
    return page.get_by_role("main").inner_text()


def test_a_zone_is_opened_from_the_map_by_keyboard(new_page, war: War) -> None:
    page: Page = new_page(user_of(war, "terran"))
    page.goto(f"/wars/{war.pk}/terran/")
    page.locator("svg.map-wide a.zone").nth(4).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#zone")).to_be_visible()
    assert "zone=" in page.url


def test_the_map_can_be_skipped_by_keyboard(new_page, war: War) -> None:
    until_asked(war)
    page: Page = new_page(user_of(war, "terran"))
    page.goto(f"/wars/{war.pk}/terran/")
    page.get_by_role("link", name="Skip the map").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    inside = "document.activeElement.closest('.star-map svg') !== null"
    assert page.evaluate(inside) is False
    assert page.evaluate("document.activeElement.closest('main') !== null")


def second_question() -> War:
    """A war in which the first battle is decided and Terran is asked about the second."""
    war = war_at("DD", "DD, DD, BB", everywhere=True, settings={"settled_by": "worker"})
    Player(war, "terran").answer("no", sure="yes")
    Player(war, "talon").answer("no", sure="yes")
    return war


@WIDTHS
def test_both_answers_are_in_sight_with_the_question(new_page, transactional_db: None, phone: bool) -> None:
    """After an answer, where the page says how the last battle ended, and wherever in the question one reads."""
    war = elsewhere(second_question)
    page: Page = new_page(User.objects.get(username="anna"), phone=phone)
    page.goto(f"/wars/{war.pk}/terran/#calls")
    answers = [
        page.get_by_role("button", name=name, exact=True) for name in ("Engage", "Decline", "Decline all")
    ]
    expect(page.get_by_role("heading", name="Engage or decline at Badlands 4?")).to_be_in_viewport()
    assert_above(page.locator(".outlook-table"), answers[0])
    for button in answers:
        expect(button).to_be_in_viewport(ratio=1)
    tops = {button.evaluate("(it) => it.getBoundingClientRect().top") for button in answers}
    assert len(tops) == 1
    page.get_by_role("heading", name="If you decline").scroll_into_view_if_needed()
    for button in answers:
        expect(button).to_be_in_viewport(ratio=1)
    assert_sound(page)


def assert_above(shown: Locator, button: Locator) -> None:
    """What is shown is on the first screen, and the button covers none of it."""
    expect(shown).to_be_in_viewport(ratio=1)
    one, other = shown.bounding_box(), button.bounding_box()
    assert one is not None
    assert other is not None
    assert one["y"] + one["height"] <= other["y"]


@WIDTHS
def test_the_odds_of_the_second_battle_are_on_the_first_screen(
    new_page, transactional_db: None, phone: bool
) -> None:
    """How the first one ended is one line above; on a phone the page begins with all fronts, so the table is below."""
    war = elsewhere(second_question)
    page: Page = new_page(User.objects.get(username="anna"), phone=phone)
    page.goto(f"/wars/{war.pk}/terran/")
    engage = page.get_by_role("button", name="Engage", exact=True)
    assert_above(page.locator(".outlook strong"), engage)
    if not phone:
        assert_above(page.locator(".outlook-table"), engage)
    line = page.locator(".decided")
    box = line.bounding_box()
    assert box is not None
    assert box["height"] <= 48
    expect(line).to_contain_text("Antares 5")


MOVING = {"reduced_motion": "no-preference"}


def with_one_decided(war: War) -> Side:
    """Play until a battle of turn 2 is decided and somebody is asked about the next; the side asked."""
    random = Random(4)
    until_asked(war, 2)
    while True:
        state = step(war, random)
        question = state.question
        decided = any(battle.status == "closed" for battle in state.battles)
        if state.turn == 2 and decided and question is not None and question.kind == "engage":
            return question.side


@WIDTHS
def test_a_turn_that_is_still_fought_does_not_play_by_itself(new_page, war: War, phone: bool) -> None:
    """The reader stays at the question, and may watch what has happened so far."""
    side = with_one_decided(war)
    page: Page = new_page(user_of(war, side), phone=phone, **MOVING)
    page.goto(f"/wars/{war.pk}/{side}/")
    expect(page.get_by_role("link", name="Watch turn 2 on the map")).to_be_visible()
    page.locator("#board").scroll_into_view_if_needed()
    page.wait_for_timeout(1000)
    expect(page.locator(".turn-replay")).to_have_count(0)
    page.get_by_role("link", name="Watch turn 2 on the map").click()
    expect(page.locator(".turn-replay")).to_be_visible()
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('turn-seen'))") == []


@WIDTHS
def test_a_turn_that_has_ended_plays_once_where_the_map_is_looked_at(new_page, war: War, phone: bool) -> None:
    """On a phone the map is below the fold: nothing moves before the reader is there."""
    play_until(war, phase="planning", turn=3, random=Random(4))
    page: Page = new_page(user_of(war, "terran"), phone=phone, **MOVING)
    page.goto(f"/wars/{war.pk}/terran/")
    if phone:
        page.wait_for_timeout(1000)
        assert page.evaluate("scrollY") == 0
        expect(page.locator(".turn-replay")).to_have_count(0)
        page.locator("#board").evaluate("(board) => board.scrollIntoView()")
    expect(page.locator(".turn-replay")).to_contain_text("Turn 2 · 1 of")
    page.reload()
    page.locator("#board").evaluate("(board) => board.scrollIntoView()")
    page.wait_for_timeout(1000)
    expect(page.locator(".turn-replay")).to_have_count(0)


@WIDTHS
def test_the_buttons_of_the_last_battles_lie_in_their_rows(new_page, war: War, phone: bool) -> None:
    page: Page = new_page(user_of(war, "terran"), phone=phone)
    page.goto(f"/wars/{war.pk}/terran/")
    words = "Devastating victory, the Talon fleet declined"
    battle = {
        "words": words,
        "more": "You lost 45 points, the enemy 69.",
        "has_report": True,
        "winner": "terran",
    }
    news = [{**battle, "place": f"Antares {number}", "number": number} for number in (1, 2, 3)]
    rows = render_to_string("campaign/war/news.html", {"war": {"turn": 3}, "battles": {"news": news}})
    page.locator("main").evaluate("(main, rows) => (main.innerHTML = rows)", rows)
    assert_sound(page)
    boxes = page.evaluate(
        """() => [...document.querySelectorAll('.news > li')].map((row) => [row, row.querySelector('a')]
          .map((one) => one.getBoundingClientRect()).map(({top, bottom}) => [top, bottom]))"""
    )
    assert len(boxes) == 3
    for (top, bottom), (above, below) in boxes:
        assert top <= above < below <= bottom
    assert all(one[0][1] <= other[0][0] for one, other in pairwise(boxes))


@pytest.mark.parametrize("page_of_war", ["", "plan/"])
def test_on_a_phone_all_fronts_are_on_the_first_screen(new_page, war: War, page_of_war: str) -> None:
    play_until(war, phase="planning", turn=3, random=Random(4))
    page: Page = new_page(user_of(war, "terran"), phone=True)
    page.goto(f"/wars/{war.pk}/terran/{page_of_war}")
    fronts = page.get_by_role("navigation", name="Fronts").get_by_role("link")
    assert fronts.count() == len(state_of(war).chart.order)
    for front in fronts.all():
        box = front.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < 700  # above the tray of a plan
        assert box["height"] >= 44
    assert "Your ships here" in (fronts.first.text_content() or "")
    fronts.first.click()
    expect(page.locator("#zone-title")).to_contain_text(state_of(war).chart.order[0])
