"""How scenarios and battle modes end between captains: ENGINE=plain python -m bench.battles.scenarios [NAME ...].

Each is fought 200 times as printed, both sides holding the field: Terran's share of the victories, how battles end, and
how often an aim decides, which should be at least 5 of 100. Then each side in turn is led by a captain that does not
know the aims, on the same dice: where the ends differ, the captain that knows them should do better in at least 60 of
100. It needs the engine as plain Python, since it looks through a view of its own. Exits with 1 if more than 1 of 100
battles of one of them end by the bound, which is the tenth round without damage or the fortieth of all (R29, R45).
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from bench.battles.captains import captains
from bench.battles.ladder import wilson
from engines.native.builds import is_compiled
from engines.seam.documents import BattleSetup, Degree, Result
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon.aim_documents import Aim, Bombard, Destroy, Dock, Escape, Intel, Land, Target
from engines.talon.aims import bombardment
from engines.talon.fleets.lists import fleet
from engines.talon.results.degree import DEGREES, result_for
from engines.talon.rules.victory import LAST_ROUND, QUIET_ROUNDS
from engines.talon.set_ups.modes import battle_modes, in_mode
from engines.talon.set_ups.scenarios import scenario, scenarios
from engines.talon.terms import aims_of
from engines.talon.view import View, decider

MODES: dict[str, tuple[str, str]] = {
    "invasion": ("BC,CL,Tran,Tran", "BC,CA,DD"),
    "conquest": ("BC,CL,Tran,Tran", "BC,CL,Tran,Tran"),
    "convoy": ("Tran,CL,DD", "CL,DD,FF"),
    "blockade": ("Tran,CL,DD", "CL,DD,FF"),
    "escort": ("Tran,CL,DD", "Tran,CL,DD"),
    "base": ("BC,CA,CL", "Base,CL,DD"),
    "target": ("BC,CA,DD", "BC,CA,FF"),
}
"""By mode the fleets of Terran, which has the first part, and of Talon."""
LEAST_BY_AIM, LEAST_BETTER, MOST_OPEN = 5.0, 60.0, 1.0
DECIDING = (Bombard, Destroy, Dock, Escape, Intel, Land, Target)


class BlindView(View):
    """What a side sees that does not know what is fought for besides the field."""

    __slots__ = ()

    @property
    def aims(self) -> tuple[Aim, ...]:
        """None."""
        return ()


@dataclass(frozen=True)
class End:
    """How a battle has ended."""

    winner: Side | None
    ending: str
    by_aim: bool
    degree: Degree | None
    by_bound: bool = False


def battles() -> dict[str, BattleSetup]:
    """By name every scenario with rules of its own, and every mode with two fleets of about equal points."""
    found = {f"{number} {one.title}": scenario(number) for number, one in scenarios().items() if one.whole}
    for key, mode in battle_modes().items():
        terran, talon = MODES[key]
        standard = BattleSetup(
            mode.title, "last_ship_standing", fleet("terran", terran), fleet("talon", talon)
        )
        found[f"{mode.rule} {mode.title}"] = in_mode(mode, standard, "terran")
    return found


def fought(name: str, blind: Side | None, number: int) -> End:
    """The end of the battle of that number; `blind` is the side whose captain does not know the aims."""
    setup = battles()[name]
    battle = game.new_battle(setup)
    players = captains(number, "hold")
    views = {side: (BlindView if side == blind else View)(battle, side) for side in SIDES}
    dice = SeededDice(f"scenario {name} {number}")
    while (side := decider(battle)) is not None:
        game.apply(battle, players[side].decide(views[side]), dice)
    result = result_for(setup, game.report(battle))
    by_bound = battle.quiet >= QUIET_ROUNDS or battle.round >= LAST_ROUND
    return End(result.winner, result.report.ending, _by_aim(result), result.degree, by_bound)


def _by_aim(result: Result) -> bool:
    """Whether an aim made the winner, at once or whoever held the field."""
    return result.report.ending in ("planet", "aim") or isinstance(result.by_aim, str)


def _score(end: End, side: Side) -> float:
    return 0.5 if end.winner is None else float(end.winner == side)


def _with_degree(end: End, side: Side) -> float:
    """The higher the better for a side: a victory by its degree, a defeat the other way."""
    if end.winner is None or end.degree is None:
        return 0.0
    height = 1.0 + DEGREES.index(end.degree)
    return height if end.winner == side else -height


def compared(known: list[End], blind: list[End], side: Side, *, degrees: bool = False) -> list[float]:
    """By battle whose end differs, 1 where the captain of a side that knows the aims did better than the blind one.

    With `degrees` a higher degree of victory is better too, as where an aim fixes it (26.8).
    """
    score = _with_degree if degrees else _score
    pairs = ((score(one, side), score(other, side)) for one, other in zip(known, blind, strict=True))
    return [float(mine > other) for mine, other in pairs if mine != other]


def shown(scores: list[float]) -> str:
    """A share in hundredths with its interval."""
    share = sum(scores) / len(scores)
    low, high = wilson(share, len(scores))
    return f"{100 * share:.1f} % ({100 * low:.0f} to {100 * high:.0f})"


def lines(name: str, setup: BattleSetup, ends: list[End], blind: dict[Side, list[End]]) -> Iterator[str]:
    """What is printed of one."""
    terran = [_score(end, "terran") for end in ends]
    kinds = Counter(f"{end.ending} {end.winner or 'nobody'}" for end in ends)
    by_aim = 100 * sum(end.by_aim for end in ends) / len(ends)
    words = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    yield f"{name}: Terran wins {shown(terran)}; by an aim {by_aim:.1f} %; {words}"
    if any(end.by_bound for end in ends):
        yield f"  {sum(end.by_bound for end in ends)} by the bound"
    if any(isinstance(aim, DECIDING) for aim in aims_of(setup)):
        if by_aim < LEAST_BY_AIM:
            yield f"  fewer than {LEAST_BY_AIM:.0f} of 100 by an aim"
        for side, others in blind.items():
            better = compared(ends, others, side, degrees=bombardment(aims_of(setup)) is not None)
            if better:
                fewer = "" if 100 * sum(better) / len(better) > LEAST_BETTER else ", too few"
                yield f"  {side} knows its aim: better in {shown(better)} of {len(better)} that differ{fewer}"


def main(arguments: list[str]) -> int:
    """0 unless too many battles are open at their end."""
    parser = argparse.ArgumentParser(prog="python -m bench.battles.scenarios", description=__doc__)
    parser.add_argument(
        "names", nargs="*", help="numbers of scenarios and rules of modes; without any all of them"
    )
    parser.add_argument("--battles", type=int, default=200)
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args(arguments)
    if is_compiled():
        parser.error("the engine is compiled: set ENGINE=plain")
    too_many = 0
    with ProcessPoolExecutor(asked.processes) as pool:
        for name, setup in battles().items():
            if asked.names and name.split()[0] not in asked.names:
                continue
            ends = _all(pool, name, None, asked.battles)
            deciding = any(isinstance(aim, DECIDING) for aim in aims_of(setup))
            blind = {side: _all(pool, name, side, asked.battles) for side in SIDES if deciding}
            print(*lines(name, setup, ends, blind), sep="\n", flush=True)
            too_many += 100 * sum(end.by_bound for end in ends) > MOST_OPEN * len(ends)
    return int(too_many > 0)


def _all(pool: Executor, name: str, blind: Side | None, number: int) -> list[End]:
    return list(pool.map(partial(fought, name, blind), range(number), chunksize=10))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
