"""A battle recorded on a phone by one player and confirmed by the other, by taps."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from battles.models import Battle, Status
from engines.seam.documents import Unit
from engines.talon.damage import in_talon
from engines.talon.set_ups.scenarios import scenario
from tests.battle_samples import opened, over_a_planet, six_ships
from tests.browser.checks import assert_sound, elsewhere
from tests.people import make_person

SAVED = "**/report/draft/"


class Taps:
    """Taps of one person, counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def tap(self, place: Locator, times: int = 1) -> None:
        """Taps a place, and checks that a finger can hit it."""
        place.wait_for()
        self.page.wait_for_load_state("load")
        box = place.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.5
        for _time in range(times):
            place.tap()
            self.count += 1

    def fate(self, ship: str, words: str) -> None:
        """Taps what became of a ship."""
        self.tap(self.ship(ship).locator("label.outcome", has_text=words))

    def hull(self, ship: str, boxes: int) -> None:
        """Marks hull boxes: so many in all."""
        group = self.page.get_by_role("group", name=f"Hull boxes marked on {ship}")
        self.tap(group.get_by_role("radio", name=f"{boxes} of ").locator(".."))

    def write(self, label: str, words: str) -> None:
        """Taps a field, and each key."""
        field = self.page.get_by_label(label, exact=True)
        self.tap(field)
        field.press_sequentially(words)
        self.count += len(words)

    def enter(self) -> None:
        """Enters the result for both sides."""
        expect(self.page.get_by_text("Ready to enter")).to_be_visible()
        self.tap(self.page.get_by_role("button", name="Enter and confirm"))
        expect(self.page.get_by_role("heading", name="Result", exact=True)).to_be_visible()

    def ship(self, name: str) -> Locator:
        """A ship's part of the form."""
        return self.page.locator("article.entry").filter(has=self.page.get_by_role("heading", name=name))


@pytest.mark.both
def test_six_ships_in_thirty_taps_and_the_other_confirms(site: str, new_page: Callable[..., Page]) -> None:
    anna, ben = make_person("anna"), make_person("ben")
    battle = opened(anna, ben)
    phone, desk = new_page(anna, phone=True), new_page(ben)
    desk.goto(f"/battles/{battle.pk}/")
    phone.goto(f"/battles/{battle.pk}/")
    began = time.monotonic()
    taps = Taps(phone)
    taps.tap(phone.get_by_role("link", name="Record result"))
    with phone.expect_response(SAVED):
        taps.tap(phone.locator("label.outcome", has_text="Terran"))
    expect(taps.ship("Justice").get_by_role("radio", name="Jumped")).to_be_checked()
    taps.tap(phone.get_by_label("One more: Rounds fought"), 8)
    taps.hull("Patton", 4)
    taps.tap(taps.ship("Patton").get_by_role("checkbox", name="Anti-matter torpedo lost").locator(".."))
    taps.hull("Thor", 2)
    taps.fate("Caleb", "Destroyed")
    taps.fate("Justice", "Destroyed")
    taps.hull("Fearless", 1)
    taps.fate("Hunter", "Destroyed")
    expect(phone.get_by_text("Ready to enter")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    taps.tap(phone.get_by_role("button", name="Enter result"))
    expect(phone.get_by_role("heading", name="Waiting for ben to confirm")).to_be_visible()
    assert taps.count <= 27
    assert time.monotonic() - began < 120
    expect(desk.get_by_role("heading", name="Confirm anna's result?")).to_be_visible()
    desk.get_by_role("button", name="Confirm").click()
    expect(desk.get_by_text("Confirmed. The result is final.")).to_be_visible()
    expect(phone.get_by_role("heading", name="Result")).to_be_visible()
    result = Battle.objects.get().result_document
    assert result is not None
    assert (result.terran_lost, result.talon_lost, result.degree) == (55, 163, "great")
    patton = result.report.terran[0]
    assert (in_talon(patton.damage).hull, in_talon(patton.damage).weapons_lost) == (4, (1,))


def test_a_scenario_fought_at_a_table_in_two_minutes_by_a_guest(new_page: Callable[..., Page]) -> None:
    """Scenario 7, from its page to the result, in twelve taps: the transport got away, and a ship was lost."""
    phone = new_page(phone=True)
    phone.goto("/scenarios/7/")
    assert_sound(phone)
    began = time.monotonic()
    taps = Taps(phone)
    taps.tap(phone.get_by_role("button", name="Record its result"))
    expect(phone.get_by_text("What decides this battle")).to_be_visible()
    with phone.expect_response(SAVED):
        taps.tap(phone.locator("label.outcome", has_text="Talon"))
    taps.tap(phone.get_by_label("One more: Rounds fought"), 6)
    taps.fate("Normandy", "Jumped")
    taps.fate("Hercules", "Destroyed")
    taps.hull("Fearless", 2)
    expect(phone.get_by_text("Ready to enter")).to_be_visible()
    assert_sound(phone)
    taps.tap(phone.get_by_role("button", name="Enter and confirm"))
    expect(phone.get_by_role("heading", name="Result")).to_be_visible()
    assert taps.count <= 12
    assert time.monotonic() - began < 120
    assert_sound(phone)
    result = Battle.objects.get().result_document
    assert result is not None
    assert (result.winner, result.report.winner) == ("terran", "talon")
    expect(phone.get_by_role("button", name="Rematch, sides swapped")).to_be_visible()


def test_the_longest_results_of_scenarios_take_fourteen_taps(new_page: Callable[..., Page]) -> None:
    """Of 8, where Eden was destroyed, and of 9, where the carrier brought the intelligence away, by a guest."""
    phone = new_page(phone=True)
    taps = begun(phone, 8)
    with phone.expect_response(SAVED):
        taps.tap(phone.locator("label.outcome", has_text="Talon"))
    taps.tap(phone.locator("label.outcome", has_text="Destroyed Eden"))
    taps.write("Rounds fought", "8")
    for ship in ("Caesar", "Zhukov", "Thor", "Predator", "Hunter"):
        taps.fate(ship, "Destroyed")
    taps.enter()
    assert taps.count <= 14
    expect(phone.get_by_text("Talon has destroyed Eden.")).to_be_visible()
    taps = begun(phone, 9)
    with phone.expect_response(SAVED):
        taps.tap(phone.locator("label.outcome", has_text="Terran"))
    taps.tap(phone.locator("label.outcome", has_text="Hornet jumped"))
    taps.write("Rounds fought", "6")
    taps.fate("Ace of Spades", "Stands")
    taps.fate("Double Down", "Aboard a carrier")
    for ship in ("Flying Tiger", "Thor", "Hunter"):
        taps.fate(ship, "Destroyed")
    taps.enter()
    assert taps.count <= 14
    expect(phone.get_by_text("Terran has brought the intelligence away aboard Hornet.")).to_be_visible()
    results = [battle.result_document for battle in Battle.objects.order_by("pk")]
    assert [(one.winner, one.degree, one.terran_lost) for one in results if one is not None] == [
        ("talon", "devastating", 837),
        ("terran", "devastating", 132),
    ]


def begun(phone: Page, number: int) -> Taps:
    """From the page of a scenario to the form of its result, with what that took."""
    phone.goto(f"/scenarios/{number}/")
    taps = Taps(phone)
    taps.tap(phone.get_by_role("button", name="Record its result"))
    expect(phone.get_by_text("What decides this battle")).to_be_visible()
    expect(phone.get_by_text("You need not mark it.")).to_be_visible()
    return taps


def test_a_reload_loses_nothing_and_problems_stand_by_their_ship(
    site: str, new_page: Callable[..., Page]
) -> None:
    anna, ben = make_person("anna"), make_person("ben")
    battle = opened(anna, ben)
    page = new_page(anna, phone=True)
    page.goto(f"/battles/{battle.pk}/report/")
    taps = Taps(page)
    with page.expect_response(SAVED):
        taps.tap(page.locator("label.outcome", has_text="Talon"))
    page.get_by_label("Rounds fought", exact=True).fill("5")
    expect(taps.ship("Patton")).to_contain_text("cannot jump before round 6")
    with page.expect_response(SAVED):
        taps.fate("Patton", "Destroyed")
    expect(taps.ship("Patton")).not_to_contain_text("cannot jump")
    page.reload()
    expect(page.get_by_label("Rounds fought", exact=True)).to_have_value("5")
    expect(taps.ship("Patton").get_by_role("radio", name="Destroyed")).to_be_checked()


def test_hull_boxes_are_marked_by_keys_and_without_script(site: str, new_page: Callable[..., Page]) -> None:
    anna = make_person("anna")
    battle = opened(anna, make_person("ben"))
    page = new_page(anna)
    page.goto(f"/battles/{battle.pk}/report/")
    thor = page.get_by_role("group", name="Hull boxes marked on Thor")
    with page.expect_response(SAVED):
        thor.get_by_role("radio", checked=True).press("ArrowRight")
    expect(thor.get_by_role("radio", name="1 of 5")).to_be_checked()
    assert marked(thor) == 1
    with page.expect_response(SAVED):
        thor.get_by_role("radio", name="3 of 5").locator("..").click()
    assert marked(thor) == 3
    plain = new_page(anna, java_script_enabled=False)
    plain.goto(page.url)
    thor = plain.get_by_role("group", name="Hull boxes marked on Thor")
    thor.get_by_role("radio", name="2 of 5").locator("..").click()
    assert marked(thor) == 2
    plain.get_by_role("button", name="Check").click()
    expect(thor.get_by_role("radio", name="2 of 5")).to_be_checked()


def marked(boxes: Locator) -> int:
    """How many boxes are crossed out."""
    return sum(
        box.evaluate("box => getComputedStyle(box).backgroundImage") != "none"
        for box in boxes.locator(".hull-box").all()
    )


def test_a_reload_after_a_refusal_keeps_what_was_mended_since(
    site: str, new_page: Callable[..., Page]
) -> None:
    anna, ben = make_person("anna"), make_person("ben")
    battle = opened(anna, ben)
    page = new_page(anna, phone=True)
    page.goto(f"/battles/{battle.pk}/report/")
    taps = Taps(page)
    with page.expect_response(SAVED):
        taps.tap(page.locator("label.outcome", has_text="Talon"))
    with page.expect_response(lambda answer: answer.status == 422):
        page.get_by_role("button", name="Enter result").tap()
    page.wait_for_load_state("load")
    with page.expect_response(SAVED):
        page.get_by_label("Rounds fought", exact=True).fill("7")
    page.reload()
    expect(page.get_by_label("Rounds fought", exact=True)).to_have_value("7")


@pytest.mark.both
def test_both_record_at_once(site: str, new_page: Callable[..., Page]) -> None:
    anna, ben = make_person("anna"), make_person("ben")
    battle = opened(anna, ben)
    pages = [new_page(user) for user in (anna, ben)]
    for page in pages:
        page.goto(f"/battles/{battle.pk}/report/")
        with page.expect_response(SAVED):
            page.locator("label.outcome", has_text="Terran").click()
        with page.expect_response(SAVED):
            page.get_by_label("Rounds fought", exact=True).fill("9")
        expect(page.get_by_text("Ready to enter")).to_be_visible()
    pages[0].get_by_role("button", name="Enter result").click()
    expect(pages[0].get_by_role("heading", name="Waiting for ben to confirm")).to_be_visible()
    expect(pages[1].get_by_text("anna has entered a result")).to_be_visible()
    pages[1].get_by_role("button", name="Enter result").click()
    expect(pages[1].get_by_text("This battle has changed since you loaded the page")).to_be_visible()
    expect(pages[1].get_by_label("Rounds fought", exact=True)).to_have_value("9")
    pages[1].get_by_role("link", name="View result").click()
    pages[1].get_by_text("Dispute with a remark").click()
    pages[1].get_by_label("What is wrong?").fill("Nine rounds, not eight.")
    pages[1].get_by_role("button", name="Dispute result").click()
    expect(pages[0].get_by_text("Nine rounds, not eight.").first).to_be_visible()
    assert Battle.objects.get().status == Status.DISPUTED


def test_what_was_said_goes_when_the_page_goes_on(site: str, new_page: Callable[..., Page]) -> None:
    anna, ben = make_person("anna"), make_person("ben")
    battle = opened(anna, ben)
    page, other = new_page(anna), new_page(ben)
    page.goto(f"/battles/{battle.pk}/report/")
    with page.expect_response(SAVED):
        page.locator("label.outcome", has_text="Terran").click()
    with page.expect_response(SAVED):
        page.get_by_label("Rounds fought", exact=True).fill("9")
    page.get_by_role("button", name="Enter result").click()
    said = page.get_by_text("Result entered. Now ben confirms or disputes it.")
    expect(said).to_be_visible()
    other.goto(f"/battles/{battle.pk}/")
    other.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", name="Result")).to_be_visible()
    expect(said).to_have_count(0)


DISTANCES: dict[float, str] = {
    72 * 3600 - 3: "in 72 h",
    97 * 3600: "in 4 d",
    1790: "in 30 min",
    40: "in 1 min",
    10: "now",
    0: "just now",
    -0.2: "just now",
    -20: "just now",
    -3590: "1 h ago",
    -7 * 86400: "7 d ago",
}


def test_how_far_off_a_time_is(site: str, new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto("/")
    source = page.locator("script[src*='js/time']").get_attribute("src")
    asked = """async ([source, all]) => {
      const { distance } = await import(source);
      return all.map((seconds) => distance(1e12 + seconds * 1000, 1e12));
    }"""
    assert page.evaluate(asked, [source, list(DISTANCES)]) == list(DISTANCES.values())


def test_no_ship_is_parted_by_the_edge_of_a_printed_page(new_page: Callable[..., Page]) -> None:
    anna = make_person("anna")
    many = tuple(Unit(f"Ship {number}", "battleship") for number in range(24))
    battle = opened(anna, make_person("ben"), six_ships(terran=many))
    page = new_page(anna, viewport={"width": 703, "height": 1032})  # A4 less its margins
    page.emulate_media(media="print")
    page.goto(f"/battles/{battle.pk}/sheet/")
    tall = """units => units.map((unit) => [getComputedStyle(unit).breakInside, unit.offsetHeight])"""
    shapes = page.locator(".paper-unit").evaluate_all(tall)
    assert len(shapes) == 27
    assert all(inside == "avoid" and height < 400 for inside, height in shapes)
    printed = page.pdf(format="A4")
    assert 2 <= len(re.findall(rb"/Type /Page\b", printed)) <= 4


@pytest.mark.parametrize("width", ["desk", "phone"])
def test_the_pages_are_sound(site: str, new_page: Callable[..., Page], width: str) -> None:
    anna = make_person("anna")
    battle = opened(anna, make_person("ben"), over_a_planet())
    page = new_page(anna, phone=width == "phone")
    for part in ("", "sheet/", "report/"):
        page.goto(f"/battles/{battle.pk}/{part}")
        assert_sound(page)


def test_the_bar_of_the_form_is_low_on_a_phone(new_page: Callable[..., Page]) -> None:
    """Points, degree and both buttons take an eighth of the screen; each ship's fates are one row."""
    anna = elsewhere(make_person, "anna")
    battle = elsewhere(opened, anna, anna, scenario(8))
    page = new_page(anna, phone=True)
    page.goto(f"/battles/{battle.pk}/report/")
    page.locator("label:has([name=winner][value=talon])").click()
    page.locator("[name=rounds]").fill("9")
    page.locator("[name=planet-damage]").fill("12")
    expect(page.locator(".report-dock")).to_contain_text("Devastating")
    expect(page.locator(".report-dock")).to_contain_text("Ready to enter")
    bar, size = page.locator(".report-dock").bounding_box(), page.viewport_size
    assert bar is not None
    assert size is not None
    assert bar["height"] <= size["height"] / 8 + 1
    fates = [one.bounding_box() for one in page.locator("#terran-0 .outcome").all()]
    buttons = [one.bounding_box() for one in page.locator(".report-dock .btn:visible").all()]
    assert len({one["y"] for one in fates if one is not None}) == 1
    assert all(one is not None and one["height"] >= 43.5 for one in [*fates, *buttons])
