"""A player who gives random legal orders, and a referee of the table who reports random possible battles."""

from random import Random

from campaign.rules import orders, start
from campaign.rules.dice import Dice
from campaign.rules.fleets import building
from campaign.rules.fleets.assignment import ships_to_send
from campaign.rules.fleets.nearest import nearest_legal
from campaign.rules.sight import WarView
from campaign.rules.state import War
from campaign.war.playing import Game
from engines.seam.documents import BattleSetup, Doctrine, Ending, Fate, Report, Unit
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import class_of, classes_of, purchasable
from engines.talon.damage import TalonDamage, in_talon
from engines.talon.results.check import refusals
from engines.talon.results.deployment import counter_limit, squadron_room
from engines.talon.results.reported import landings_after


class GeneratorDice(Dice):
    """Dice from a plain generator, for simulations."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def roll(self, cause: str, place: str = "") -> int:
        """The next roll."""
        return self.random.randint(1, 6)


def random_bases(war: War, side: Side, random: Random) -> orders.PlaceBases:
    """A legal placing of the first bases."""
    places = list(start.base_places(war, side))
    number = random.randint(start.free_bases(war, side), start.most_bases(war, side))
    home, rest = places[:1], places[1:]
    random.shuffle(rest)
    return orders.PlaceBases(tuple((home + rest)[:number]))


def random_plan(war: War, side: Side, random: Random) -> orders.Plan:
    """A legal plan: some scrapping, some purchases, ships sent about."""
    ships = war.fleet(side).ships
    scrap: tuple[str, ...] = ()
    if random.random() < 0.03 and len(ships) > 12:
        scrap = (random.choice(sorted(ships)),)
    bought: dict[str, int] = {}
    plan = orders.Plan(scrap)
    for _ in range(random.randint(0, 40) if war.turn == 1 else random.randint(0, 6)):
        plan = _with_one_more(war, side, plan, bought, random)
    if war.turn == 1:
        missing = building.missing_classes(war, side, building.classes_after(war, side, plan))
        bought.update({kind.key: 1 for kind in missing})
        plan = orders.Plan(scrap, dict(bought))
    targets = (orders.RESERVE, *war.chart.order)
    wish = {name: random.choice(targets) for name in ships_to_send(war, side, plan)}
    plan = orders.Plan(scrap, plan.buy, wish, _standing(war, random))
    return orders.Plan(scrap, plan.buy, nearest_legal(war, side, plan), plan.standing)


def _with_one_more(
    war: War, side: Side, plan: orders.Plan, bought: dict[str, int], random: Random
) -> orders.Plan:
    missing = building.missing_classes(war, side, building.classes_after(war, side, plan))
    kind = missing[0] if missing else random.choice(purchasable(side))
    trial = orders.Plan(plan.scrap, {**bought, kind.key: bought.get(kind.key, 0) + 1})
    if any(building.building_refusals(war, side, trial)) and not (missing and war.turn == 1):
        return plan
    if building.cost_of(side, trial) > war.fleet(side).treasury:
        return plan
    bought[kind.key] = bought.get(kind.key, 0) + 1
    return trial


def _standing(war: War, random: Random) -> dict[str, orders.StandingInstruction]:
    return {
        sector: orders.StandingInstruction(
            random.choice(("engage", "engage", "decline", "unless")), random.randint(1, 6)
        )
        for sector in war.chart.order
        if random.random() < 0.5
    }


def random_answer(war: War, random: Random) -> tuple[Side | None, orders.AnyOrder]:
    """An order for whatever the war waits for in its battle phase."""
    question = war.question
    if question is not None:
        chosen = tuple(random.sample(question.options, question.count)) if question.options else ()
        if question.kind == "engage":
            return question.side, orders.Engage(question.battle, random.random() < 0.85)
        if question.kind == "first":
            return question.side, orders.ChooseFirst(random.choice(SIDES))
        if question.kind == "land":
            return question.side, orders.Land(question.battle, chosen)
        return question.side, orders.Strand(question.battle, chosen)
    if war.paused:
        return random.choice(SIDES), orders.RevealNext()
    battle = war.current_battle()
    assert battle is not None
    assert battle.setup is not None
    return None, orders.AcceptResult(battle.number, random_report(battle.setup, random))


def random_report(setup: BattleSetup, random: Random) -> Report:
    """A possible report, found by trying."""
    for _ in range(400):
        report = _try_report(setup, random)
        if not refusals(setup, report):
            return report
    everything = {side: tuple(_waits_or_dies(setup, side)) for side in SIDES}
    return Report(rounds=9, ending="draw", terran=everything["terran"], talon=everything["talon"])


def _waits_or_dies(setup: BattleSetup, side: Side) -> list[Fate]:
    sits = max(
        0, sum(u.ship_class == "fighter" for u in setup.force(side)) - squadron_room(setup.force(side))
    )
    fates = []
    for unit in setup.force(side):
        out = unit.ship_class == "fighter" and sits > 0
        sits -= out
        fates.append(Fate(unit.name, "waited" if out else "destroyed", unit.damage if out else TalonDamage()))
    return fates


def _try_report(setup: BattleSetup, random: Random) -> Report:
    winner = random.choice(SIDES)
    ending: Ending = random.choice(
        ("held", "held", "conceded", "planet" if setup.invader == winner else "held")
    )
    fates = {
        side: [
            _fate(setup, side, unit, random, won=side == winner, ending=ending) for unit in setup.force(side)
        ]
        for side in SIDES
    }
    for side in SIDES:
        fates[side] = _within_counters(setup, side, fates[side])
    report = Report(random.randint(8, 30), ending, tuple(fates["terran"]), tuple(fates["talon"]), winner)
    return _with_landings(setup, report)


def _fate(setup: BattleSetup, side: Side, unit: Unit, random: Random, *, won: bool, ending: str) -> Fate:
    kind = class_of(side, unit)
    if kind.key == "base":
        falls = (
            random.random() < 0.3 or (not won and ending != "conceded") or (ending == "planet" and not won)
        )
        return Fate(unit.name, "destroyed") if falls else Fate(unit.name, "stands", unit.damage)
    if random.random() < 0.25:
        return Fate(unit.name, "destroyed")
    if kind.key == "transport" and setup.mode == "planet" and ending == "planet" and won:
        return Fate(unit.name, "landed", unit.damage)
    word = "stands" if won else "jumped"
    if kind.fighters:
        word = word if won else "left"
        return Fate(unit.name, word, unit.damage)  # type: ignore[arg-type]
    before = in_talon(unit.damage)
    marked = random.randint(before.hull, len(kind.hull) - 1)
    relays = before.relays
    if kind.critical_boxes(before.hull, marked) and relays < 2:
        relays += 1
    damage = TalonDamage(marked, before.weapons_lost, before.thrusters, relays)
    return Fate(unit.name, word, damage)  # type: ignore[arg-type]


def _within_counters(setup: BattleSetup, side: Side, fates: list[Fate]) -> list[Fate]:
    """What has no counter, or no carrier, stays out."""
    units = {unit.name: unit for unit in setup.force(side)}
    left = {kind.key: counter_limit(setup, kind) for kind in classes_of(side)}
    left["fighter"] = min(left.get("fighter", 0), squadron_room(setup.force(side)))
    seated = []
    for fate in fates:
        unit = units[fate.name]
        counted = fate.fate == "stands" or unit.ship_class == "fighter"
        left[unit.ship_class] -= counted
        out = counted and left[unit.ship_class] < 0
        seated.append(Fate(fate.name, "waited", unit.damage) if out else fate)
    return seated


def _with_landings(setup: BattleSetup, report: Report) -> Report:
    needed = landings_after(setup, report)
    if not needed or setup.invader is None:
        return report
    units = {unit.name: unit for unit in setup.force(setup.invader)}
    fates = []
    for fate in report.fates(setup.invader):
        lands = needed > 0 and units[fate.name].ship_class == "transport" and fate.fate == "stands"
        needed -= lands
        fates.append(Fate(fate.name, "landed_after", fate.damage) if lands else fate)
    sides = {"terran": report.terran, "talon": report.talon, setup.invader: tuple(fates)}
    return Report(report.rounds, report.ending, sides["terran"], sides["talon"], report.winner)


class RandomCommander:
    """Gives any legal order; it judges by the state itself, which a commander never sees."""

    def __init__(self, side: Side, seed: int) -> None:
        self.side, self.random = side, Random(seed)
        self.game: Game | None = None

    def decide(self, seen: WarView) -> orders.AnyOrder | None:
        """A random order where one is owed."""
        assert self.game is not None
        war = self.game.war
        if war.phase == "bases":
            return random_bases(war, self.side, self.random)
        if war.phase == "planning":
            return random_plan(war, self.side, self.random)
        return random_answer(war, self.random)[1]

    def doctrine(self, seen: WarView, number: int) -> Doctrine:
        """The usual one."""
        return Doctrine()
