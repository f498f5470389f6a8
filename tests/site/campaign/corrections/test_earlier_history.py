"""The history of a war before it went back: found in one reading of the log, never a page without end (S69, S71)."""

from collections.abc import Iterable
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from campaign.models import Engagement, Entry, War
from campaign.rules import events as e
from campaign.war.log.documents import decode_events
from campaign.war.log.fold import MARKS, in_force, log_of
from campaign.war.words import history_chapters, history_rows
from campaign.war.words.earlier import MOST_LISTED, Earlier, earlier_of, listed, other_than_before
from engines.seam.refusals import Refused
from tests.people import make_person
from tests.site.campaign.corrections.test_correcting import page
from tests.site.campaign.corrections.test_log_correction import rewound
from tests.site.wars import make_war, play_until

pytestmark = pytest.mark.django_db
REWINDS = 4
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def gone_back(seed: int) -> War:
    """A war that goes back some times, each time to a result drawn, and is played on otherwise."""
    war, random = make_war(make_person("anna"), make_person("boris")), Random(seed)
    for _ in range(REWINDS):
        play_until(war, phase="planning", turn=3, random=random)
        war.refresh_from_db()
        if war.status != War.Status.RUNNING:
            break
        fought = Engagement.objects.filter(war=war, outcome="fought").values_list("number", flat=True)
        try:
            rewound(war, random.choice([*fought]))
        except Refused:
            continue
    play_until(war, phase="planning", turn=3, random=random)
    war.refresh_from_db()
    return war


def one_by_one(war: War, turn: int, events: Iterable[e.AnyEvent], earlier: Iterable[Earlier]) -> set[int]:
    """The same battles, from the log read once for each time that the war went back."""
    now, found = revealed(events), set()
    for one in earlier:
        if one.turn <= turn <= one.until:
            before = in_force(entry for entry in log_of(war.pk) if entry.number < one.entry)
            was = revealed(
                event
                for entry in before
                if entry.turn in (turn - 1, turn)
                for event in decode_events(bytes(entry.events))
            )
            found |= {number for number in was if number in now and now[number] != was[number]}
    return found


def revealed(events: Iterable[e.AnyEvent]) -> dict[int, tuple[str, e.ForcesRevealed]]:
    places: dict[int, str] = {}
    found = {}
    for event in events:
        if isinstance(event, e.BattlePlanned):
            places[event.number] = event.place
        elif isinstance(event, e.ForcesRevealed) and event.battle in places:
            found[event.battle] = places[event.battle], event
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_battles_with_other_forces_are_those_of_every_earlier_history(seed: int) -> None:
    war, marked = gone_back(seed), 0
    earlier = earlier_of(history_rows.corrections_of(war))
    assert len(earlier) > 1
    for turn in range(1, war.turn + 1):
        log = history_rows.log_around(war, turn)
        events = history_rows.events_of(history_rows.counted(log, turn))
        found = other_than_before(log, turn, events, earlier)
        assert found == one_by_one(war, turn, events, earlier)
        marked += len(found)
    assert marked


def test_the_history_costs_no_query_more_for_each_time_that_a_war_went_back(
    django_assert_max_num_queries: Any,
) -> None:
    war = gone_back(1)
    with django_assert_max_num_queries(100) as all_told:
        page(war, "terran", "history/?turn=2")
    back = Entry.objects.filter(war=war, kind__in=MARKS).count()
    assert back > 1
    entries = [one for one in all_told.captured_queries if "campaign_entry" in one["sql"]]
    assert len(entries) <= 3  # the log around the turn, all corrections, and when they were made


def test_earlier_histories_are_listed_some_at_a_time_and_none_is_out_of_reach() -> None:
    every = [Earlier(number, 1, 3, f"{number}", NOW, 3, 0) for number in range(95, 60, -1)]
    shown: list[Earlier] = []
    before = 0
    while True:
        some, besides = listed(every, 2, before=before)
        assert len(some) <= MOST_LISTED
        assert len(shown) + len(some) + besides == len(every)
        shown += some
        if not besides:
            break
        before = some[-1].entry
    assert shown == every


def test_a_chapter_without_end_says_how_many_lines_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_chapters, "MOST_LINES", 5)
    war = make_war(make_person("anna"), make_person("boris"))
    play_until(war, phase="planning", turn=2)
    shown = page(war, "terran", "history/?turn=1")
    assert "left out. The war’s exported file has everything." in " ".join(shown.split())
    monkeypatch.undo()
    assert "left out" not in page(war, "terran", "history/?turn=1")
