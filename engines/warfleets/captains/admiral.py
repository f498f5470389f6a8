"""An admiral: for each model it thinks of some ways, weighs what each brings and costs, and takes the best."""

from dataclasses import replace
from typing import Final

from engines.seam.sides import Side
from engines.warfleets.captains.courses import Course, courses, warps
from engines.warfleets.captains.preparing import INWARDS, prepared
from engines.warfleets.captains.weighing import POINT, Sights, Temper, Worths
from engines.warfleets.copies import copied_model
from engines.warfleets.geometry import Place, ahead, arc, length, length_to_nearest, squared_distance, within
from engines.warfleets.orders import AnyOrder, Assign, Displace, Done, Mine, Repair, Return, Shoot
from engines.warfleets.rules import damage
from engines.warfleets.rules.activating import NEAR
from engines.warfleets.rules.movement import BESIDE, QUARTER, nearest_return, room_beside
from engines.warfleets.rules.passing import markers_on_way, mines_on_way
from engines.warfleets.rules.sequence import Question, followers, to_act
from engines.warfleets.rules.spots import over
from engines.warfleets.rules.tracks import crossing, speed
from engines.warfleets.state import NOBODY, ROUNDS, Battle, Model
from engines.warfleets.table import base_on_table, on_table

LEAST: Final = (
    "armored-plating",
    "ablative-armor",
    "reinforced-ram",
    "gravity-bumper",
    "tractor-beam",
    "stealth-rig",
    "warp-drive",
    "pulse-engine",
    "repair-bay",
    "precision-rig",
    "nuclear-ammo",
    "shield-booster",
)
"""Upgrades from the one that is missed least; weapons are missed most."""
DAMAGE_OF_DANGER: Final = 2
"""The damage to be expected of dangerous terrain, a D3."""
STEP: Final = 150
OFF: Final = 15
"""The points that it costs to be off the table for the rest of a round."""
BEFORE: Final = ("roll", "terrain", "edge", "marker", "deploy", "arrive")
"""What is asked before the first round, and of ships in reserve."""
BETWEEN: Final = ("damage", "displace", "return")


HOPE: Final = (90, 75, 60, 45, 35, 25, 20, 15, 10)
"""What a marker is worth that is so many half rounds away, in percent."""


def turns_to(model: Model, place: Place, heading: int, goal: Place) -> int:
    """How many half rounds a ship needs from there until it can be at a goal; one that is moored never is (WF56)."""
    full = speed(model, "cruise")
    if not full:
        return len(HOPE)
    far = max(0, length(place, goal) - model.radius - full // 2)
    turns = 1 + 2 * far // full
    quarter = arc(place, heading, goal)
    return turns + (0 if quarter == "front" else 2 if quarter == "rear" else 1)


class Admiral:
    """Plays a side of a battle; it keeps nothing from one order to the next."""

    def __init__(self, seed: int = 0, temper: Temper | None = None, step: int = STEP) -> None:
        self.seed = seed
        self.temper = temper or Temper()
        self.step = step

    def decide(self, battle: Battle, asked: Question) -> AnyOrder:
        """What the side that is asked does; lawful, and the battle is not changed."""
        if asked.word in BEFORE:
            return prepared(battle, asked, self.seed)
        if asked.word in BETWEEN:
            return self._between(battle, asked)
        if asked.word == "activate":
            return self.activate(battle, to_act(battle, asked.side))
        if asked.word == "lead":
            return self.activate(battle, followers(battle))
        return self._go_on(battle, asked.word, battle.models[asked.model])

    def _between(self, battle: Battle, asked: Question) -> AnyOrder:
        """What is decided before anything else goes on."""
        if asked.word == "displace":
            return _aside(battle, asked.side)
        model = battle.models[asked.model]
        return self._assign(model) if asked.word == "damage" else _back(battle, model)

    def _go_on(self, battle: Battle, word: str, model: Model) -> AnyOrder:
        """What the model in turn does next."""
        if word == "shoot":
            return self._shoot(battle, model)
        return self._warp(battle, model) if word == "warp" else self._act(battle, model)

    def activate(self, battle: Battle, able: list[Model]) -> AnyOrder:
        """The first order of one of the models that may be activated: that which has most to gain."""
        worths = Worths(battle, self.temper)
        best: tuple[int, int] | None = None
        for at, model in enumerate(able):
            urgency = self.urgency(battle, worths, model)
            if best is None or urgency > best[0]:
                best = (urgency, at)
        if best is None:
            raise ValueError("nobody is to be activated")
        return self._act(battle, able[best[1]])

    def _warp(self, battle: Battle, model: Model) -> AnyOrder:
        worths = Worths(battle, self.temper)
        sights = Sights(battle, worths, copied_model(model))
        ways = list(warps(battle, model, battle.warp, self.step))
        return max(ways, key=lambda one: self.worth(battle, worths, sights, model, one)).order

    def urgency(self, battle: Battle, worths: Worths, model: Model) -> int:
        """How much there is to gain if a model acts before the others: what it can do, and what it stands to lose."""
        sights = Sights(battle, worths, replace(model, action="hold"))
        return sum(one.value for one in sights.best_shots()) + sights.suffered()

    def _act(self, battle: Battle, model: Model) -> AnyOrder:
        worths = Worths(battle, self.temper)
        return self.before_action(battle, worths, model) or self.best(battle, worths, model).order

    def before_action(self, battle: Battle, worths: Worths, model: Model) -> AnyOrder | None:
        """A mine, a repair or a pull before the action, if there is one that pays."""
        if model.hero == "expert-sapper" and "Mine" not in model.used and (place := _mine(battle, model)):
            return Mine(model.side, model.number, place)
        if model.has("repair-bay") and "Repair" not in model.used:
            hurt = [
                one
                for one in battle.ships()
                if one.side == model.side
                and one is not model
                and one.order
                and one.works(one.order[-1])
                and within(model.disc, one.disc, NEAR)
            ]
            if hurt:
                return Repair(
                    model.side, model.number, max(hurt, key=lambda one: (worths.box(one), -one.number)).number
                )
        return None

    def best(self, battle: Battle, worths: Worths, model: Model) -> Course:
        """The course that is worth most."""
        sights = Sights(battle, worths, copied_model(model))
        found: Course | None = None
        most = 0
        for course in courses(battle, model, self.step):
            worth = self.worth(battle, worths, sights, model, course)
            if found is None or worth > most:
                found, most = course, worth
        if found is None:
            raise ValueError("a model may always hold")
        return found

    def worth(self, battle: Battle, worths: Worths, sights: Sights, model: Model, course: Course) -> int:
        """What a course brings, less what it costs."""
        me = sights.model
        me.place, me.heading, me.action, me.held = (
            course.end,
            course.heading,
            course.action,
            course.action == "hold",
        )
        value = -hazards(battle, worths, model, course)
        if course.off:
            return value - OFF * POINT - worths.loads.get(model.number, 0) * worths.marker
        if course.target != NOBODY:
            value += _ramming(worths, model, battle.models[course.target])
        value += sum(one.value for one in sights.best_shots())
        value -= sights.suffered()
        return value + self._markers(battle, worths, sights, model, course)

    def _markers(self, battle: Battle, worths: Worths, sights: Sights, model: Model, course: Course) -> int:
        """The markers that a course takes, and how near it comes to others and to the enemy."""
        temper = self.temper
        value = 0
        if model.is_ship:
            left = ROUNDS - battle.round
            taken = markers_on_way(battle, model, course.points)
            value += len(taken) * worths.marker
            for number, marker in enumerate(battle.markers):
                if marker.carrier != NOBODY or number in taken:
                    continue
                turns = turns_to(model, course.end, course.heading, marker.place)
                if turns <= 2 * left:
                    share = 100 if worths.nearest(number) == model.number else temper.second
                    value += worths.marker * share * HOPE[min(turns, 8)] // 10_000
        wanted = [one for one in sights.enemies if worths.loads.get(one.number)]
        hunted = wanted or [one for one in sights.enemies if one.is_ship]
        if hunted and model.number not in worths.loads and battle.round < ROUNDS:
            ahead_of = (
                ahead(course.end, course.heading, model.sheet.move * 50) if model.is_ship else course.end
            )
            far = length_to_nearest(ahead_of, [one.place for one in hunted])
            value -= far * temper.chase * POINT // 10_000
        return value

    def _shoot(self, battle: Battle, model: Model) -> AnyOrder:
        worths = Worths(battle, self.temper)
        sights = Sights(battle, worths, model)
        sights.guns = [one for one in sights.guns if not any(at == one.number for at, _ in model.fired)]
        shots = sights.best_shots()
        if not shots:
            return Done(model.side, model.number)
        best = max(shots, key=lambda one: (one.value, -one.weapon))
        return Shoot(model.side, model.number, best.weapon, (best.target,))

    def _assign(self, model: Model) -> AnyOrder:
        slots = damage.choices(model)
        slot = min(slots, key=lambda at: (missed(model, at), at))
        return Assign(model.side, model.number, slot)


def missed(model: Model, slot: int) -> int:
    """How much a ship would miss what is in a slot; Reinforced Armour first, weapons last."""
    name = model.slots[slot]
    return LEAST.index(name) if name in LEAST else len(LEAST)


def hazards(battle: Battle, worths: Worths, model: Model, course: Course) -> int:
    """What a course costs on the way: dangerous terrain, mines, and whom it runs into."""
    hurt = 0
    if battle.terrain and len(course.points) > 1:
        hurt += DAMAGE_OF_DANGER * len(crossing(battle, model, course.points, "dangerous"))
    hurt += 2 * len(mines_on_way(battle, model, course.points)) if battle.mines else 0
    cost = hurt * worths.box(model)
    if course.crossed:
        cost += worths.box(model)
        for number in course.crossed:
            other = battle.models[number]
            cost += worths.box(other) if other.side == model.side else -worths.box(other)
    return cost


def _ramming(worths: Worths, model: Model, target: Model) -> int:
    mine, its = len(model.slots), len(target.slots)
    dealt = (3 if its < mine else 2) + model.has("reinforced-ram")
    taken = (3 if mine < its else 2) + target.has("ablative-armor")
    return min(dealt, worths.left(target)) * worths.box(target) - min(taken, worths.left(model)) * worths.box(
        model
    )


def _mine(battle: Battle, model: Model) -> Place | None:
    """Where a mine lies on the way of the nearest enemy ship and hurts no friend: mines know their side."""
    enemies = [one for one in battle.enemies(model) if one.is_ship]
    if not enemies:
        return None
    enemy = min(enemies, key=lambda one: (length(one.place, model.place), one.number))
    (x, y), (its_x, its_y) = model.place, enemy.place
    far = max(1, length(enemy.place, model.place))
    reach = min(NEAR + model.radius - 5, far)
    place = (x + (its_x - x) * reach // far, y + (its_y - y) * reach // far)
    return place if on_table(place) else None


def _aside(battle: Battle, side: Side) -> AnyOrder:
    """Where an enemy's squadron is put that lies under a ship: as far from one's own ships as it may be (WF47)."""
    number, above = battle.displaced[0]
    model, ship = battle.models[number], battle.models[above]
    mine = [one for one in battle.ships() if one.side == side]
    reach = room_beside(battle, model, ship)
    least = ship.radius + model.radius
    best: tuple[int, Place] | None = None
    for far in range(least + reach - BESIDE, least + reach, QUARTER):
        for heading in range(0, 3600, 50):
            place = ahead(ship.place, heading, far)
            apart = min((squared_distance(place, one.place) for one in mine), default=0)
            if best is not None and apart <= best[0]:
                continue
            disc = (place, model.radius)
            if within(disc, ship.disc, reach) and base_on_table(disc) and not over(battle, disc, model):
                best = (apart, place)
    if best is None:
        raise RuntimeError(f"there is no room for {model.name}")
    return Displace(side, number, best[1])


def _back(battle: Battle, model: Model) -> AnyOrder:
    """A model comes back to the table where it is nearest to where it left, with its bow to the middle."""
    return Return(model.side, model.number, nearest_return(battle, model), INWARDS[model.edge])
