"""What is covered leaks nowhere: tables of battles that differ only in covered counters are the same (21, R37)."""

from collections.abc import Iterator
from random import Random

from engines.seam.documents import BattleSetup, Doctrine
from engines.seam.sides import Side, opponent
from engines.talon.play.advice import advice
from engines.talon.play.drawing.overlay_drawing import shots_overlay
from engines.talon.play.drawing.overlays import shooters
from engines.talon.play.offers.legal import offers
from engines.talon.play.offers.why_not import not_offered, not_there
from engines.talon.play.table import play_table
from engines.talon.rules import floating_map
from engines.talon.rules.arriving import setup as setting_up
from engines.talon.state import Battle
from engines.talon.view import View
from tests.core.battle.random_battles import Course
from tests.core.battle.test_properties import battles


def twin_of(battle: Battle, side: Side, random: Random) -> Battle:
    """The battle with the side's counters in the same hexes, but others in each, facing another way."""
    twin = battle.copy()
    down = [unit for unit in twin.present[side] if not unit.kind.fighters]
    still = [unit for unit in twin.force(side) if unit.status == "undeployed" and not unit.kind.fighters]
    places = [unit.place for unit in down]
    drawn = random.sample(down + still if battle.side == side else down, len(down))
    for unit in down:
        unit.status = "undeployed"
        unit.stand(0, 0)
    for unit, place in zip(drawn, places, strict=True):
        unit.status = "map"
        unit.stand(place, random.choice(setting_up.forward(battle, side)))
    twin.muster()
    return twin


def veiled(course: Course) -> Iterator[tuple[Battle, Side]]:
    """The battle before every order, with each side from which something is covered."""
    for battle in course.walk():
        if battle.round:
            return
        for side in ("terran", "talon"):
            if View(battle, side).covered:
                yield battle, side


def asked(view: View, seed: int) -> list[object]:
    """What is answered about each of the own units, and about one hex for each."""
    random, found = Random(seed), list[object]()
    for unit in view.units(view.side):
        place = random.choice(floating_map.hexes(view.window))
        found += [not_offered(view, unit), not_there(view, unit, place)]
    return found


def test_tables_and_advice_do_not_tell_what_is_covered() -> None:
    """R37: in random set-ups, while the first side deploys and while the second does."""
    seen: set[bool] = set()

    @battles(40)
    def look(setup: BattleSetup, seed: int) -> None:
        random = Random(seed)
        for battle, side in veiled(Course(setup, seed)):
            twin = twin_of(battle, opponent(side), random)
            mine, other = View(battle, side), View(twin, side)
            assert play_table(mine, offers(mine)) == play_table(other, offers(other))
            assert advice(mine, "captain", Doctrine()) == advice(other, "captain", Doctrine())
            assert shooters(mine) == shooters(other)
            assert shots_overlay(mine) == shots_overlay(other)
            assert asked(mine, seed) == asked(other, seed)
            seen.add(battle.side == side)

    look()
    assert seen == {True, False}
