"""A process that answers requests: what it has loaded is no matter for the garbage collector."""

import gc
from collections.abc import Iterator

import pytest

from config.serving.memory import YOUNG, settle


@pytest.fixture
def _as_it_was() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


@pytest.mark.usefixtures("_as_it_was")
def test_a_request_that_holds_many_objects_meets_no_full_collection() -> None:
    settle()
    assert gc.get_freeze_count() > 0
    before = gc.get_stats()[2]["collections"]
    for _request in range(10):
        held = [[number] for number in range(YOUNG // 2)]
        del held
    assert gc.get_stats()[2]["collections"] == before
