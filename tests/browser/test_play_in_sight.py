"""What has to be in sight on the board of a battle played by hand, at a desk and on a phone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.live import publish
from accounts.models import User
from accounts.people.special_users import computer_user
from battles.models import DraftLine, Play
from battles.services import open_battle
from battles.talon.play.services.beginning import begin
from battles.talon.play.services.captains import go_on
from bench.battles.fleets import fleet, fleets_of
from engines.seam.documents import BattleSetup
from tests.browser.checks import elsewhere
from tests.browser.test_orders_for_the_round import in_the_first_round, pressed
from tests.hand_samples import played_up_to
from tests.people import make_person

CROWDED = """async () => {
  const board = document.querySelector("script[src*='js/hexboard']").src;
  const { markTargets } = await import(new URL("hexboard/marks.js", board));
  const pieces = [...document.querySelectorAll("[data-stage] [data-unit]")].slice(0, 4);
  for (const piece of pieces) piece.setAttribute("transform", pieces[0].getAttribute("transform"));
  const chances = [50, 50, 67, 83];
  const offers = pieces.map(({ dataset }, nth) => ({ dataset: { target: dataset.unit, chance: chances[nth] } }));
  document.querySelectorAll("[data-above] > *").forEach((mark) => mark.remove());
  markTargets(offers, null);
  return [...document.querySelectorAll(".target-odds")].map((mark) => mark.getBoundingClientRect().toJSON());
}"""
NAMED = """async () => {
  const board = document.querySelector("script[src*='js/hexboard']").src;
  const { markTargets } = await import(new URL("hexboard/marks.js", board));
  const piece = document.querySelector("[data-stage] [data-unit]");
  const [x, y] = piece.getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
  const name = document.querySelector("[data-names] [data-name]:not([display=none])");
  name.setAttribute("transform", `translate(${x} ${y})`);
  name.firstElementChild.setAttribute("x", 0);
  name.firstElementChild.setAttribute("y", 4);
  document.querySelectorAll("[data-above] > *").forEach((mark) => mark.remove());
  markTargets([{ dataset: { target: piece.dataset.unit, chance: 50 } }], null);
  return [name, document.querySelector(".target-odds")].map((mark) => mark.getBoundingClientRect().toJSON());
}"""
Open = Callable[..., Page]
SETUP = BattleSetup(
    "Vega 5",
    "last_ship_standing",
    fleet("terran", "CA,CA,DD"),
    fleet("talon", "CA,CA,FF"),
    initiative="talon",
)
BOTH = pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
QUIET = ":is(.tone-power, .tone-move)"
COVERED = """places => places.filter(place => {
    const { x, y, width, height } = place.getBoundingClientRect();
    const board = document.querySelector("[data-play-board]").getBoundingClientRect();
    const outside = x < board.left || y < board.top || x + width > board.right || y + height > board.bottom;
    const [right, bottom] = [x + width, y + height];
    const spots = [[x, y], [right, y], [x, bottom], [right, bottom], [x + width / 2, y + height / 2]];
    return outside || spots.some(at => document.elementFromPoint(...at)?.closest("button, summary"));
}).map(place => place.outerHTML.slice(0, 90))"""


def covered(places: Locator) -> list[str]:
    """Those that are not wholly on the board, or lie under its buttons."""
    found: list[str] = places.evaluate_all(COVERED)
    return found


def shown(page: Page, path: str) -> Page:
    """The page of the battle, its board in motion."""
    page.goto(path)
    expect(page.locator("[data-table].is-live")).to_be_visible()
    return page


def in_set_up(user: User) -> str:
    """The address of a battle in which the user deploys, the computer's counters lying covered."""
    battle = open_battle(
        setup=SETUP, title="Skirmish", place="Vega 5", terran_user=user, talon_user=computer_user()
    )
    begin(battle)
    go_on(battle.pk)
    assert Play.objects.get(battle=battle).decider == "terran"
    return f"/battles/{battle.pk}/play/"


def at_step(user: User, step: str, after: int) -> str:
    """The address of a battle at one screen at that step."""
    return f"/battles/{played_up_to(user, SETUP, step, after).battle_id}/play/"


def within(page: Page, place: Locator) -> bool:
    """Whether all of it is inside the window, and nothing lies over its middle."""
    box, size = place.bounding_box(), page.viewport_size
    assert box
    assert size
    inside = box["y"] >= 0 and box["y"] + box["height"] <= size["height"]
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    free = place.evaluate("(place, at) => place.contains(document.elementFromPoint(...at))", middle)
    return inside and bool(free)


@BOTH
def test_at_set_up_the_whole_map_is_in_sight(new_page: Open, phone: bool) -> None:
    user = elsewhere(make_person, "Halvard")
    page = shown(new_page(user, phone=phone), elsewhere(in_set_up, user))
    assert page.locator("[data-covered] [data-hex]").count() > 0
    assert covered(page.locator("[data-covered] [data-hex], .spot.is-open")) == []
    marked = page.locator(".spot:has(circle)")
    expect(marked).to_have_count(1)
    expect(page.locator("[data-advised]")).to_contain_text("where marked, facing")
    page.locator("[data-zoom=fit]").click()
    page.locator("[data-zoom=whole]").click()
    assert covered(page.locator("[data-covered] [data-hex], .spot.is-open")) == []


@BOTH
def test_who_comes_closer_at_set_up_stays_there(new_page: Open, phone: bool) -> None:
    user = elsewhere(make_person, "Halvard")
    page = shown(new_page(user, phone=phone), elsewhere(in_set_up, user))
    stage: Any = page.locator("[data-stage]")
    page.locator("[data-board], [data-play-board]").first.focus()
    for _ in range(2):
        page.keyboard.press("+")
    closer = stage.get_attribute("viewBox")
    page.locator("[data-placing] [name=put]").nth(1).check()
    assert stage.get_attribute("viewBox") == closer


@BOTH
@pytest.mark.parametrize(("step", "after"), [("ap", 10), ("move", 20), ("fire", 40)])
def test_the_ship_that_acts_is_not_under_a_button(new_page: Open, phone: bool, step: str, after: int) -> None:
    user = elsewhere(make_person, "Halvard")
    page = shown(new_page(user, phone=phone), elsewhere(at_step, user, step, after))
    expect(page.locator(".piece.is-chosen")).to_have_count(1)
    parts = ".piece.is-chosen .ring, .ghost.is-shown .ghost-space, [data-aim].target"
    assert covered(page.locator(parts)) == []
    assert covered(page.locator(".piece .ring")) == []  # so few ships fit all together


@BOTH
def test_what_closes_a_step_is_in_the_dock(new_page: Open, phone: bool) -> None:
    user = elsewhere(make_person, "Halvard")
    page = shown(new_page(user, phone=phone), elsewhere(at_step, user, "fire", 40))
    close = page.get_by_role("button", name="Done firing", exact=True)
    expect(close).to_have_count(1)
    assert within(page, close)
    before = page.locator("[data-table]").get_attribute("data-as") or ""
    pressed(close, phone)
    expect(page.locator("[data-table].is-live")).not_to_have_attribute("data-as", before)


def test_a_guest_on_a_phone_sees_the_whole_dock(new_page: Open) -> None:
    guest = elsewhere(lambda: User.objects.create_user("Guest-1", is_guest=True))
    page = shown(new_page(guest, phone=True), elsewhere(at_step, guest, "ap", 10))
    expect(page.locator(".guest-line")).to_be_visible()
    assert within(page, page.get_by_role("button", name="Give these orders"))


@BOTH
def test_what_the_tempo_offers_first_is_in_the_dock(new_page: Open, phone: bool) -> None:
    user = elsewhere(make_person, "Halvard")
    page = shown(new_page(user, phone=phone), elsewhere(in_the_first_round, user))
    link = page.get_by_role("link", name="Orders for the round")
    assert within(page, link)
    pressed(link, phone)
    page.get_by_label("Enemies").select_option("each")
    pressed(page.get_by_role("button", name="Give these orders").first, phone)
    expect(page.locator(".round-now")).to_contain_text("have stopped")
    goes_on = page.get_by_role("button", name="Continue as ordered")
    expect(goes_on).to_have_class("btn btn-primary btn-wide")
    assert within(page, goes_on)
    assert "btn-primary" not in (page.locator("[data-sheet-send]").get_attribute("class") or "")


def test_on_a_phone_the_news_begins_with_what_was_fired(new_page: Open) -> None:
    user = elsewhere(make_person, "Halvard")
    path = elsewhere(in_the_first_round, user)
    page = new_page(user, phone=True)
    page.goto(f"{path}round/")
    page.get_by_label("Enemies").select_option("each")
    table = page.locator("[data-table].is-live")
    for again in ("Give these orders", *["Continue as ordered"] * 5):
        before = table.get_attribute("data-as") or "" if table.count() else ""
        page.get_by_role("button", name=again).first.tap()
        expect(table).not_to_have_attribute("data-as", before)
        expect(page.locator(".round-now")).to_contain_text("have stopped")
        loud, quiet = tops(page, f":not({QUIET})"), tops(page, QUIET)
        if loud and page.locator(f".play-latest li:first-child{QUIET}").count():
            break
    assert max(loud) < min(quiet)


def tops(page: Page, which: str) -> list[float]:
    """How high the sentences of what happened last begin."""
    found: list[float] = page.locator(f".play-latest li{which}").evaluate_all(
        "lines => lines.map(line => line.getBoundingClientRect().y)"
    )
    return found


def test_what_the_page_shows_already_is_no_change(new_page: Open) -> None:
    """The page hears of its own orders a little later, when the next counter may have been chosen."""
    play = elsewhere(lambda: played_up_to(make_person("anna"), fleets_of(3), "deploy"))
    page: Page = new_page(play.battle.terran_user)
    page.goto(f"/battles/{play.battle_id}/play/")
    page.locator("[data-curtain] button").click()
    page.locator("[data-table].is-live").wait_for()
    expect(page.locator("[data-placing] [name=put][checked]")).to_have_count(1)
    page.locator("[data-placing] [name=put]:not([checked])").first.check(force=True)
    with page.expect_response(lambda answer: answer.url.endswith("/play/")):
        elsewhere(lambda: publish(play.battle.topic))
    page.wait_for_timeout(500)
    expect(page.get_by_text("This page has changed.")).to_be_hidden()


def test_what_is_news_is_offered(new_page: Open) -> None:
    play = elsewhere(lambda: played_up_to(make_person("anna"), fleets_of(3), "deploy"))
    page: Page = new_page(play.battle.terran_user)
    page.goto(f"/battles/{play.battle_id}/play/")
    page.locator("[data-curtain] button").click()
    page.locator("[data-table].is-live").wait_for()
    page.locator("[data-placing] [name=put]:not([checked])").first.check(force=True)
    elsewhere(lambda: DraftLine.objects.filter(play=play).update(revision=7))
    elsewhere(lambda: publish(play.battle.topic))
    expect(page.get_by_text("This page has changed.")).to_be_visible()


def test_chances_at_targets_that_lie_together_do_not_overlap(new_page: Open) -> None:
    page: Page = new_page(elsewhere(make_person, "anna"))
    address = elsewhere(in_the_first_round, User.objects.get(username="anna"))
    page.goto(address)
    page.locator("[data-table].is-live").wait_for()
    name, chance = page.evaluate(NAMED)
    assert name["bottom"] <= chance["top"] or chance["bottom"] <= name["top"], "a name lies over a chance"
    boxes = page.evaluate(CROWDED)
    assert len(boxes) == 3, "the same chance at the same place is written once"
    for one, first in enumerate(boxes):
        for other in boxes[one + 1 :]:
            assert first["bottom"] <= other["top"] or other["bottom"] <= first["top"]
