"""What is drawn of a battle of Warfleets once it has ended elsewhere."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from battles.warfleets.tables.services import ending
from tests.browser.test_warfleets_deeds import at_the_table, chooses, pair
from tests.browser.warfleets_positions import Script, begun, bring_on
from tests.people import make_person


@pytest.mark.parametrize("phone", [True, False])
def test_what_was_chosen_goes_when_the_battle_ends_elsewhere(
    new_page: Callable[..., Page], phone: bool
) -> None:
    anna = make_person("anna")
    row = begun(anna, (pair("Proof", "Lance", "Pike"), pair("Trial", "Spear", "Dart")))
    places = {
        "Lance": (3000, 1000, 0),
        "Pike": (4000, 1000, 0),
        "Spear": (3000, 1000, 0),
        "Dart": (4000, 1000, 0),
    }
    bring_on(row, anna, Script(places), chooses(1, 1))
    page = new_page(anna, phone=phone)
    hand = at_the_table(page, row, "touch" if phone else "mouse")
    battle = hand.battle()
    hand.press(next(one.name for one in battle.models if one.side == battle.side))
    expect(page.locator(".wf-ghost")).to_have_count(1)
    expect(page.locator(".wf-arc")).not_to_have_count(0)
    ending.concede(battle_id=row.pk, user=anna, seen=row.number)
    expect(page.get_by_text("conceded.")).to_be_visible()
    expect(page.locator("[data-wf-table].is-live")).to_be_visible()
    for drawn in (".wf-ghost", ".wf-region", ".wf-way", ".wf-arc", ".is-ready", ".is-chosen"):
        expect(page.locator(drawn)).to_have_count(0)
