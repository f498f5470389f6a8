"""Documents of positions, orders and events: what is malformed or cannot be is refused with path and reason."""

import ast
import json
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest

import engines.talon
from bench.battles.fleets import fleets_of
from engines.seam.refusals import Refused
from engines.seeded import SeededDice
from engines.talon import events as e
from engines.talon import game, text
from engines.talon import orders as o
from engines.talon.documents import codec
from engines.talon.documents.positions import MissileDocument, UnitDocument, WindowDocument
from engines.talon.documents.unit_documents import missile_document, missile_of, unit_document, unit_of
from engines.talon.ships import kind_of
from engines.talon.state import Window
from engines.talon.units import Missile, Unit
from tests.core.battle.test_notation import BASE

POSITION = f"""{BASE}talon CA Justice destroyed
talon missile m2 3,3 W at Patton
terrain nebula 4,4
then volley Patton 1 0
then blasts
"""
GONE = object()

MALFORMED = [
    ("format", 2, "$.format", "Invalid enum value 2"),
    ("document", "set-up", "$.document", "Invalid value 'set-up'"),
    ("captain", "Kirk", "$", "unknown field `captain`"),
    ("units", {}, "$.units", "Expected `array`"),
    ("units", GONE, "$", "missing required field `units`"),
    ("round", "1", "$.round", "Expected `int`, got `str`"),
    ("round", 1.5, "$.round", "Expected `int`, got `float`"),
    ("round", 41, "$.round", "<= 40"),
    ("round", -1, "$.round", ">= 0"),
    ("round", 10**30, "$.round", "<= 40"),
    ("impulse", 6, "$.impulse", "<= 5"),
    ("side", "klingon", "$.side", "Invalid enum value 'klingon'"),
    ("step", "shoot", "$.step", "Invalid enum value 'shoot'"),
    ("boxes", 0, "$.boxes", ">= 1"),
    ("pattern", [7, 1], "$.pattern[0]", "<= 6"),
    ("terrain.fog", [1], "$.terrain", "Invalid enum value 'fog'"),
    ("terrain.nebula.0", 10**7, "$.terrain[...][0]", "<= 500000"),
    ("window.rows", 5, "$.window.rows", ">= 11"),
    ("window.tilt", 1, "$.window", "unknown field `tilt`"),
    ("quiet", 11, "$.quiet", "<= 10"),
    ("offers", ["nobody"], "$.offers[0]", "Invalid enum value"),
    ("winner", "nobody", "$.winner", "Invalid enum value"),
    ("ending", "somehow", "$.ending", "Invalid enum value"),
    ("units.0.hull", -1, "$.units[0].hull", ">= 0"),
    ("units.0.hull", None, "$.units[0].hull", "got `null`"),
    ("units.0.battery", 1, "$.units[0].battery", "Expected `bool`"),
    ("units.0.name", "", "$.units[0].name", "length >= 1"),
    ("units.0.name", "x" * 61, "$.units[0].name", "length <= 60"),
    ("units.0.status", "cloaked", "$.units[0].status", "Invalid enum value"),
    ("units.0.facing", 6, "$.units[0].facing", "<= 5"),
    ("units.0.place", GONE, "$.units[0]", "missing required field `place`"),
    ("units.0.colour", "red", "$.units[0]", "unknown field `colour`"),
    ("units.0.vote", "maybe", "$.units[0].vote", "Invalid enum value"),
    ("units.0.carrier", -2, "$.units[0].carrier", ">= -1"),
    ("units.0.markers", [24], "$.units[0].markers[0]", "<= 23"),
    ("units.0.ship_class", "starship", "$.units[0].ship_class", "no class of Terran"),
    ("units.0.ship_class", "dreadnought", "$.units[0].ship_class", "no class of Terran"),
    ("missiles.0.number", 4, "$.missiles[0].number", ">= 1000"),
    ("agenda.0.task", "panic", "$.agenda[0].task", "Invalid value 'panic'"),
    ("agenda.1.group", GONE, "$.agenda[1]", "missing required field `group`"),
    ("agenda.1.arc", 1, "$.agenda[1]", "unknown field `arc`"),
]
IMPOSSIBLE = [
    ("round", 0, "$.round", "3"),
    ("step", "curves", "$.impulse", "3"),
    ("owner", "talon", "$.mode", "31.8"),
    ("mode", "planet", "$.mode", "31.8"),
    ("capital", 0, "$.capital", "31.8"),
    ("pattern", [3, 4], "$.pattern", "30.1"),
    ("terrain.planet", [0], "$.units[0].place", "17"),
    ("terrain.asteroid", [4100], "$.terrain", "17"),
    ("terrain.nebula.0", 300 * 1024, "$.terrain", "7.5"),
    ("window.q", 300, "$.units[0].place", "7.5"),
    ("window.columns", 16, "$.window", "7.5"),
    ("ending", "held", "$.winner", "20.1"),
    ("winner", "talon", "$.winner", "20.1"),
    ("offers", ["talon", "talon"], "$.offers", "R29"),
    ("launched", 1, "$.missiles[0].number", "13.2"),
    ("missiles.0.target", 3, "$.missiles[0].target", "13.2"),
    ("missiles.0.target", 17, "$.missiles[0].target", "13.2"),
    ("missiles.0.target", 5, "$.missiles[0].target", "13.2"),
    ("units.0.hull", 6, "$.units[0].hull", "8.4"),
    ("units.0.hull", 7, "$.units[0].hull", "8.4"),
    ("units.0.row", 5, "$.units[0].row", "5.4"),
    ("units.0.shields", [6, 5, 5], "$.units[0].shields", "5"),
    ("units.0.shields", [6, 6, 5, 4], "$.units[0].shields[1]", "5.3"),
    ("units.0.red", [1, 2, 1, 1], "$.units[0].red", "5"),
    ("units.0.lost", [True, False, False], "$.units[0].red[0]", "8.5"),
    ("units.0.fighters", [0], "$.units[0].fighters", "5"),
    ("units.0.afterburners", 1, "$.units[0].afterburners", "10.2"),
    ("units.0.name", "Wasp", "$.units[1].name", "21"),
    ("units.0.name", "a\nb", "$.units[0].name", "21"),
    ("units.0.carrier", 1, "$.units[0].carrier", "16"),
    ("units.0.carrier", 99, "$.units[0].carrier", "16"),
    ("units.0.status", "docked", "$.units[0].carrier", "16"),
    ("units.0.power", -1, "$.units[0].power", "5.4"),
    ("units.2.fighters", [2, 0, 0], "$.units[2].lost[0]", "12"),
    ("units.2.markers", [3], "$.units[2].markers", "6.4"),
    ("blasts", [0], "$.blasts[0]", "8.6"),
    ("blasts", [5, 5], "$.blasts[1]", "8.6"),
    ("blasts", [77], "$.blasts[0]", "8.6"),
    ("agenda.1.unit", 3, "$.agenda[1]", "3"),
    ("agenda.1.unit", 88, "$.agenda[1]", "3"),
    ("agenda.1.left", 1, "$.agenda[1]", "8"),
    ("agenda.1.group", 3, "$.agenda[1]", "8"),
]


def altered(path: str, value: object) -> bytes:
    """The position's document with one value another, or gone."""
    document = json.loads(codec.encode_position(text.read_position(POSITION)))
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    inner = document
    for step in steps:
        inner = inner[step]
    if value is GONE:
        del inner[last]
    else:
        inner[last] = value
    return json.dumps(document).encode()


def refused(raw: bytes, path: str):
    """The refusal at that path."""
    with pytest.raises(Refused) as caught:
        codec.decode_position(raw)
    found = [refusal for refusal in caught.value.refusals if refusal.where == path]
    assert found, [str(refusal) for refusal in caught.value.refusals]
    assert found[0].reason.startswith(f"At {path}: ")
    return found[0]


@pytest.mark.parametrize(("path", "value", "where", "reason"), MALFORMED)
def test_a_malformed_document_is_refused(path, value, where, reason):
    """Unknown and missing fields, wrong types, wrong tags, numbers out of bounds."""
    assert reason in refused(altered(path, value), where).reason


@pytest.mark.parametrize(("path", "value", "where", "rule"), IMPOSSIBLE)
def test_an_impossible_document_is_refused(path, value, where, rule):
    """By the judge of the text form, with the rule."""
    assert refused(altered(path, value), where).rule == rule


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"[]", b"null", b"NaN", b"\xff\xfe", b'{"document": "position"', b"[" * 9999]
)
def test_what_is_no_document_is_refused(raw):
    """Not JSON, or JSON of something else."""
    refused(raw, "$")


def test_what_the_documents_tell_is_all_there_is():
    """A position, read and written again, has the same bytes; the units are the same in everything."""
    battle = text.read_position(POSITION)
    raw = codec.encode_position(battle)
    again = codec.decode_position(raw)
    assert codec.encode_position(again) == raw
    assert again.units == battle.units
    assert again.missiles == battle.missiles
    assert json.loads(raw)["format"] == 1


def test_units_are_numbered_by_side():
    """Terran first: orders and missiles name them by their place."""
    document = json.loads(codec.encode_position(text.read_position(BASE)))
    document["units"].reverse()
    assert refused(json.dumps(document).encode(), "$.units").rule == "21"


def test_terrain_is_told_in_one_order():
    """However it came onto the map."""
    one = text.read_position(f"{BASE}terrain nebula 4,4 3,4\nterrain asteroid 2,5")
    other = text.read_position(f"{BASE}terrain asteroid 2,5\nterrain nebula 3,4 4,4")
    assert codec.encode_position(one) == codec.encode_position(other)


@pytest.mark.parametrize(
    ("raw", "where"),
    [
        (b'{"order":"charge","side":"terran","unit":0}', "$"),
        (b'{"order":"charge","side":"terran","unit":0,"group":10}', "$.group"),
        (b'{"order":"charge","side":"nobody","unit":0,"group":1}', "$.side"),
        (b'{"order":"charge","side":"terran","unit":1000,"group":1}', "$.unit"),
        (b'{"order":"charge","side":"terran","unit":0,"group":1,"twice":true}', "$"),
        (b'{"order":"surrender","side":"terran"}', "$.order"),
        (b'{"side":"terran"}', "$"),
        (b'{"order":"move","side":"terran","unit":0,"way":"back"}', "$.way"),
        (b'{"order":"arrive","side":"terran","unit":0,"place":0,"facing":0,"speed":7}', "$.speed"),
        (b'{"order":"steer","side":"terran","missile":4,"way":"left"}', "$.missile"),
        (b"[]", "$"),
    ],
)
def test_a_malformed_order_is_refused(raw, where):
    """One by itself, and in a list."""
    with pytest.raises(Refused) as caught:
        codec.decode_order(raw)
    assert caught.value.refusals[0].where == where
    with pytest.raises(Refused) as caught:
        codec.decode_orders(b"[" + raw + b"]")
    assert caught.value.refusals[0].where == where.replace("$", "$[0]")


def test_an_order_for_a_unit_that_is_not_there_is_an_order():
    """Whether it may be given is for the game to say."""
    assert codec.decode_orders(codec.encode_orders([o.Battery("terran", 77)])) == [o.Battery("terran", 77)]


def test_malformed_events_are_refused():
    """Events come back as they were, and nothing else does."""
    told: list[e.AnyEvent] = [e.Turn(1, 0, "talon"), e.Ended("draw", None)]
    assert codec.decode_events(codec.encode_events(told)) == told
    with pytest.raises(Refused, match=r"\$\[0\]\.cause"):
        codec.decode_events(b'[{"event":"lost","unit":1,"cause":"boredom"}]')


def test_only_documents_know_their_library():
    """Of what fights a battle, tables, orders, events, documents and the codec alone import msgspec."""
    knowing = set()
    folder = Path(engines.talon.__file__).parent
    parts = (
        "*.py",
        "fleets/*.py",
        "set_ups/*.py",
        "rules/**/*.py",
        "documents/*.py",
        "refusals/*.py",
        "text/*.py",
    )
    for path in (path for part in parts for path in folder.glob(part)):
        imports = [
            node
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Import | ast.ImportFrom)
        ]
        names = [getattr(node, "module", None) or node.names[0].name for node in imports]
        if any(name.split(".")[0] == "msgspec" for name in names):
            knowing.add(path.stem)
    tables = {
        "bases",
        "catalogue",
        "choosing",
        "layout",
        "mixes",
        "modes",
        "own",
        "random_terrain",
        "scenarios",
    }
    own = {"aim_documents", "damage", "terrain", "terms"}
    assert knowing == {*tables, *own, "orders", "events", "positions", "codec", "written"}


def test_documents_have_the_fields_of_the_state_in_their_order():
    """The codec takes them over one by one."""
    unit = [field.name for field in fields(Unit) if field.compare]
    assert ("side", "ship_class", *unit[3:]) == UnitDocument.__struct_fields__
    assert tuple(field.name for field in fields(Missile)) == MissileDocument.__struct_fields__
    assert tuple(field.name for field in fields(Window)) == WindowDocument.__struct_fields__


def test_no_field_of_a_unit_is_left_behind():
    """Its copy and its document have them all, written out one by one as they are."""
    unit = Unit(7, "talon", kind_of("talon", "destroyer"), "Hunter")
    unset = {field.name: getattr(unit, field.name) for field in fields(Unit)}
    of_type = {bool: True, int: 2, tuple: (True,), str: "docked"}
    for name, value in unset.items():
        if name not in {"number", "side", "kind", "name"}:
            setattr(unit, name, of_type[type(value)])
            assert getattr(unit, name) != value
    assert unit.clone() == unit
    assert unit.clone() is not unit
    assert unit.clone().changes == unit.changes
    assert unit_of(7, unit.kind, unit_document(unit)) == unit
    missile = Missile(o.MISSILES + 3, "talon", 77, 4, 1, True, True)
    assert missile.clone() == missile_of(missile_document(missile)) == missile


@pytest.mark.parametrize("seed", range(6))
def test_a_copy_is_played_on_apart(seed):
    """What happens in one changes nothing in the other, and both go the same way with the same dice."""
    battle = game.new_battle(fleets_of(seed + 1))
    random = Random(seed)
    for _ in range(400):
        if battle.ending:
            break
        twin = battle.copy()
        before = codec.encode_position(battle)
        assert codec.encode_position(twin) == before
        order = random.choice(game.legal_orders(twin))
        told = random.randrange(10**6)
        game.apply(twin, order, SeededDice(told))
        assert codec.encode_position(battle) == before
        game.apply(battle, order, SeededDice(told))
        assert codec.encode_position(battle) == codec.encode_position(twin)
        assert list(battle.options) == list(twin.options)


def test_a_class_that_the_side_does_not_have_is_named_with_its_unit():
    """The first of them, whichever side's."""
    told = json.loads(codec.encode_position(game.new_battle(fleets_of(1))))
    number = next(at for at, unit in enumerate(told["units"]) if unit["side"] == "talon")
    told["units"][number]["ship_class"] = "scout"
    with pytest.raises(Refused, match=rf"\$\.units\[{number}\]\.ship_class: 'scout' is no class of Talon"):
        codec.decode_position(json.dumps(told).encode())
