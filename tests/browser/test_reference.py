"""The pages anybody may look up, and the lifetime score, in a browser at both widths."""

import pytest
from playwright.sync_api import expect

from accounts.scores import lifetime
from tests.browser.checks import assert_sound

LOOKED_UP = [
    "/",
    "/how-to-play/",
    "/learn/",
    "/learn/the-duel/",
    "/sample/?turn=7",
    "/sample/battle/",
    "/ships/",
    "/ships/terran/battleship/",
    "/ships/talon/base/",
    "/ships/terran/fighter/",
    "/rulings/?open=all",
    "/rulings/S8/",
]


@pytest.mark.parametrize("phone", [False, True])
def test_what_visitors_look_up_is_sound(new_page, phone):
    page = new_page(phone=phone)
    for address in LOOKED_UP:
        page.goto(address)
        assert_sound(page)


def test_from_a_ruling_to_another_by_keyboard(new_page):
    page = new_page()
    page.goto("/rulings/#S3")
    link = page.locator("#S3 a[href='/rulings/#S10']")
    link.focus()
    page.keyboard.press("Enter")
    assert page.locator("#S10:target").is_visible()


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_a_word_explains_itself_where_it_stands(new_page, script):
    page = new_page(java_script_enabled=script)
    page.goto("/ships/")
    word = page.get_by_role("button", name="LP").first
    word.focus()
    page.keyboard.press("Enter")
    explanation = page.locator("#term-lp")
    expect(explanation).to_be_visible()
    expect(explanation.get_by_role("link", name="How to play: LP and the minimum")).to_be_visible()
    page.keyboard.press("Escape")
    expect(explanation).to_be_hidden()
    expect(word).to_be_focused()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_mark_opens_its_ruling_in_place(new_page, phone):
    page = new_page(phone=phone)
    page.goto("/how-to-play/")
    mark = page.get_by_role("link", name="Ruling S16: When ships are counted")
    mark.click()
    note = page.locator(".ruling-note")
    expect(note.get_by_role("heading", name="When ships are counted")).to_be_visible()
    expect(note).to_be_in_viewport(ratio=1)
    assert_sound(page)
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()
    expect(mark).to_be_focused()


def test_without_script_a_mark_leads_to_its_ruling(new_page):
    page = new_page(java_script_enabled=False)
    page.goto("/how-to-play/")
    page.get_by_role("link", name="Ruling S16: When ships are counted").click()
    page.wait_for_url("**/rulings/S16/")


def test_rulings_are_filtered_while_their_reader_types_and_opened_together(new_page):
    page = new_page()
    page.goto("/rulings/")
    page.get_by_role("searchbox", name="Search").fill("both homes")
    expect(page.get_by_text("Both homes under attack")).to_be_visible()
    expect(page.locator("#S11-title")).to_be_hidden()
    page.get_by_role("link", name="Open all").click()
    expect(page.locator("#S19")).to_be_visible()
    page.get_by_role("link", name="Close all").click()
    expect(page.locator("#S19")).to_be_hidden()


def test_the_sample_battle_can_be_watched(new_page):
    page = new_page()
    page.goto("/")
    page.get_by_role("link", name="See a finished war").click()
    page.get_by_role("link", name="Watch its best battle").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-title]")).not_to_have_text("Set-up", timeout=10_000)


@pytest.mark.parametrize("phone", [False, True])
def test_the_lifetime_score_is_sound(new_page, person, phone):
    anna, bert = person("anna"), person("bert")
    for number in range(45):
        words = f"Devastating victory at Antares {number}, The Long Night over the Badlands"
        path = f"/battles/{number}/"
        lifetime.book(source=f"battle:{number}", winner=anna, loser=bert, points=3, words=words, path=path)
    page = new_page(anna, phone=phone)
    page.goto("/opponents/")
    assert_sound(page)
    page.get_by_role("link", name="bert").click()
    page.wait_for_url("**/opponents/bert/")
    assert_sound(page)
    page.get_by_role("link", name="Older").click()
    assert page.get_by_text("Page 2 of 2").is_visible()


ARRIVING = """() => {
    const items = [...document.querySelectorAll('.site-nav > ul > li')];
    const rects = () => items.map(item => item.getBoundingClientRect());
    const places = () => rects().map(at => (at.width ? `${at.x},${at.y}` : ''));
    const whole = places();
    const moved = [];
    for (const [last, item] of items.entries()) {
        items.slice(last + 1).forEach(later => later.remove());
        const now = places().slice(0, last + 1);
        now.forEach((place, i) => place === whole[i] || moved.push(items[i].textContent.trim()));
        items.slice(last + 1).forEach(later => item.parentElement.append(later));
    }
    return moved;
}"""


def test_the_head_stays_in_place_while_a_page_arrives(new_page, person):
    """A slow line brings it in pieces; no link may move when the next one comes."""
    for page in (new_page(), new_page(person("Halvard"))):
        page.goto("/rulings/")
        for width in (390, 700, 900, 1100, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(ARRIVING) == [], width
