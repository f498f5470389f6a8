"""Charts of a war over its turns: what is drawn is what the rows say, and nothing that the side may not know (S15)."""

import re
from itertools import pairwise

import pytest
from django.test import Client

from campaign.history.charts import of_sector, of_sides, zones_of
from campaign.models import Assignment, LedgerLine, War
from campaign.rules.orders import Surrender
from campaign.rules.state import lp_of
from campaign.war.services import log
from config.line_chart import LineChart
from engines.seam.sides import Side
from engines.talon.catalogue import ship_class
from tests.core.table import four_sectors
from tests.people import browser, make_person
from tests.site.campaign.odds.test_odds import TOKEN
from tests.site.seats import text
from tests.site.wars import make_war, state_of, user_of, war_at

TABLE = re.compile(r"<table.*?</table>", re.DOTALL)


@pytest.fixture
def war(db: None) -> War:
    """Three turns are over, and the fourth is planned."""
    return war_at(4, "planning", 4)


def seated(war: War, side: Side) -> Client:
    user = user_of(war, side)
    assert user is not None
    return browser(user)


def page_of(war: War, side: Side = "terran") -> str:
    answer = seated(war, side).get(f"/wars/{war.pk}/{side}/charts/")
    assert answer.status_code == 200
    return answer.content.decode()


def table_of(page: str, title: str) -> list[list[str]]:
    """The figures of a chart, row by row, its head first."""
    found = next(one for one in TABLE.findall(page) if f"{title} by turn" in one)
    rows = re.findall(r"<tr>(.*?)</tr>", found, re.DOTALL)
    return [
        [cell.strip() for cell in re.findall(r"<t[hd][^>]*>\s*(.*?)\s*</t[hd]>", row, re.DOTALL)]
        for row in rows
    ]


def test_the_own_fleet_is_worth_what_its_ships_are_worth(war: War) -> None:
    fleet = state_of(war).terran
    page = page_of(war)
    for turn in (1, 2, 3):
        rows = Assignment.objects.filter(war=war, side="terran", turn=turn)
        points = sum(ship_class("terran", row.ship_class).points for row in rows)
        assert [str(turn), str(points)] in table_of(page, "Fleet")
    assert table_of(page, "Fleet")[0] == ["Turn", "Terran"]
    last = Assignment.objects.filter(war=war, side="terran", turn=3).values_list("ship", flat=True)
    assert set(fleet.ships) <= set(last), "the Reserve is assigned too"
    assert lp_of("terran", fleet.ships) <= int(table_of(page, "Logistics Points")[-1][1])


def test_treasury_income_and_losses_are_those_of_the_ledger_and_the_battles(war: War) -> None:
    page = page_of(war)
    line = LedgerLine.objects.filter(war=war, seat="terran", turn=2).order_by("pk").last()
    assert line is not None
    assert ["2", str(line.balance)] in table_of(page, "Treasury")
    incomes = [
        str(LedgerLine.objects.get(war=war, seat=side, turn=2, cause="income").amount)
        for side in ("terran", "talon")
    ]
    assert ["2", *incomes] in table_of(page, "Income")
    assert table_of(page, "Losses")[0] == ["Turn", "Terran", "Talon"]


def test_each_sector_has_its_front_line(war: War) -> None:
    state = state_of(war)
    page = page_of(war)
    for sector in state.chart.order:
        assert table_of(page, sector)[-1] == ["3", str(state.markers[sector] + 1)]


def test_what_the_enemy_keeps_secret_changes_no_byte(war: War) -> None:
    before = TOKEN.sub(b"", page_of(war).encode())
    Assignment.objects.filter(war=war, side="talon").delete()
    LedgerLine.objects.filter(war=war, seat="talon").exclude(cause="income").delete()
    LedgerLine.objects.filter(war=war, seat="talon").update(balance=7777)
    assert TOKEN.sub(b"", page_of(war).encode()) == before
    assert "secret until the war is over" in before.decode()


def test_when_the_war_is_over_both_fleets_and_treasuries_are_drawn(war: War) -> None:
    log.submit(
        war_id=war.pk, side="talon", user=user_of(war, "talon"), seen_version=war.version, order=Surrender()
    )
    war.refresh_from_db()
    assert war.phase == "over"
    page = page_of(war)
    for title in ("Fleet", "Logistics Points", "Treasury"):
        assert table_of(page, title)[0] == ["Turn", "Terran", "Talon"]
    assert "secret until the war is over" not in page


def test_a_war_that_has_not_been_planned_has_no_curve(db: None) -> None:
    war = make_war(make_person("anna"), make_person("boris"))
    assert "Nothing to draw yet" in text(seated(war, "terran").get(f"/wars/{war.pk}/terran/charts/"))


def test_nobody_else_sees_them(war: War) -> None:
    for side in ("terran", "talon"):
        assert browser(make_person(f"eve-{side}")).get(f"/wars/{war.pk}/{side}/charts/").status_code == 404
    assert seated(war, "talon").get(f"/wars/{war.pk}/terran/charts/").status_code == 404


def drawn(values: dict[int, int]) -> LineChart:
    found = of_sides("Fleet", "", {"terran": values}, max(values))
    assert found is not None
    return found


def test_the_scale_is_round_and_holds_the_highest_figure() -> None:
    for most in (1, 3, 9, 40, 41, 999, 1000, 12345):
        levels = [value for value, _ in drawn({0: 0, 1: most}).levels]
        assert levels[0] == 0
        assert levels[-2] < most <= levels[-1]
        assert 2 <= len(levels) <= 6
        assert len({high - low for low, high in pairwise(levels)}) == 1


def test_a_curve_ends_at_its_last_figure_and_a_higher_figure_is_drawn_higher() -> None:
    [curve] = drawn({0: 10, 1: 400, 3: 200}).curves
    ys = [int(one.split()[1]) for one in curve.path[1:].split("L")]
    assert ys[1] < ys[2] < ys[0]
    assert (curve.last, curve.y) == (200, ys[2])
    assert of_sides("Fleet", "", {"terran": {1: 10}}, 1) is None


def test_a_front_line_stays_until_it_moves() -> None:
    zones = zones_of([(0, "Antares", 5), (2, "Antares", 6), (2, "Orion", 3)], "Antares", 4)
    assert zones == {0: 5, 1: 5, 2: 6, 3: 6, 4: 6}
    found = of_sector(four_sectors(), "Antares", zones, 4)
    assert found is not None
    assert found.rows[-1] == ("4", ("6",))
    assert [value for value, _ in found.levels] == [1, 5, 9]


def test_all_charts_end_with_the_last_turn_that_is_finished(war: War) -> None:
    """Turn 4 is under way: no figure has a point for it, whatever is known of it, until the war is over."""
    page = page_of(war)
    titles = re.findall(r"<caption[^>]*>\s*(.*?) by turn", page)
    assert len(titles) > 4
    assert {table_of(page, title)[-1][0] for title in titles} == {"3"}
    assert "The charts end with turn 3, the last one that is finished." in page
    assert len(re.findall(r">\s*Turn\s+0\s*</text>", page)) == len(titles)
    history = text(seated(war, "terran").get(f"/wars/{war.pk}/terran/history/"))
    if "Ship Points destroyed" in history:
        assert "Ship Points destroyed by the end of turn 3" in history
    log.submit(war_id=war.pk, side="talon", user=None, seen_version=war.version, order=Surrender())
    over = page_of(war)
    assert {table_of(over, title)[-1][0] for title in ("Losses", "Income", *war_sectors(war))} == {"4"}


def war_sectors(war: War) -> list[str]:
    return list(state_of(war).chart.order)
