"""How a plan's battles are likely to end, sector by sector: estimates against forces that the enemy may send."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from campaign.odds.outlook import sentence
from campaign.planning.editor.edits import WorkingPlan
from campaign.planning.proposals.ahead import error_ahead, said, weights_for
from campaign.rules.battles.forces import has_forces
from campaign.rules.battles.predicting import USUAL
from campaign.rules.battles.settling import Ends, Settling, engaged, mean_of, predicted
from campaign.rules.map.strategic_map import Place
from campaign.rules.odds.asked import expected_battle
from campaign.rules.odds.coming import coming
from campaign.rules.sight import WarView
from campaign.rules.state import Battle, Ship
from engines.seam.documents import BattleSetup, Level
from engines.seam.estimates import Estimate
from engines.seam.sides import SIDES, Side, opponent

FORCES: Final = 12
"""Against so many forces that the enemy may send a plan is estimated."""
HARD: Final = ("likely lost", "uphill")
GRADES: Final = ((0.15, HARD[0]), (0.4, HARD[1]), (0.6, "even"), (1.0, "likely won"))
"""What a chance to win is called, up to so much."""
NO_FIGHT: Final = Settling(won=0, held=0, moved=0, lost=0, enemy_lost=0, stance=None, worth=0)
"""What squadrons alone come to: they cannot fight."""
UNOPPOSED: Final = "unopposed"
"""What a front line is called to which the enemy has nothing to send."""
OPEN: Final = "open"
"""What a battle is called of which nobody can say who wins before it is known what comes."""
WIDE: Final = 0.3
"""A battle is open where the middle half of the forces that may come differ by more than this."""


class Spread(NamedTuple):
    """The chances of 100 against the forces that may come, without the best and the worst force."""

    low: int
    high: int


@dataclass(frozen=True)
class LaneChance:
    """A sector's chance to win, in a word and of 100; `between` says what that rests on, `error` how far it may be off.

    `ends` is a sentence about the victories, the front line and the points, without its capital. `estimate`: nobody
    has played it out. `opposed`: the enemy has something to send there. `spread`: the chances against the forces that
    may come, from and to, where those differ so much that the battle is open. `by_draws`: it was played out against
    forces at random. `rough`: only a few times.
    """

    grade: str
    won: int
    between: str
    ends: str = ""
    error: str = ""
    estimate: bool = True
    opposed: bool = True
    spread: Spread | None = None
    by_draws: bool = False
    rough: bool = False

    @property
    def vague(self) -> bool:
        """Whether its number is about right at best; a range says that by itself."""
        return (self.estimate or self.rough) and self.spread is None

    @property
    def word(self) -> str:
        """What it is called: its grade, or open."""
        return OPEN if self.spread else self.grade

    @property
    def of_100(self) -> str:
        """The number that is shown beside the word, or the range of an open battle."""
        return "–".join(map(str, self.spread)) if self.spread else str(self.won)

    @property
    def follows(self) -> str:
        """What stands in the sentence after the victories: the front line and the points."""
        return self.ends.partition(" of 100")[2]


def chances(working: WorkingPlan, level: Level) -> dict[str, LaneChance]:
    """The estimate for each sector to which ships go; the sectors of a home have one together."""
    found = {}
    for place in dict.fromkeys(working.view.place_of(sector) for sector in working.view.chart.order):
        own = ships_to(working, place)
        if own:
            chance = _lane_chance(working, place, own, level)
            found.update(dict.fromkeys(working.view.markers_on(place), chance))
    return found


def ships_to(working: WorkingPlan, place: Place) -> dict[str, Ship]:
    """The ships by name that the plan sends to the sectors whose front line is at a place."""
    sectors = working.view.markers_on(place)
    return {name: ship for name, ship in working.ships.items() if working.plan.assign.get(name) in sectors}


def graded(won: float) -> str:
    """What a chance is called, from 0 to 1."""
    return next(words for most, words in GRADES if won <= most)


def shares_against(
    view: WarView, side: Side, place: Place, own: Mapping[str, Ship], level: Level
) -> list[float]:
    """The chance to win against each force that the enemy may send; those that send nothing are left out."""
    return [fight.won for fight in _fights_against(view, side, place, own, level)]


def _fights_against(
    view: WarView, side: Side, place: Place, own: Mapping[str, Ship], level: Level
) -> list[Settling]:
    """What comes of the battle with each force that the enemy may send, if both captains may withdraw."""
    enemy = opponent(side)
    battles = (expected_battle(view, side, place, own, force) for force in coming(view, enemy, place, FORCES))
    return [
        engaged(view, battle, side, (USUAL, USUAL), level) if has_forces(battle.forces[side]) else NO_FIGHT
        for battle in battles
        if has_forces(battle.forces[enemy])
    ]


def _lane_chance(working: WorkingPlan, place: Place, own: Mapping[str, Ship], level: Level) -> LaneChance:
    """What is said of the battles there; it is apart from winning one if the enemy has nothing to send."""
    view, side = working.view, working.side
    fights = _fights_against(view, side, place, own, level)
    battle = expected_battle(view, side, place, own, ())
    if not fights and has_forces(battle.forces[side]):
        return LaneChance(UNOPPOSED, 100, "The enemy has no ships to send here", opposed=False)
    shares = [fight.won for fight in fights]
    if not any(shares):
        return LaneChance(graded(0), 0, "ships that cannot fight alone", "you win 0 of 100.")
    won = said(view, side, place, shares)
    mean = replace(mean_of(fights, weights_for(shares, won)), won=won)
    return LaneChance(
        grade=graded(won),
        won=round(100 * won),
        between=_between(shares),
        spread=_trimmed(shares) if _is_open(shares) else None,
        ends=ends_words(battle, side, mean),
        error=error_ahead(view, side, place),
    )


def played_chance(
    view: WarView, side: Side, setup: BattleSetup, came: Estimate, words: str, *, at_random: bool
) -> LaneChance:
    """What is said of a battle that captains have played out, and what that rests on, in `words`.

    Against forces at random most of what can be wrong is what comes, as with the estimate: how often it is won is set
    right in the same way, and the front line with it.
    """
    place = setup.place
    forces = {one: setup.force(one) for one in SIDES}
    battle = Battle(0, place, view.markers_on(place), "revealed", forces=forces)
    ends, error = predicted(view, battle, side, USUAL, came), ""
    if at_random:
        ends, error = _set_right(ends, said(view, side, place, (ends.won,))), error_ahead(view, side, place)
    return LaneChance(
        grade=graded(ends.won),
        won=round(100 * ends.won),
        between=words,
        ends=ends_words(battle, side, ends),
        error=error,
        estimate=False,
        by_draws=at_random,
    )


def with_played(
    estimated: Mapping[str, LaneChance], played: Mapping[str, LaneChance]
) -> dict[str, LaneChance]:
    """By sector what was played out in place of its estimate; what is open by the estimate stays so at random."""
    found = dict(estimated)
    for sector, one in played.items():
        known = estimated.get(sector)
        found[sector] = replace(one, spread=known.spread) if known is not None and one.by_draws else one
    return found


def _set_right(ends: Settling, won: float) -> Settling:
    """The same with so many victories: of those, and of the other battles, as many move the front line as before."""
    gains = ends.moved / ends.won if ends.won else 0.0
    loses = (1 - ends.held) / (1 - ends.won) if ends.won < 1 else 0.0
    return replace(ends, won=won, moved=gains * won, held=1 - loses * (1 - won))


def ends_words(battle: Battle, side: Side, ends: Ends) -> str:
    """How a battle is likely to end, in a sentence without its capital."""
    words = sentence(battle, side, ends)
    return words[0].lower() + words[1:]


def _is_open(shares: Sequence[float]) -> bool:
    """Whether the middle half of the chances is too wide for one number."""
    found = sorted(shares)
    quarter = len(found) // 4
    return found[-1 - quarter] - found[quarter] > WIDE


def _trimmed(shares: Sequence[float]) -> Spread:
    """From and to, of 100."""
    found = sorted(shares)[1:-1] or sorted(shares)
    return Spread(round(100 * found[0]), round(100 * found[-1]))


def _between(shares: Sequence[float]) -> str:
    """How much it depends on what comes."""
    low, high = _trimmed(shares)
    return f"from {low} to {high}, depending on what the enemy sends"
