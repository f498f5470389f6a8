"""How a battle is likely to end, where a side decides about it: one sentence, and each of its stances in figures.

Before anybody has played the battle out it is the estimate, and says so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from battles.battle.doctrine import TITLES
from campaign.rules.battles.conceding import gives_up_unfought
from campaign.rules.battles.hopeless import HOPELESS
from campaign.rules.battles.predicting import STANCES, USUAL
from campaign.rules.battles.settling import Ends, Settling, declined, engaged, ground_between
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.orders import USUAL_ODDS
from campaign.rules.sight import WarView
from campaign.rules.state import Battle
from campaign.war.words.figures import signed
from campaign.war.words.history_line import counted
from engines.seam.documents import Doctrine, Level, Stance
from engines.seam.sides import Side, opponent
from engines.seam.systems import system
from engines.seam.words.in_a_row import in_row

EVEN: Final = 0.5
ONE_SIDED: Final = 0.1
"""A battle that either side wins less often than this is one-sided, and its chances are less in doubt."""


@dataclass(frozen=True)
class StanceLine:
    """What one stance of the side comes to, of 100 battles and in Ship Points.

    `chosen`: it is filled in. `best`: it is worth most.
    """

    stance: str
    title: str
    chosen: bool
    won: int
    held: int
    moved: int
    lost: int
    enemy_lost: int
    best: bool


@dataclass(frozen=True)
class Outlook:
    """The estimate of a battle: the sentence for one `stance`, the one that is filled in, and a line for each stance.

    `error` says how far it may be off, "" where that has not been measured. `hopeless`: with no stance does the
    side win, or hold the front line, in a tenth of such battles. `held` and `moved` are the names of their columns,
    `captains` who fights. `gives_up` says by which stances the captain concedes before anybody fires, "" if by none.
    `gain`: by how many Ship Points it is worth more to engage with the stance than to decline (S83), `losses` what of
    that are the losses of both sides, and `stands` in how many of 100 the side stands its ground with it (S76); at the
    own home nothing is compared, for to decline there loses the war. `unsure`: how far `gain` may be off, Ship Points.
    `about_war`: a victory wins the war.
    """

    stance: Stance
    words: str
    error: str
    lines: tuple[StanceLine, ...]
    hopeless: bool
    captains: str
    held: str
    moved: str
    gain: int
    losses: int
    stands: int
    at_home: bool
    unsure: int = 0
    gives_up: str = ""
    about_war: bool = False

    @property
    def title(self) -> str:
        """What the stance that the sentence is about is called."""
        return TITLES[self.stance]

    @property
    def advises(self) -> bool | None:
        """Whether the site recommends to engage: by the odds of its standing instruction, or if it is worth more.

        None where the difference is within the error of the estimate, or a hopeless battle is worth more.
        """
        if self.at_home:
            return True
        if self.stands >= USUAL_ODDS and not self.hopeless:
            return True
        if abs(self.gain) <= self.unsure:
            return None
        return None if self.hopeless and self.gain >= 0 else self.gain >= 0

    @property
    def advice(self) -> str:
        """What the site recommends, and why, in two sentences; or that it does not know, "" for nothing at all."""
        if self.advises is None:
            return self._much_the_same if abs(self.gain) <= self.unsure else ""
        if self.at_home:
            return "Recommended: engage. To decline at your home loses the war."
        word, other = ("engage", "decline") if self.advises else ("decline", "engage")
        points = f"about {counted(abs(self.gain), 'point')}"
        if not self.gain:
            return f"Recommended: {word}. It is worth as much as to {other}."
        if self.advises and self.gain < 0:
            return (
                f"Recommended: {word}. You stand your ground in {self.stands} of 100, though to {other} would save "
                f"{points}."
            )
        if self.advises and self.gain <= self.unsure:
            return (
                f"Recommended: {word}. You stand your ground in {self.stands} of 100, and it is worth about as much as "
                f"to {other}."
            )
        sign = 1 if self.advises else -1
        losses, ground = signed(sign * self.losses), signed(sign * (self.gain - self.losses))
        return (
            f"Recommended: {word}. That is worth {points} more than to {other}: {losses} by the losses of both sides, "
            f"{ground} by {'the war' if self.about_war else 'the front line'}."
        )

    @property
    def _much_the_same(self) -> str:
        both = "To engage and to decline are worth"
        if not self.gain:
            return f"{both} the same by the estimate."
        return f"{both} about the same: {counted(abs(self.gain), 'point')} apart, and that may be off by {self.unsure}."


def outlook(view: WarView, battle: Battle, side: Side, level: Level, chosen: str) -> Outlook:
    """The estimate for a side of a battle whose forces are revealed, against an enemy that may withdraw.

    The stance that is filled in is the one `chosen`; without one it is the best, by what it is worth.
    """
    found: dict[Stance, Settling] = {
        stance: engaged(view, battle, side, (stance, USUAL), level) for stance in STANCES
    }
    held, moved = _columns(battle, side)
    given_up = declined(view, battle, side)
    # By the doctrine with which most falls: a captain who preserves the fleet may come to fight.
    falls = max(ends.lost + ends.enemy_lost for ends in found.values())
    best = max(found, key=lambda one: found[one].worth)
    stance = next((one for one in STANCES if one == chosen), best)
    return Outlook(
        stance=stance,
        words=sentence(battle, side, found[stance]),
        error=error_of(view.settings.system, level),
        lines=_lines(found, stance, best),
        hopeless=all(_of_100(max(ends.won, ends.held)) < HOPELESS for ends in found.values()),
        held=held,
        moved=moved,
        gain=round(found[stance].worth - given_up.worth),
        losses=round(found[stance].enemy_lost - found[stance].lost),
        stands=_of_100(found[stance].won if given_up.held else found[stance].held),
        at_home=battle.place == HOMES[side],
        unsure=round(
            _chance_off(view.settings.system, level, found[stance].won)
            * (ground_between(view, battle, side) + falls)
        ),
        captains="ensigns" if level == "ensign" else "captains",
        gives_up=_gives_up(view, battle, side),
        about_war=battle.place == HOMES[opponent(side)],
    )


def _gives_up(view: WarView, battle: Battle, side: Side) -> str:
    """By which stances the captain concedes at once, in a sentence; "" if by none."""
    found = [
        f"“{TITLES[stance]}”" for stance in STANCES if gives_up_unfought(view, battle, side, Doctrine(stance))
    ]
    return f"With {in_row(found)} your captain concedes before anybody fires." if found else ""


def error_of(system_key: str, level: Level) -> str:
    """How far an estimate of a system may be off, in words; "" where that has not been measured."""
    error = system(system_key).estimate_error(level)
    if not error.battles:
        return ""
    usual, contested = (_of_100(share) for share in (error.overall, error.contested))
    return f"Estimates are off by {usual} of 100 on average, by {contested} in close battles."


def _chance_off(system_key: str, level: Level, won: float) -> float:
    """How far an estimated chance to win may be off, from 0 to 1."""
    error = system(system_key).estimate_error(level)
    return error.contested if ONE_SIDED <= won <= 1 - ONE_SIDED else error.one_sided


def sentence(battle: Battle, side: Side, ends: Ends) -> str:
    """The ends of a battle in one sentence for a side."""
    return f"You win {_of_100(ends.won)} of 100{_ground(battle, side, ends)}; {_points(ends)}."


def _ground(battle: Battle, side: Side, ends: Ends) -> str:
    """What comes of the front line, or of the war."""
    if battle.place == HOMES[opponent(side)]:
        return ", and with each of them the war"
    if battle.place == HOMES[side]:
        return f" and lose the war in {_of_100(1 - ends.held)}"
    if ends.won < EVEN:
        return f" and hold the front line in {_of_100(ends.held)}"
    return f" and advance the front line in {_of_100(ends.moved)}"


def _points(ends: Ends) -> str:
    return f"you lose about {ends.lost:.0f} points, the enemy {ends.enemy_lost:.0f}"


def _columns(battle: Battle, side: Side) -> tuple[str, str]:
    if battle.place == HOMES[opponent(side)]:
        return "", "War won"
    return ("War not lost" if battle.place == HOMES[side] else "Front line held"), "Front line advanced"


def _lines(found: Mapping[Stance, Ends], chosen: Stance, best: Stance) -> tuple[StanceLine, ...]:
    return tuple(
        StanceLine(
            stance=stance,
            title=TITLES[stance],
            chosen=stance == chosen,
            won=_of_100(found[stance].won),
            held=_of_100(found[stance].held),
            moved=_of_100(found[stance].moved),
            lost=round(found[stance].lost),
            enemy_lost=round(found[stance].enemy_lost),
            best=stance == best,
        )
        for stance in found
    )


def _of_100(share: float) -> int:
    return round(100 * share)
