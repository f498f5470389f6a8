"""How long a scenario takes stands on its page, and of what fleets of one's own a box has too few counters."""

import pytest
from django.test import Client

from bench.battles.lengths import measured
from engines.talon.set_ups.scenarios import numbered
from tests.site.seats import text

pytestmark = pytest.mark.django_db
MEASURED, OFF = 8, 0.3
"""How many battles are fought again, and by how much their orders may differ from those of 100."""


@pytest.mark.parametrize("number", numbered())
def test_its_page_says_how_long_it_takes(number: int) -> None:
    lasting = numbered()[number].lasting
    assert lasting is not None
    said = text(Client().get(f"/scenarios/{number}/"))
    assert f"Mostly {lasting.rounds[0]} to {lasting.rounds[1]} rounds." in said


def test_minutes_are_rounded_to_five() -> None:
    """235 orders at eight seconds are 31 minutes."""
    said = text(Client().get("/scenarios/1/"))
    assert "about 15 minutes against the computer and 30 between two players." in said


def test_the_tutorial_and_ones_own_scenarios_say_nothing() -> None:
    assert "rounds. In the browser" not in text(Client().get("/scenarios/0/"))


@pytest.mark.parametrize("number", numbered())
def test_captains_still_take_as_long(number: int) -> None:
    lasting = numbered()[number].lasting
    assert lasting is not None
    (first, last), orders = measured(number, MEASURED)
    assert first <= lasting.rounds[1]
    assert last >= lasting.rounds[0]
    assert abs(orders - lasting.orders) <= OFF * lasting.orders


def totals(**fields: str) -> str:
    """What the form says of both fleets."""
    query = {"fleets": "own", "terran_light_cruiser": "1", "talon_light_cruiser": "1", **fields}
    return text(Client().get("/skirmish/", query, headers={"HX-Request": "true"}))


def test_what_a_box_has_too_few_counters_for_is_said() -> None:
    """31.6: what is more waits for a counter."""
    said = totals(terran_light_cruiser="5", talon_dreadnought="3")
    assert "One box has 3 counters for light cruisers: 2 come in later" in said
    assert "One box has 2 counters for dreadnoughts: 1 comes in later" in said


def test_nothing_is_said_of_fleets_from_one_box() -> None:
    assert "One box has" not in totals(terran_light_cruiser="3")
