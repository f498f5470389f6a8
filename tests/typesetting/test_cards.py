"""The cards of a fleet as PDF: those of a row have one height, and none runs out of its page."""

import subprocess
import sys
from itertools import groupby
from typing import NamedTuple

import msgspec
import pytest
from django.conf import settings
from msgspec.structs import replace

from accounts.printing.sheets import PAPERS, Paper
from battles.models import WarfleetsFleet
from battles.warfleets.keeping import MOST_SHIPS, MOST_SQUADRONS
from battles.warfleets.page import cards_pdf
from battles.warfleets.tables.choices import ready_fleets
from config.pages import as_html
from engines.warfleets.fleet import Fleet

MEASURE = """
import sys
from pathlib import Path
from weasyprint import CSS, HTML
from accounts.printing.typeset import NOWHERE, only_static
fetch = only_static(sys.argv[2], [Path(sys.argv[3])])
size = CSS(string=f"@page {{ size: {sys.argv[1]} }}", url_fetcher=fetch)
html = HTML(string=sys.stdin.read(), base_url=f"{NOWHERE}/", url_fetcher=fetch)
for number, page in enumerate(html.render(stylesheets=[size]).pages):
    box = page._page_box
    for one in box.descendants():
        if one.element is not None and one.element.get("class") == "paper-unit":
            below = box.margin_top + box.height - one.position_y - one.margin_height()
            beside = box.margin_left + box.width - one.position_x - one.margin_width()
            print(number, *map(round, (one.position_y, one.margin_height(), below, beside)))
"""


class Shape(NamedTuple):
    """A card on a page in px: where it begins, how high it is, and how far it ends before the page does."""

    page: int
    top: int
    height: int
    below: int
    beside: int


def shapes(fleet: Fleet, paper: Paper) -> list[Shape]:
    row = WarfleetsFleet(pk=7, name=fleet.name, points=300, fleet=msgspec.json.encode(fleet))
    program = [sys.executable, "-c", MEASURE, paper, "/static/", str(settings.BASE_DIR / "static")]
    html = as_html(cards_pdf(row))
    found = subprocess.run(
        program, input=html, capture_output=True, text=True, cwd=settings.BASE_DIR, check=True
    )
    return [Shape(*map(int, line.split())) for line in found.stdout.splitlines()]


def largest() -> Fleet:
    """As many models as a fleet can have, of several kinds."""
    some = ready_fleets()["carrier-group"]
    ships = (some.ships * MOST_SHIPS)[:MOST_SHIPS]
    squadrons = (some.squadrons * MOST_SQUADRONS)[:MOST_SQUADRONS]
    return replace(
        some,
        ships=tuple(replace(one, name=f"{one.name} {place}") for place, one in enumerate(ships)),
        squadrons=tuple(replace(one, name=f"{one.name} {place}") for place, one in enumerate(squadrons)),
    )


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("key", ["carrier-group", "largest"])
def test_the_cards_of_a_row_have_one_height_on_one_page(key: str, paper: Paper) -> None:
    fleet = largest() if key == "largest" else ready_fleets()[key]
    cards = shapes(fleet, paper)
    assert len(cards) == len(fleet.ships) + len(fleet.squadrons)
    rows = [list(row) for _, row in groupby(cards, lambda one: (one.page, one.top))]
    assert [len(row) for row in rows[:-1]] == [3] * (len(rows) - 1)
    assert all(len({one.height for one in row}) == 1 for row in rows)
    assert all(one.below >= 0 and one.beside >= 0 for one in cards)
