"""The tracking sheet of a war: what the side knows and nothing else (S15), on the screen, as PDF and as CSV."""

import csv
from codecs import BOM_UTF8
from io import StringIO

import pytest
from django.test import Client

from accounts.models import PaperSheet
from campaign.history.tracking import as_csv
from campaign.models import Assignment, War
from campaign.rules.orders import Surrender
from campaign.war.services import log
from campaign.war.words.fleet_tables import Table
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.catalogue import ship_class
from tests.people import browser, make_person
from tests.site.wars import make_war, state_of, user_of, war_at


@pytest.fixture
def war(db: None) -> War:
    """Two turns are over, and the third is planned."""
    return war_at(3, "planning", 4)


def seated(war: War, side: Side) -> Client:
    user = user_of(war, side)
    assert user is not None
    return browser(user)


def told(war: War, side: Side) -> str:
    """The sheet as a page and as CSV."""
    client = seated(war, side)
    page, file = (client.get(f"/wars/{war.pk}/{side}/tracking{end}") for end in ("/", ".csv"))
    assert file.headers["Content-Type"] == "text/csv; charset=utf-8"
    return page.text + file.text


def tables_of(war: War, side: Side) -> dict[str, list[list[str]]]:
    """The tables of the CSV by title, each with its head first."""
    found: dict[str, list[list[str]]] = {}
    raw = seated(war, side).get(f"/wars/{war.pk}/{side}/tracking.csv").content
    assert raw.startswith(BOM_UTF8)
    rows = csv.reader(StringIO(raw.decode("utf-8-sig")))
    title = ""
    for row in rows:
        if len(row) == 1:
            title = row[0]
            found[title] = []
        elif row:
            found[title].append(row)
    return found


@pytest.mark.parametrize("side", SIDES)
def test_the_sheet_has_the_own_ships_and_only_seen_ones_of_the_enemy(war: War, side: Side) -> None:
    state, said = state_of(war), told(war, side)
    assert all(name in said for name in state.fleet(side).ships)
    hidden = set(state.fleet(opponent(side)).ships) - set(state.sightings[opponent(side)])
    assert hidden
    assert not any(name in said for name in hidden)


def test_the_figures_are_those_of_the_war(war: War) -> None:
    state, tables = state_of(war), tables_of(war, "terran")
    head, *rows = tables["Turns"]
    assert [row[0] for row in rows] == ["0", "1", "2", "3"]
    assert "Talon treasury" not in head
    assert "Talon LP" not in head
    assert rows[-1][head.index("Terran treasury")] == str(state.terran.treasury)
    assert {row[0]: row[1].split()[0] for row in tables["Fronts"][1:]} == {
        sector: str(zone + 1) for sector, zone in state.markers.items()
    }
    assert {row[1] for row in tables["Bases"][1:]} == {base.name for base in state.bases.values()}
    assert {row[1] for row in tables["Terran fleet"][1:]} == set(state.terran.ships)
    assert "Talon fleet" not in tables


def test_when_the_war_is_over_both_fleets_are_on_the_sheet(war: War) -> None:
    user = user_of(war, "talon")
    log.submit(war_id=war.pk, side="talon", user=user, seen_version=war.version, order=Surrender())
    state, tables = state_of(war), tables_of(war, "terran")
    assert {"Terran fleet", "Talon fleet"} <= set(tables)
    head, *rows = tables["Turns"]
    for side in SIDES:
        assert rows[-1][head.index(f"{side.title()} treasury")] == str(state.fleet(side).treasury)
        assigned = Assignment.objects.filter(war=war, side=side, turn=2).values_list("ship_class", flat=True)
        points = sum(ship_class(side, key).points for key in assigned)
        assert rows[2][head.index(f"{side.title()} fleet")] == str(points)


def test_nobody_else_sees_it(war: War) -> None:
    for path in ("tracking/", "tracking.csv"):
        assert (
            browser(make_person("clara" + path[-1])).get(f"/wars/{war.pk}/terran/{path}").status_code == 404
        )
        assert seated(war, "talon").get(f"/wars/{war.pk}/terran/{path}").status_code == 404
    assert (
        seated(war, "talon").post(f"/wars/{war.pk}/terran/tracking/pdf/", {"paper": "A4"}).status_code == 404
    )
    assert not PaperSheet.objects.exists()


def test_a_pdf_is_made_of_what_the_side_sees(war: War) -> None:
    asked = seated(war, "terran").post(f"/wars/{war.pk}/terran/tracking/pdf/", {"paper": "A4"})
    sheet = PaperSheet.objects.get()
    assert asked.headers["Location"] == f"/pdf/{sheet.key}/"
    state = state_of(war)
    hidden = set(state.talon.ships) - set(state.sightings["talon"])
    assert all(name in sheet.html for name in state.terran.ships)
    assert not any(name in sheet.html for name in hidden)


def test_at_one_screen_there_is_no_pdf(db: None) -> None:
    anna = make_person("anna")
    war = make_war(anna, anna, one_screen=True)
    client = browser(anna)
    client.post(f"/wars/{war.pk}/curtain/terran/")
    assert client.post(f"/wars/{war.pk}/terran/tracking/pdf/", {"paper": "A4"}).status_code == 404


@pytest.mark.parametrize("begins", ["=", "+", "-", "@", "\t", "\r", "'="])
def test_no_cell_is_a_formula(begins: str) -> None:
    table = Table(f"{begins}title", (f"{begins}head",), ((f"{begins}1+1", "plain"),))
    cells = [cell for row in csv.reader(StringIO(as_csv([table]), newline="")) for cell in row]
    assert cells == [f"'{begins}title", f"'{begins}head", f"'{begins}1+1", "plain"]
