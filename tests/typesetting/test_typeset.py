"""Typesetting: what a sheet may read, the PDF of real sheets on both papers, and its bounds."""

import re
import subprocess
import sys
import zlib
from pathlib import Path

import msgspec
import pytest
from django.conf import settings

from accounts.printing.sheets import PAPERS, Paper, can_typeset, pdf_of
from accounts.work import Failed
from battles.models import Battle, WarfleetsFleet
from battles.overview.pages.sheet import sheet_pdf
from battles.warfleets.page import cards_pdf
from config.pages import as_html
from engines.seam import codec
from engines.seam.documents import BattleSetup, Unit
from engines.warfleets.fleet import Fleet, Ship
from tests.battle_samples import over_a_planet, six_ships

POINTS = {"A4": (595, 842), "Letter": (612, 792)}
ALLOWED = "https://sheet.invalid/static/css/paper.css"
REFUSED = (
    "https://example.org/static/css/paper.css",
    "http://sheet.invalid/static/css/paper.css",
    "https://sheet.invalid/static/../manage.py",
    "https://sheet.invalid/static/%2e%2e/manage.py",
    "https://sheet.invalid/static//etc/passwd",
    "https://sheet.invalid/static/js/live.js",
    "https://sheet.invalid/battles/1/",
    "file:///etc/passwd",
    "file:///static/css/paper.css",
    "data:text/css,body{}",
)


def battle_of(setup: BattleSetup) -> Battle:
    return Battle(
        pk=7, title="First Light, battle 3", place=setup.place, setup=codec.encode(setup), status="open"
    )


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", unpacked(pdf)))


def unpacked(pdf: bytes) -> bytes:
    """The PDF with all its streams inflated."""
    found = [pdf]
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            found.append(zlib.decompress(stream))
        except zlib.error:
            continue
    return b"\n".join(found)


def test_pango_is_found() -> None:
    assert can_typeset()


def test_only_static_files_are_read() -> None:
    """In a process of its own, as in the site."""
    program = f"""
from pathlib import Path
from accounts.printing.typeset import only_static
from weasyprint.urls import FatalURLFetchingError
fetch = only_static("/static/", [Path({str(settings.BASE_DIR / "static")!r})])
assert b"paper" in fetch({ALLOWED!r}).read()
for url in {REFUSED!r}:
    try:
        fetch(url)
    except FatalURLFetchingError:
        continue
    else:
        raise SystemExit(url + " was read")
"""
    subprocess.run([sys.executable, "-c", program], check=True, cwd=settings.BASE_DIR)


@pytest.mark.parametrize(
    "html",
    [
        '<img src="https://example.org/a.png">',
        '<link rel="stylesheet" href="/battles/1/">',
        '<p style="background: url(file:///etc/passwd)">no</p>',
    ],
)
def test_a_page_that_names_anything_else_has_no_pdf(html: str) -> None:
    with pytest.raises(Failed, match="Typesetting failed"):
        pdf_of(html, "A4")


@pytest.mark.django_db
@pytest.mark.parametrize(("setup", "paper"), [(six_ships(), "A4"), (over_a_planet(), "Letter")], ids=PAPERS)
def test_a_battle_has_its_sheet_on_both_papers(setup: BattleSetup, paper: Paper) -> None:
    pdf = pdf_of(as_html(sheet_pdf(battle_of(setup))), paper)
    assert pdf.startswith(b"%PDF-")
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", unpacked(pdf))
    assert box
    assert tuple(round(float(number)) for number in box.groups()) == POINTS[paper]
    assert 1 <= pages(pdf) <= 2


@pytest.mark.django_db
def test_a_great_battle_has_few_pages() -> None:
    many = tuple(Unit(f"Ship {number}", "battleship") for number in range(12))
    pdf = pdf_of(as_html(sheet_pdf(battle_of(six_ships(terran=many)))), "A4")
    assert pages(pdf) == 2


def test_a_sheet_that_takes_too_long_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.printing.sheets.SECONDS", 0.001)
    with pytest.raises(Failed, match="too long"):
        pdf_of("<p>Hello</p>", "A4")


def test_no_process_of_the_site_loads_what_typesets() -> None:
    program = """
import sys, os
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
import django
django.setup()
import config.urls, config.celery, accounts.tasks, battles.tasks, campaign.tasks
assert "weasyprint" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True, cwd=Path(settings.BASE_DIR))


@pytest.mark.parametrize("paper", PAPERS)
def test_a_fleet_of_miniatures_has_its_cards_on_both_papers(paper: Paper) -> None:
    ships = tuple(Ship(f"Anvil {number}", "medium", ("warp-drive", "repair-bay")) for number in range(5))
    document = msgspec.json.encode(Fleet("Home Guard", ships))
    row = WarfleetsFleet(pk=7, name="Home Guard", points=300, fleet=document)
    pdf = pdf_of(as_html(cards_pdf(row)), paper)
    assert pdf.startswith(b"%PDF-")
    assert pages(pdf) == 1
