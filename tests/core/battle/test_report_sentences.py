"""What a report must not leave out: every loss among the turning points, and why a field was given up."""

from dataclasses import replace

import pytest

from engines.talon import events as e
from engines.talon.report.cast import cast_of
from engines.talon.report.frames import frames_of
from engines.talon.report.giving_up import chance_given_up
from engines.talon.report.headline import headline
from engines.talon.report.turning_points import MOST, estimates, hundredths, losses_in, turning_points, weight
from tests.core.battle.records import fought

BATTLES = [("duel", "lamp"), ("duel", "oil"), ("fleets", "lamp"), ("fleets", "wick"), ("invasion", "lamp")]


@pytest.mark.parametrize(("name", "seed"), BATTLES)
def test_every_loss_is_a_turning_point_while_there_is_room(name: str, seed: str) -> None:
    """The dearest first; one place is for the greatest change of the estimate."""
    record = fought(name, seed)
    cast, frames = cast_of(record.setup), frames_of(record)
    told = turning_points(frames, cast)
    chosen = {point.frame.number for point in told}
    chances = [hundredths(chance) for chance in estimates(frames)]
    moving = [frame for frame in frames[1:] if chances[frame.number - 1] != chances[frame.number]]
    weights = {frame.number: weight(frame, cast) for frame in moving if weight(frame, cast)}
    dearest = sorted(weights.values(), reverse=True)[: MOST - 1]
    assert len(told) <= MOST
    assert sorted((weights.get(number, 0) for number in chosen), reverse=True)[: len(dearest)] == dearest
    for point in told:
        words = cast.plain(point.words)
        assert all(cast.name(unit) in words for unit in losses_in(point.frame))


def test_the_fall_of_a_planet_is_a_turning_point_though_it_hardly_surprises() -> None:
    record = fought("invasion")
    cast, frames = cast_of(record.setup), list(frames_of(record))
    landed = (e.Gone(2, "landed-after"), e.Gone(3, "landed-after"))
    kept = tuple(entry for entry in frames[-1].log if not isinstance(entry, e.Lost))
    frames[-1] = replace(frames[-1], log=(*kept, *landed), chance=frames[-2].chance - 0.01)
    assert turning_points(frames, cast)[-1].frame is frames[-1]
    assert "land unopposed" in cast.plain(headline(frames[-1], cast, "talon"))


def test_a_moment_that_does_not_change_the_percentage_is_no_turning_point() -> None:
    record = fought("duel")
    cast = cast_of(record.setup)
    frames = [replace(frame, log=(), chance=0.996) for frame in frames_of(record)]
    frames[5] = replace(frames[5], log=(e.Lost(0, "weapon"),))
    assert turning_points(frames, cast) == ()
    later = [replace(frame, chance=1.0) for frame in frames[5:]]
    assert turning_points([*frames[:5], *later], cast) == ()


def test_a_loss_goes_well_for_the_side_whose_chance_rises() -> None:
    record = fought("duel")
    cast = cast_of(record.setup)
    frames = [replace(frame, log=(), chance=0.5) for frame in frames_of(record)]
    for chance, side in ((0.6, "terran"), (0.4, "talon")):
        later = [replace(frame, chance=chance) for frame in frames[5:]]
        later[0] = replace(later[0], log=(e.Lost(0, "weapon"),))
        (point,) = turning_points([*frames[:5], *later], cast)
        assert (point.frame.number, point.side) == (5, side)
        assert f"{cast[0].kind.points} points" in cast.plain(point.words)


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


def test_who_was_destroyed_before_a_concession_is_not_said_to_be_unable_to_escape() -> None:
    """R30: only what was in reach of the enemy when its side conceded cannot escape."""
    record = fought("invasion")
    cast, frames = cast_of(record.setup), frames_of(record)
    first, second, third = [role.number for role in cast if role.side == "terran"][:3]
    log = (
        e.Lost(first, "weapon"),
        e.Lost(second, "conceded"),
        e.Lost(third, "conceded"),
        e.Ended("conceded", "talon"),
    )
    told = cast.plain(headline(replace(frames[-1], log=log), cast, "terran"))
    assert told == (
        f"{cast.name(first)} is destroyed. Terran concedes the field; "
        f"{cast.name(second)} and {cast.name(third)} cannot escape."
    )
