"""How often battles come out as the plan says before anybody knows the enemy: `python -m bench.wars.ahead`.

Plays whole wars as people meet them, those who take the site's proposals against each level of the computer, and keeps
what the plan says of each front line (`campaign.planning.proposals.chances`). That is held against the estimate
once both forces are revealed, and against what was won among the battles that were fought or that the enemy declined.

Of each two wars with the same seed in both seats, the first two of four are there to fit, the others to report:
`--fit` fits how what is said follows from the mean over forces, and writes the numbers with their errors, measured in
the other wars, where the site reads them. `--kept` plays nothing and takes the battles of the last time
(var/ahead.jsonl).
"""

import argparse
import itertools
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from math import exp
from statistics import fmean

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bench.figures import OUT
from bench.wars.commanders import settings
from bench.wars.proposal_player import ProposalPlayer
from campaign.commanders.commander import Commander
from campaign.planning.editor.edits import WorkingPlan
from campaign.planning.proposals.ahead import (
    GROUNDS,
    MEASURED,
    Ahead,
    Ground,
    ground_of,
    logarithms,
    measured,
    set_right,
)
from campaign.planning.proposals.chances import shares_against, ships_to
from campaign.rules import events as e
from campaign.rules.battles.forces import has_forces
from campaign.rules.battles.settling import chance_to_win
from campaign.rules.map.strategic_map import Place
from campaign.rules.orders import AnyOrder, Plan
from campaign.rules.settings import DIFFICULTIES, EVEN_HANDICAP, DifficultyName
from campaign.rules.sight import WarView, view
from campaign.rules.state import Battle
from campaign.war.chart.map_library import DEFAULT, shipped_maps
from campaign.war.playing import Game, Player, new_game, play_outs
from engines.seam.documents import Level
from engines.seam.sides import SIDES, Side, opponent

KEPT = OUT.with_name("ahead.jsonl")
FIRST = 81_000
"""The seed of the first war."""
WARS, LONG = 40, 40
"""So many wars are played against each level; one is left off after so many turns."""
OF, FITTED = 4, 2
"""Of so many wars so many are there to fit."""
STEPS, PACE, FAR, SMALL = 3000, 0.3, 8.0, 0.002
"""How it is fitted: steps, how far each goes, how much farther a shift, and how a weight away from 1 is punished."""
EDGES = (0.0, 0.05, 0.15, 0.4, 0.6, 0.9, 0.95, 1.0)
"""Where what is said is divided for the table."""


class Told(Struct, frozen=True):
    """What the plan rested on for a front line, and what then came.

    `shares` are the chances against each force that may come; `came` is the chance once both forces were revealed, and
    `met` whether the enemy came. `won`: whether it was won, None if the own side declined.
    """

    war: int
    turn: int
    ground: Ground
    shares: tuple[float, ...]
    came: float
    met: bool
    won: bool | None

    @property
    def mean(self) -> float:
        """The mean over the forces."""
        return fmean(self.shares)


@dataclass(frozen=True)
class Asked(ProposalPlayer):
    """A player who keeps what the plan rested on, by turn and place."""

    captains: Level = "captain"
    found: dict[tuple[int, Place], tuple[Ground, list[float]]] = field(default_factory=dict)

    def decide(self, view: WarView) -> AnyOrder | None:
        """What a taker of proposals does."""
        order = super().decide(view)
        if isinstance(order, Plan):
            self.keep(view, order)
        return order

    def keep(self, view: WarView, plan: Plan) -> None:
        """Keep what the plan rests on."""
        working = WorkingPlan(view, self.side, plan)
        for place in dict.fromkeys(view.place_of(sector) for sector in view.chart.order):
            own = ships_to(working, place)
            shares = shares_against(view, self.side, place, own, self.captains) if own else []
            if shares:
                self.found[view.turn, place] = ground_of(view, self.side, place), shares


def played(difficulty: DifficultyName, number: int) -> list[Told]:
    """The battles of a war that were said before; the seats are swapped from one war to the next."""
    side, level = SIDES[number % 2], DIFFICULTIES[difficulty]
    captains: Level = "ensign" if level.captains == "ensign" else "captain"
    who = Asked(side, captains=captains)
    other = Commander(opponent(side), level.commander, f"{difficulty} {number}", level.captains, play_outs())
    players: dict[Side, Player] = {side: who, opponent(side): other}
    agreed = replace(settings(), handicap=EVEN_HANDICAP)
    game = new_game(
        FIRST + number // 2, players, agreed, shipped_maps()[DEFAULT], dict.fromkeys(SIDES, captains)
    )
    came: dict[tuple[int, Place], tuple[Battle, float]] = {}
    while game.war.phase != "over" and game.war.turn <= LONG:
        game.step()
        for battle in game.war.battles:
            at = game.war.turn, battle.place
            if at in who.found and at not in came and battle.status != "hidden" and battle.forces:
                came[at] = battle, chance_to_win(view(game.war, side), battle, side, captains)
    won = dict(_won(game, side))
    return [
        Told(
            war=number,
            turn=at[0],
            ground=who.found[at][0],
            shares=tuple(round(share, 3) for share in who.found[at][1]),
            came=round(chance, 3),
            met=has_forces(battle.forces[opponent(side)]),
            won=won.get(battle.number),
        )
        for at, (battle, chance) in came.items()
    ]


def _won(game: Game, side: Side) -> Iterator[tuple[int, bool]]:
    """By number the battles that were fought or that the enemy declined, and whether the side won."""
    for given in game.given:
        for event in given.events:
            if isinstance(event, e.ResultAccepted):
                yield event.battle, event.result.winner == side
            elif isinstance(event, e.Forfeited) and event.side != side:
                yield event.battle, True


def is_to_fit(told: Told) -> bool:
    """Whether a battle is there to fit."""
    return told.war % OF < FITTED


def fit(battles: Sequence[Told]) -> Ahead:
    """How what is said comes about as often as said; how far it is off in the battles that are there to report."""
    found = _fitted([one for one in battles if is_to_fit(one)])
    others = [one for one in battles if not is_to_fit(one)]
    by_ground = {ground: [one for one in others if one.ground == ground] for ground in GROUNDS}
    return replace(
        found,
        off={ground: round(_off(rows, found), 3) for ground, rows in by_ground.items()},
        battles={ground: len(rows) for ground, rows in by_ground.items()},
    )


def _fitted(battles: Sequence[Told]) -> Ahead:
    """By steepest descent."""
    known = [(GROUNDS.index(one.ground), *logarithms(one.mean), one.came) for one in battles]
    shift, winning, losing = [0.0] * len(GROUNDS), 1.0, 1.0
    for _ in range(STEPS):
        grounds, first, second = [0.0] * len(GROUNDS), SMALL * (winning - 1), SMALL * (losing - 1)
        for ground, win, lose, came in known:
            miss = (1 / (1 + exp(-shift[ground] - winning * win + losing * lose)) - came) / len(known)
            grounds[ground] += miss
            first += miss * win
            second -= miss * lose
        shift = [now - FAR * PACE * by for now, by in zip(shift, grounds, strict=True)]
        winning, losing = winning - PACE * first, losing - PACE * second
    shifts = {ground: round(now, 3) for ground, now in zip(GROUNDS, shift, strict=True)}
    return Ahead(settings().system, shifts, round(winning, 3), round(losing, 3), {}, {})


def _off(battles: Sequence[Told], by: Ahead) -> float:
    return fmean(abs(_said(one, by) - one.came) for one in battles) if battles else 0.0


def show(battles: Sequence[Told], by: Ahead) -> None:
    """Print by ground, and by what was said, how often it came."""
    for ground in GROUNDS:
        _row(ground, [one for one in battles if one.ground == ground], by)
    _row("all", battles, by)
    for low, high in itertools.pairwise(EDGES):
        top = 1.01 if high == EDGES[-1] else high
        rows = [one for one in battles if low <= _said(one, by) < top]
        _row(f"said {100 * low:.0f} to {100 * high:.0f}", rows, by)
    home = [one for one in battles if one.ground in ("own", "enemy")]
    for low, high in ((0.0, 0.15), (0.15, 0.4), (0.4, 0.6), (0.6, 1.01)):
        rows = [one for one in home if low <= _said(one, by) < high]
        _row(f"homes, {100 * low:.0f} to {min(100, 100 * high):.0f}", rows, by)


def _said(one: Told, by: Ahead) -> float:
    return set_right(one.mean, one.ground, by)


def _row(words: str, rows: Sequence[Told], by: Ahead) -> None:
    if not rows:
        return
    decided = [one for one in rows if one.won is not None]
    within = fmean(
        sorted(one.shares)[1] <= one.came <= sorted(one.shares)[-2] for one in rows if len(one.shares) > 2
    )
    brier = fmean(_brier(_said(one, by), one.came) for one in rows)
    print(
        f"{words:18} {len(rows):5} battles: said {_of_100(_said(one, by) for one in rows)}, "
        f"came {_of_100(one.came for one in rows)}, "
        f"off by {_of_100(abs(_said(one, by) - one.came) for one in rows)}, Brier {brier:.3f}, "
        f"in the range {100 * within:.0f}; unopposed {_of_100(not one.met for one in rows)}; "
        f"{len(decided)} decided, won {_of_100(bool(one.won) for one in decided)}",
        flush=True,
    )


def _brier(said: float, came: float) -> float:
    """The Brier score of one battle: 0 is perfect."""
    return came * (1 - said) ** 2 + (1 - came) * said**2


def _of_100(shares: Iterable[float]) -> str:
    found = list(shares)
    return f"{100 * fmean(found):.0f}" if found else "-"


def main(arguments: list[str]) -> int:
    """0 when the table is printed; 2 without battles."""
    parser = argparse.ArgumentParser(prog="python -m bench.wars.ahead", description=__doc__)
    parser.add_argument("--wars", type=int, default=WARS, help=f"against each level, instead of {WARS}")
    parser.add_argument("--fit", action="store_true", help="fit the numbers that the site reads")
    parser.add_argument("--kept", action="store_true", help="take the battles of the last time")
    asked = parser.parse_args(arguments)
    if not asked.kept:
        _play(asked.wars)
    if not KEPT.exists():
        print(f"There is no {KEPT}. Leave --kept out.", file=sys.stderr)
        return 2
    battles = [msgspec.json.decode(line, type=Told) for line in KEPT.read_bytes().splitlines()]
    if asked.fit:
        MEASURED.write_bytes(msgspec.json.format(msgspec.json.encode(fit(battles)), indent=1) + b"\n")
        measured.cache_clear()
    show([one for one in battles if not is_to_fit(one)], measured())
    return 0


def _play(wars: int) -> None:
    """Play so many wars against each level, and keep their battles."""
    pairs = [(difficulty, number) for number in range(wars) for difficulty in DIFFICULTIES]
    with ProcessPoolExecutor(os.cpu_count() or 1) as pool:
        found = [told for battles in pool.map(played, *zip(*pairs, strict=True)) for told in battles]
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_bytes(b"".join(msgspec.json.encode(told) + b"\n" for told in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
