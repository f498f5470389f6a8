"""Results that were corrected before stay corrected when a war goes back and on with fitted plans (S71)."""

from random import Random

import pytest

from bench.wars.random_player import random_report
from campaign.corrections.carried import carried_by
from campaign.corrections.correcting import propose
from campaign.models import Correction, Engagement, Entry, War
from campaign.rules.orders import Amend, CorrectLog, Fit
from campaign.war.log.fold import in_force, log_of
from engines.seam.documents import Report
from engines.seam.sides import SIDES
from tests.people import make_person
from tests.site.campaign.corrections.test_correcting import agree, battle_of, page
from tests.site.campaign.corrections.test_fitting import corrected, view
from tests.site.campaign.corrections.test_log_correction import check, longer
from tests.site.wars import make_war, play_until, state_of, user_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def war() -> War:
    """A war in which turn 4 is planned, with results that count for the lifetime score."""
    found = make_war(make_person("anna"), make_person("boris"), lifetime_score=True)
    play_until(found, phase="planning", turn=4, random=Random(4))
    return found


def second_of(war: War) -> int:
    """The number of the second battle with a result."""
    return Engagement.objects.filter(war=war, outcome="fought").order_by("number")[1].number


def stopping(war: War, number: int) -> Report:
    """Another report of the battle, by which the war stops at a battle since."""
    found = corrected(war, number)
    for seed in range(60):
        report = random_report(found.setup, Random(seed))
        views = [view(war, (found, report), side) for side in SIDES]
        if all(one.stop is not None and one.stop.why == "battle" and one.later for one in views):
            return report
    raise AssertionError("no report of this battle changes another")


def give(war: War, order: Amend | Fit | CorrectLog) -> Correction:
    """Both players want it."""
    war.refresh_from_db()
    anna = user_of(war, "terran")
    assert anna is not None
    row = propose(war_id=war.pk, side="terran", user=anna, seen_version=war.version, order=order)
    assert agree(war, row).status_code == 302
    war.refresh_from_db()
    row.refresh_from_db()
    return row


def amend(war: War, number: int) -> tuple[Correction, Report]:
    """The result of the battle is corrected: somebody else has won."""
    found = corrected(war, number)
    reports = (random_report(found.setup, Random(seed)) for seed in range(200))
    report = next(told for told in reports if told.winner not in (found.result.winner, None))
    return give(war, Amend(number, report)), report


def fit(war: War, number: int, report: Report) -> Correction:
    war.refresh_from_db()
    return give(war, Fit(number, report, war.version))


def holds(war: War, number: int, report: Report) -> bool:
    """Whether the report is that of the battle, in the log and in its row."""
    winner = Engagement.objects.get(war=war, number=number).winner
    return corrected(war, number).result.report == report and winner == (report.winner or "")


def test_one_that_is_reached_is_made_again_where_it_was_made(war: War) -> None:
    number, other = battle_of(war), second_of(war)
    row, report = amend(war, number)
    assert holds(war, number, report)
    fit(war, other, longer(war, other))
    check(war)
    assert holds(war, number, report)
    row.refresh_from_db()
    again = [entry.number for entry in in_force(log_of(war.pk)) if entry.kind == "amend"]
    assert again == [row.entry]
    assert row.status == "agreed"


def stopped(war: War) -> tuple[int, Correction, Report]:
    """The first battle was corrected, and the war stops at another before that: its number, and the correction."""
    number, other = battle_of(war), second_of(war)
    row, report = amend(war, number)
    fit(war, other, stopping(war, other))
    row.refresh_from_db()
    return number, row, report


def test_one_that_is_not_reached_is_made_when_a_turn_is_next_planned(war: War) -> None:
    number, row, report = stopped(war)
    check(war)
    assert row.status == "carried"
    assert not holds(war, number, report)
    assert "it is made again when a turn is next planned" in page(war, "talon", f"correct/{number}/")
    turn = state_of(war).turn
    play_until(war, phase="planning", turn=turn + 1, random=Random(8))
    row.refresh_from_db()
    assert row.status == "agreed"
    assert holds(war, number, report)
    assert Entry.objects.get(war=war, number=row.entry).kind == "amend"
    assert carried_by(war) == []
    check(war)


def test_it_counts_no_more_once_its_battle_does_not(war: War) -> None:
    number, row, _ = stopped(war)
    give(war, CorrectLog(number, longer(war, number), "rewind"))
    row.refresh_from_db()
    assert row.status == "undone"
    play_until(war, phase="planning", turn=state_of(war).turn + 1, random=Random(8))
    assert not [entry for entry in in_force(log_of(war.pk)) if entry.kind == "amend"]
    assert "agreed, but it no longer counts" in page(war, "terran", f"correct/{number}/")
    check(war)


def test_the_page_says_what_becomes_of_it(war: War) -> None:
    """For both players alike, before anybody agrees."""
    number, other = battle_of(war), second_of(war)
    amend(war, number)
    war.refresh_from_db()
    anna = user_of(war, "terran")
    assert anna is not None
    order = Fit(other, stopping(war, other), war.version)
    propose(war_id=war.pk, side="terran", user=anna, seen_version=war.version, order=order)
    said = f"The correction of battle {number} is made again when a turn is next planned."
    assert said in page(war, "terran", f"correct/{other}/")
    assert said in page(war, "talon", f"correct/{other}/")
