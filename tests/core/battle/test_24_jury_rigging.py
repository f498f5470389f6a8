"""24, R39, R102: groups that are jury rigged."""

from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from engines.seam.codec import decode_setup, encode
from engines.seam.documents import BattleSetup, Doctrine, Fate, Report, Unit
from engines.seam.refusals import Refused
from engines.seam.sides import Side
from engines.seeded import SeededDice
from engines.talon import events as e
from engines.talon import game, text
from engines.talon.captains.weighing.evaluation import readiness
from engines.talon.catalogue import class_of
from engines.talon.damage import TalonDamage
from engines.talon.dice import ScriptedDice
from engines.talon.documents.codec import decode_position, encode_position
from engines.talon.fleets.lists import price, prices
from engines.talon.orders import Fire
from engines.talon.play.drawing.cards import ship_cards
from engines.talon.play.drawing.overlays import arcs, shooters
from engines.talon.records.record import fight_out
from engines.talon.report.cast import cast_of
from engines.talon.report.frames import frames_of
from engines.talon.report.sentences import sentences_of
from engines.talon.results.counting import points_lost
from engines.talon.results.setup_check import setup_refusals
from engines.talon.state import Battle
from engines.talon.terms import TalonTerms
from engines.talon.view import View

TORPEDO = 1


def setup(**changes: object) -> BattleSetup:
    """Patton, whose torpedo is jury rigged, against Sacrifice."""
    patton, sacrifice = Unit("Patton", "heavy_cruiser", jury=TORPEDO), Unit("Sacrifice", "heavy_cruiser")
    whole = BattleSetup(
        "Base 395", "last_ship_standing", (patton,), (sacrifice,), format=2, terms=TalonTerms()
    )
    return replace(whole, **changes)


def battle_of(*lines: str) -> Battle:
    """The battle of a position of impulse E of round 1."""
    battle = text.read_position("\n".join(("position 1", "clock 1E terran fire", "initiative talon", *lines)))
    game.run_to_decision(battle, ScriptedDice([]))
    return battle


def test_it_begins_broken_and_full():
    """24, R23."""
    patton = game.new_battle(setup()).units[0]
    assert (patton.jury, patton.is_broken(TORPEDO), patton.charged(TORPEDO)) == (TORPEDO, True, True)
    assert not patton.ready(TORPEDO)
    assert patton.ready(0)


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        (Unit("Base 1", "base", jury=0), "Base 1 is a base: only a ship has a group that is jury rigged."),
        (
            Unit("Alley", "fighter", jury=0),
            "Alley is a squadron: only a ship has a group that is jury rigged.",
        ),
        (Unit("Patton", "heavy_cruiser", jury=3), "Patton has no weapon group 4 that could be jury rigged."),
        (
            Unit("Patton", "heavy_cruiser", TalonDamage(4, (1,)), jury=1),
            "Group 2 of Patton is destroyed: it cannot be jury rigged.",
        ),
    ],
)
def test_what_cannot_be_jury_rigged(unit: Unit, words: str):
    """24: a group of a ship, that is there."""
    refusals = setup_refusals(setup(terran=(Unit("Napoleon", "heavy_cruiser"), unit)))
    assert [(one.rule, one.reason) for one in refusals] == [("24", words)]


def test_a_side_has_one_at_most():
    """R102."""
    both = tuple(Unit(name, "heavy_cruiser", jury=0) for name in ("Patton", "Napoleon"))
    assert [one.rule for one in setup_refusals(setup(terran=both))] == ["R102"]


def test_only_format_2_knows_it():
    """A set-up of format 1 is read as ever, and has no such group."""
    written = encode(setup())
    assert decode_setup(written) == setup()
    assert b"jury" not in encode(setup(terran=(Unit("Patton", "heavy_cruiser"),)))
    first = written.replace(b'"format":2', b'"format":1').replace(b',"terms":{}', b"")
    assert b"terms" not in first
    with pytest.raises(msgspec.ValidationError, match="only a set-up of format 2 has a jury-rigged group"):
        decode_setup(first)


def test_a_position_keeps_it_in_both_forms():
    """As JSON and as text."""
    for state in ("works", "broken", "broken!"):
        battle = battle_of(f"terran CA Patton 0,0 E jury 2/{state}", "talon CA Sacrifice 2,0 W")
        assert f"jury 2/{state}" in text.write_position(battle)
        assert text.write_position(decode_position(encode_position(battle))) == text.write_position(battle)
    plain = battle_of("terran CA Patton 0,0 E", "talon CA Sacrifice 2,0 W")
    assert b"jury" not in encode_position(plain)
    assert b"broken" not in encode_position(plain)


@pytest.mark.parametrize(
    "line",
    [
        "terran CA Patton 0,0 E jury 4/broken",
        "terran CA Patton 0,0 E jury 2/lost",
        "terran CA Patton 0,0 E jury 2",
        "terran CA Patton 0,0 E jury 2/broken charge 1+1/lost/1+1",
        "terran Base Base_1 0,0 E jury 1/broken",
        "terran FTR Alley 0,0 E jury 1/broken",
    ],
)
def test_impossible_positions_are_refused(line: str):
    """24: with line and column."""
    with pytest.raises(Refused, match=r"^Line 4, column"):
        battle_of(line, "talon CA Sacrifice 2,0 W")


def test_the_card_says_so():
    """In words, beside the boxes of its bar."""
    battle = battle_of("terran CA Patton 0,0 E jury 2/broken", "talon CA Sacrifice 2,0 W jury 1/works")
    patton, sacrifice = ship_cards(View(battle, "terran"), set())
    assert [(group.state, group.jury) for group in patton.groups] == [
        ("ready", ""),
        ("broken", "jury rigged, broken"),
        ("ready", ""),
    ]
    assert [(group.state, group.jury) for group in sacrifice.groups] == [
        ("ready", "jury rigged, works until it has fired"),
        ("ready", ""),
    ]


def test_overlays_do_not_call_a_broken_group_ready():
    """What it reaches is shown, as that of a group that is still to be charged."""
    view = View(battle_of("terran CA Patton 0,0 E jury 2/broken", "talon CA Sacrifice 2,0 W"), "terran")
    assert [one.ready for one in arcs(view, view.unit(0))] == [True, False, True]
    assert [one.ready for one in shooters(view) if one.unit == 0] == [True, False, True]


def test_captains_do_not_count_a_broken_group():
    """It is no weapon now; repaired it is one again."""
    battle = battle_of("terran CA Patton 0,0 E jury 2/broken", "talon CA Sacrifice 2,0 W")
    patton = battle.units[0]
    broken = readiness(patton)
    patton.set_broken(0)
    assert (broken, readiness(patton)) == (2 + 2 * 9, 2 + 2 * 3 + 2 * 9)


def test_captains_fight_with_it_and_it_is_repaired_and_broken():
    """Over some battles it is mended about once in six tries, fires, and breaks; never does a broken one fire."""
    tries: Counter[int] = Counter()
    fired = broke = 0
    for seed in range(6):
        record = fight_out(
            setup(), {"terran": Doctrine("hold"), "talon": Doctrine("hold")}, SeededDice(f"jury {seed}")
        )
        works = False
        for step in record.steps:
            if isinstance(step.order, Fire) and (step.order.unit, step.order.group) == (0, TORPEDO):
                assert works
                fired += 1
            for event in step.events:
                if isinstance(event, e.RepairTried) and event.critical == "jury rig":
                    assert not works
                    tries[event.die] += 1
                    works = event.die == 6
                elif isinstance(event, e.Broke):
                    broke += 1
                    works = False
    assert fired == broke > 0
    assert 0.08 < tries[6] / sum(tries.values()) < 0.28


def test_the_report_tells_of_it():
    """What is repaired, and what firing has broken, in sentences of its own."""
    record = fight_out(setup(), {"terran": Doctrine("hold"), "talon": Doctrine("hold")}, SeededDice("jury 0"))
    cast = cast_of(record.setup)
    told = {cast.plain(one.words) for frame in frames_of(record) for one in sentences_of(frame, cast)}
    assert "Patton repairs its jury-rigged anti-matter torpedo." in told
    assert "Patton fails to repair its jury-rigged anti-matter torpedo." in told
    assert "Patton breaks its jury-rigged anti-matter torpedo again by firing it." in told


@pytest.mark.parametrize(
    ("side", "key", "cost"), [("terran", "heavy_cruiser", 104), ("talon", "battle_cruiser", 128)]
)
def test_a_tenth_off_the_price_halves_rounded_up(side: Side, key: str, cost: int):
    """24, R82: 103.5 and 127.8; without such a group the full price."""
    assert price(Unit("One", key, jury=0), side) == cost
    assert (
        prices([Unit("One", key, jury=0), Unit("Two", key)], side)
        == cost + class_of(side, Unit("Two", key)).points
    )


def test_the_degree_counts_the_full_price():
    """R82: what is destroyed counts as printed."""
    report = Report(3, "held", (Fate("Patton", "destroyed"),), (Fate("Sacrifice", "stands"),), "talon")
    assert points_lost(setup(), report, "terran") == 115
