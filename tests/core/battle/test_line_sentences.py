"""What happened in a line of a battle under way, in sentences."""

import msgspec
import pytest

from bench.battles.fleets import fleets_of
from engines.seam.commitments import DiceCommitment
from engines.seam.sides import Side
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.documents.written import Given
from engines.talon.events import (
    AnyEvent,
    Curved,
    Ended,
    Gone,
    Initiative,
    Laid,
    Lost,
    Phase,
    Shot,
    Turn,
    Went,
    Window,
)
from engines.talon.orders import (
    AnyOrder,
    Battery,
    Concede,
    Curve,
    Done,
    Fire,
    Grant,
    Jump,
    Move,
    OfferDraw,
    Pattern,
    Pick,
    Planet,
    Toward,
    WormHole,
)
from engines.talon.play.drafts.lines import Line, LineInPlay, Moment, decode_line, encode_line, first_mark
from engines.talon.play.drafts.sentences import fires_on, sentences_of_line
from engines.talon.report.cast import cast_of
from engines.talon.terrain import TalonTerrain
from engines.talon.view import View, decider

PROMISE = DiceCommitment("told", "5c" * 32, {"terran": "", "talon": ""})


def lines(number: int = 1) -> list[tuple[Moment, Line]]:
    """The lines of a scenario, by captains, each as it is stored and when it began; a throw of dice ends a line."""
    battle = game.new_battle(fleets_of(number))
    mark, found, captain = first_mark(PROMISE, battle), [], Captain()
    while (side := decider(battle)) is not None:
        line = LineInPlay(battle, PROMISE, mark)
        while decider(battle) == side and not (line.given and line.given[-1].dice):
            line.give(captain.decide(View(battle, side)))
        mark = line.mark
        found.append((line.began, decode_line(encode_line(line.written()))))
    return found


def words(line: Line, began: Moment, number: int = 1, *, fired: bool = False) -> list[tuple[str, list[str]]]:
    """The line as a page shows it: by the times of its parts."""
    cast, side = cast_of(fleets_of(number)), line.given[0].order.side
    parts = sentences_of_line(line, began, side, cast, fired=fired)
    return [(part.when.short, [cast.plain(one.words) for one in part.sentences]) for part in parts]


def line_of(*steps: tuple[AnyOrder, tuple[AnyEvent, ...], str]) -> Line:
    """A line of these orders, their events, and the steps in which they are given."""
    given = tuple(Given(order) for order, _events, _step in steps)
    events = tuple(events for _order, events, _step in steps)
    return Line(given, events, (0.5,) * len(steps), (), {}, tuple(step for _order, _events, step in steps))


def test_5_4_a_line_tells_who_changes_speed() -> None:
    """5.4: each new Speed is told, and only a side that changes none keeps its speeds."""
    cast, changed = cast_of(fleets_of(1)), 0
    for began, line in lines():
        curves = [given.order for given in line.given if isinstance(given.order, Curve)]
        sentences = [one for _when, found in words(line, began) for one in found]
        for curve in curves:
            changed += 1
            faster = curve.speed > line.speeds[curve.unit]
            verb = "speed" if faster else "slow"
            assert any(cast.name(curve.unit) in one and verb in one for one in sentences), sentences
    assert changed


def test_a_line_is_told_by_the_turns_and_phases_that_it_spans() -> None:
    """3: what happens in impulse B stands under B, though the line began in A."""
    side: Side = "talon"
    unit = next(role.number for role in cast_of(fleets_of(2)) if role.side == side)
    name = cast_of(fleets_of(2)).name(unit)
    done = Done(side)
    line = line_of(
        (done, (Turn(1, 1, "terran"), Turn(1, 1, side)), "fire"),
        (Move(side, unit, "ahead"), (Went(unit, 0, 0, "move"),), "move"),
        (done, (Turn(1, 2, "terran"), Turn(1, 2, side)), "fire"),
        (done, (Phase(1, "curves", side),), "fire"),
        (done, (Curved(side, ()),), "curves"),
    )
    assert words(line, Moment(1, 0), 2) == [
        ("1A", ["Talon does not fire."]),
        ("1B", [f"{name} moves."]),
        ("1C", ["No moves, no fire."]),
        ("1, Power Phase", ["Talon keeps its speeds."]),
    ]
    old = msgspec.structs.replace(line, steps=())
    assert [when for when, _ in words(old, Moment(1, 0), 2)] == ["1A", "1B", "1C", "1, Power Phase"]


def test_r6_a_line_says_once_that_the_map_has_moved() -> None:
    """R6: the dashed edge stands elsewhere, though no order was given to it."""
    side: Side = "talon"
    unit = next(role.number for role in cast_of(fleets_of(2)) if role.side == side)
    moved = (Went(unit, 0, 0, "move"), Window(1, 0, extended=False), Window(2, 0, extended=False))
    line = line_of((Move(side, unit, "ahead"), moved, "move"))
    name = cast_of(fleets_of(2)).name(unit)
    assert words(line, Moment(1, 1), 2) == [
        ("1B", [f"{name} moves.", "The map has moved with the ships (R6)."])
    ]


def test_a_phase_without_an_event_of_its_own_is_known_by_its_step() -> None:
    done = (Done("terran"), (), "jumps")
    assert words(line_of(done), Moment(7, 5)) == [("7, Retreat Phase", ["No Terran ship jumps away."])]
    arrivals = (Done("terran"), (), "arrivals")
    assert words(line_of(arrivals), Moment(7, 5)) == [
        ("7, Reinforcement Phase", ["Terran brings in no ships."])
    ]
    when = sentences_of_line(line_of(done), Moment(7, 5), "terran", cast_of(fleets_of(1)))[0].when
    assert when.words == "round 7, Retreat Phase"


def test_a_concession_stands_where_it_was_made() -> None:
    done = (Done("talon"), (Turn(7, 5, "terran"), Turn(7, 5, "talon")), "fire")
    line = line_of(done, (Concede("talon"), (Ended("conceded", "terran"),), "ap"))
    assert [when for when, _ in words(line, Moment(7, 3))] == ["7D", "7F"]


def test_20_4_a_concession_is_told_before_what_follows_from_it() -> None:
    """20.4: who gets away from a lost battle does not jump, as only the Retreat Phase of a late round allows (11)."""
    cast = cast_of(fleets_of(2))
    lost, saved = [role.number for role in cast if role.side == "talon"][:2]
    end = (Lost(lost, "conceded"), Gone(saved, "jumped"), Ended("conceded", "terran"))
    [(_when, found)] = words(line_of((Concede("talon"), end, "ap")), Moment(1, 0), 2)
    assert found == [
        "Talon concedes.",
        f"{cast.name(lost)} cannot get away and is lost: {cast[lost].kind.points} points.",
        f"{cast.name(saved)} gets away.",
        "The battle is over: Terran holds the field.",
    ]
    jumped = (Jump("talon", lost), (Gone(lost, "jumped"),), "jumps")
    answered = (Pick("talon", saved), (Gone(saved, "jumped"), Ended("conceded", "terran")), "jumps")
    [(_when, found)] = words(line_of(jumped, answered), Moment(7, 5), 2)
    assert found == [
        f"{cast.name(lost)} jumps away.",
        f"{cast.name(saved)} gets away.",
        "The battle is over: Talon concedes, Terran holds the field.",
    ]


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ((2, 2), "through terrain"),
        ((1, 6), "toward the black hole"),
        ((2, 6), "through terrain or toward the black hole"),
    ],
)
def test_18_what_a_black_hole_takes_from_a_die_is_not_said_to_be_terrain(
    pattern: tuple[int, int], why: str
) -> None:
    """R19: it takes 1 where the target is nearer to it."""
    setup = msgspec.structs.replace(fleets_of(2), terrain=TalonTerrain("pattern", pattern))
    line = line_of((Fire("terran", 0, 0, 2), (Shot(0, 0, "phaser", 2, 1, 3, -1, 0),), "fire"))
    cast = cast_of(setup)
    [part] = sentences_of_line(line, Moment(1, 0), "terran", cast)
    assert f", range 1 {why} (−1): miss." in cast.plain(part.sentences[0].words)


@pytest.mark.parametrize(
    ("order", "laid", "told"),
    [
        (Planet("talon", 0), [("planet", 1)], "Talon places the planet."),
        (WormHole("terran", 0), [("worm-hole", 1)], "Terran places the worm hole."),
        (
            Pattern("talon", 0, 2),
            [("planet", 1), ("asteroid", 6)],
            "Talon lays a barren planet and six asteroids.",
        ),
        (
            Pattern("terran", 0, 0),
            [("planet", 1), ("nebula", 3), ("asteroid", 1)],
            "Terran lays a barren planet, three nebulae and an asteroid.",
        ),
        (Pattern("terran", 0, 0), [("black-hole", 1)], "Terran lays a black hole."),
    ],
)
def test_30_1_a_line_tells_what_terrain_was_laid(
    order: AnyOrder, laid: list[tuple[str, int]], told: str
) -> None:
    """31.8, 29.5, 30.1: what comes onto the map before any ship."""
    events = tuple(Laid(kind, tuple(range(number))) for kind, number in laid)
    assert words(line_of((order, events, "terrain")), Moment(0, 0)) == [("Set-up", [told])]


def test_30_1_two_patterns_of_one_side_are_told_each_with_its_own() -> None:
    """In one line, one after the other."""
    line = line_of(
        (Planet("talon", 0), (Laid("planet", (0,)),), "planet"),
        (Pattern("talon", 5, 0), (Laid("asteroid", (5, 6)),), "terrain"),
    )
    assert words(line, Moment(0, 0)) == [
        ("Set-up", ["Talon places the planet.", "Talon lays two asteroids."])
    ]


def test_closing_the_fire_is_no_empty_turn() -> None:
    shot = Shot(0, 0, "phaser", 2, 3, 1, 0, 0)
    fire = line_of((Fire("terran", 0, 0, 2), (shot,), "fire"))
    assert fires_on(fire)
    last = line_of((Fire("terran", 0, 0, 2), (shot, Turn(1, 3, "talon")), "fire"))
    assert not fires_on(last)
    closed = line_of((Done("terran"), (Turn(1, 3, "talon"),), "fire"))
    assert words(closed, Moment(1, 3), fired=True) == [("1D", ["Terran stops firing."])]
    assert words(closed, Moment(1, 3)) == [("1D", ["Terran does not fire."])]
    empty = line_of((Done("terran"), (), "ap"), (Done("terran"), (Turn(1, 3, "talon"),), "fire"))
    assert words(empty, Moment(1, 3)) == [("1D", ["No moves, no fire."])]
    assert words(msgspec.structs.replace(closed, steps=()), Moment(1, 3)) == [("1D", ["No moves, no fire."])]


@pytest.mark.parametrize(
    ("to", "events", "told_"),
    [
        ("talon", (), "Terran leaves the initiative to Talon."),
        ("talon", (Initiative("talon"),), "Terran gives the initiative to Talon."),
        ("terran", (), "Terran keeps the initiative."),
        ("terran", (Initiative("terran"),), "Terran takes the initiative."),
    ],
)
def test_4_2_who_chooses_the_initiative_is_told_whatever_they_choose(
    to: Side, events: tuple[AnyEvent, ...], told_: str
) -> None:
    assert words(line_of((Grant("terran", to), events, "initiative")), Moment(1, 0)) == [("1A", [told_])]


def test_an_offer_of_a_draw_says_nothing_of_the_fire_before_it() -> None:
    """The lines before it are asked, whose it is does not matter."""
    assert fires_on(line_of((OfferDraw("talon"), (), "fire"))) is None
    assert fires_on(line_of((Toward("talon", 0), (), "fire"))) is True


def test_whole_battles_have_words_for_every_line() -> None:
    for number in (1, 2, 5):
        before: Line | None = None
        for began, line in lines(number):
            fired = before is not None and bool(fires_on(before))
            parts = words(line, began, number, fired=fired)
            assert parts
            assert all(sentences for _when, sentences in parts)
            first = "Set-up" if not began.round else str(began.round)
            assert parts[0][0].startswith(first)
            before = line


def test_a_ship_charges_its_battery_and_several_their_batteries() -> None:
    cast = cast_of(fleets_of(2))
    first, second = [unit for unit, role in enumerate(cast) if role.side == "terran"][:2]
    one, several = (
        line_of(*((Battery("terran", unit), (), "ap") for unit in units))
        for units in ([first], [first, second])
    )
    assert "charges its battery." in words(one, Moment(1, 0), 2)[0][1][0]
    assert "charge their batteries." in words(several, Moment(1, 0), 2)[0][1][0]


def test_an_offer_of_a_draw_is_told_and_so_is_its_acceptance() -> None:
    offer = line_of((OfferDraw("terran"), (), "ap"))
    assert words(offer, Moment(1, 0)) == [("1A", ["Terran offers a draw."])]
    agreed = line_of((OfferDraw("talon"), (Ended("draw", None),), "ap"))
    both = ["Talon accepts the draw.", "The battle is over: nobody holds the field."]
    assert words(agreed, Moment(1, 0)) == [("1A", both)]
