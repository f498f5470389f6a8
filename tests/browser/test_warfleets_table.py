"""Battles of Warfleets on a table in the browser: against an ensign, by mouse, by touch and by keys."""

import re
from collections.abc import Callable
from math import isqrt

import pytest
from playwright.sync_api import Page, expect

from battles.warfleets.tables.services.beginning import Terms, begin
from engines.warfleets.game import asked
from engines.warfleets.geometry import Place
from engines.warfleets.orders import Deploy, LayMarker
from engines.warfleets.rules.preparing import fits, to_deploy
from engines.warfleets.rules.sequence import to_act
from engines.warfleets.state import Battle
from tests.browser.checks import assert_sound
from tests.browser.warfleets_hand import Hand
from tests.people import make_person
from tests.site.battles.warfleets.tables.test_tables import GUARD, LANES, RAIDERS

MOST = 80
"""So many decisions a battle of two models a side has at most."""


def toward_the_middle(place: Place, far: int) -> tuple[int, int]:
    """So far from a place towards the middle of the table."""
    across, up = 3600 - place[0], 2400 - place[1]
    whole = isqrt(across * across + up * up)
    return place[0] + across * far // whole, place[1] + up * far // whole


def room(battle: Battle, order: Callable[[tuple[int, int]], LayMarker | Deploy]) -> tuple[int, int]:
    """A place amid those where what is ordered may lie, so that a finger need not be exact."""
    places = [(x, y) for x in range(100, 7200, 100) for y in range(100, 4800, 100)]
    free = {place for place in places if fits(battle, order(place))}
    return next((x, y) for x, y in places if {(x - 100, y), (x + 100, y), (x, y - 100), (x, y + 100)} <= free)


class Player(Hand):
    """Somebody who plays a whole battle."""

    def decide(self) -> None:
        """Answer what is asked, whatever it is."""
        battle = self.battle()
        question = asked(battle)
        assert question is not None
        before = self.page.locator("[data-wf-table]").get_attribute("data-seen")
        getattr(self, f"_{question.word}")(battle)
        done = self.page.locator(f"[data-wf-table].is-live:not([data-seen='{before}'])")
        nearest = self.page.get_by_role("button", name="Give this order")
        expect(done.or_(nearest).first).to_be_visible()
        if not done.count():  # it was refused, and the page says what is lawful and near
            nearest.click()
        expect(done).to_be_visible()

    def _roll(self, _battle: Battle) -> None:
        self.press("Roll")

    def _edge(self, _battle: Battle) -> None:
        if self.way == "keys":
            self.press("Bottom")
        else:
            self.touch(5000, 100)

    def _marker(self, battle: Battle) -> None:
        self._put(*room(battle, lambda place: LayMarker(battle.side, place)))
        self.confirm()

    def _deploy(self, battle: Battle) -> None:
        number = to_deploy(battle, battle.side)[0].number
        self._put(*room(battle, lambda place: Deploy(battle.side, number, place, 0)))
        self.confirm()

    def _put(self, x: int, y: int) -> None:
        if self.way != "keys":
            return self.touch(x, y)
        self.page.keyboard.press("ArrowUp")
        for name, unit, value in (("Inches across", "x", x), ("Inches up", "y", y)):
            field = self.page.get_by_label(name)
            expect(field).to_have_attribute("data-set", unit)
            field.fill(str(value / 100))
        self.page.locator("[data-wf-stage]").focus()
        return None

    def _activate(self, battle: Battle) -> None:
        model = to_act(battle, battle.side)[0]
        if self.way == "keys":
            self.page.keyboard.press("m")
            self.page.keyboard.press("ArrowRight")
            self.page.keyboard.press("ArrowUp")
        elif model.is_ship and self.way == "touch":
            self.page.locator("#wf-turn").fill("10")
        else:
            self.touch(*toward_the_middle(model.place, 500))
        self.confirm()

    def _shoot(self, _battle: Battle) -> None:
        shots = self.page.locator("[data-shot] button")
        if self.way == "keys":
            self.page.keyboard.press("1" if shots.count() else ".")
        elif shots.count():
            shots.first.click()
        else:
            self.press("Shoot no more")

    def _damage(self, _battle: Battle) -> None:
        self.page.locator("[data-wf-plain] button").first.click()

    def _return(self, _battle: Battle) -> None:
        self.confirm()

    def _displace(self, battle: Battle) -> None:
        model, ship = battle.displaced[0]
        there = battle.models[ship]
        self._put(there.place[0] + there.radius + battle.models[model].radius + 40, there.place[1])
        self.confirm()


@pytest.mark.parametrize("way", ["mouse", "touch", "keys"])
def test_a_battle_against_an_ensign(new_page: Callable[..., Page], way: str) -> None:
    anna = make_person("anna")
    row = begin(user=anna, terms=Terms(300, LANES), fleets=(GUARD, RAIDERS), level="ensign")
    page: Page = new_page(anna, phone=way == "touch")
    page.goto(row.get_absolute_url())
    expect(page.locator("[data-wf-table].is-live")).to_be_visible()
    hand = Player(page, row.pk, way)
    told = page.get_by_role("status").get_by_text(re.compile(r"(has won|A draw)\."))
    for number in range(MOST):
        if told.count():
            break
        if number in (0, 8):
            assert_sound(page)
        hand.decide()
    expect(told).to_be_visible()
    assert_sound(page)
