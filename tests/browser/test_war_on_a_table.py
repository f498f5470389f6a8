"""A war in miniatures: its battle is played on the table here, at a desk and on a phone, and moves the war."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.people.special_users import computer_user
from battles.models import Battle, WarfleetsBattle
from bench.site.workers import worker
from engines.warfleets.game import asked
from engines.warfleets.rules.preparing import to_deploy
from engines.warfleets.rules.sequence import to_act
from tests.browser.checks import assert_sound, elsewhere
from tests.browser.player import once
from tests.browser.test_warfleets_table import Player
from tests.people import make_person
from tests.site.stepping import to_a_battle
from tests.site.wars import make_war

ORDERS = 4


class Fleet(Player):
    """Somebody who has several models to choose from."""

    def decide(self) -> None:
        """Choose the model that is to be set up or to act, then answer."""
        battle = self.battle()
        question = asked(battle)
        assert question is not None
        ready = {"deploy": to_deploy, "activate": to_act}.get(question.word)
        models = [] if ready is None else ready(battle, battle.side)
        if len(models) > 1:  # or the page has chosen it
            self.press(models[0].name)
        super().decide()


def is_booked(battle: Battle) -> bool:
    """Whether the war has booked its result."""
    return Battle.objects.get(pk=battle.pk).absorbed_at is not None


@pytest.mark.long(60)
def test_a_battle_of_a_war_is_played_on_the_table(new_page: Callable[..., Page]) -> None:
    anna = make_person("anna")
    war = make_war(anna, computer_user(), map_name="three_gates", system="warfleets", settled_by="hand")
    battle = to_a_battle(war)
    row = WarfleetsBattle.objects.get(play__battle=battle)
    with worker():
        desk: Page = new_page(anna)
        desk.goto(f"/wars/{war.pk}/terran/")
        expect(desk.locator("#calls")).to_contain_text("Your turn")
        desk.get_by_role("link", name="Play", exact=True).click()
        expect(desk).to_have_url(re.compile(rf"{row.get_absolute_url()}$"))
        expect(desk.locator("[data-wf-table].is-live")).to_be_visible()
        for _ in range(ORDERS):
            Fleet(desk, row.pk, "mouse").decide()
        assert_sound(desk)
        phone: Page = new_page(anna, phone=True)
        phone.goto(row.get_absolute_url())
        expect(phone.locator("[data-wf-table].is-live")).to_be_visible()
        for _ in range(ORDERS):
            Fleet(phone, row.pk, "touch").decide()
        assert_sound(phone)
        while not Fleet(phone, row.pk, "touch").battle().round:
            Fleet(phone, row.pk, "touch").decide()
        phone.get_by_text("Break off…").click()
        assert_sound(phone)
        phone.get_by_role("button", name="Break off", exact=True).click()
        expect(phone.get_by_text("You break off when this round ends.")).to_be_visible()
        over = phone.get_by_text("The computer has won: anna broke off.")
        for _ in range(40):
            if over.count():
                break
            Fleet(phone, row.pk, "touch").decide()
        expect(over).to_be_visible()
        assert_sound(phone)
        expect(desk.get_by_text("The computer has won: anna broke off.")).to_be_visible()
        desk.get_by_role("link", name="The result").click()
        expect(desk.get_by_role("heading", name=re.compile("Talon"))).not_to_have_count(0)
        assert_sound(desk)
        once(lambda: elsewhere(is_booked, battle), desk, 20)
    desk.goto(f"/wars/{war.pk}/terran/")
    expect(desk.get_by_role("heading", name=re.compile("^Play the battle"))).to_have_count(0)
