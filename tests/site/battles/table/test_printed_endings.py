"""Every printed ending of every scenario and mode by the worker, by its record, and by a report from a table."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.models import User
from battles.models import Battle, Status
from battles.services import open_battle
from battles.talon.play.services.captains import go_on
from engines.talon.sheets.typed import from_report
from tests.endings.on_site import before_its_end, by_the_worker
from tests.endings.printed import PrintedEnding, on_the_board, printed_endings
from tests.people import browser
from tests.site.plays import ordered
from tests.site.seats import text

pytestmark = pytest.mark.django_db
EVERY = pytest.mark.parametrize("ending", printed_endings(), ids=lambda ending: ending.key)


def says(user: User, battle: Battle, ending: PrintedEnding, path: str = "") -> None:
    """A page of the battle names what decided it, with the degree."""
    said = text(browser(user).get(f"/battles/{battle.pk}/{path}")).replace(
        "held the field", "holds the field"
    )
    assert ending.says in said
    assert f"{ending.degree} " in said.lower()


@EVERY
def test_the_worker_reaches_it_and_its_record_says_the_same(
    ending: PrintedEnding, anna: User, ben: User
) -> None:
    """What a person has to concede, they concede on the board; the record is then brought to another battle."""
    battle = conceded(anna, ending) if ending.conceded else by_the_worker(anna, ben, ending)
    assert battle.result_document is not None
    assert ending.is_reached(battle.result_document.report) or ending.conceded
    says(anna, battle, ending, "fought/")
    record = browser(anna).get(f"/battles/{battle.pk}/record.txt").content
    other = opened(anna, anna, ending)
    file = SimpleUploadedFile("record.txt", record)
    told = {"version": other.version, "record": file, "do": "agree"}
    answer = browser(anna).post(f"/battles/{other.pk}/bring/", told)
    assert answer.status_code == 302, text(answer)
    other.refresh_from_db()
    assert other.status == Status.SETTLED
    assert other.report_document == battle.result_document.report
    says(anna, other, ending, "fought/")


@EVERY
def test_a_table_reports_it(ending: PrintedEnding, anna: User) -> None:
    """At one screen the report is entered and confirmed at once."""
    battle = opened(anna, anna, ending)
    fields = from_report(ending.setup, on_the_board(ending))
    answer = browser(anna).post(
        f"/battles/{battle.pk}/report/", {**fields, "version": battle.version, "do": "agree"}
    )
    assert answer.status_code == 302, text(answer)
    battle.refresh_from_db()
    assert battle.status == Status.SETTLED
    assert battle.result_document is not None
    assert ending.is_reached(battle.result_document.report)
    says(anna, battle, ending)


def opened(terran: User, talon: User, ending: PrintedEnding) -> Battle:
    """A battle of the scenario at a table."""
    setup = ending.setup
    return open_battle(
        setup=setup, title="Single battle", place=setup.place, terran_user=terran, talon_user=talon
    )


def conceded(user: User, ending: PrintedEnding) -> Battle:
    """One that a person concedes on the board."""
    battle, order = before_its_end(user, ending)
    ordered(battle.plays.get(), "terran", order)
    go_on(battle.pk)
    battle.refresh_from_db()
    return battle
