"""Sheets as PDF: owed to the worker, for whoever may see the sheet, bounded, and gone after a day."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import Heartbeat, PaperSheet, User
from accounts.printing import sheets
from accounts.printing.codes import code_of
from accounts.printing.sheets import MOST_SHEETS, Content, ask_for_pdf, prune_sheets, typeset_sheet
from accounts.tasks import sweep
from accounts.work import Failed
from battles.models import Battle
from config.host.health import PARTS
from engines.seam.refusals import Refused
from tests.battle_samples import opened
from tests.people import make_person

pytestmark = pytest.mark.django_db
PDF = b"%PDF-1.7 a sheet"


@pytest.fixture
def battle(anna: User, ben: User) -> Battle:
    return opened(anna, ben)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The pages that were typeset, with their paper."""
    found: list[tuple[str, str]] = []

    def typeset(html: str, paper: str) -> bytes:
        found.append((html, paper))
        return PDF

    monkeypatch.setattr(sheets, "pdf_of", typeset)
    return found


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def worker_typesets(can: bool | None) -> None:
    Heartbeat.objects.update_or_create(name="worker", defaults={"at": timezone.now(), "typesets": can})


def content(html: str = "<p>A sheet</p>") -> Content:
    return Content(html, "a-sheet", "/")


@pytest.mark.every_view
def test_a_player_gets_the_sheet_of_a_battle(anna: User, battle: Battle, made: list[tuple[str, str]]) -> None:
    client = signed_in(anna)
    asked = client.post(f"/battles/{battle.pk}/sheet/pdf/", {"paper": "Letter"})
    sheet = PaperSheet.objects.get()
    assert asked.headers["Location"] == f"/pdf/{sheet.key}/"
    assert "being made" in client.get(f"/pdf/{sheet.key}/").text
    assert client.get(f"/pdf/{sheet.key}/file/").status_code == 404

    assert typeset_sheet(sheet.pk)
    [(html, paper)] = made
    assert paper == "Letter"
    assert "Patton" in html
    assert "ready" in client.get(f"/pdf/{sheet.key}/", HTTP_HX_REQUEST="true").text
    file = client.get(f"/pdf/{sheet.key}/file/")
    assert file.content == PDF
    assert file.headers["Content-Type"] == "application/pdf"
    assert file.headers["Content-Disposition"] == 'inline; filename="orion-3-first-light-battle-3.pdf"'
    assert "no-store" in file.headers["Cache-Control"]
    assert PaperSheet.objects.get().html == ""


def test_the_same_sheet_is_made_once(anna: User, ben: User, made: list[tuple[str, str]]) -> None:
    first = ask_for_pdf(user=anna, content=content(), paper="A4")
    typeset_sheet(first.pk)
    assert ask_for_pdf(user=anna, content=content(), paper="A4").pk == first.pk
    assert not typeset_sheet(first.pk)
    assert len(made) == 1
    others = [
        ask_for_pdf(user=anna, content=content(), paper="Letter"),
        ask_for_pdf(user=anna, content=content("<p>Another</p>"), paper="A4"),
        ask_for_pdf(user=ben, content=content(), paper="A4"),
    ]
    assert len({first.key, *(other.key for other in others)}) == 4


def test_nobody_else_gets_it(anna: User, ben: User, battle: Battle) -> None:
    clara = make_person("clara")
    assert signed_in(clara).post(f"/battles/{battle.pk}/sheet/pdf/", {"paper": "A4"}).status_code == 404
    assert Client().post(f"/battles/{battle.pk}/sheet/pdf/", {"paper": "A4"}).status_code == 302
    assert not PaperSheet.objects.exists()
    key = ask_for_pdf(user=anna, content=content(), paper="A4").key
    for path in (f"/pdf/{key}/", f"/pdf/{key}/file/"):
        assert signed_in(ben).get(path).status_code == 404
        assert Client().get(path).status_code == 302


def test_what_fails_says_so_and_is_tried_again_when_asked_for(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_html: str, _paper: str) -> bytes:
        raise Failed("The sheet took too long.", again=False)

    monkeypatch.setattr(sheets, "pdf_of", broken)
    sheet = ask_for_pdf(user=anna, content=content(), paper="A4")
    assert not typeset_sheet(sheet.pk)
    page = signed_in(anna).get(f"/pdf/{sheet.key}/").text
    assert "The sheet took too long." in page
    assert "print the sheet from your browser" in page
    monkeypatch.setattr(sheets, "pdf_of", lambda _html, _paper: PDF)
    assert ask_for_pdf(user=anna, content=content(), paper="A4").pk == sheet.pk
    assert typeset_sheet(sheet.pk)


def test_a_sheet_that_is_asked_for_again_stays_a_day_from_then(anna: User) -> None:
    with time_machine.travel("2026-11-01 12:00", tick=False) as clock:
        ask_for_pdf(user=anna, content=content(), paper="A4")
        clock.shift(timedelta(hours=23))
        ask_for_pdf(user=anna, content=content(), paper="A4")
        clock.shift(timedelta(hours=23))
        assert prune_sheets() == 0
        clock.shift(timedelta(hours=2))
        assert prune_sheets() == 1


def test_a_sheet_is_deleted_after_a_day(anna: User) -> None:
    with time_machine.travel("2026-11-01 12:00", tick=False) as clock:
        ask_for_pdf(user=anna, content=content(), paper="A4")
        clock.shift(timedelta(hours=23))
        assert prune_sheets() == 0
        clock.shift(timedelta(hours=2))
        assert prune_sheets() == 1


def test_two_sheets_of_a_person_are_made_at_a_time(anna: User, ben: User) -> None:
    first = ask_for_pdf(user=anna, content=content("<p>1</p>"), paper="A4")
    for _twice in range(2):
        ask_for_pdf(user=anna, content=content("<p>2</p>"), paper="A4")
    with pytest.raises(Refused, match="still being made"):
        ask_for_pdf(user=anna, content=content("<p>3</p>"), paper="A4")
    ask_for_pdf(user=ben, content=content("<p>3</p>"), paper="A4")
    PaperSheet.objects.filter(pk=first.pk).update(status="done")
    ask_for_pdf(user=anna, content=content("<p>3</p>"), paper="A4")


def test_a_person_has_a_few_sheets_of_a_bounded_length(anna: User) -> None:
    for number in range(MOST_SHEETS + 2):
        newest = ask_for_pdf(user=anna, content=content(f"<p>{number}</p>"), paper="A4")
        PaperSheet.objects.update(status="done")
    assert PaperSheet.objects.count() == MOST_SHEETS
    assert PaperSheet.objects.filter(pk=newest.pk).exists()
    with pytest.raises(Refused, match="too long"):
        ask_for_pdf(user=anna, content=content("x" * (sheets.MOST_HTML + 1)), paper="A4")


def test_a_person_asks_only_so_often(anna: User, battle: Battle, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "pdf": "1/10m/user"}
    client, path = signed_in(anna), f"/battles/{battle.pk}/sheet/pdf/"
    assert client.post(path, {"paper": "A4"}).status_code == 302
    assert client.post(path, {"paper": "A4"}).status_code == 429


def test_no_other_paper(anna: User, battle: Battle) -> None:
    client = signed_in(anna)
    answer = client.post(f"/battles/{battle.pk}/sheet/pdf/", {"paper": "A4; } body {"}, follow=True)
    assert "Choose A4 or Letter." in answer.text
    assert not PaperSheet.objects.exists()


@pytest.mark.parametrize("can", [None, False])
def test_without_pango_the_page_says_how_to_print(anna: User, battle: Battle, can: bool | None) -> None:
    worker_typesets(can)
    page = signed_in(anna).get(f"/battles/{battle.pk}/sheet/").text
    assert "PDF, A4" not in page
    assert "choose “Save as PDF”" in page
    well, sentence = PARTS["printing"]()
    assert well
    assert "apt-get install libpango-1.0-0" in sentence


def test_the_worker_says_whether_it_makes_pdfs(
    anna: User, battle: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sheets, "can_typeset", lambda: True)
    sweep()
    page = signed_in(anna).get(f"/battles/{battle.pk}/sheet/").text
    assert "PDF, A4" in page
    assert "Save as PDF" not in page
    assert PARTS["printing"]() == (True, "Sheets are made as PDF.")


@pytest.mark.parametrize("site", ["http://127.0.0.1:8000", "http://localhost", "http://[::1]:8000"])
def test_there_is_no_code_for_an_address_that_no_phone_reaches(site: str, settings) -> None:
    settings.SITE_URL = site
    assert code_of("/battles/1/report/") is None


def test_the_code_of_a_sheet_opens_its_form_until_there_is_a_result(
    anna: User, battle: Battle, settings
) -> None:
    settings.SITE_URL = "https://front.example"
    client = signed_in(anna)
    assert (
        f"https://front.example/battles/{battle.pk}/report/"
        in client.get(f"/battles/{battle.pk}/sheet/").text
    )
    Battle.objects.filter(pk=battle.pk).update(status="void")
    assert "QR code" not in client.get(f"/battles/{battle.pk}/sheet/").text
