"""A battle's dice for its page: what was committed, added and revealed, every roll by round, and the luck account."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from battles.models import OVER, Battle, DiceSeal, EntropySource, Resolution
from battles.pages.fought_view import Fought
from battles.selectors import ToldBattle
from engines.seam.sides import SIDES, Side
from engines.talon.documents.written import Rolled, WrittenBattle
from engines.talon.report.cast import Cast
from engines.talon.report.words import WEAPONS
from engines.talon.sheets.sheet import TITLES
from engines.talon.state import IMPULSES

Stage = Literal["promised", "unpromised", "sealed", "before", "brought", "table"]
"""Committed, not fought yet; not fought, nothing committed; fought with sealed dice; fought by the computer before dice
were sealed; uploaded as a record; over without dice of this site."""


@dataclass(frozen=True, slots=True)
class RollLine:
    """One roll with its label: its number in the battle, when, by or for whom, why, and the die."""

    number: int
    letter: str
    side: Side
    unit: str
    cause: str
    die: int


@dataclass(frozen=True, slots=True)
class RoundOfRolls:
    """The rolls of a round, between rounds those of the round before."""

    number: int
    rolls: tuple[RollLine, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """What a side added to the dice, and where it came from; `own` if the reader's side added it."""

    side: Side
    entropy: str
    source: str
    own: bool
    of_the_seed: bool


def stage_of(
    battle: Battle, told: ToldBattle | None, seal: DiceSeal | None, owed: Resolution | None
) -> Stage:
    """How far the dice of the battle are."""
    if told is not None and told.brought is not None:
        return "brought"
    if told is not None:
        return "before" if told.record.sealed is None else "sealed"
    if battle.status in OVER:
        return "table"
    return "unpromised" if seal is None or (owed is not None and owed.seal_id is None) else "promised"


def parts_of(battle: Battle, seal: DiceSeal, seats: tuple[Side, ...], *, over: bool) -> list[Part]:
    """What both sides added; before it is over, only what the reader may know."""
    return [_part(battle, seal, side, seats, over=over) for side in SIDES]


def _part(battle: Battle, seal: DiceSeal, side: Side, seats: tuple[Side, ...], *, over: bool) -> Part:
    own, entropy = side in seats, seal.entropies[side]
    if not entropy or not (over or own):
        return Part(side, "", "", own, of_the_seed=False)
    of_the_seed = seal.sources[side] == EntropySource.SITE
    if not of_the_seed:
        source = "added by the player"
    elif battle.user_of(side).is_computer:
        source = "follows from the seed: the computer adds nothing"
    else:
        source = "follows from the seed: the player added nothing"
    return Part(side, entropy, source, own, of_the_seed)


def rounds_of(written: WrittenBattle, cast: Cast) -> list[RoundOfRolls]:
    """Every roll with its number, by round."""
    lines = list(_lines(written, cast))
    return [
        RoundOfRolls(number, tuple(line for _round, line in group))
        for number, group in groupby(lines, key=lambda pair: pair[0])
    ]


def _lines(written: WrittenBattle, cast: Cast) -> Iterator[tuple[int, RollLine]]:
    rolled: list[Rolled] = [*written.opening, *(die for given in written.given for die in given.dice)]
    for number, one in enumerate(rolled, 1):
        label = one.label
        if label is None:
            raise ValueError(f"roll {number} does not say for what it was rolled")
        role, cause = cast[label.unit], WEAPONS.get(label.cause, label.cause)
        letter = IMPULSES[label.impulse]
        yield label.round, RollLine(number, letter, role.side, cast.name(label.unit), cause, one.die)


def between_them(told: Fought) -> str:
    """A sentence that compares the luck of both sides' fire."""
    luck = {fire.side: fire.total.luck for fire in told.fire}
    terran, talon = (luck[side] for side in SIDES)
    apart = abs(terran - talon)
    if apart < 0.5:
        return "Luck was about even."
    lucky: Side = "terran" if terran > talon else "talon"
    return f"The dice favoured {TITLES[lucky]} by {apart:.1f} damage."
