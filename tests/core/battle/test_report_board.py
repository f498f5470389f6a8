"""A battle told from its record: frames, sentences, dice, turning points and tallies."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from msgspec import structs

from engines.seam.documents import BattleSetup, Unit
from engines.seam.sides import SIDES
from engines.talon import events as e
from engines.talon.records.record import FoughtBattle
from engines.talon.report.blows import Blow, blows_of, done
from engines.talon.report.board import Board
from engines.talon.report.cast import Cast, cast_of, counted, listed
from engines.talon.report.frames import Frame, frames_of
from engines.talon.report.headline import headline
from engines.talon.report.luck import expected
from engines.talon.report.rolls import rolls_of
from engines.talon.report.sentences import sentences_of
from engines.talon.report.tally import fire_of, services_of
from engines.talon.report.turning_points import MOST, estimates, hundredths, lasting, turning_points
from engines.talon.state import Battle
from engines.talon.text import read_position
from tests.core.battle.records import fought

ALL = [("duel", "lamp"), ("duel", "oil"), ("fleets", "lamp"), ("fleets", "wick"), ("invasion", "lamp")]


@pytest.fixture(params=ALL, ids="-".join)
def record(request: pytest.FixtureRequest) -> FoughtBattle:
    return fought(*request.param)


@pytest.fixture
def cast(record: FoughtBattle) -> Cast:
    return cast_of(record.setup)


@pytest.fixture
def frames(record: FoughtBattle) -> tuple[Frame, ...]:
    return frames_of(record)


def assert_agrees(board: Board, battle: Battle) -> None:
    """Everything the board keeps is as in the battle."""
    there = {unit.number: unit for units in battle.present.values() for unit in units}
    assert set(board.stands) == set(there)
    for number, unit in there.items():
        stand = board.stands[number]
        assert (stand.place, stand.facing, stand.speed) == (unit.place, unit.facing, unit.speed)
        assert stand.fighters == tuple(2 - boxes for boxes in unit.fighters)
        if not unit.kind.fighters:
            assert (stand.hull, stand.shields) == (unit.kind.boxes - unit.hull, tuple(unit.shields))
    missiles = {one.number: (one.place, one.facing, one.target) for one in battle.missiles}
    assert {
        number: (flight.place, flight.facing, flight.target) for number, flight in board.flights.items()
    } == missiles


def test_a_battle_may_end_as_a_round_begins(record: FoughtBattle) -> None:
    """Nobody decides in that round, so there is no position of it: the terrain is that of the round before."""
    whole, short = frames_of(record), frames_of(structs.replace(record, positions=record.positions[:-1]))
    assert [(one.title, one.log) for one in short] == [(one.title, one.log) for one in whole]


def test_the_folded_board_is_the_written_one_whenever_a_round_begins(
    record: FoughtBattle, cast: Cast
) -> None:
    board, begun = Board(cast), 0
    for step in record.steps:
        for event in step.events:
            board.book(event)
        if any(isinstance(event, e.Turn) and event.round > begun for event in step.events):
            assert_agrees(board, read_position(record.positions[begun]))
            begun += 1
    assert begun == len(record.positions)


def test_there_is_a_frame_for_every_turn_and_phase(record: FoughtBattle, frames: tuple[Frame, ...]) -> None:
    turns = [event for step in record.steps for event in step.events if isinstance(event, e.Turn)]
    told = [(frame.round, frame.impulse, frame.side) for frame in frames if frame.stage == "turn"]
    assert told == [(turn.round, turn.impulse, turn.side) for turn in turns]
    assert [frame.number for frame in frames] == list(range(len(frames)))
    assert frames[0].stage == "set-up"
    assert frames[0].title == "Set-up"
    assert frames[1].title == "Round 1, impulse A, Talon"
    power = [frame for frame in frames if frame.stage == "power"]
    assert len(power) >= record.result.report.rounds - 1


def test_frames_hold_every_event_once_and_join(record: FoughtBattle, frames: tuple[Frame, ...]) -> None:
    events = [event for step in record.steps for event in step.events]
    told = [event for frame in frames for event in frame.events]
    assert [event for event in told if event in events] == events
    for before, after in pairwise(frames):
        assert after.before == before.stands
        assert after.flying == before.flights


def test_the_terrain_is_what_the_map_still_holds(frames: tuple[Frame, ...], record: FoughtBattle) -> None:
    """7.5: what a shift of the map leaves behind is gone."""
    for number, position in enumerate(record.positions, 1):
        first = next(frame for frame in frames if frame.round == number)
        assert first.terrain == read_position(position).terrain


def test_the_last_frame_knows_who_holds_the_field(record: FoughtBattle, frames: tuple[Frame, ...]) -> None:
    assert frames[-1].chance == {"terran": 1.0, "talon": 0.0}[record.result.winner or ""]
    assert all(0 <= frame.chance <= 1 for frame in frames)
    destroyed = {
        fate.name
        for side in ("terran", "talon")
        for fate in record.result.report.fates(side)
        if fate.fate == "destroyed"
    }
    cast = cast_of(record.setup)
    assert {cast[unit].name for unit in frames[-1].wrecks} <= destroyed


def test_every_die_is_told_in_the_order_in_which_it_fell(
    record: FoughtBattle, cast: Cast, frames: tuple[Frame, ...]
) -> None:
    told = "".join(str(die) for frame in frames for roll in rolls_of(frame, cast) for die in roll.dice)
    assert told == "".join(step.dice for step in record.steps)


def test_every_frame_has_sentences_that_name_ships(cast: Cast, frames: tuple[Frame, ...]) -> None:
    names = [cast.name(role.number) for role in cast]
    for frame in frames:
        sentences = sentences_of(frame, cast)
        for sentence in sentences:
            text = cast.plain(sentence.words)
            assert text.endswith((".", "!"))
            assert "  " not in text
            assert "None" not in text
        if any(isinstance(event, e.Shot) for event in frame.events):
            assert any(name in cast.plain(one.words) for one in sentences for name in names)


def test_dice_of_sentences_are_all_dice_but_none_twice(cast: Cast, frames: tuple[Frame, ...]) -> None:
    for frame in frames:
        shown = Counter(die for sentence in sentences_of(frame, cast) for die in sentence.dice)
        rolled = Counter(die for roll in rolls_of(frame, cast) for die in roll.dice)
        assert shown == rolled


def test_losses_are_told_in_their_frame(cast: Cast, frames: tuple[Frame, ...]) -> None:
    for frame in frames:
        told = " ".join(cast.plain(one.words) for one in sentences_of(frame, cast) if one.tone == "loss")
        for event in frame.events:
            if isinstance(event, e.Lost):
                assert cast.name(event.unit) in told


def test_there_are_at_most_eight_turning_points_in_order(cast: Cast, frames: tuple[Frame, ...]) -> None:
    points = turning_points(frames, cast)
    numbers = [point.frame.number for point in points]
    assert 1 <= len(points) <= MOST
    assert numbers == sorted(set(numbers))
    assert all(point.frame.round for point in points)
    chances = estimates(frames)
    for point in points:
        before = chances[point.frame.number - 1]
        assert (point.before, point.after) == (before, point.frame.chance)
        assert hundredths(before) != hundredths(point.after)
        assert cast.plain(point.words).endswith(".")


def test_the_biggest_lasting_change_is_among_the_turning_points(
    cast: Cast, frames: tuple[Frame, ...]
) -> None:
    chances = estimates(frames)
    biggest = max(range(1, len(frames)), key=lambda place: lasting(chances, place))
    assert biggest in {point.frame.number for point in turning_points(frames, cast)}


def test_a_change_that_is_answered_at_once_does_not_last() -> None:
    assert lasting([0.5, 0.7, 0.5, 0.5], 1) == 0
    assert lasting([0.5, 0.7, 0.65, 0.66], 1) == pytest.approx(0.15)
    assert lasting([0.5, 0.3, 0.3, 0.35], 1) == pytest.approx(0.15)


def test_the_headline_of_the_end_says_whose_the_field_is(
    record: FoughtBattle, cast: Cast, frames: tuple[Frame, ...]
) -> None:
    text = cast.plain(headline(frames[-1], cast, "terran"))
    assert "field" in text or "planet" in text


def test_actual_damage_is_what_the_dice_brought(
    record: FoughtBattle, cast: Cast, frames: tuple[Frame, ...]
) -> None:
    shots = [event for frame in frames for event in frame.events if isinstance(event, e.Shot)]
    fire = fire_of(frames, cast)
    assert sum(side.total.rolls for side in fire) == len(shots)
    assert sum(side.total.actual for side in fire) == sum(shot.points for shot in shots)
    for side in fire:
        assert side.total.actual == sum(weapon.actual for weapon in side.weapons)
        assert side.total.expected == pytest.approx(sum(weapon.expected for weapon in side.weapons))
        assert side.missiles_hit <= side.missiles


def test_expected_damage_counts_terrain() -> None:
    """8: a modified roll below 1 misses; phasers at range 2 do 1 1 1 2 2 2."""
    assert expected(e.Shot(0, 0, "phaser", 1, 2, 5, 0, 2)) == pytest.approx(9 / 6)
    assert expected(e.Shot(0, 0, "phaser", 1, 2, 5, -1, 2)) == pytest.approx(7 / 6)
    assert expected(e.Shot(0, 0, "phaser", 1, 2, 5, -6, 0)) == 0


def test_every_unit_has_its_service(record: FoughtBattle, cast: Cast, frames: tuple[Frame, ...]) -> None:
    services = services_of(record, frames, cast)
    assert [service.role for service in services] == list(cast)
    lost = {event.unit for frame in frames for event in frame.events if isinstance(event, e.Lost)}
    assert {service.role.number for service in services if service.lost_in is not None} == lost
    assert {service.role.number for service in services if service.fate == "destroyed"} == lost
    for service in services:
        assert all(unit in lost for unit in service.sunk)
        assert 0 <= service.hull <= (2 * service.role.kind.fighters or service.role.kind.boxes)
    for side, fire in zip(SIDES, fire_of(frames, cast), strict=True):
        own = [service for service in services if service.role.side == side]
        assert fire.shields == sum(service.dealt_shields for service in own)
        assert fire.hull == sum(service.dealt_hull for service in own)


def test_blows_to_the_hull_are_what_the_board_says_is_lost(frames: tuple[Frame, ...]) -> None:
    for frame in frames:
        marked: Counter[int] = Counter()
        for blow in blows_of(frame):
            marked[blow.unit] += blow.hull
        for unit in frame.before.keys() & frame.stands.keys():
            before, after = frame.before[unit], frame.stands[unit]
            assert marked[unit] == before.hull + sum(before.fighters) - after.hull - sum(after.fighters)


def test_damage_to_shields_and_to_the_hull_is_told_apart() -> None:
    """8.4, 13: markers and shields take fire first; a missile's damage is its launcher's, a collision's nobody's."""
    first, *_rest = [frame for frame in frames_of(fought("duel")) if len(frame.before) > 1]
    log = (
        e.Shot(0, 0, "phaser", 1, 2, 5, 0, 4),
        e.Struck(1, 0, "weapon", 1, 2, 1),
        e.Struck(0, 0, "missile", 0, 2, 0),
        e.Struck(1, 0, "collision", 0, 0, 3),
    )
    blows = list(blows_of(replace(first, log=log, launchers=(1,))))
    assert blows == [Blow(1, 0, 3, 1), Blow(0, 1, 2, 0), Blow(1, None, 0, 3)]
    assert done(blows) == (5, 4)


def test_words_of_lists_and_counts() -> None:
    assert listed([3]) == (3,)
    assert listed([3, 1, 3]) == (3, " and ", 1)
    assert listed([3, 1, 2]) == (3, ", ", 1, " and ", 2)
    assert listed([3, 1, 2, 4], 3) == ("4 ships",)
    assert (counted(1, "hull box"), counted(2, "hull box")) == ("1 hull box", "2 hull boxes")
    assert counted(2, "anti-matter torpedo") == "2 anti-matter torpedoes"


def test_a_name_both_sides_have_is_told_with_its_side() -> None:
    both = BattleSetup(
        "x",
        "last_ship_standing",
        (Unit("Thor", "light_cruiser"),),
        (Unit("Thor", "light_cruiser"), Unit("Hunter", "destroyer")),
    )
    cast = cast_of(both)
    assert [cast.name(number) for number in range(3)] == ["Thor (Terran)", "Thor (Talon)", "Hunter"]
