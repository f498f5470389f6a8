"""What helps at a real table, in a browser: a PDF that becomes ready, and a war from paper."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import Heartbeat, PaperSheet
from accounts.printing import sheets
from tests.battle_samples import opened
from tests.browser.checks import assert_sound
from tests.people import make_person
from tests.site.campaign.paper.test_taking_over import entered


def test_a_pdf_becomes_ready_before_the_readers_eyes(
    site: str, new_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "pdf_of", lambda _html, _paper: b"%PDF-1.7")
    Heartbeat.objects.create(name="worker", at=timezone.now(), typesets=True)
    anna = make_person("anna")
    battle = opened(anna, make_person("ben"))
    page = new_page(anna)
    page.goto(f"/battles/{battle.pk}/sheet/")
    page.get_by_role("button", name="PDF, A4").click()
    expect(page.get_by_text("The PDF is being made")).to_be_visible()
    assert sheets.typeset_sheet(PaperSheet.objects.get().pk)
    expect(page.get_by_role("link", name="Open the PDF")).to_be_visible()


def test_a_war_from_paper_is_entered_on_a_phone(site: str, new_page: Callable[..., Page]) -> None:
    make_person("boris")
    page = new_page(make_person("anna"), phone=True)
    page.goto("/wars/take-over/")
    assert_sound(page)
    page.get_by_text("House rules").click()
    assert_sound(page)
    for name, value in entered(talon_ships="Hunter; DD; Nowhere").items():
        field = page.locator(f"[name={name}]").first
        kind = field.evaluate("field => field.type")
        if kind == "radio":
            page.locator(f"[name={name}][value={value}]").check()
        elif kind.startswith("select"):
            field.select_option(value)
        elif kind not in ("submit", "checkbox"):
            field.fill(value)
    page.get_by_role("button", name="Check what I entered").press("Enter")
    expect(page.get_by_text("“Nowhere” is no sector").first).to_be_visible()
    assert_sound(page)
    page.locator("[name=talon_ships]").fill(entered()["talon_ships"])
    page.get_by_role("button", name="Check what I entered").press("Enter")
    expect(page.get_by_role("heading", name="This is how the site reads it")).to_be_visible()
    page.get_by_role("button", name="Begin the war").press("Enter")
    expect(page.get_by_role("heading", name="Where the war stands")).to_be_visible()
    assert_sound(page)
