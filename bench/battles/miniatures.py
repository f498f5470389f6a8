"""What the classes of a war in miniatures are worth, and how well battles of theirs are foretold.

Forces are drawn at random and fight once. The worth of each class and the steepness are those that make the results
likeliest; the figures go into `engines/warfleets/tables/` by hand. `--check` plays set-ups out many times each, and
compares what `estimate` says of them.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from math import exp, log
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from campaign.rules.battles.aftermath import lost_a_ship
from engines.seam.documents import BattleSetup, Level, Unit
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.warfleets.war.estimating import estimate
from engines.warfleets.war.fighting import play_out
from engines.warfleets.war.grounds import ground_of, grounds
from engines.warfleets.war.units import WarCatalogue, WarClass, classes_of

FLEETS: Final = (150, 900)
"""The Ship Points of the smaller side, from and to."""
STEPS: Final = 400
EVEN: Final = 0.5
"""A battle is even if the steepness times the logarithm of the ratio is nearer to 0 than this."""


class Played(NamedTuple):
    """A battle: the classes of both sides, who won, 0.5 for nobody, and the share of its points that each side lost.

    `moved`: the winner moves the front line (31.6.4).
    """

    terran: dict[str, int]
    talon: dict[str, int]
    won: float
    terran_lost: float
    talon_lost: float
    moved: bool


def force(chance: Random, side: Side, points: int) -> list[WarClass]:
    """A force for so many points: ships at random, squadrons as there is room, now and then a base or a transport."""
    kinds = [kind for kind in classes_of(side, side) if kind.role in ("warship", "carrier")]
    found = [WarCatalogue().base_class(side)] if chance.random() < 0.15 else []
    left = points - sum(kind.points for kind in found)
    while left >= min(kind.points for kind in kinds) or not found:
        kind = chance.choice([one for one in kinds if one.points <= left] or kinds)
        found.append(kind)
        left -= kind.points
    wing = WarCatalogue().squadron_class(side)
    if wing is not None:
        found += [wing] * chance.randint(0, sum(kind.carries for kind in found))
    if chance.random() < 0.2:
        found += [WarCatalogue().transport_class(side)] * chance.randint(1, 2)
    return found


def setup(chance: Random) -> BattleSetup:
    """A battle of two random forces, from even to two against one."""
    smaller = chance.randint(*FLEETS)
    points = dict.fromkeys(SIDES, smaller)
    points[chance.choice(SIDES)] = int(smaller * chance.uniform(1, 2))
    units = {
        side: tuple(
            Unit(f"{side} {at}", kind.key) for at, kind in enumerate(force(chance, side, points[side]))
        )
        for side in SIDES
    }
    dice = chance.choice(sorted(grounds()))
    return BattleSetup(
        "Orion 3",
        "last_ship_standing",
        units["terran"],
        units["talon"],
        ground_of("zone", dice),
        system="warfleets",
    )


def played(seed: int, level: Level) -> Played:
    """A battle of that number."""
    found = setup(Random(seed))
    result = play_out(found, {}, SeededDice(f"worth {seed}"), dict.fromkeys(SIDES, level))
    counts = {side: Counter(unit.ship_class for unit in found.force(side)) for side in SIDES}
    won = 0.5 if result.winner is None else float(result.winner == "terran")
    whole = {side: sum(_points(side, unit) for unit in found.force(side)) for side in SIDES}
    moved = result.winner is not None and not (
        result.degree == "minor" and lost_a_ship(result, result.winner)
    )
    return Played(
        counts["terran"],
        counts["talon"],
        won,
        result.terran_lost / whole["terran"],
        result.talon_lost / whole["talon"],
        moved,
    )


def _points(side: Side, unit: Unit) -> int:
    return WarCatalogue().unit_class(side, unit.ship_class).points


def fitted(battles: list[Played]) -> tuple[dict[str, float], float, float]:
    """The worth of each class, the steepness, and the mean log loss, by gradient descent on the logs of all worths."""
    keys = sorted({key for one in battles for key in (*one.terran, *one.talon)})
    logs, steep = {key: log(_price(key)) for key in keys}, 2.0
    rate = 3.0
    for step in range(STEPS):
        slopes, slope_of_steep, loss = dict.fromkeys(keys, 0.0), 0.0, 0.0
        for one in battles:
            worth = {key: exp(logs[key]) for key in (*one.terran, *one.talon)}
            own = sum(worth[key] * many for key, many in one.terran.items())
            other = sum(worth[key] * many for key, many in one.talon.items())
            ratio = log(own / other)
            said = 1 / (1 + exp(-steep * ratio))
            off = one.won - said
            loss -= one.won * log(max(said, 1e-9)) + (1 - one.won) * log(max(1 - said, 1e-9))
            slope_of_steep += off * ratio
            for key, many in one.terran.items():
                slopes[key] += off * steep * worth[key] * many / own
            for key, many in one.talon.items():
                slopes[key] -= off * steep * worth[key] * many / other
        size = rate / len(battles) / (1 + step / 100)
        for key in keys:
            logs[key] += size * slopes[key]
        steep += size * slope_of_steep
    anchor = exp(logs["warfleets/heavy_cruiser"]) / _price("warfleets/heavy_cruiser")
    return {key: exp(found) / anchor for key, found in logs.items()}, steep, loss / len(battles)


def described(battles: list[Played], worth: dict[str, float], steep: float) -> Iterator[str]:
    """What else an estimate says, as found in the battles: draws, victories that move the front line, and losses."""
    ratios = [log(_sum(worth, one.terran) / _sum(worth, one.talon)) for one in battles]
    even = [one for one, ratio in zip(battles, ratios, strict=True) if abs(steep * ratio) < EVEN]
    won = [one for one in even if one.won != 0.5]
    yield f"even battles {len(even)}: nobody won {1 - len(won) / len(even):.3f}"
    yield f"of the victories {sum(one.moved for one in won) / len(won):.3f} moved the front line"
    points = [(ratio, one.terran_lost) for one, ratio in zip(battles, ratios, strict=True)]
    points += [(-ratio, one.talon_lost) for one, ratio in zip(battles, ratios, strict=True)]
    middle, lost = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    slope = sum((x - middle) * (y - lost) for x, y in points) / sum((x - middle) ** 2 for x, _ in points)
    yield f"lost {lost - slope * middle:.3f}, by the ratio {-slope:.3f}"


def _sum(worth: dict[str, float], counts: dict[str, int]) -> float:
    return sum(worth[key] * many for key, many in counts.items())


def checked(level: Level, numbers: range, times: int) -> Iterator[str]:
    """How far estimates are off in set-ups that are played out so often each, and how often they came true."""
    rows = []
    for number in numbers:
        found = setup(Random(number))
        said = estimate(found, dict.fromkeys(SIDES, "withdraw"), level).won["terran"]
        ends = [
            play_out(found, {}, SeededDice(f"check {number}/{at}"), dict.fromkeys(SIDES, level))
            for at in range(times)
        ]
        rows.append((said, [sum(one.winner == side for one in ends) / times for side in SIDES]))
    off = [(abs(said - won[0]), min(won) >= 0.1) for said, won in rows]
    for words, kept in (
        ("overall", off),
        ("contested", [one for one in off if one[1]]),
        ("one_sided", [one for one in off if not one[1]]),
    ):
        yield f"{level} {words}: {len(kept)} battles, {sum(one[0] for one in kept) / max(1, len(kept)):.4f}"
    yield f"brier {sum((said - won[0]) ** 2 for said, won in rows) / len(rows):.4f}"
    for low in range(0, 100, 10):
        inside = [row for row in rows if low <= 100 * row[0] < low + 10]
        if inside:
            said, won = (
                sum(column) / len(inside)
                for column in zip(*((row[0], row[1][0]) for row in inside), strict=True)
            )
            yield f"{{ low = {low}, battles = {len(inside)}, said = {said:.3f}, won = {won:.3f} }},"


def _price(key: str) -> int:
    return next(kind.points for side in SIDES for kind in classes_of(side, side) if kind.key == key)


def main() -> Iterator[str]:
    """The lines to print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=3000)
    parser.add_argument("--level", default="captain")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument(
        "--keep", type=Path, help="a file in which the battles are kept, and from which they come"
    )
    parser.add_argument(
        "--check", type=int, default=0, metavar="TIMES", help="play every set-up out so often instead"
    )
    options = parser.parse_args()
    if options.check:
        yield from checked(
            options.level, range(options.first, options.first + options.battles), options.check
        )
        return
    if options.keep and options.keep.exists():
        battles = [Played(*row) for row in json.loads(options.keep.read_text())]
    else:
        numbers = range(options.first, options.first + options.battles)
        battles = [played(number, options.level) for number in numbers]
        if options.keep:
            options.keep.write_text(json.dumps(battles))
    worth, steep, loss = fitted(battles)
    for key, found in worth.items():
        yield f"{key:28} {found:6.0f}   price {_price(key)}"
    yield from described(battles, worth, steep)
    yield f"steepness {steep:.2f}, log loss {loss:.3f}, terran won {sum(one.won for one in battles) / len(battles):.3f}"


if __name__ == "__main__":
    for line in main():
        sys.stdout.write(f"{line}\n")
