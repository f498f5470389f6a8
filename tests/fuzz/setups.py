"""Random legal set-ups: every class, carried damage, planets, patterns of terrain, ships that wait for counters."""

from random import Random

from engines.seam.documents import UNDAMAGED, BattleSetup, Damage, Unit
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.catalogue import astrometrics, classes_of, ship_class
from engines.talon.damage import TalonDamage
from engines.talon.results.damage_check import damage_refusals
from engines.talon.results.setup_check import setup_refusals
from engines.talon.set_ups.random_terrain import laid_in_turn, with_terrain
from engines.talon.terrain import TalonTerrain
from tests.core.battle.random_terms import random_terms

MOST = 12
"""Units a side, before squadrons and transports that come on top."""
NAMES = (
    "{} {}",
    "{}_{}",
    '"{}" {}',
    "{}/{}",
    "m{1}",
    "{}: {}",
    "Ünïcödé {} {}",
    "# {} {}",
    "nothing",
    "{}'s {}",
)
STRANGE = 0.1


def random_setup(random: Random) -> BattleSetup:
    """A set-up from which a battle can be fought."""
    owner = random.choice((None, None, *SIDES))
    keys = {side: _fleet(random, side) for side in SIDES}
    if owner:
        keys[opponent(owner)] += ["transport"] * random.randint(0, 5)
        keys[owner] += ["base"] * random.choice((0, 0, 1)) + ["transport"] * random.randint(0, 2)
    elif "fighter" in keys["terran"] and "base" not in keys["talon"] and random.random() < 0.8:
        keys["talon"].append("base")
    pattern = random.choice(sorted(astrometrics())) if owner is None and random.random() < 0.7 else None
    forces = {side: _force(random, side, keys[side]) for side in SIDES}
    setup = BattleSetup(
        "Somewhere",
        "planet" if owner else "last_ship_standing",
        forces["terran"],
        forces["talon"],
        TalonTerrain("rolled", pattern, rolled=pattern is not None),
        owner,
        initiative=random.choice(SIDES),
        boxes=random.choice((1, 1, 1, 2, 3)),
    )
    if pattern is not None and random.random() < 0.5:
        setup = with_terrain(setup, _in_turn(random))
    found = setup_refusals(setup)
    if found:
        raise AssertionError(f"a set-up that should be legal is refused: {found}")
    return random_terms(random, setup)


def _in_turn(random: Random) -> TalonTerrain:
    """One to three patterns that both sides lay in turn."""
    many = random.randint(1, 3)
    return laid_in_turn(random.choices(sorted(astrometrics()), k=many), rolled=True)


def _fleet(random: Random, side: Side) -> list[str]:
    """The classes of a side: a few, a mixed fleet, many of one or two classes, or carriers with their squadrons."""
    known = [kind.key for kind in classes_of(side)]
    many = random.choice((1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 8, MOST))
    style = random.random()
    if style < 0.25:
        known = random.sample(known, 2)
    keys = [random.choice(known) for _ in range(many)]
    if side == "terran" and style > 0.75:
        homes = random.randint(1, 3)
        keys = ["carrier"] * homes + ["fighter"] * random.randint(1, 4 * homes + 2) + keys[: MOST - 8]
    if side == "talon" and style > 0.8:
        keys += random.choice((["frigate"] * 5, ["dreadnought"], ["battleship"], ["base"]))
    return _allowed(random, keys)


def _allowed(random: Random, keys: list[str]) -> list[str]:
    """The same with one base at most, and something besides squadrons."""
    found = [key for key in keys if key != "base"]
    found += ["base"] * ("base" in keys)
    if all(key == "fighter" for key in found):
        found.append("carrier")
    random.shuffle(found)
    return found


def _force(random: Random, side: Side, keys: list[str]) -> tuple[Unit, ...]:
    keys = _allowed(random, keys)
    return tuple(Unit(_name(random, key, at), key, _damage(random, side, key)) for at, key in enumerate(keys))


def _name(random: Random, key: str, number: int) -> str:
    shape = random.choice(NAMES) if random.random() < STRANGE else NAMES[0]
    return f"{shape.format(key.title(), number)}{number}"


def _damage(random: Random, side: Side, key: str) -> Damage:
    """Damage brought along, as it can be by the rules (S13, 8.4, 8.5)."""
    if random.random() < 0.6:
        return UNDAMAGED
    kind = ship_class(side, key)
    for _ in range(20):
        if kind.fighters:
            told = TalonDamage(fighters=tuple(random.choice((0, 0, 1, 2)) for _ in range(kind.fighters)))
        else:
            groups = random.sample(range(len(kind.weapons)), random.randint(0, len(kind.weapons)))
            told = TalonDamage(
                random.randrange(len(kind.hull)),
                tuple(sorted(groups[: random.choice((0, 0, 1, 1, 2, 3))])),
                random.choice((0, 0, 0, 1, 2)),
                random.choice((0, 0, 0, 1, 2)),
            )
        if not list(damage_refusals(kind, "", told)):
            return told
    return UNDAMAGED
