"""The drawings of a fought battle: what is on the board stands where it is, and can be seen."""

import re
from collections.abc import Iterable
from itertools import combinations

import pytest

from engines.talon.hexes import FRONT, REAR, at
from engines.talon.records.record import FoughtBattle
from engines.talon.report.cast import Cast, cast_of, named
from engines.talon.report.curve import curve_of
from engines.talon.report.document import document_of
from engines.talon.report.drawing.board import (
    Piece,
    Wreck,
    darts_of,
    draw,
    everybody,
    pieces_of,
    shields_left,
)
from engines.talon.report.drawing.camera import close_view, focus, views_of, whole_view
from engines.talon.report.drawing.course import LETTERS, course_of
from engines.talon.report.drawing.geometry import SIZE, angle, centre, outline, view_of
from engines.talon.report.drawing.labels import LONGEST, Box, box, placed, short
from engines.talon.report.drawing.marks import TOLL, TOLL_RIGHT, TOLL_UP, TOLL_WIDTH, box_of, marks_of
from engines.talon.report.drawing.markup import OVER, UNDER, marks_svg
from engines.talon.report.frames import Frame, frames_of
from engines.talon.report.turning_points import turning_points
from tests.core.battle.records import fought

ALL = [("duel", "lamp"), ("fleets", "lamp"), ("invasion", "wick")]


@pytest.fixture(params=ALL, ids="-".join)
def record(request: pytest.FixtureRequest) -> FoughtBattle:
    return fought(*request.param)


@pytest.fixture
def cast(record: FoughtBattle) -> Cast:
    return cast_of(record.setup)


@pytest.fixture
def frames(record: FoughtBattle) -> tuple[Frame, ...]:
    return frames_of(record)


def test_hexes_lie_beside_one_another() -> None:
    east, south_east = centre(at(1, 0)), centre(at(0, 1))
    assert centre(at(0, 0)) == (0, 0)
    assert east[1] == 0
    assert abs(south_east[0] - east[0] / 2) <= 1
    assert south_east[1] == 1.5 * SIZE
    assert outline(at(0, 0)).startswith("M0 -24l")


def test_ships_drawn_upward_are_turned_to_their_facing() -> None:
    """E, NE, NW, W, SW, SE, counterclockwise."""
    assert [angle(facing) for facing in range(6)] == [90, 30, 330, 270, 210, 150]


def test_a_view_holds_what_it_is_for_and_is_never_tiny() -> None:
    view = view_of([at(0, 0), at(4, -2)], ratio=1.6)
    assert all(view.holds(centre(place)) for place in (at(0, 0), at(4, -2)))
    assert view.width / view.height == pytest.approx(1.6, abs=0.02)
    assert view_of([]).width > 300


def test_everybody_is_in_the_view_of_every_frame(frames: tuple[Frame, ...]) -> None:
    whole = whole_view(frames)
    for frame, view in zip(frames, views_of(frames), strict=True):
        for stand in frame.stands.values():
            assert view.holds(centre(stand.place))
            assert whole.holds(centre(stand.place))
        assert view.holds(focus(frame)) or not frame.stands


def test_a_view_stays_through_a_round(frames: tuple[Frame, ...]) -> None:
    seen = {(frame.round, view.box) for frame, view in zip(frames, views_of(frames), strict=True)}
    assert len(seen) == len({frame.round for frame in frames})


def test_counters_in_one_hex_are_drawn_apart(frames: tuple[Frame, ...], cast: Cast) -> None:
    for frame in frames:
        points = [(piece.x, piece.y) for piece in pieces_of(frame.stands, cast)]
        assert len(set(points)) == len(points)
        darts = [(dart.x, dart.y) for dart in darts_of(frame.flights, frame.stands.values())]
        assert len(set(darts)) == len(darts)


def test_counters_show_what_is_left(frames: tuple[Frame, ...], cast: Cast) -> None:
    for frame in frames:
        for piece in pieces_of(frame.stands, cast):
            stand = frame.stands[piece.role.number]
            assert 0 < piece.left <= piece.whole
            assert piece.angle == angle(stand.facing)
            for arc in (FRONT, REAR):
                assert (piece.shields[arc] == "0") == (stand.shields[arc] == 0)
            assert f"{piece.left} of {piece.whole}" in piece.words
    fresh = next(frame for frame in frames if frame.round == 1)
    role = next(role for role in cast if role.number in fresh.stands and not role.kind.fighters)
    assert set(shields_left(role, fresh.stands[role.number])) <= {"3", "0"}


def test_names_find_room_where_there_is_room() -> None:
    points = {0: (0, 0), 1: (0, 48), 2: (42, 0)}
    names = dict.fromkeys(points, "Patton")
    boxes = {one: box(points[one], place, names[one]) for one, place in placed(points, names).items()}
    for one, other in combinations(boxes.values(), 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_names_without_room_are_left_out_and_the_first_choose_first() -> None:
    points = {number: (9 * number, 0) for number in range(9)}
    names = dict.fromkeys(points, "Terran base at…")
    for first in ((), (8,)):
        shown = placed(points, names, first=first)
        assert 0 < len(shown) < len(points)
        boxes = [box(points[one], place, names[one]) for one, place in shown.items()]
        assert not any(_cross(*pair) for pair in combinations(boxes, 2))
    assert placed(points, names, first=(8,))[8] == 0


def test_no_two_names_of_a_picture_overlap(frames: tuple[Frame, ...], cast: Cast) -> None:
    course = course_of(frames, cast)
    for frame in frames:
        assert not overlaps(draw(frame, cast, whole_view(frames)).pieces)
    assert not overlaps((*course.pieces, *course.wrecks), LETTERS)


def overlaps(named_ones: Iterable[Piece | Wreck], scale: float = 1.0) -> list[tuple[str, str]]:
    """The names that overlap, in pairs."""
    shown = [one for one in named_ones if one.name]
    boxes = {one.name: box((one.x, one.y), one.label, one.name, scale) for one in shown}
    return [pair for pair in combinations(boxes, 2) if _cross(*(boxes[name] for name in pair))]


def _cross(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_no_name_lies_over_a_number_of_damage(frames: tuple[Frame, ...], cast: Cast) -> None:
    """And no number stands without the unit that it is of."""
    numbers = 0
    for frame in frames:
        view = close_view(frame)
        picture = draw(frame, cast, view, focus(frame))
        written = [box_of(mark) for mark in picture.marks if mark.kind in ("toll", "soak")]
        names = [box((one.x, one.y), one.label, one.name) for one in picture.pieces if one.name]
        numbers += len(written)
        assert not [(name, number) for name in names for number in written if _cross(name, number)]
    assert numbers


def test_long_names_are_cut() -> None:
    assert short("Patton") == "Patton"
    assert short("Terran base at Antares 2") == "Terran base at…"
    assert len(short("A" * 40)) == LONGEST


def test_everybody_has_a_counter_for_the_page_that_steps(frames: tuple[Frame, ...], cast: Cast) -> None:
    for frame in (frames[0], frames[-1]):
        pieces = everybody(pieces_of(frame.stands, cast), cast)
        assert [piece.role.number for piece in pieces] == [role.number for role in cast]
        assert {piece.role.number for piece in pieces if piece.here} == set(frame.stands)


def test_turning_points_show_the_units_they_name(frames: tuple[Frame, ...], cast: Cast) -> None:
    for point in turning_points(frames, cast):
        picture = draw(point.frame, cast, close_view(point.frame, named(point.words)))
        drawn = {piece.role.number for piece in picture.pieces}
        there = point.frame.stands.keys() | point.frame.before.keys()
        assert set(named(point.words)) & there <= drawn
        for piece in picture.pieces:
            gone = piece.role.number not in point.frame.stands
            assert bool(piece.ghost) == gone


def test_damage_of_a_turning_point_is_inside_its_picture(frames: tuple[Frame, ...], cast: Cast) -> None:
    found = 0
    for point in turning_points(frames, cast):
        first = named(point.words)
        view = close_view(point.frame, first)
        for mark in draw(point.frame, cast, view, first).marks:
            if mark.text and view.holds(mark.points[0]):
                x, y = mark.points[0][0] + TOLL_RIGHT, mark.points[0][1] - TOLL_UP
                assert view.holds((x - TOLL_WIDTH // 2, y - TOLL))
                assert view.holds((x + TOLL_WIDTH // 2, y))
                found += 1
    assert found


def test_marks_are_lines_and_signs_of_known_kinds(frames: tuple[Frame, ...], cast: Cast) -> None:
    kinds = set()
    for frame in frames:
        marks = marks_of(frame, cast)
        assert len(set(marks)) == len(marks)
        drawn = marks_svg(marks, UNDER) + marks_svg(marks, OVER)
        assert drawn.count('class="') == len(marks)
        assert "style" not in drawn
        kinds |= {mark.kind for mark in marks}
    assert {"wake", "hit", "burst", "toll", "soak"} <= kinds <= {*UNDER, *OVER}


def test_the_course_has_a_track_for_everybody_who_came(frames: tuple[Frame, ...], cast: Cast) -> None:
    course = course_of(frames, cast)
    came = {unit for frame in frames for unit in frame.stands}
    assert len(course.tracks) == len(came)
    assert {wreck.number for wreck in course.wrecks} == set(frames[-1].wrecks)
    assert {piece.role.number for piece in course.pieces} == set(frames[-1].stands)
    left = came - set(frames[-1].wrecks) - set(frames[-1].stands)
    assert sum(track.end is not None for track in course.tracks) == len(left)


def test_the_curve_has_a_point_for_every_frame_and_a_dot_for_every_turning_point(
    frames: tuple[Frame, ...], cast: Cast
) -> None:
    points = turning_points(frames, cast)
    curve = curve_of(frames, points)
    assert len(re.findall(r"[ML]", curve.line)) == len(frames)
    assert [dot.number for dot in curve.dots] == list(range(1, len(points) + 1))
    assert [number for number, _ in curve.rounds] == sorted({frame.round for frame in frames} - {0})


def test_the_frames_as_numbers_unfold_to_the_boards(frames: tuple[Frame, ...], cast: Cast) -> None:
    pieces: dict[int, object] = {}
    missiles: dict[int, object] = {}
    for frame, told in zip(frames, document_of(frames, cast), strict=True):
        pieces |= told["pieces"]
        missiles |= told["missiles"]
        here = {unit: numbers for unit, numbers in pieces.items() if len(numbers) == 5}  # type: ignore[arg-type]
        assert set(here) == set(frame.stands)
        for piece in pieces_of(frame.stands, cast):
            assert here[piece.role.number] == (
                piece.x,
                piece.y,
                piece.angle,
                piece.left,
                piece.shields,
            )
        flying = {number for number, numbers in missiles.items() if numbers is not None}
        assert flying == set(frame.flights)
        assert {unit for unit, numbers in pieces.items() if numbers[0] == "destroyed"} <= set(frame.fates)  # type: ignore[index]
        assert told["title"] == frame.title
