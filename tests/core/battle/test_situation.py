"""What a captain keeps of the units is at every decision what it would find if it looked at all of them anew."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest

from bench.battles.fleets import SCENARIOS, fleet, fleets_of, of_classes
from engines.seam.documents import BattleSetup, Doctrine
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.captains import gunnery, helm
from engines.talon.captains.captain import Captain
from engines.talon.captains.weighing.exchange import exchange
from engines.talon.captains.weighing.formation import near_friends
from engines.talon.captains.weighing.own_units import Own
from engines.talon.captains.weighing.salvos import Salvo
from engines.talon.captains.weighing.sightings import SeenUnit
from engines.talon.captains.weighing.situation import Situation
from engines.talon.orders import MISSILES, Concede, Jump, OfferDraw
from engines.talon.rules import firing
from engines.talon.rules.movement import WAYS
from engines.talon.state import Battle
from engines.talon.terrain import TalonTerrain
from engines.talon.units import Unit
from engines.talon.view import View, decider
from tests.core.battle.records import fleets, invasion

BATTLES = Path(__file__).resolve().parents[3] / "engines" / "talon"
KEPT = {
    "place",
    "facing",
    "row",
    "shields",
    "red",
    "yellow",
    "lost",
    "turn",
    "markers",
    "hull",
    "shields_down",
    "helm_down",
    "thrusters",
    "broken",
}
"""What captains keep of a unit, and what `changes` counts therefore."""
LASTING = {"number", "side", "kind", "name"}
"""What a unit is for good."""
SEEN = (
    "changes",
    "place",
    "facing",
    "red",
    "yellow",
    "lost",
    "hull",
    "shields",
    "shields_down",
    "markers",
    "broken",
)
REASONED = ("cover", "fire", "value", "worth")
OF_OWN = ("caution", "hurt", "poise", "pull", "radius", "saved", "shy", "turn")
WEIGHED = (
    "bases",
    "caution",
    "crowded",
    "eagerness",
    "giving_up",
    "landing",
    "leaving",
    "missiles",
    "quiet",
    "terrain",
)
OF_FOE = ("damage", "moves", "shown", "struck")
AIMED = ("arc", "at_missile", "count", "joins", "mean", "order", "place", "quality", "weapon")
NO_UNITS = {
    ("rules/missiles.py", "missile", "place"),
    ("rules/missiles.py", "missile", "facing"),
    ("report/tally.py", "?", "hull"),
    ("report/tally.py", "?", "shields"),
}
"""What else has attributes of these names that are set: missiles in flight, and the tallies of a replay."""
SETUPS = {
    **{f"scenario {number}": fleets_of(number) for number in SCENARIOS},
    "fleets": fleets(),
    "invasion": invasion(),
    "crowd": of_classes("CA,DD,CA,DD,CL,CL,BC,SC", "CA,DD,CA,DD,CL,CL,BC,FF"),
    "landing": BattleSetup(
        "landing", "planet", fleet("terran", "CA,CL,Tran,Tran"), fleet("talon", "CL,FF"), planet_owner="talon"
    ),
    "missiles, carriers and bases at a hole": BattleSetup(
        "hole",
        "last_ship_standing",
        fleet("terran", "Base,CV,FTR,FTR,BB,DD"),
        fleet("talon", "Base,BB,DN,BC,FF"),
        TalonTerrain("hole", (3, 4)),
    ),
}


def told(seen: SeenUnit | Salvo, names: tuple[str, ...]) -> dict[str, object]:
    return {name: getattr(seen, name) for name in names}


def compare(kept: Situation, new: Situation) -> None:
    """Every fact and every figure; of what is worked out when it is asked for, what was asked for."""
    for name in WEIGHED:
        assert getattr(kept, name) == getattr(new, name), name
    assert [foe.unit for foe in kept.foes] == [foe.unit for foe in new.foes]
    for foe, other in zip(kept.foes, new.foes, strict=True):
        assert foe.unit is other.unit
        assert told(foe, SEEN + REASONED + OF_FOE) == told(other, SEEN + REASONED + OF_FOE)
    assert list(kept.owns) == list(new.owns)
    for number, own in kept.owns.items():
        assert told(own, SEEN + REASONED + OF_OWN) == told(new.owns[number], SEEN + REASONED + OF_OWN)
        compare_thoughts(own, new, new.owns[number])
    compare_salvos(kept, new)
    assert kept.contact() == new.contact()


def compare_thoughts(own: Own, new: Situation, other: Own) -> None:
    for way in WAYS:
        if way in own.ways:
            assert helm._value_of_way(new, other, way) == own.ways[way]
    if helm.STAYING in own.ways:
        assert helm.stay(new, other) == own.ways[helm.STAYING]
    if own.here is not None:
        spot = new.spot(other.place)
        assert own.here == exchange(new.terrain, other, spot, other.place, other.facing)
    if own.covers is not None:
        assert own.covers == new.covers(other)
    if own.near is not None:
        assert [one.number for one in own.near] == [one.number for one in near_friends(new.view, other.unit)]
    if own.rated and new.view.step == "move" and new.view.turn_of == new.view.side:
        assert own.rated == helm._rated(new, other, own.rated_of)


def compare_salvos(kept: Situation, new: Situation) -> None:
    """Of fire that can still be thought of: nobody fires at a missile that is gone."""
    for order in list(kept.salvos):
        if order.target >= MISSILES and new.view.missile(order.target) is None:
            continue
        salvo, found = gunnery._salvo(kept, order), gunnery._salvo(new, order)
        assert salvo.unit is found.unit
        assert (salvo.foe and salvo.foe.unit) is (found.foe and found.foe.unit)
        assert told(salvo, AIMED) == told(found, AIMED)


def compare_both(playing: dict[Side, Captain], views: dict[Side, View]) -> None:
    for side, captain in playing.items():
        compare(captain.situation(views[side]), Situation(views[side], captain.temper, captain.doctrine.save))


def compare_fires(battle: Battle) -> None:
    """The orders to fire that were kept in the step are those that a copy lists, which keeps none."""
    if battle.step == "fire" and not battle.agenda and not battle.ending:
        assert battle.options == firing.orders(battle.copy())


@pytest.mark.parametrize("stance", ["hold", "withdraw", "preserve"])
@pytest.mark.parametrize("name", SETUPS)
def test_what_is_kept_is_what_would_be_found_anew(name, stance):
    """Of both sides, whenever a captain has thought about an order."""
    battle, dice = game.new_battle(SETUPS[name]), SeededDice(name)
    views = {side: View(battle, side) for side in SIDES}
    playing = {side: Captain(Doctrine(stance=stance)) for side in SIDES}
    decisions = 0
    while (side := decider(battle)) is not None:
        compare_fires(battle)
        order = playing[side].decide(views[side])
        if battle.round:
            decisions += 1
            compare_both(playing, views)
        game.apply(battle, order, dice)
    assert decisions > 50 or stance != "hold"


@pytest.mark.parametrize("name", SETUPS)
def test_it_is_so_whatever_is_ordered(name):
    """Of both sides after each order of random play, which does what no captain would; and in a copy played on."""
    battle, dice, random = game.new_battle(SETUPS[name]), SeededDice(name), Random(name)
    views = {side: View(battle, side) for side in SIDES}
    playing = {side: Captain(Doctrine()) for side in SIDES}
    for at in range(1500):
        if battle.ending:
            break
        compare_fires(battle)
        if battle.round:
            compare_both(playing, views)
        if at == 900:
            battle = battle.copy()
            views = {side: View(battle, side) for side in SIDES}
        legal = game.legal_orders(battle)
        going_on = [order for order in legal if not isinstance(order, Concede | OfferDraw | Jump)]
        game.apply(battle, random.choice(going_on or legal), dice)
    assert battle.round


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(BATTLES.rglob("*.py")):
        yield path.relative_to(BATTLES).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def stored(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Each attribute that is set or deleted, with the name of what it is set of."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            yield (node.value.id if isinstance(node.value, ast.Name) else "?"), node.attr


def test_only_a_unit_sets_what_is_kept_of_it():
    """Nowhere else is it set, but of missiles, and of units that are still being made from a document or a text."""
    found = []
    for path, tree in trees():
        if not path.startswith(("text/", "documents/unit_documents.py")):
            found += [(path, of, name) for of, name in stored(tree) if name in KEPT | {"changes"}]
            calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
            names = {getattr(call, "id", getattr(call, "attr", "")) for call in calls}
            assert not names & {"setattr", "__setattr__"}
    others = {one for one in found if one[1] != "self" and one[0] != "units.py"}
    assert others == NO_UNITS


def test_whatever_sets_what_is_kept_counts_the_change():
    """A method that does not would be missed by captains that have looked before."""
    tree = next(
        node
        for node in dict(trees())["units.py"].body
        if isinstance(node, ast.ClassDef) and node.name == "Unit"
    )
    setting = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = {name for _, name in stored(node)}
            if names & KEPT:
                setting[node.name] = "changes" in names
    assert len(setting) > 10
    assert all(setting.values()), setting


def test_captains_keep_nothing_else_of_a_unit():
    """What they look at when they look again is what is counted, or is so for good."""
    known = {field.name for field in fields(Unit)}
    read = set()
    for path, tree in trees():
        if path in (
            "captains/weighing/sightings.py",
            "captains/weighing/own_units.py",
            "captains/doctrine.py",
            "captains/weighing/foresight.py",
        ):
            read |= {
                node.attr
                for node in ast.walk(tree)
                if isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id != "self"
            }
    assert read & known - {"changes"} <= KEPT | LASTING
    assert read | {"lost"} >= KEPT
