"""What a report must not leave out: every loss among the turning points, and why a field was given up."""

from dataclasses import replace

import pytest

from engines.talon import events as e
from engines.talon.report.cast import cast_of
from engines.talon.report.frames import frames_of
from engines.talon.report.giving_up import chance_given_up
from engines.talon.report.headline import headline
from engines.talon.report.turning_points import MOST, losses_in, turning_points, weight
from tests.core.battle.records import fought

BATTLES = [("duel", "lamp"), ("duel", "oil"), ("fleets", "lamp"), ("fleets", "wick"), ("invasion", "lamp")]


@pytest.mark.parametrize(("name", "seed"), BATTLES)
def test_every_loss_is_a_turning_point_while_there_is_room(name: str, seed: str) -> None:
    """The dearest first; one place is for the greatest change of the estimate."""
    record = fought(name, seed)
    cast, frames = cast_of(record.setup), frames_of(record)
    told = turning_points(frames, cast)
    chosen = {point.frame.number for point in told}
    weights = {frame.number: weight(frame, cast) for frame in frames if weight(frame, cast)}
    dearest = sorted(weights, key=lambda number: -weights[number])
    assert len(told) <= MOST
    assert set(dearest[: MOST - 1]) <= chosen
    for point in told:
        words = cast.plain(point.words)
        assert all(cast.name(unit) in words for unit in losses_in(point.frame))


def test_the_fall_of_a_planet_is_a_turning_point_though_nobody_is_surprised() -> None:
    record = fought("invasion")
    cast, frames = cast_of(record.setup), list(frames_of(record))
    landed = (e.Gone(2, "landed-after"), e.Gone(3, "landed-after"))
    kept = tuple(entry for entry in frames[-1].log if not isinstance(entry, e.Lost))
    frames[-1] = replace(frames[-1], log=(*kept, *landed), chance=frames[-2].chance)
    assert turning_points(frames, cast)[-1].frame is frames[-1]
    assert "land unopposed" in cast.plain(headline(frames[-1], cast, "talon"))


def test_a_battle_without_a_change_has_its_end_as_turning_point() -> None:
    record = fought("duel")
    cast = cast_of(record.setup)
    frames = [replace(frame, log=(), chance=0.5) for frame in frames_of(record)]
    (only,) = turning_points(frames, cast)
    assert only.frame is frames[-1]


def test_a_moment_in_which_the_estimate_stands_went_well_for_who_lost_less() -> None:
    record = fought("duel")
    cast = cast_of(record.setup)
    frames = [replace(frame, log=(), chance=0.5) for frame in frames_of(record)]
    for unit, side in ((0, "talon"), (2, "terran")):
        frames[5] = replace(frames[5], log=(e.Lost(unit, "weapon"),))
        (point,) = turning_points(frames, cast)
        assert (point.frame.number, point.side) == (5, side)
        assert f"{cast[unit].kind.points} points" in cast.plain(point.words)


@pytest.mark.parametrize(("name", "seed"), BATTLES)
def test_the_chance_at_which_the_field_was_given_up_is_below_what_the_doctrine_bears(
    name: str, seed: str
) -> None:
    record = fought(name, seed)
    for said in record.said:
        if said.what == "field":
            chance = chance_given_up(record, said.side, said.round)
            assert chance is not None
            assert 0 <= chance <= 0.25


def test_no_chance_is_known_of_a_round_in_which_nobody_gave_up() -> None:
    record = fought("duel")
    assert chance_given_up(record, "terran", 99) is None
