"""What each way to settle a zone is worth to a side, in Ship Points: engage with a stance, or decline (31.6, 31.8).

One value is behind every choice of commanders, proposals and standing answers: where the front line comes to stand,
and what both sides lose.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from campaign.rules.battles.forces import has_forces, revealed
from campaign.rules.battles.predicting import STANCES, USUAL, estimated, moves
from campaign.rules.battles.stakes import Ground, Outcome, forfeit, landing, victory
from campaign.rules.map.strategic_map import Place
from campaign.rules.sight import Known
from campaign.rules.state import Battle
from engines.seam.documents import Level, Stance
from engines.seam.estimates import Estimate
from engines.seam.sides import SIDES, Side, opponent

NEARNESS: Final = 1000.0
"""What a front line at the enemy's home is worth instead of far away, Ship Points (`bench.wars.positions`)."""
WAR: Final = 2500.0
"""What it is worth to win the war there and then."""
TO_TAKE: Final = 1
"""By how many zones a planet makes a way longer: it has to be taken (31.8)."""
SHUT: Final = 3
"""The same of a planet with a base: while it stands nobody lands, and its owner may decline to fight (S3)."""


@dataclass(frozen=True, slots=True)
class Ends:
    """How a battle ends for a side: shares of such battles, from 0 to 1, and Ship Points lost on average.

    `held` are those in which it loses no ground, or not the war at its home; `moved` those in which it gains it.
    """

    won: float
    held: float
    moved: float
    lost: float
    enemy_lost: float


@dataclass(frozen=True, slots=True)
class Settling(Ends):
    """One way to settle a zone: to engage with a stance, or None to decline; what it is worth, Ship Points."""

    stance: Stance | None
    worth: float


def nearness(ground: Ground, sector: str, at: int, planets: Mapping[Place, Side]) -> float:
    """How near a front line in a zone is to the Talon home, less how near it is to the Terran one."""
    to_talon, to_terran = (zones_to(ground, sector, at, planets, of) for of in ("talon", "terran"))
    return float(0.5**to_talon - 0.5**to_terran)


def zones_to(ground: Ground, sector: str, at: int, planets: Mapping[Place, Side], of: Side) -> int:
    """How far it is from a zone of a sector to a side's home, zones; its own planets on the way make it longer."""
    last = len(ground.chart.zones(sector)) - 1
    zones = range(1, at + 1) if of == SIDES[0] else range(at, last)
    places = [ground.chart.place(sector, index) for index in zones]
    held = [place for place in places if planets.get(place) == of]
    return len(places) + sum(SHUT if ground.base_of(of, place) else TO_TAKE for place in held)


def worth_of(ground: Ground, battle: Battle, side: Side, outcome: Outcome | None) -> float:
    """What an end of a battle does to the map for a side, Ship Points."""
    if outcome is None:
        return 0.0
    sign = 1.0 if side == "terran" else -1.0
    if outcome.ends_war:
        return WAR if outcome.winner == side else -WAR
    planets = dict(ground.planets)
    if outcome.takes_planet:
        planets[battle.place] = outcome.winner
    ends = {move.sector: move.end for move in outcome.moves}
    gained = sum(
        nearness(ground, sector, ends.get(sector, ground.markers[sector]), planets)
        - nearness(ground, sector, ground.markers[sector], ground.planets)
        for sector in battle.sectors
    )
    return sign * NEARNESS * gained


def mean_of(ways: Sequence[Settling], weights: Sequence[float]) -> Settling:
    """The mean of what one way to settle a zone may come to, each as likely as its weight says."""

    def mean(value: Callable[[Settling], float]) -> float:
        return sum(weight * value(way) for way, weight in zip(ways, weights, strict=True)) / sum(weights)

    return Settling(
        won=mean(lambda way: way.won),
        held=mean(lambda way: way.held),
        moved=mean(lambda way: way.moved),
        lost=mean(lambda way: way.lost),
        enemy_lost=mean(lambda way: way.enemy_lost),
        stance=ways[0].stance,
        worth=mean(lambda way: way.worth),
    )


def best_fight(view: Known, battle: Battle, side: Side, level: Level) -> Settling:
    """The best way for a side to fight a battle whose forces are revealed, against an enemy that may withdraw."""
    return max(
        (engaged(view, battle, side, (stance, USUAL), level) for stance in STANCES), key=lambda one: one.worth
    )


def declined(view: Known, battle: Battle, side: Side) -> Settling:
    """What it comes to if the side declines: the enemy takes what a forfeit gives it, unless it has declined too."""
    enemy = opponent(side)
    outcome = None if battle.answers.get(enemy) is False else forfeit(view, battle, side)
    loses = outcome is not None and (outcome.ends_war or bool(outcome.moves))
    return Settling(0.0, 0.0 if loses else 1.0, 0.0, 0.0, 0.0, None, worth_of(view, battle, side, outcome))


def gain_of_engaging(view: Known, battle: Battle, side: Side, stance: Stance) -> int:
    """By how many Ship Points it is worth more to engage with a stance than to decline (S83).

    The captains are those of the war, and the enemy may withdraw.
    """
    fought = engaged(view, battle, side, (stance, USUAL), view.settings.computer)
    return round(fought.worth - declined(view, battle, side).worth)


def engaged(
    view: Known, battle: Battle, side: Side, stances: tuple[Stance, Stance], level: Level
) -> Settling:
    """What it comes to if the battle is fought, by the side's stance and the enemy's."""
    enemy = opponent(side)
    if battle.answers.get(enemy) is False:
        taken = forfeit(view, battle, enemy)
        gains = taken.ends_war or bool(taken.moves)
        return Settling(1.0, 1.0, float(gains), 0.0, 0.0, stances[0], worth_of(view, battle, side, taken))
    ends = _estimated(view, battle, {side: stances[0], enemy: stances[1]}, level)
    return predicted(view, battle, side, stances[0], ends)


def chance_to_win(view: Known, battle: Battle, side: Side, level: Level) -> float:
    """The chance of a side to win a battle in which both may withdraw, from 0 to 1; 1 where no enemy comes."""
    if not has_forces(battle.forces[side]):
        return 0.0
    if not has_forces(battle.forces[opponent(side)]):
        return 1.0
    return _estimated(view, battle, dict.fromkeys(SIDES, USUAL), level).won[side]


def _estimated(view: Known, battle: Battle, stances: Mapping[Side, Stance], level: Level) -> Estimate:
    return estimated(view, battle, revealed(view, battle), stances, level)


def ground_between(view: Known, battle: Battle, side: Side) -> float:
    """By how much the ground is worth more to a side after a victory than after a defeat, Ship Points."""
    won, lost = (worth_of(view, battle, side, victory(view, battle, of)) for of in (side, opponent(side)))
    return won - lost


def predicted(view: Known, battle: Battle, side: Side, stance: Stance, ends: Estimate) -> Settling:
    """What a battle comes to for a side that fights it with a stance, if it ends as is expected."""
    enemy = opponent(side)
    moved = {of: moves(view, battle, of, ends) for of in SIDES}
    worth = ends.lost[enemy] - ends.lost[side]
    for of in SIDES:
        plain, landed = victory(view, battle, of), landing(view, battle, of)
        captured = (
            ends.captured if landed is not None and view.planets.get(battle.place) == opponent(of) else 0.0
        )
        worth += captured * worth_of(view, battle, side, landed)
        worth += max(0.0, moved[of] - captured) * worth_of(view, battle, side, plain)
    return Settling(
        won=ends.won[side],
        held=1 - moved[enemy],
        moved=moved[side],
        lost=ends.lost[side],
        enemy_lost=ends.lost[enemy],
        stance=stance,
        worth=worth,
    )
