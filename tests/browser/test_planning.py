"""Planning a turn in a real browser: bases, shipyard, board, sealing; at a desk and on a phone."""

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from campaign.models import SealedOrder, War
from campaign.rules.state import Ship
from campaign.war.services import secret_orders as planning
from tests.browser.checks import assert_sound
from tests.people import make_person
from tests.site.seats import big_fleet
from tests.site.wars import make_war, play_until, put_state, seal_random, state_of

WIDTHS = pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])


@pytest.fixture
def war(transactional_db: None) -> War:
    """A war of anna (Terran) against boris (Talon)."""
    return make_war(make_person("anna"), make_person("boris"))


@pytest.fixture
def anna(war: War) -> User:
    """The Terran player."""
    return User.objects.get(username="anna")


def draft(war: War) -> Any:
    """What the Terran side has on its desk."""
    return planning.draft_of(war, state_of(war), "terran")


def zone(page: Page, name: str) -> Any:
    """A zone on the map that is shown at this width, by the name with which its words begin."""
    words = re.compile(rf"^{name}( \(start\))?:")
    return page.locator(".star-map").get_by_role("link", name=words).locator("visible=true")


@pytest.mark.both
@WIDTHS
def test_bases_are_placed_on_the_map_sealed_and_taken_back(
    new_page, war: War, anna: User, phone: bool
) -> None:
    page: Page = new_page(anna, phone=phone)
    page.goto(f"/wars/{war.pk}/terran/bases/")
    assert_sound(page)
    expect(page.get_by_text("Ready to seal: Terran home, Antares 4, Orion 4.")).to_be_visible()
    zone(page, "Antares 4").click()
    expect(page.get_by_text("place 1 more")).to_be_visible()
    zone(page, "Orion 2").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Ready to seal: Terran home, Orion 2, Orion 4.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Ready to seal: Terran home, Orion 2, Orion 4.")).to_be_visible()
    page.locator("#choose summary").click()
    expect(page.get_by_role("checkbox", name="Orion 2")).to_be_checked()
    page.get_by_role("button", name="Guard the planets").click()
    expect(page.get_by_text("Ready to seal: Terran home, Antares 4, Orion 4.")).to_be_visible()
    page.get_by_role("button", name="Seal").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bases sealed")
    assert_sound(page)
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("Ready to seal: Terran home, Antares 4, Orion 4.")).to_be_visible()


@pytest.mark.both
@WIDTHS
def test_a_fleet_is_bought_sent_and_sealed_and_the_page_follows(
    new_page, war: War, anna: User, phone: bool
) -> None:
    play_until(war, phase="planning")
    page: Page = new_page(anna, phone=phone)
    page.goto(f"/wars/{war.pk}/terran/plan/")
    assert_sound(page)
    expect(page.get_by_text("No ships yet.")).to_be_visible()
    page.get_by_role("button", name="Grey Foxes").click()
    expect(page.locator("#taken")).to_contain_text("Change what you like, or seal.")
    expect(page.locator("#taken")).to_be_focused()
    expect(page.get_by_role("button", name="Grey Foxes")).to_be_hidden()
    expect(page.get_by_text("Ready to seal.")).to_be_visible()
    zone(page, "Antares 5").click()
    expect(page.locator("#zone-title")).to_have_text("Antares 5")
    assert_sound(page)
    page.locator("#lane button[id$=-less]:not([aria-disabled])").first.click()
    expect(page.locator("#zone")).to_be_visible()
    page.get_by_role("link", name="Close").click()
    expect(page.locator("#zone")).to_have_count(0)
    expect(page.locator("#row-scout .grid-reserve")).to_be_visible()
    expect(page.locator("#row-scout").get_by_role("link", name="Scout")).to_be_visible()
    assert_sound(page)
    with page.expect_response("**/plan/preview/"):
        page.get_by_role("button", name="Spread evenly").click()
    expect(page.locator("#desk")).not_to_have_class(re.compile("htmx-request"))
    expect(page.get_by_label("Answer in Orion")).to_have_value("odds")  # a ready fleet comes with it
    page.get_by_label("Answer in Orion").select_option("unless")
    page.get_by_label("Lead in LP in Orion").fill("3")
    page.get_by_label("Lead in LP in Orion").press("Tab")
    expect(page.get_by_label("Lead in LP in Orion")).to_have_value("3")
    page.get_by_role("button", name="Seal").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Turn 1 orders sealed")
    expect(page.get_by_text("Engage unless the enemy has 3 LP more")).to_be_visible()
    assert_sound(page)
    seal_random(war, "talon", Random(4))
    page.wait_for_url(f"**/wars/{war.pk}/terran/")


def test_quick_taps_are_all_counted_and_the_focus_stays(new_page, war: War, anna: User) -> None:
    play_until(war, phase="planning")
    page: Page = new_page(anna)
    page.goto(f"/wars/{war.pk}/terran/plan/")
    page.evaluate(
        """() => ['destroyer', 'scout', 'destroyer', 'scout', 'destroyer']
        .forEach(key => document.getElementById(`buy-${key}-more`).click())"""
    )
    expect(page.locator("#buy-destroyer-more + output, #yard-destroyer output")).to_have_text("3")
    expect(page.locator("#yard-scout output")).to_have_text("2")
    assert draft(war).buy == {"destroyer": 3, "scout": 2}
    page.locator("#buy-scout-more").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#yard-scout output")).to_have_text("3")
    expect(page.locator("#buy-scout-more")).to_be_focused()


@WIDTHS
def test_what_is_tapped_stays_where_it_is(new_page, war: War, anna: User, phone: bool) -> None:
    """The page grows and shrinks above a tap, and the button stays under the finger."""
    play_until(war, phase="planning")
    page: Page = new_page(anna, phone=phone)
    page.goto(f"/wars/{war.pk}/terran/plan/")
    with page.expect_response("**/plan/preview/"):
        page.locator("#do-fleet-terran-line, [id^=do-fleet-]").first.click()
    expect(page.get_by_text("Ready to seal.")).to_be_visible()
    for number in (3, 1, 2):
        button = page.locator("#shipyard button[id$=-less]:not([aria-disabled])").nth(number)
        key = button.get_attribute("id")
        button.evaluate("it => it.scrollIntoView({block: 'center'})")
        box = button.bounding_box()
        assert box is not None
        with page.expect_response("**/plan/preview/"):
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.locator("#desk.htmx-request")).to_have_count(0)
        after = page.locator(f"#{key}").bounding_box()
        assert after is not None
        assert abs(after["y"] - box["y"]) < 2


@WIDTHS
def test_taking_a_ready_fleet_keeps_what_is_said_of_it_and_the_map(
    new_page, war: War, anna: User, phone: bool
) -> None:
    """The list that is folded takes the page nowhere; on a phone the words are brought into sight."""
    play_until(war, phase="planning")
    page: Page = new_page(anna, phone=phone)
    page.goto(f"/wars/{war.pk}/terran/plan/")
    page.locator("[id^=do-fleet-]").first.evaluate(
        "(button) => button.click()"
    )  # the page is not scrolled to it
    expect(page.locator("#taken")).to_be_in_viewport(ratio=1)
    expect(page.locator("#desk.htmx-request")).to_have_count(0)
    if not phone:
        assert page.evaluate("scrollY") == 0
        assert page.locator(".star-map").evaluate("(map) => map.getBoundingClientRect().top") > 0


def test_a_refused_seal_leaves_an_address_to_come_back_to(new_page, war: War, anna: User) -> None:
    play_until(war, phase="planning")
    page: Page = new_page(anna)
    page.goto(f"/wars/{war.pk}/terran/plan/")
    page.locator("#buy-scout-more").click()
    expect(page.locator("#yard-scout output")).to_have_text("1")
    page.get_by_role("button", name="Seal").click()
    expect(page.locator(".dock .message, .dock .remarks").first).to_be_visible()
    expect(page).to_have_url(f"{page.url.split('/wars/')[0]}/wars/{war.pk}/terran/plan/")
    page.reload()
    expect(page.locator("#yard-scout output")).to_have_text("1")


def test_a_tap_held_while_the_page_changes_counts(new_page, war: War, anna: User) -> None:
    """The answer to one tap comes while the finger is down for the next: neither is lost."""
    play_until(war, phase="planning")
    page: Page = new_page(anna)
    page.goto(f"/wars/{war.pk}/terran/plan/")
    page.locator("#buy-scout-more").hover()
    page.mouse.down()
    with page.expect_response("**/plan/preview/"):
        page.evaluate("document.getElementById('buy-destroyer-more').click()")
    page.wait_for_timeout(1000)  # a slow finger, or a slow machine
    page.mouse.up()
    expect(page.locator("#yard-scout output")).to_have_text("1")
    expect(page.locator("#yard-destroyer output")).to_have_text("1")


def test_a_seal_at_once_after_a_tap_waits_for_it(new_page, war: War, anna: User) -> None:
    play_until(war, phase="planning")
    page: Page = new_page(anna)
    page.goto(f"/wars/{war.pk}/terran/plan/")
    page.get_by_role("button", name="The Long Wall").click()
    expect(page.get_by_text("Ready to seal.")).to_be_visible()
    before = draft(war).assign
    page.evaluate(
        """() => {
        document.querySelector("[id^=send-][id$=-less]:not([aria-disabled])").click();
        const seal = document.querySelector("[formaction$='/seal/']");
        seal.click();
        seal.click();
        }"""
    )
    expect(page.get_by_role("heading", level=1)).to_have_text("Turn 1 orders sealed")
    assert draft(war).assign != before


def test_what_cannot_be_is_said_in_the_dock(new_page, war: War, anna: User) -> None:
    state = play_until(war, phase="planning")
    state.terran.treasury = 700
    put_state(war, state)
    page: Page = new_page(anna, phone=True)
    page.goto(f"/wars/{war.pk}/terran/plan/")
    more = page.locator("#buy-battleship-more")
    expect(more).to_have_attribute("aria-disabled", "true")
    more.dispatch_event("click")
    expect(page.locator(".dock [role=alert]")).to_contain_text("for missing classes")
    assert_sound(page)


@WIDTHS
def test_sixty_ships_damaged_ones_among_them(new_page, war: War, anna: User, phone: bool) -> None:
    big_fleet(war)
    page: Page = new_page(anna, phone=phone)
    page.goto(f"/wars/{war.pk}/terran/plan/")
    assert_sound(page)
    one_by_one = page.locator("details[data-remember=every-ship]")
    one_by_one.locator("summary").click()
    one_by_one.locator("select").first.select_option(label="Reserve")
    expect(page.locator("#row-destroyer .grid-reserve")).to_be_visible()
    expect(one_by_one).to_have_attribute("open", "")
    page.get_by_role("button", name="All damaged to the Reserve").click()
    page.get_by_role("button", name="Nearest legal").click()
    assert_sound(page)


def test_everything_works_without_script(new_page, war: War, anna: User) -> None:
    page: Page = new_page(anna, java_script_enabled=False)
    page.goto(f"/wars/{war.pk}/terran/bases/")
    page.get_by_role("button", name="Guard the planets").click()
    page.get_by_role("button", name="Seal").click()
    assert SealedOrder.objects.filter(war=war, seat="terran").exists()
    seal_random(war, "talon", Random(4))
    page.goto(f"/wars/{war.pk}/terran/plan/")
    page.get_by_role("button", name="The Long Wall").click()
    page.get_by_role("button", name="One more: Destroyers", exact=True).click(force=True)
    expect(page.get_by_label("Answer in Orion")).to_have_value("odds")  # a ready fleet comes with it
    page.get_by_label("Answer in Orion").select_option("engage")
    page.get_by_role("button", name="Seal").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Turn 1 orders sealed")
    assert draft(war).standing["Orion"].answer == "engage"


def test_far_moves_are_marked(new_page, war: War, anna: User) -> None:
    state = play_until(war, phase="planning", turn=2)
    state.terran.ships = {name: Ship("destroyer", "Antares") for name in ("Achilles", "Caleb", "Hercules")}
    state.terran.minimum = 1
    put_state(war, state)
    page: Page = new_page(anna, phone=True)
    page.goto(f"/wars/{war.pk}/terran/plan/")
    page.locator("details[data-remember=every-ship] summary").click()
    page.get_by_label("Send Caleb to").select_option(label="Orion (far, S8)")
    expect(page.locator("#send-destroyer-4-less")).not_to_have_attribute("aria-disabled", "true")
    assert draft(war).assign["Caleb"] == "Orion"


@pytest.mark.parametrize("path", ["", "plan/"], ids=["war", "plan"])
def test_on_a_desk_the_sheet_of_a_zone_is_in_sight_beside_the_map(
    new_page, war: War, anna: User, path: str
) -> None:
    """Wherever the page has been scrolled to, and although the sheet takes room above what stands below it."""
    play_until(war, phase="planning", turn=2)
    page: Page = new_page(anna)
    page.goto(f"/wars/{war.pk}/terran/{path}")
    lane = zone(page, "Orion 4")
    page.evaluate("scrollTo({top: 430, behavior: 'instant'})")
    before = lane.bounding_box()
    assert before is not None
    page.mouse.click(before["x"] + 30, before["y"] + 30)  # not lane.click(), which scrolls by itself
    expect(page.locator("#zone-title")).to_have_text("Orion 4")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    for part in (lane, page.locator("#zone .zone-head"), page.locator("svg.map:visible")):
        box = part.bounding_box()
        assert box is not None
        assert 0 <= box["y"] < box["y"] + box["height"] <= 800


def test_on_a_phone_on_its_side_the_zone_and_its_steppers_are_in_sight(
    new_page, war: War, anna: User
) -> None:
    play_until(war, phase="planning", turn=2)
    page: Page = new_page(anna, phone=True, viewport={"width": 844, "height": 390})
    page.goto(f"/wars/{war.pk}/terran/plan/")
    bar, picture = page.locator(".site-bar").bounding_box(), page.locator("svg.map:visible").bounding_box()
    assert bar is not None
    assert picture is not None
    assert bar["height"] <= 60
    assert picture["height"] <= 1.2 * 390
    for sector in ("Antares", "Orion"):
        lane = zone(page, f"{sector} {state_of(war).markers[sector] + 1}")
        lane.tap()
        expect(page.locator("#zone-title")).to_contain_text(sector)
        place, sheet = lane.bounding_box(), page.locator("#zone").bounding_box()
        send = page.locator("#lane button").first.bounding_box()
        assert place is not None
        assert sheet is not None
        assert send is not None
        assert place["y"] >= 0
        assert place["y"] + place["height"] <= sheet["y"]
        assert send["y"] < page.locator(".tray").evaluate("(tray) => tray.getBoundingClientRect().top")
    assert_sound(page)


@WIDTHS
def test_ships_are_sent_from_the_sheet_of_a_lane(new_page, war: War, anna: User, phone: bool) -> None:
    """By touch or mouse on the map: the sheet stays where it is, and so does the map."""
    play_until(war, phase="planning", turn=2)
    page: Page = new_page(anna, phone=phone)
    page.goto(f"/wars/{war.pk}/terran/plan/")
    with page.expect_response("**/plan/preview/"):
        page.get_by_role("button", name="All damaged to the Reserve").click()
    expect(page.locator("#desk")).not_to_have_class(re.compile("htmx-request"))
    front = state_of(war).markers["Orion"] + 1
    lane = zone(page, f"Orion {front}")
    (lane.tap if phone else lane.click)()
    expect(page.locator("#zone-title")).to_have_text(f"Orion {front}")
    place, sheet = lane.bounding_box(), page.locator("#zone").bounding_box()
    assert place is not None
    assert sheet is not None
    assert place["y"] + place["height"] <= sheet["y"] or place["x"] + place["width"] <= sheet["x"]
    send = page.locator("#lane button[id$=-more]:not([aria-disabled])").first
    key = send.get_attribute("value")
    assert key is not None
    before = sum(target == "Orion" for target in draft(war).assign.values())
    with page.expect_response("**/plan/preview/"):
        (send.tap if phone else send.click)()
    expect(page.locator("#desk")).not_to_have_class(re.compile("htmx-request"))
    assert sum(target == "Orion" for target in draft(war).assign.values()) == before + 1
    expect(page.locator("#zone")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#zone")).to_have_count(0)


ON_TOP = """it => {
    const box = it.getBoundingClientRect();
    return it.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""


def test_the_sheet_of_a_zone_leaves_the_tray_in_sight(new_page, war: War, anna: User) -> None:
    """On a phone: the seal can be pressed, and another sector opened, while a sheet lies over the page."""
    play_until(war, phase="planning", turn=2)
    page: Page = new_page(anna, phone=True)
    page.goto(f"/wars/{war.pk}/terran/plan/")
    zone(page, f"Orion {state_of(war).markers['Orion'] + 1}").tap()
    expect(page.locator("#zone")).to_be_visible()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    foot = page.locator(".site-foot").bounding_box()
    sheet = page.locator("#zone").bounding_box()
    assert foot is not None
    assert sheet is not None
    assert foot["y"] + foot["height"] <= sheet["y"] + 1
    for key in ("[formaction$='/seal/']", ".tray-lp a", "[data-zone-close]"):
        assert page.locator(key).first.evaluate(ON_TOP), key
    page.locator(".tray-lp a").first.tap()
    expect(page.locator("#zone-title")).to_contain_text("Antares")


def test_a_class_is_dragged_onto_a_lane(new_page, war: War, anna: User) -> None:
    state = play_until(war, phase="planning", turn=2)
    page: Page = new_page(anna)
    page.goto(f"/wars/{war.pk}/terran/plan/")
    with page.expect_response("**/plan/preview/"):
        page.locator("#do-as-last-turn").click()
    row = page.locator(".palette [data-class]").first
    key = row.get_attribute("data-class")
    before = [name for name, target in draft(war).assign.items() if target == "Maelstrom"]
    with page.expect_response("**/plan/preview/"):
        row.drag_to(zone(page, f"Maelstrom {state.markers['Maelstrom'] + 1}"))
    expect(page.locator("#desk")).not_to_have_class(re.compile("htmx-request"))
    after = [name for name, target in draft(war).assign.items() if target == "Maelstrom"]
    assert len(after) == len(before) + 1, key


def test_map_grid_and_shipyard_fit_a_screen_each(new_page, war: War, anna: User) -> None:
    play_until(war, phase="planning", turn=2)
    page: Page = new_page(anna)
    page.goto(f"/wars/{war.pk}/terran/plan/")
    for place in (".star-map", "#shipyard", ".fleet-grid"):
        box = page.locator(place).bounding_box()
        assert box is not None
        assert box["height"] <= 720, place
    tray = page.locator(".tray").bounding_box()
    assert tray is not None
    assert tray["height"] <= 90


def test_the_tray_leaves_a_phone_its_room(new_page, war: War, anna: User) -> None:
    play_until(war, phase="planning", turn=2)
    page: Page = new_page(anna, phone=True)
    page.goto(f"/wars/{war.pk}/terran/plan/")
    tray = page.locator(".tray").bounding_box()
    assert tray is not None
    assert tray["height"] <= 844 * 0.1


def test_who_comes_back_finds_the_instructions_of_the_draft_and_not_older_ones(
    new_page, war: War, anna: User
) -> None:
    play_until(war, phase="planning")
    page: Page = new_page(anna, phone=True)
    page.goto(f"/wars/{war.pk}/terran/plan/")
    page.get_by_role("button", name="Seal").click()  # refused, by a page of its own
    expect(page.get_by_text("Your first purchase needs one ship of every class.").first).to_be_visible()
    page.get_by_role("button", name="Grey Foxes").click()
    answer = page.locator("[name='answer/Antares']")
    expect(answer).to_have_value("odds")
    page.go_back()
    expect(answer).to_have_value("odds")
