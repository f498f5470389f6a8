"""The points that count on each side: what counts more than once, for whom, and what counts half (R36, R75, R90)."""

from collections.abc import Iterator
from functools import partial

from engines.seam.documents import BattleSetup, Report, Unit
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.words.articles import with_capital_article
from engines.seam.words.in_a_row import in_row
from engines.talon.aim_documents import Unhurt
from engines.talon.aims import (
    ESCAPED,
    RETREATED,
    bombardment,
    damage_counted,
    halves,
    times_as_target,
    times_away,
    times_in_words,
    times_landed,
    times_lost,
)
from engines.talon.catalogue import ShipClass, class_of, ship_class
from engines.talon.damage import in_talon
from engines.talon.terms import aims_of


def points_lost(setup: BattleSetup, report: Report, side: Side) -> int:
    """The Ship Points that count as destroyed on `side`, a half of one as one.

    The aims say how many times destroyed transports, and the enemy's landed or escaped ones, count (29.2, 31.8, R36),
    and what makes all of it count half (26.10); a landing after the battle counts nothing (S23).
    """
    return (twice_lost(setup, report, side) + 1) // 2


def twice_lost(setup: BattleSetup, report: Report, side: Side) -> int:
    """Twice the Ship Points that count as destroyed on `side`: exact also where they count half (R75)."""
    aims, enemy = aims_of(setup), opponent(side)
    lost = 0
    for unit, kind in _with_fate(setup, report, side, "destroyed"):
        times = times_lost(aims, side, kind.role)
        lost += kind.points * max(times, times_as_target(aims, side, unit.name))
    for _, kind in _with_fate(setup, report, enemy, "landed"):
        lost += kind.points * times_landed(aims, enemy)
    lost += sum(kind.points * times for _, kind, times in _got_away(setup, report, enemy))
    lost += _for_planet(setup, report, side)
    return lost if side in halves(aims_of(setup), partial(_hurt, setup, report)) else 2 * lost


def points_for_planet(setup: BattleSetup, report: Report, side: Side) -> int:
    """The part of the points lost that is for damage to the side's planet, a half of one as one (26.8, R75)."""
    lost = _for_planet(setup, report, side)
    return (lost + 1) // 2 if side in halves(aims_of(setup), partial(_hurt, setup, report)) else lost


def _for_planet(setup: BattleSetup, report: Report, side: Side) -> int:
    """What a side has lost by damage to its planet; all of it if it has conceded (26.8, R91)."""
    aim = bombardment(aims_of(setup))
    if aim is None or aim.side == side:
        return 0
    return aim.counts * damage_counted(aims_of(setup), report.damage_to_planet, report.winner, report.ending)


def _got_away(setup: BattleSetup, report: Report, side: Side) -> Iterator[tuple[Unit, ShipClass, int]]:
    """Each unit of a side that counts against the enemy because it got away, and how many times.

    What gets away because its side concedes does not count, save a transport that had escaped before (R90).
    """
    conceded = report.ending == "conceded" and report.winner == opponent(side)
    for fate in ESCAPED if conceded else RETREATED:
        for unit, kind in _with_fate(setup, report, side, fate):
            times = times_away(aims_of(setup), side, kind.role, unit.name, fate)
            if times and not (conceded and times_as_target(aims_of(setup), side, unit.name)):
                yield unit, kind, times


def _with_fate(
    setup: BattleSetup, report: Report, side: Side, *fates: str
) -> Iterator[tuple[Unit, ShipClass]]:
    """Each unit of a side that has one of these fates, with its class."""
    units = {unit.name: unit for unit in setup.force(side)}
    found = (units[one.name] for one in report.fates(side) if one.fate in fates)
    return ((unit, class_of(side, unit)) for unit in found)


def _hurt(setup: BattleSetup, report: Report, side: Side, key: str) -> bool:
    """Whether hull damage was done to one of a side's units of that class, or it was destroyed."""
    before = {unit.name: in_talon(unit.damage).hull for unit in setup.force(side) if unit.ship_class == key}
    return any(
        fate.name in before and (fate.fate == "destroyed" or in_talon(fate.damage).hull > before[fate.name])
        for fate in report.fates(side)
    )


def counted_double(setup: BattleSetup, report: Report) -> tuple[str, ...]:
    """Why the points that count are not those of what was destroyed: what counts twice, or half (R36, R75)."""
    lines = [line for side in SIDES for line in _counted_double(setup, report, side)]
    return (*lines, *_counted_for_planet(setup, report), *_counted_half(setup, report))


def _counted_for_planet(setup: BattleSetup, report: Report) -> Iterator[str]:
    """How much damage to a planet counts, and why (26.8, R91)."""
    aim = bombardment(aims_of(setup))
    if aim is None:
        return
    done = report.damage_to_planet
    damage = damage_counted(aims_of(setup), done, report.winner, report.ending)
    loser = opponent(aim.side).title()
    if damage > done:
        yield f"{loser} conceded, so {aim.planet} counts as destroyed: {aim.counts * damage} points against {loser}"
    elif damage:
        points = "1 point of damage" if damage == 1 else f"{damage} points of damage"
        yield f"{aim.planet} took {points}: {aim.counts * damage} points against {loser}"


def _counted_half(setup: BattleSetup, report: Report) -> Iterator[str]:
    """Whose losses count half, and why (26.10, R75)."""
    for aim in aims_of(setup):
        if isinstance(aim, Unhurt) and _hurt(setup, report, aim.side, aim.ship_class):
            kind = with_capital_article(ship_class(aim.side, aim.ship_class).title.lower())
            loser = opponent(aim.side).title()
            yield f"{kind} of {aim.side.title()} took hull damage, so what {loser} has lost counts half"


def _counted_double(setup: BattleSetup, report: Report, side: Side) -> Iterator[str]:
    against = f" against {opponent(side).title()}"
    where = " over a planet" if setup.planet_owner is not None else ""
    transports = [
        (unit, kind)
        for unit, kind in _with_fate(setup, report, side, "destroyed")
        if kind.role == "transport"
    ]
    yield from _sentence(
        transports, times_lost(aims_of(setup), side, "transport"), f"transports lost{where} count"
    )
    for unit, kind in _with_fate(setup, report, side, "destroyed"):
        if kind.role == "base":
            times = times_lost(aims_of(setup), side, "base")
            yield from _sentence([(unit, kind)], times, "a base that is destroyed counts")
        times = times_as_target(aims_of(setup), side, unit.name)
        yield from _sentence([(unit, kind)], times, "a target that is destroyed counts")
    landed = list(_with_fate(setup, report, side, "landed"))
    yield from _sentence(landed, times_landed(aims_of(setup), side), "landed transports count", against)
    for unit, kind, times in _got_away(setup, report, side):
        what = "a target" if times_as_target(aims_of(setup), side, unit.name) else "a transport"
        yield from _sentence([(unit, kind)], times, f"{what} that got away counts", against, once=True)


def _sentence(
    units: list[tuple[Unit, ShipClass]], times: int, words: str, against: str = "", *, once: bool = False
) -> Iterator[str]:
    """How often the points of some units of one class count, and how many that are; nothing where that is as usual."""
    if not units or (times <= 1 and not once):
        return
    names = [unit.name for unit, _ in units]
    each = " each" if len(names) > 1 else ""
    yield f"{in_row(names)}: {words} {times_in_words(times)}{against}, {times * units[0][1].points} points{each}"
