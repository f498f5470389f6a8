"""What a battle is worth by a few play-outs, where the estimate leaves it open (31.6).

Both forces are revealed, and the terrain is known or rolled, so captains can play the battle out: each way to fight it
against each stance of the enemy, as nobody knows that one. They stop as soon as it is clear what is best.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import hypot, sqrt
from typing import Final

import msgspec
from msgspec import structs

from campaign.commanders.doctrines import doctrine_with
from campaign.commanders.variation import drawn
from campaign.rules.battles.conceding import gives_up_unfought
from campaign.rules.battles.predicting import STANCES, ends_of
from campaign.rules.battles.settling import Settling, declined, engaged, mean_of, predicted
from campaign.rules.odds.asked import asked_of
from campaign.rules.sight import WarView
from campaign.rules.state import Battle
from engines.odds.playing import DiceNamed, Question, play_out
from engines.seam.documents import Level, Stance
from engines.seam.estimates import Estimate
from engines.seam.sides import Side

MOST: Final = 60
"""Play-outs of a decision at most."""
UNITS: Final = 600
"""So many units fight in all play-outs of a decision, at most: large battles take long."""
ESTIMATED: Final = 2
"""The estimate counts as so many play-outs."""
FEARED: Final = 0.5
"""So much weighs the stance of the enemy that is the worst for a way to fight, beside all of them alike."""
SPREAD: Final = 150.0
"""How far the worth of a play-out is off the mean, Ship Points, as long as there are few."""
SURE: Final = 2.0
"""From so many standard errors on it is clear what is worth more."""


@dataclass
class PlayOuts:
    """What captains play out for a commander; each play-out once, however often it is asked for.

    `share`: for so much of the usual number of play-outs there is time.
    """

    dice_named: DiceNamed
    share: float = 1.0
    known: dict[tuple[bytes, int], Estimate] = field(default_factory=dict)

    def most(self, battle: Battle) -> int:
        """How many play-outs of a battle there may be."""
        units = sum(len(force) for force in battle.forces.values())
        return int(self.share * min(MOST, UNITS / max(1, units)))

    def ends(self, question: Question, number: int) -> Estimate:
        """How the play-out of that number ended."""
        key = msgspec.json.encode(question), number
        if key not in self.known:
            self.known[key] = ends_of(play_out(question, number, self.dice_named))
        return self.known[key]


@dataclass
class Way:
    """A way to fight: by the stance of the enemy what is to be played out, and what it comes to by the estimate."""

    stance: Stance
    questions: Sequence[Question]
    expected: Sequence[Settling]
    came: list[Settling] = field(default_factory=list)
    """What the play-outs came to, each stance of the enemy in turn."""

    @property
    def settling(self) -> Settling:
        """What it comes to: all stances of the enemy are alike, but the worst one for this way weighs more."""
        against = [self._against(number) for number in range(len(self.expected))]
        middle = mean_of(against, [1.0] * len(against))
        worst = min(one.worth for one in against)
        return replace(middle, worth=(1 - FEARED) * middle.worth + FEARED * worst)

    def _against(self, number: int) -> Settling:
        """What it comes to against one stance of the enemy: the estimate counts as some play-outs."""
        came = self.came[number :: len(self.expected)]
        weights = [ESTIMATED / len(self.expected), *([1.0] * len(came))]
        return mean_of([self.expected[number], *came], weights)

    @property
    def error(self) -> float:
        """The standard error of what it is worth, Ship Points."""
        off = [one.worth - self._expected(number).worth for number, one in enumerate(self.came)]
        fought = len(off)
        middle = sum(off) / (ESTIMATED + fought)
        squares = ESTIMATED * SPREAD**2 + sum((one - middle) ** 2 for one in off)
        return sqrt(squares) / (ESTIMATED + fought)

    def _expected(self, number: int) -> Settling:
        return self.expected[number % len(self.expected)]


def best_tried(
    view: WarView, battle: Battle, side: Side, level: Level, whim: str, play_outs: PlayOuts
) -> Settling:
    """The best way to fight a battle whose forces are revealed, against an enemy of any stance.

    A stance with which the captain would concede before anybody fires is no way to fight.
    """
    given_up = declined(view, battle, side).worth
    open_to_us = [
        _way(view, battle, side, level, whim, stance)
        for stance in STANCES
        if not gives_up_unfought(view, battle, side, doctrine_with(view, battle, side, stance))
    ]
    tried, spent, most = open_to_us, 0, play_outs.most(battle)
    while _is_open(tried, given_up) and spent + len(tried) * len(STANCES) <= most:
        for way in tried:
            _play_out(view, battle, side, way, play_outs)
        spent += len(tried) * len(STANCES)
        tried = _left(tried)
    return max((way.settling for way in open_to_us), key=lambda one: one.worth)


def _way(view: WarView, battle: Battle, side: Side, level: Level, whim: str, stance: Stance) -> Way:
    asked = asked_of(view, side, battle, doctrine_with(view, battle, side, stance), level)
    secret = drawn(whim, "play out", view.turn, battle.number)
    cases = [asked.case(number) for number in range(len(STANCES))]
    return Way(
        stance,
        [structs.replace(case, seed=f"{case.seed}/{secret}") for case in cases],
        [engaged(view, battle, side, (stance, other), level) for other in STANCES],
    )


def _play_out(view: WarView, battle: Battle, side: Side, way: Way, play_outs: PlayOuts) -> None:
    """Play it out once against each stance of the enemy, on the same dice."""
    number = len(way.came) // len(way.questions)
    for question in way.questions:
        way.came.append(predicted(view, battle, side, way.stance, play_outs.ends(question, number)))


def _is_open(ways: Sequence[Way], given_up: float) -> bool:
    """Whether it is not clear yet whether to fight, or in which of these ways."""
    best = max(ways, key=lambda way: way.settling.worth)
    lead = best.settling.worth - given_up
    if abs(lead) <= SURE * best.error:
        return True
    return lead > 0 and len(ways) > 1


def _left(ways: Sequence[Way]) -> list[Way]:
    """Those that may be the best."""
    best = max(ways, key=lambda way: way.settling.worth)
    return [way for way in ways if _behind(way, best) <= SURE * hypot(way.error, best.error)]


def _behind(way: Way, best: Way) -> float:
    return best.settling.worth - way.settling.worth
