"""One thing for the loser of a war to try next time, chosen from what happened."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from campaign.history.chances import Chances
from campaign.history.points_by_place import PlaceLine
from campaign.rules.fleets.building import income_of
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.orders import RESERVE
from campaign.rules.sight import WarView
from campaign.rules.state import Fleet
from campaign.war.words.history_rows import Fight
from engines.seam.sides import Side, opponent

HOARD = 300
"""Ship Points left over that would have bought a battleship."""
OFTEN = 0.4
"""The share of a war's battles from which on a side gave up many."""


@dataclass(frozen=True)
class Lost:
    """What is known of a war that a side has lost, with its `chances` in the battles."""

    view: WarView
    side: Side
    fights: Sequence[Fight]
    total: PlaceLine
    chances: Chances

    @property
    def fleet(self) -> Fleet:
        """The side's fleet at the end."""
        return self.view.fleet(self.side)

    def lp(self, fight: Fight) -> tuple[int, int]:
        """The LP of the side and of the enemy in a battle; 0 where nothing was revealed."""
        terran, talon = fight["terran_lp"] or 0, fight["talon_lp"] or 0
        return (terran, talon) if self.side == "terran" else (talon, terran)


def advice(lost: Lost) -> str:
    """One or two sentences; "" if nothing stands out."""
    return next((words for reason in REASONS if (words := reason(lost))), "")


def _home(lost: Lost) -> str:
    """The home fell: without a fight, or to a force at least twice as large."""
    if lost.view.ended != "home":
        return ""
    last = next(fight for fight in reversed(lost.fights) if fight["place"] == HOMES[lost.side])
    mine, theirs = lost.lp(last)
    if last["outcome"] == "forfeited":
        return "Keep a force at home and engage there: you forfeited the battle for your home, and that lost the war."
    if mine * 2 <= theirs:
        return f"Keep more ships at home: in the battle for it you had {mine} LP against {theirs}."
    return ""


def _reserve(lost: Lost) -> str:
    """The fleet was spent while ships lay in the Reserve."""
    ships = lost.fleet.ships.values()
    idle = sum(ship.class_of(lost.side).lp for ship in ships if ship.where == RESERVE)
    if lost.view.ended != "logistics" or idle == 0:
        return ""
    return f"Send ships out of the Reserve: {idle} LP lay there when too few were left in the sectors."


def _forfeits(lost: Lost) -> str:
    """Many battles were given up that would have been won as often as not; to decline the others is right."""
    declined = [
        fight for fight in lost.fights if fight["outcome"] == "forfeited" and fight["winner"] != lost.side
    ]
    chances = [lost.chances[fight["number"]] for fight in declined if fight["number"] in lost.chances]
    given_up, all_of_them = sum(chance.even for chance in chances), len(lost.fights)
    if given_up < 3 or given_up < OFTEN * all_of_them:
        return ""
    return (
        f"Engage more often: you gave up {given_up} of {all_of_them} battles without a fight "
        "although the odds were even or better."
    )


def _hopeless(lost: Lost) -> str:
    """Battles were fought and lost that could hardly be won, where declining would have saved the ships."""
    fought = [
        fight["number"]
        for fight in lost.fights
        if fight["outcome"] == "fought" and fight["winner"] == opponent(lost.side)
    ]
    hopeless = sum(number in lost.chances and lost.chances[number].hopeless for number in fought)
    if hopeless < 3:
        return ""
    return f"Decline hopeless battles: you fought and lost {hopeless}, with odds of less than 10 of 100."


def _treasury(lost: Lost) -> str:
    """Points were left over that could have been spent: not the income of a turn that was never planned."""
    if not lost.fleet.planned and lost.view.turn == 1:
        return ""
    fresh = 0 if lost.fleet.planned else sum(income_of(lost.view, lost.side).values())
    points = lost.fleet.treasury - fresh
    return f"Buy more ships: {points} points were left in your treasury." if points >= HOARD else ""


def _spread(lost: Lost) -> str:
    """The enemy had more LP in most battles, though not many more altogether."""
    met = [lost.lp(fight) for fight in lost.fights if fight["terran_lp"] and fight["talon_lp"]]
    fewer = sum(mine < theirs for mine, theirs in met)
    mine, theirs = (sum(pair[which] for pair in met) for which in (0, 1))
    if len(met) < 3 or fewer < 0.6 * len(met) or mine < 0.7 * theirs:
        return ""
    return (
        f"Send your ships together: the enemy had more LP in {fewer} of {len(met)} battles. "
        f"In all you sent {mine} LP against {theirs}."
    )


def _losses(lost: Lost) -> str:
    """The battles cost much more than they destroyed."""
    mine, theirs = lost.total.lost, lost.total.destroyed
    if mine - theirs < HOARD:
        return ""
    return (
        f"Save more ships: you lost {mine} points and destroyed {theirs}. "
        "Decline where the enemy is much stronger, or have your captain preserve the fleet."
    )


def _income(lost: Lost) -> str:
    """The enemy earned much more."""
    behind = -lost.total.income
    if behind < HOARD:
        return ""
    return f"Take ground early: over the war the enemy's zones paid {behind} points more than yours."


REASONS: tuple[Callable[[Lost], str], ...] = (
    _home,
    _reserve,
    _forfeits,
    _hopeless,
    _treasury,
    _spread,
    _losses,
    _income,
)
