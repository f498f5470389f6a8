"""The limits of `make bench`: figures of time are judged by their ratio to the yardstick."""

import pytest

from bench.figures import Measurement, middle
from bench.yardstick import REFERENCE_MS


@pytest.mark.parametrize(
    ("value", "unit", "bounds", "slowness", "missed"),
    [
        (99.0, "ms", {"limit": 100.0}, 1, False),
        (101.0, "ms", {"limit": 100.0}, 1, True),
        (290.0, "ms", {"limit": 100.0}, 3, False),  # the machine is in a slow spell
        (310.0, "ms", {"limit": 100.0}, 3, True),
        (60.0, "ms", {"limit": 100.0}, 0.5, True),  # and here it is quick
        (0.29, "s", {"limit": 0.1}, 3, False),
        (310_000.0, "us", {"limit": 100_000.0}, 3, True),
        (21.0, "1/s", {"least": 60.0}, 3, False),
        (19.0, "1/s", {"least": 60.0}, 3, True),
        (101.0, "MB", {"limit": 100.0}, 3, True),
        (1.4, "ratio", {"limit": 1.3}, 3, True),
        (1e9, "ms", {}, 1, False),
    ],
)
def test_a_figure_of_time_is_judged_by_its_ratio(value, unit, bounds, slowness, missed):
    assert Measurement("it", value, unit, pace=slowness * REFERENCE_MS, **bounds).missed == missed


def test_the_yardstick_is_measured_where_a_limit_needs_it():
    paces = [
        middle("it", [1.0, 2.0], unit, limit).pace
        for unit, limit in (("ms", 5.0), ("ms", None), ("MB", 5.0), ("ratio", 5.0))
    ]
    assert paces[0] is not None
    assert paces[0] > 1
    assert paces[1:] == [None, None, None]
    assert middle("it", [1.0], "ms", 5.0, pace=7.0).pace == 7.0
