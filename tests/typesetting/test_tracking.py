"""The tracking sheet as PDF: nothing on it runs out of its page, whatever the war and its names."""

import subprocess
import sys
from dataclasses import replace

import pytest
from django.conf import settings

from accounts.printing.sheets import Paper
from campaign.history.tracking_page import Fleet, TrackingPaper, TrackingPdfPage
from campaign.war.words.fleet_tables import Table, TrackedShip
from config.pages import as_html
from engines.seam.documents import Unit
from engines.seam.sides import SIDES
from engines.talon.damage import TalonDamage
from engines.talon.sheets.unit_cards import unit_card

MOST_SECTORS = 6
MEASURE = """
import sys
from pathlib import Path
from weasyprint import CSS, HTML
from accounts.printing.typeset import NOWHERE, only_static
fetch = only_static(sys.argv[2], [Path(sys.argv[3])])
size = CSS(string=f"@page {{ size: {sys.argv[1]} }}", url_fetcher=fetch)
html = HTML(string=sys.stdin.read(), base_url=f"{NOWHERE}/", url_fetcher=fetch)
for page in html.render(stylesheets=[size]).pages:
    box = page._page_box
    edge = box.width + box.margin_left
    for one in box.descendants():
        if type(one).__name__ in ("TextBox", "TableCellBox") and one.position_x + one.width > edge + 1:
            print(f"{one.position_x + one.width - edge:.0f} px:", getattr(one, "text", "a cell"))
"""


def outside(html: str, paper: Paper) -> str:
    """What lies beyond the right margin of a page, line by line."""
    program = [sys.executable, "-c", MEASURE, paper, "/static/", str(settings.BASE_DIR / "static")]
    found = subprocess.run(
        program, input=html, capture_output=True, text=True, cwd=settings.BASE_DIR, check=True
    )
    return found.stdout


def paper_of_a_war(sectors: list[str], ship: str) -> TrackingPaper:
    """The sheet of a finished war with both fleets on it, every figure at its widest."""
    words = ("treasury", "fleet", "LP", "income", "lost")
    heads = ("Turn", *(f"{side.title()} {word}" for side in SIDES for word in words))
    hurt = TalonDamage(hull=5, weapons_lost=(0, 1, 2), thrusters=2, relays=2)
    card = unit_card("terran", Unit(ship, "heavy_cruiser", hurt))
    return TrackingPaper(
        title="The Long Night",
        stands="Terran, turn 24",
        figures=Table("Turns", heads, (("24", *("100000",) * 10),) * 24),
        lanes=Table("Front lines by turn", ("Turn", *sectors), (("24", *("11",) * len(sectors)),) * 24),
        fronts=Table("Fronts", ("Sector", "Zone", "Terrain"), ((sectors[0], "11 of 21", "Terran planet"),)),
        bases=Table(
            "Bases", ("Side", "Base", "Place", "Damage"), (("Terran", ship, f"{sectors[0]} 10", "none"),)
        ),
        fleets=(Fleet("terran", "Terran fleet", 100_000, (TrackedShip(card, sectors[0]),)),),
        seen=Table("Talon ships as last seen", ("Turn", "Ship"), (("24", ship),)),
        empty_rows=range(6),
    )


@pytest.mark.parametrize(
    ("paper", "sectors", "ship"),
    [
        ("A4", ["Antares", "Badlands", "Maelstrom", "Orion"], "Patton"),
        ("Letter", [f"Sector of the {number}th Galaxy" for number in range(MOST_SECTORS)], "Sacrifice"),
        ("A4", ["W" * 40] * MOST_SECTORS, "W" * 60),
    ],
    ids=["four sectors", "six sectors", "the longest names"],
)
def test_nothing_runs_out_of_the_page(paper: Paper, sectors: list[str], ship: str) -> None:
    assert outside(as_html(TrackingPdfPage(paper_of_a_war(sectors, ship))), paper) == ""


def test_a_table_that_is_too_wide_is_found() -> None:
    """What the test above would say if the turns were one table again."""
    whole = paper_of_a_war(["Antares", "Badlands", "Maelstrom", "Orion"], "Patton")
    heads = (*whole.figures.head, *whole.lanes.head[1:], "Terran treasury", "Talon treasury")
    wide = replace(whole, figures=Table("Turns", heads, (("100000",) * len(heads),)))
    assert "a cell" in outside(as_html(TrackingPdfPage(wide)), "A4")
