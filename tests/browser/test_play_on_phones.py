"""What a player on a phone can reach beside the board: the first order, and what closes the step or takes it back."""

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from battles.models import Play
from battles.talon.play.board import board_of
from battles.talon.play.services.ordering import Seen, draft_of, give
from engines.seam.sides import Side
from engines.talon.play.advice import advice
from engines.talon.play.drafts.lines import with_draft
from engines.talon.set_ups.scenarios import scenario
from engines.talon.text import write_order
from engines.talon.view import View
from tests.browser.checks import elsewhere
from tests.browser.test_orders_for_the_round import in_the_first_round, pressed
from tests.browser.test_play_in_sight import SETUP, covered, shown, within
from tests.hand_samples import played_up_to
from tests.people import make_person
from tests.site.battles.talon.play.test_play_volley import at_fire

Open = Callable[..., Page]
HEIGHTS = pytest.mark.parametrize("height", [844, 664])
STEPS = pytest.mark.parametrize(("step", "after"), [("ap", 10), ("move", 20), ("fire", 40)])
FIRST = ".play-orders :is(.sheet-row select, .sheet-row .way, button.offer)"
CONTROLS = ":is(.sheet-row select, .sheet-row .way, .offer, [data-advised], [data-captain])"
CUT = """parts => parts.filter(part => {
    const { left, right } = part.getBoundingClientRect();
    return part.checkVisibility() && (left < 0 || right > innerWidth);
}).map(part => part.outerHTML)"""


def two_guests() -> tuple[User, User]:
    """Two guests with names as the site makes them."""
    names = ("Guest-11111", "Guest-25028")
    first, second = (User.objects.create_user(name, is_guest=True) for name in names)
    return first, second


def with_a_draft(step: str, after: int, *, one_screen: bool) -> tuple[Play, User]:
    """A battle at that step in which the player who decides has one order that can be taken back."""
    terran, talon = two_guests()
    play = played_up_to(terran, SETUP, step, after, rival=None if one_screen else talon)
    side: Side = "terran" if play.decider == "terran" else "talon"
    draft = draft_of(play, side)
    board, _ = with_draft(board_of(play), draft.lines)
    order = write_order(advice(View(board, side))[0], board)
    if not draft.orders and step != "fire":
        give(
            battle_id=play.battle_id,
            side=side,
            seen=Seen(play.number, draft.revision),
            orders=[order],
        )
        play.refresh_from_db()
    return play, terran if one_screen or play.decider == "terran" else talon


def on_a_phone(new_page: Open, height: int, play: Play, user: User) -> Page:
    """The board on a phone of that height."""
    page = new_page(user, phone=True, viewport={"width": 390, "height": height})
    return shown(page, f"/battles/{play.battle_id}/play/")


def in_sight(place: Locator) -> bool:
    """Whether nothing lies over any corner of it."""
    found: bool = place.evaluate("""place => {
        const { x, y, right, bottom } = place.getBoundingClientRect();
        const spots = [[x + 6, y + 6], [right - 6, y + 6], [x + 6, bottom - 6], [right - 6, bottom - 6]];
        return spots.every(at => place.contains(document.elementFromPoint(...at)));
    }""")
    return found


@HEIGHTS
@STEPS
@pytest.mark.parametrize("one_screen", [False, True], ids=["two", "one-screen"])
def test_the_first_order_can_be_tapped(
    new_page: Open, height: int, step: str, after: int, one_screen: bool
) -> None:
    play, user = elsewhere(lambda: with_a_draft(step, after, one_screen=one_screen))
    page = on_a_phone(new_page, height, play, user)
    assert covered(page.locator(".piece.is-ready .ring")) == []
    first = page.locator(FIRST).locator("visible=true").first
    assert in_sight(first)
    box = first.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] - 6)
    if step == "fire":
        expect(page.locator("[data-confirm]")).to_be_visible()
        assert within(page, page.locator("[data-confirm]"))
        expect(page.locator("[data-chosen-words]")).to_contain_text(" at ")
        page.get_by_role("button", name="Cancel").tap()
    else:
        expect(page.locator(".sheet-row.is-chosen :focus")).to_have_count(1)
    controls = page.locator(".play-side").locator(CONTROLS).locator("visible=true")
    for control in controls.all():
        control.evaluate("control => control.scrollIntoView({ block: 'nearest' })")
        assert in_sight(control), control.evaluate("control => control.outerHTML")


@HEIGHTS
def test_the_dock_is_one_row(new_page: Open, height: int) -> None:
    play, user = elsewhere(lambda: with_a_draft("ap", 10, one_screen=False))
    page = on_a_phone(new_page, height, play, user)
    box = page.locator("[data-dock]").bounding_box()
    assert box
    assert box["height"] < 64
    for name in ("Give these orders", "Undo", "More"):
        assert within(page, page.get_by_role("button", name=name, exact=True))
    page.get_by_role("button", name="More", exact=True).tap()
    assert within(page, page.get_by_role("button", name="Show to Guest"))
    everything = page.get_by_role("button", name="Undo all")
    assert within(page, everything)
    everything.tap()
    expect(page.locator("[data-undo]")).to_have_count(0)


@HEIGHTS
@pytest.mark.parametrize(("step", "after"), [("ap", 10), ("fire", 40), ("curves", 40)])
def test_who_acts_in_each_impulse_is_seen(new_page: Open, height: int, step: str, after: int) -> None:
    play, user = elsewhere(lambda: with_a_draft(step, after, one_screen=False))
    page = on_a_phone(new_page, height, play, user)
    for letter in "ABCDEF":
        expect(page.locator(".track-impulses li", has_text=letter).first).to_be_visible()
    expect(page.locator(".acting")).to_have_count(12)
    assert page.locator(".track *").evaluate_all(CUT) == []
    box = page.locator(".track").bounding_box()
    assert box
    assert box["height"] < 60  # the button of the chat stands below it
    expect(page.locator(".track-legs [data-state=now]")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_captain_for_the_whole_battle_is_asked_for_twice(new_page: Open, phone: bool) -> None:
    user = elsewhere(make_person, "Halvard")
    page = shown(new_page(user, phone=phone), elsewhere(in_the_first_round, user))
    before = page.locator("[data-table]").get_attribute("data-as") or ""
    pressed(page.get_by_text("captain, draw, concede"), phone)
    pressed(page.get_by_text("Let the captain finish the battle"), phone)
    expect(page.get_by_text("The battle will be over at once")).to_be_visible()
    expect(page.locator("[data-table]")).to_have_attribute("data-as", before)
    pressed(page.get_by_role("button", name="Finish the battle"), phone)
    expect(page.locator("[data-table]")).not_to_have_attribute("data-as", before)


def test_one_tap_fires_all_that_the_captain_suggests(new_page: Open) -> None:
    user = elsewhere(make_person, "Halvard")
    play, _side = elsewhere(at_fire, user)
    page = on_a_phone(new_page, 664, play, user)
    page.get_by_role("button", name="Fire as the captain suggests").tap()
    expect(page.locator("[data-fired]")).to_contain_text("Fired as the captain suggested")
    page.locator("[data-fired] summary").tap()
    expect(page.locator("[data-fired] li").first).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_that_there_was_no_connection_is_not_said_for_long_after_it_is_back(
    new_page: Open, phone: bool
) -> None:
    play, user = elsewhere(lambda: with_a_draft("ap", 10, one_screen=False))
    page = shown(new_page(user, phone=phone, lossy=True), f"/battles/{play.battle_id}/play/")
    page.context.set_offline(True)
    pressed(page.locator("[data-undo]"), phone)
    expect(page.locator("[data-live-state]")).to_contain_text("No connection")
    page.context.set_offline(False)
    expect(page.locator("[data-live-state]")).to_be_empty(timeout=4000)


def test_aims_are_read_whole_and_the_button_for_onlookers_lies_below_them(new_page: Open) -> None:
    """26.4: however many lines they take."""
    terran, talon = elsewhere(two_guests)
    play = elsewhere(partial(played_up_to, rival=talon), terran, scenario(4), "ap")
    page = on_a_phone(new_page, 844, play, terran)
    aims = page.locator(".aims li span")
    assert aims.count() >= 4
    for aim in aims.all():
        assert aim.evaluate("aim => aim.scrollWidth <= aim.clientWidth + 1")
        assert in_sight(aim.locator("xpath=.."))
    bottom = page.locator(".aims").evaluate("aims => aims.getBoundingClientRect().bottom")
    button = page.locator(".play-company > summary").bounding_box() or {"y": 0}
    board = page.locator("[data-play-board]").bounding_box() or {"y": 0}
    assert button["y"] >= bottom
    assert 0 <= button["y"] - board["y"] < 8
    assert in_sight(page.locator(".play-company > summary"))
