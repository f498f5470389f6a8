"""The trials of battles played by hand (`python -m bench`), small; and that they find what is wrong."""

from threading import Barrier, BrokenBarrierError, current_thread, main_thread
from typing import Any, Final

import pytest
from django.db.models import F

from accounts.models import User
from battles.models import DraftLine, PlayedLine
from battles.talon.play.services import ordering, publishing
from bench.trials import switching, tabs, undoing

SECONDS: Final = 4.0
"""How long one tab waits for the other; not at all, where both get so far."""


@pytest.mark.django_db(transaction=True)
def test_of_two_tabs_one_has_an_effect() -> None:
    found = tabs.raced(8)
    assert (found.run, found.faults) == (8, [])


@pytest.mark.django_db(transaction=True)
def test_a_race_that_both_tabs_win_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    both = Barrier(2)

    def written_together(
        draft: DraftLine, orders: str, did: str, _user: User | None = None, **_more: Any
    ) -> None:
        if current_thread() is not main_thread():
            try:
                both.wait(SECONDS)
            except BrokenBarrierError:  # the other was refused
                both.reset()
        written_anyway(draft, orders, did)

    monkeypatch.setattr(publishing, "change_draft", written_together)
    monkeypatch.setattr(ordering, "change_draft", written_together)
    monkeypatch.setattr(tabs, "AGAINST", ("another",))
    assert tabs.raced(8).faults != []


def written_anyway(draft: DraftLine, orders: str, did: str, **_more: Any) -> None:
    """As if nobody asked whether the draft line has changed."""
    DraftLine.objects.filter(pk=draft.pk).update(orders=orders, revision=F("revision") + 1, did=did)


@pytest.mark.django_db
def test_nothing_published_is_taken_back() -> None:
    found = undoing.tried(96)
    assert found.faults == []
    assert found.taken_back > 0


@pytest.mark.django_db
def test_an_undo_that_goes_too_far_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undoing, "undo", back_to_the_line_before)
    assert undoing.tried(32).faults != []


def back_to_the_line_before(*, battle_id: int, **_more: Any) -> None:
    play = publishing.play_of(battle_id)
    if play.number:
        PlayedLine.objects.filter(play=play, number__gte=play.number - 1).delete()
        type(play).objects.filter(pk=play.pk).update(number=play.number - 1, orders=0)


@pytest.mark.django_db(transaction=True)
def test_a_battle_that_changes_hands_with_every_step_killed_has_one_result() -> None:
    found = switching.switched(1)
    assert (found.battles, found.faults) == (1, [])
