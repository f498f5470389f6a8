"""Captains: how fast they fight, how they do against random legal play, what they use, what doctrines cost.

Fleets are those of the published scenarios; sides are swapped from battle to battle. The tables are printed.
"""

import gc
import os
import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, get_args

from bench.battles.fleets import fleets_of, of_classes
from bench.battles.mixed import any_fleets
from bench.figures import Measurement, middle
from engines.chance.prng import mixed
from engines.seam.documents import BattleSetup, Doctrine, Result, Stance
from engines.seam.sides import SIDES, Side, opponent
from engines.seeded import SeededDice
from engines.talon import game
from engines.talon import orders as o
from engines.talon.captains.captain import Captain
from engines.talon.captains.fight import FinishedBattle, Player, fight
from engines.talon.orders import AnyOrder
from engines.talon.results.degree import result_for
from engines.talon.rules.hits.criticals import RESULTS
from engines.talon.terrain import TalonTerrain
from engines.talon.view import View
from engines.talon.weapon_table import DAMAGE

SCENARIOS = (1, 5, 8, 11)
AGAINST_RANDOM, DOCTRINE_BATTLES = 200, 200
MEMORY_BATTLES, WARM = 10_000, 500
STANCES = ("hold", "withdraw", "preserve")


class RandomPlayer:
    """Gives any of the legal orders, all as likely."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def decide(self, view: View) -> AnyOrder:
        """One of the view's orders."""
        return self._random.choice(view.orders)


def figures() -> list[Measurement]:
    """Every figure of the captains, with the tables printed on the way."""
    return [*speed(), *against_random(), *use(), *doctrines(), memory()]


def captains(number: int, stance: Stance = "withdraw") -> dict[Side, Player]:
    """A captain of that stance for each side; they set up as in no battle of another number."""
    return {side: Captain(Doctrine(stance), mixed(number, at)) for at, side in enumerate(SIDES)}


def _timed(setup: BattleSetup, battles: int) -> list[float]:
    """The milliseconds each of so many battles took; the tables are warm."""
    for seed in range(3):
        fight(setup, captains(seed), SeededDice(seed))
    runs = []
    for seed in range(battles):
        began = perf_counter()
        fight(setup, captains(seed), SeededDice(seed))
        runs.append(1000 * (perf_counter() - began))
    return runs


def speed() -> list[Measurement]:
    """A duel of heavy cruisers, and a battle of some 600 points a side."""
    duel = _timed(of_classes("CA", "CA"), 120)
    pitched = _timed(of_classes("BB,BC,CA,CL,DD", "BB,BC,CA,CL,DD"), 40)
    rate = 1000 * len(duel) / sum(duel)
    return [
        middle("battle_600_points_ms", pitched, "ms", 200.0, "586 against 572 points, two captains"),
        Measurement("heavy_cruiser_duels_per_s", rate, "1/s", least=60.0, note="one core, two captains"),
    ]


def against_random() -> list[Measurement]:
    """Battles of a captain against random legal play."""
    won = 0
    for at in range(AGAINST_RANDOM):
        captain: Side = SIDES[at // len(SCENARIOS) % 2]
        players: dict[Side, Player] = {captain: Captain(Doctrine(), at), opponent(captain): RandomPlayer(at)}
        fought = fight(fleets_of(SCENARIOS[at % len(SCENARIOS)]), players, SeededDice(at))
        won += fought.battle.winner == captain
    share = 100 * won / AGAINST_RANDOM
    words = f"{AGAINST_RANDOM} battles, fleets of scenarios 1, 5, 8 and 11, sides swapped"
    return [Measurement("captain_beats_random_percent", share, "%", least=95.0, note=words)]


@dataclass
class Use:
    """How often things happened in a set of battles."""

    counts: Counter[str] = field(default_factory=Counter)
    battles: int = 0
    dry: int = 0

    def add(self, fought: FinishedBattle) -> None:
        """Count one battle."""
        self.battles += 1
        self.dry += fought.battle.ending == "draw" and bool(
            fought.battle.quiet >= 10 or fought.battle.round >= 40
        )
        for order in fought.orders:
            self.counts[_order_word(order)] += 1
        for event in (event for events in fought.events for event in events):
            self.counts.update(_event_words(event))


def _order_word(order: AnyOrder) -> str:
    word = f"order {type(order).__struct_config__.tag}"
    match order:
        case o.Move() | o.Burn():
            more = " dock" if order.dock is not None else " land" if order.land else ""
            return f"{word} {order.way}{more}"
        case o.Transmit():
            return f"{word} {order.use}"
        case o.Vote():
            return f"{word} {order.marker}"
        case _:
            return word


def _event_words(event: Any) -> Iterator[str]:
    tag = type(event).__struct_config__.tag
    yield f"event {tag}"
    if tag == "shot":
        yield f"weapon {event.weapon}"
    elif tag == "critical":
        yield f"critical {event.result}"
    elif tag == "repairtried":
        yield f"repair {event.critical}{' mended' if event.die == 6 else ''}"
    elif tag in ("gone", "went"):
        yield f"{tag} {event.how}"


def _expected() -> list[str]:
    """What may not be missing from the table: every kind of order, weapon, critical and way to leave there is."""
    ways = get_args(o.Way)
    varied = {
        "vote": ("change", "defend"),
        "transmit": get_args(o.Use),
        "move": (*ways, "ahead dock", "ahead land"),
        "burn": ways,
    }
    words = []
    for kind in get_args(o.AnyOrder):
        tag = str(kind.__struct_config__.tag)
        words += [f"order {tag} {way}" for way in varied[tag]] if tag in varied else [f"order {tag}"]
    words += [f"weapon {name}" for name in DAMAGE]
    words += [f"critical {name}" for name in {*RESULTS.values()}]
    words += [f"repair {name} mended" for name in ("shields", "helm", "power")]
    words += [f"went {how}" for how in ("push", "pull", "rotate", "burn")]
    words += [f"gone {how}" for how in ("jumped", "left", "landed", "docked")]
    words += [
        f"event {tag}" for tag in ("collided", "exploded", "launched", "missilestruck", "fighterstruck")
    ]
    return [word for word in words if word not in NEVER]


NEVER = {"weapon missile": "a missile is launched and strikes: event launched, event missilestruck"}
"""What captains never do, with the reason."""


def use() -> list[Measurement]:
    """Two captains in the four scenarios, and in battles with bases, planets, carriers and a black hole besides."""
    scenarios, others, expected = Use(), Use(), _expected()
    for at in range(AGAINST_RANDOM):
        scenarios.add(fight(fleets_of(SCENARIOS[at % len(SCENARIOS)]), captains(at), SeededDice(at)))
        others.add(fight(_other(at), captains(at), SeededDice(at)))
    print(f"\n{'use table: 200 battles each':40} {'1,5,8,11':>9} {'others':>9}")
    for word in sorted({*scenarios.counts, *others.counts, *expected}):
        print(f"{word:40} {scenarios.counts[word]:9} {others.counts[word]:9}")
    together = scenarios.counts + others.counts
    missing = [word for word in expected if not together[word]]
    dry = 100 * (scenarios.dry + others.dry) / (scenarios.battles + others.battles)
    return [
        Measurement(
            "never_used",
            len(missing),
            "kinds",
            0,
            note=", ".join(missing) or "of orders, weapons, criticals ...",
        ),
        Measurement("battles_that_ran_dry_percent", dry, "%", 0.99, note="ended by R29 or R45"),
    ]


def _other(at: int) -> BattleSetup:
    """Battles that have what the four scenarios lack."""
    kinds = (
        lambda: fleets_of(4),
        lambda: fleets_of(6),
        lambda: fleets_of(9),
        lambda: of_classes("CL,CL,DD,DD,Tran", "FF,Tran,Tran,CL,CL", planet_owner="terran"),
        lambda: of_classes("BC,CL,DD,Tran,Tran,Tran", "FF,Base,CL,CL,Tran", planet_owner="talon"),
        lambda: of_classes("CA,CL,DD,DD", "FF,FF,BC,CL", terrain=TalonTerrain("hole", (2, 6))),
        lambda: of_classes("BB,CV,FTR,FTR,SC,SC,SC", "DN,FF,FF,FF,FF", terrain=TalonTerrain("belt", (3, 4))),
        lambda: of_classes("Base", "Base"),
    )
    return kinds[at % len(kinds)]()


def doctrines() -> list[Measurement]:
    """The three doctrines on one side of the same battles, the usual one on the other: losses and fields held."""
    print(f"\n{'doctrine':12} {'fields held':>12} {'points lost':>12} {'ships lost':>11} {'rounds':>7}")
    held: dict[str, float] = {}
    lost: dict[str, float] = {}
    for stance in STANCES:
        results = [_under(stance, at) for at in range(DOCTRINE_BATTLES)]
        held[stance] = 100 * statistics.fmean(won for won, *_ in results)
        lost[stance] = statistics.fmean(points for _, points, *_ in results)
        ships = statistics.fmean(ships for _, _, ships, _ in results)
        rounds = statistics.median(rounds for *_, rounds in results)
        print(f"{stance:12} {held[stance]:11.0f}% {lost[stance]:12.0f} {ships:11.2f} {rounds:7.0f}")
    return [
        Measurement("hold_against_preserve_held", held["hold"] - held["preserve"], "points", least=10.0),
        Measurement("hold_against_preserve_losses", lost["hold"] - lost["preserve"], "SP", least=30.0),
    ]


def _under(stance: str, at: int) -> tuple[bool, int, int, int]:
    side: Side = SIDES[at // len(SCENARIOS) % 2]
    setup = fleets_of(SCENARIOS[at % len(SCENARIOS)])
    players: dict[Side, Player] = {
        side: Captain(Doctrine(stance=stance), mixed(at, 0)),  # type: ignore[arg-type]
        opponent(side): Captain(Doctrine(), mixed(at, 1)),
    }
    result: Result = result_for(setup, game.report(fight(setup, players, SeededDice(at)).battle))
    gone = sum(fate.fate == "destroyed" for fate in result.report.fates(side))
    return result.winner == side, result.lost(side), gone, result.report.rounds


def memory() -> Measurement:
    """How much more memory the process holds after all the battles than when the tables are warm."""
    early = 0.0
    for seed in range(MEMORY_BATTLES):
        if seed == WARM:
            early = _rss()
        fight(_somewhere(seed), captains(seed), SeededDice(seed))
    words = f"mixed fleets of 1 to 6 ships a side, from battle {WARM} on"
    return Measurement("memory_growth_10000_battles_mb", _rss() - early, "MB", 5.0, note=words)


def _somewhere(seed: int) -> BattleSetup:
    """Fleets of any classes; in each fourth battle there is a black hole or a nebula."""
    patterns = (TalonTerrain("hole", (3, 4)), TalonTerrain("2 nebulae, 1 asteroid", (3, 4)))
    return any_fleets(Random(seed), patterns[seed // 4 % 2] if seed % 4 == 0 else TalonTerrain())


def _rss() -> float:
    gc.collect()
    with open(f"/proc/{os.getpid()}/statm") as file:  # noqa: PTH123
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
