"""A battle's dice at a desk and on a phone: adding one's part, the page of the dice, and bringing a record in."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from battles.models import DiceSeal
from bench.site.fought_samples import fought_battle
from engines.talon.records.exchange import in_form, written_of
from tests.battle_samples import opened
from tests.browser.checks import assert_sound, elsewhere
from tests.core.battle.records import duel
from tests.core.battle.records import fought as fought_record
from tests.people import make_person

SIZES = ["desk", "phone"]


@pytest.mark.parametrize("width", SIZES)
def test_the_page_of_the_dice_is_sound(site: str, new_page: Callable[..., Page], width: str) -> None:
    anna = make_person("anna")
    battle = fought_battle(anna, make_person("ben"), duel())
    page = new_page(anna, phone=width == "phone")
    page.goto(f"/battles/{battle.pk}/dice/")
    assert_sound(page)
    page.locator(".round > summary").first.click()
    expect(page.locator(".every-roll").first).to_be_visible()
    assert_sound(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the verifier").click()
    assert download.value.suggested_filename == "talon_dice.py"


def test_the_browser_draws_the_players_part(site: str, new_page: Callable[..., Page]) -> None:
    anna = make_person("anna")
    battle = opened(anna, make_person("ben"), duel())
    page = new_page(anna)
    page.goto(f"/battles/{battle.pk}/")
    page.get_by_text("Let captains fight this battle").click()
    page.locator("#by-computer").get_by_text("Dice committed").click()
    assert_sound(page)
    page.get_by_role("button", name="Ask ben", exact=True).click()
    expect(page.get_by_text("You asked for captains to fight this battle")).to_be_visible()
    seal = elsewhere(DiceSeal.objects.get)
    assert (len(seal.terran_entropy), seal.terran_source) == (32, "player")
    page.goto(f"/battles/{battle.pk}/dice/")
    expect(page.get_by_text(seal.terran_entropy)).to_be_visible()
    assert_sound(page)


@pytest.mark.parametrize("width", SIZES)
def test_a_record_is_mended_on_the_page_and_entered(
    site: str, new_page: Callable[..., Page], width: str, tmp_path: Path
) -> None:
    anna = make_person("anna")
    battle = opened(anna, make_person("ben"), duel())
    told = in_form(written_of(fought_record("duel"), {}), "txt").decode()
    path = tmp_path / "battle.txt"
    path.write_text(told.replace("\nterran done", "\nterran dome", 1))
    page = new_page(anna, phone=width == "phone")
    page.goto(f"/battles/{battle.pk}/")
    page.get_by_text("Upload a record", exact=True).click()
    page.get_by_label("Record (text or JSON)").set_input_files(path)
    page.get_by_role("button", name="Enter result").click()
    expect(page.get_by_text("not an order")).to_be_visible()
    assert_sound(page)
    page.get_by_label("Or paste it here").fill(told)
    page.get_by_role("button", name="Enter result").click()
    expect(page.get_by_text("Waiting for ben to confirm")).to_be_visible()
    page.get_by_role("link", name="Report", exact=True).click()
    expect(page.get_by_text("Its dice are not sealed")).to_be_visible()
    assert_sound(page)
