"""The pages anybody may look up, and the lifetime score, in a browser at both widths."""

import pytest

from accounts import lifetime
from tests.browser.checks import assert_sound

LOOKED_UP = [
    "/",
    "/ships/",
    "/ships/terran/battleship/",
    "/ships/talon/base/",
    "/ships/terran/fighter/",
    "/rulings/",
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
    link = page.locator("#S3 a[href='#S10']")
    link.focus()
    page.keyboard.press("Enter")
    assert page.locator("#S10:target").is_visible()


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
