"""The report of a fought battle at a desk and on a phone: stepping, playing, keys, and all of it without script."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from battles.models import Battle
from bench.battles.fleets import fleets_of
from bench.site.fought_samples import fought_battle
from engines.seam.documents import BattleSetup
from tests.browser.checks import assert_sound, elsewhere
from tests.browser.player import once
from tests.core.battle.records import duel, fleets
from tests.people import make_person

SIZES = ["desk", "phone"]


def opened_report(
    new_page: Callable[..., Page], width: str, frame: str = "", setup: BattleSetup | None = None
) -> tuple[Page, Battle]:
    """A player's page of a battle, of two fleets unless a set-up is given, its frames loaded."""
    anna = make_person("anna")
    battle = fought_battle(anna, make_person("ben"), setup or fleets())
    page = new_page(anna, phone=width == "phone")
    page.goto(f"/battles/{battle.pk}/fought/{frame}")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    return page, battle


def title(page: Page) -> str:
    """The moment that is shown."""
    return page.locator("#moment-title").inner_text()


def at_rest(page: Page) -> None:
    """Wait until nothing scrolls any more."""
    seen = [-1.0, -2.0, -3.0]

    def rests() -> bool:
        seen.append(page.evaluate("scrollY"))
        return len(set(seen[-4:])) == 1

    once(rests, page)


def places(page: Page) -> list[str]:
    """Where the counters that can be seen stand."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('[data-pieces] .piece:not([display])')].map((p) => p.getAttribute('transform'))"
    )
    return found


@pytest.mark.parametrize("width", SIZES)
def test_the_report_is_sound(site: str, new_page: Callable[..., Page], width: str) -> None:
    page, battle = opened_report(new_page, width)
    assert_sound(page)
    for summary in page.locator(".round > summary, .every-die > summary").all()[:3]:
        summary.click()
    assert_sound(page)
    page.goto(f"/battles/{battle.pk}/")
    expect(page.get_by_role("link", name="View report")).to_be_visible()
    assert_sound(page)


@pytest.mark.parametrize("width", SIZES)
def test_keys_step_the_board(site: str, new_page: Callable[..., Page], width: str) -> None:
    page, _battle = opened_report(new_page, width)
    assert title(page) == "Set-up"
    start = places(page)
    page.locator(".replay-board").focus()
    for _time in range(4):
        page.keyboard.press("ArrowRight")
    assert title(page) == "Round 1, impulse B, Terran"
    assert page.url.endswith("?frame=4")
    assert places(page) != start
    page.keyboard.press("ArrowLeft")
    assert title(page) == "Round 1, impulse B, Talon"
    page.keyboard.press("End")
    expect(page.locator("#moment-title ~ ul")).to_contain_text("The battle is over")
    expect(page.get_by_role("link", name="Next step")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    assert title(page) == "Set-up"
    assert places(page) == start


@pytest.mark.parametrize("width", SIZES)
def test_it_plays_and_pauses(site: str, new_page: Callable[..., Page], width: str) -> None:
    page, _battle = opened_report(new_page, width)
    page.get_by_label("Speed").select_option("Fast")
    button = page.locator("[data-play]")
    button.click()
    expect(button).to_have_text("Pause")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#moment-title")).to_have_text("Round 1, impulse B, Talon")
    page.locator(".replay-board").focus()
    page.keyboard.press(" ")
    expect(button).to_have_text("Play")
    stopped = title(page)
    page.wait_for_timeout(900)
    assert title(page) == stopped


def test_what_is_shown_after_steps_is_what_the_server_draws(site: str, new_page: Callable[..., Page]) -> None:
    """Folding the changes in the browser comes to the same board."""
    page, battle = opened_report(new_page, "desk")
    page.locator(".replay-board").focus()
    page.keyboard.press("End")
    for _time in range(20):
        page.keyboard.press("ArrowLeft")
    stepped, names = places(page), page.locator("[data-sentences]").inner_text()
    address = page.url
    without = new_page(battle.terran_user, java_script_enabled=False)
    without.goto(address)
    board = without.content().partition("<g data-pieces")[2].partition("<g data-names")[0]
    assert stepped == re.findall(r'data-whole="\d+" transform="([^"]+)"', board)
    assert without.locator("[data-sentences]").inner_text() == names


def test_turning_points_are_watched_on_the_board(site: str, new_page: Callable[..., Page]) -> None:
    page, _battle = opened_report(new_page, "desk")
    page.get_by_label("Speed").select_option("Slow")
    card = page.locator(".turn-card").nth(1)
    told = card.locator(".turn-when").inner_text().removeprefix("2").strip()
    card.get_by_role("link", name="Watch").click()
    expect(page.locator("[data-play]")).to_have_text("Pause")
    expect(page.locator("#moment-title")).to_have_text(told)
    expect(page.locator(".replay-board")).to_be_focused()
    expect(page.locator("#moment-title")).not_to_have_text(told)  # it plays on


DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
OVERLAPS = """() => {
  const names = [...document.querySelectorAll('[data-names] .name:not([display]) text')];
  const shown = [...names, ...document.querySelectorAll('[data-over] text')];
  const boxes = shown.map((one) => [one.textContent, one.getBoundingClientRect()]);
  const board = document.querySelector('[data-board]').getBoundingClientRect();
  const clash = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const cut = boxes.filter(([, a]) => a.left < board.left - 1 || a.right > board.right + 1);
  return [names.length, boxes.flatMap(([name, a], at) => boxes.slice(at + 1)
    .filter(([, b]) => clash(a, b)).map(([other]) => `${name} / ${other}`)), cut.map(([name]) => name)];
}"""


@pytest.mark.parametrize("width", SIZES)
def test_names_on_a_crowded_board_give_way_to_damage_and_are_shown_on_a_tap(
    site: str, new_page: Callable[..., Page], width: str
) -> None:
    page, _battle = opened_report(new_page, width, setup=fleets_of(12))
    last = int(page.locator("[data-replay]").get_attribute("data-last") or 0)
    hidden, damage = 0, []
    for frame in range(last):
        page.locator("[data-slider]").fill(str(frame))
        page.evaluate(DRAWN)
        there = len(places(page))
        shown, clashes, cut = page.evaluate(OVERLAPS)
        assert (clashes, cut) == ([], []), frame
        assert shown > there / 3
        damage += page.locator("[data-over] text").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().height)"
        )
        hidden = hidden or (frame if shown < there else 0)
    assert min(damage) >= 12
    page.locator("[data-slider]").fill(str(hidden))
    page.locator("[data-board]").scroll_into_view_if_needed()
    page.evaluate(DRAWN)
    nameless = page.locator("[data-names] .name[display]").evaluate_all(
        "all => all.map((one) => one.dataset.name).find((number) =>"
        " document.querySelector(`[data-pieces] .piece[data-unit='${number}']:not([display])`))"
    )
    spot = page.locator(f"[data-pieces] [data-unit='{nameless}'] .heading").bounding_box()
    assert spot is not None
    page.mouse.click(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    expect(page.locator(f"[data-names] [data-name='{nameless}']")).to_be_visible()
    expect(page.locator(f"[data-roster='{nameless}']")).to_have_class("is-picked")
    assert page.evaluate(OVERLAPS)[1] == []


WORDS_ON_PICTURES = """() => [...document.querySelectorAll(':is(.course, .turn-card) .hex-board')].map((picture) => {
  const whole = picture.getBoundingClientRect();
  const boxes = [...picture.querySelectorAll('text')].map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, a]) => a.height);
  const clash = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return {
    height: Math.min(...boxes.map(([, a]) => a.height)),
    clashes: boxes.flatMap(([name, a], at) => boxes.slice(at + 1).filter(([, b]) => clash(a, b))
      .map(([other]) => `${name} / ${other}`)),
    cut: boxes.filter(([, a]) => a.left < whole.left - 1 || a.right > whole.right + 1).map(([name]) => name),
  };
})"""


@pytest.mark.parametrize("scenario", [8, 11, 12])
@pytest.mark.parametrize("width", SIZES)
def test_the_words_on_still_pictures_can_be_read(
    site: str, new_page: Callable[..., Page], width: str, scenario: int
) -> None:
    page, _battle = opened_report(new_page, width, setup=fleets_of(scenario))
    page.evaluate(DRAWN)
    pictures = page.evaluate(WORDS_ON_PICTURES)
    assert len(pictures) > 2
    for picture in pictures:
        assert picture["height"] >= 12
        assert (picture["clashes"], picture["cut"]) == ([], [])
    lost = page.locator(".turn-card .name:has(text:text-matches('^✕'))")
    assert lost.count() > 0
    for name in lost.all():
        expect(name).to_be_visible()


def test_the_slider_and_the_close_look(site: str, new_page: Callable[..., Page]) -> None:
    page, _battle = opened_report(new_page, "phone")
    button, board = page.locator("[data-close]"), page.locator("[data-board]")
    expect(button).to_have_text("Close-up")
    whole = board.get_attribute("viewBox") or ""
    button.tap()
    expect(button).to_have_text("Whole board")
    expect(board).not_to_have_attribute("viewBox", whole)
    button.tap()
    expect(button).to_have_text("Close-up")
    expect(board).to_have_attribute("viewBox", whole)
    page.locator("[data-slider]").fill("9")
    assert title(page).startswith("Round 1, impulse E")
    expect(page.locator("[data-slider]")).to_have_attribute("aria-valuetext", title(page))


@pytest.mark.parametrize("width", SIZES)
def test_it_begins_with_everybody_in_sight(site: str, new_page: Callable[..., Page], width: str) -> None:
    page, _battle = opened_report(new_page, width, "?frame=9")
    outside = page.evaluate(
        """() => {
          const board = document.querySelector('[data-board]').getBoundingClientRect();
          const pieces = [...document.querySelectorAll('[data-pieces] .piece:not([display]) .heading')];
          return pieces.map((one) => one.getBoundingClientRect()).filter((one) => one.left < board.left
            || one.right > board.right || one.top < board.top || one.bottom > board.bottom).length;
        }"""
    )
    assert outside == 0


def test_keys_work_where_nothing_has_the_focus_while_the_board_is_in_view(
    site: str, new_page: Callable[..., Page]
) -> None:
    page, _battle = opened_report(new_page, "desk")
    page.keyboard.press("ArrowRight")
    assert title(page) == "Set-up"
    page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    page.keyboard.press(" ")
    expect(page.locator("[data-play]")).to_have_text("Play")
    once(lambda: page.evaluate("scrollY") > 0, page)
    at_rest(page)  # the browser scrolls on for a while, whatever is scrolled to meanwhile
    page.locator("#replay").evaluate("(one) => one.scrollIntoView({behavior: 'instant'})")
    page.keyboard.press("ArrowRight")
    assert title(page).startswith("Round 1, impulse A")
    page.keyboard.press(" ")
    expect(page.locator("[data-play]")).to_have_text("Pause")
    page.keyboard.press(" ")
    expect(page.locator("[data-play]")).to_have_text("Play")


def test_board_controls_and_words_stand_on_one_screen(site: str, new_page: Callable[..., Page]) -> None:
    page, _battle = opened_report(new_page, "desk", "?frame=9")
    page.locator("#replay").evaluate("(one) => one.scrollIntoView({behavior: 'instant'})")
    for part in (".replay-board", ".replay-slider", ".replay-buttons", "[data-moment]", "#moment-title"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= 800, part


@pytest.mark.parametrize("width", SIZES)
def test_counters_are_big_enough_to_be_seen(site: str, new_page: Callable[..., Page], width: str) -> None:
    page, _battle = opened_report(new_page, width, "?frame=9")
    if width == "phone":
        page.locator("[data-close]").tap()
    sizes: list[float] = page.evaluate(
        "[...document.querySelectorAll('[data-pieces] .piece:not([display]) .heading')]"
        ".map((p) => p.getBoundingClientRect().width)"
    )
    assert min(sizes) >= 28


def test_without_script_links_step(site: str, new_page: Callable[..., Page]) -> None:
    anna = make_person("anna")
    battle = fought_battle(anna, make_person("ben"), duel())
    page = new_page(anna, phone=True, java_script_enabled=False)
    page.goto(f"/battles/{battle.pk}/fought/")
    expect(page.locator("[data-play]")).to_be_hidden()
    page.get_by_role("link", name="Next step").click()
    expect(page.locator("#moment-title")).to_have_text("Round 1, impulse A, Talon")
    page.get_by_role("link", name="Last step").click()
    expect(page.locator("[data-sentences]")).to_contain_text("The battle is over")
    page.locator(".round > summary").nth(1).click()
    expect(page.locator(".round").nth(1)).to_contain_text("Dice of round 1")
    there = page.locator("[data-pieces] .piece:not([display], .is-lost, .is-gone) title").all_text_contents()
    assert sorted(words.split(",")[0] for words in there) == elsewhere(_standing, battle)


def _standing(battle: Battle) -> list[str]:
    """Who stands at the end."""
    result = battle.result_document
    assert result is not None
    fates = (*result.report.terran, *result.report.talon)
    return sorted(fate.name for fate in fates if fate.fate == "stands")


@pytest.mark.parametrize("width", SIZES)
def test_no_mark_of_a_turning_point_covers_a_word_of_the_curve(page: Page, phone: Page, width: str) -> None:
    """On the battle of the sample, which has several."""
    shown = phone if width == "phone" else page
    shown.goto("/sample/battle/")
    boxes = """name => [...document.querySelectorAll(name)].map(e => e.getBoundingClientRect())
        .map(r => [r.left, r.top, r.right, r.bottom])"""
    marks = shown.evaluate(boxes, ".curve-turn")
    words = shown.evaluate(boxes, ".curve-end, .curve-number")
    assert len(marks) > 2
    assert len(words) > 3
    assert [(word, mark) for word in words for mark in marks if overlap(word, mark)] == []


def overlap(one: list[float], other: list[float]) -> bool:
    """Whether two boxes, as left, top, right and bottom, have a place in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
