"""A battle's dice for its page: what was committed, added and revealed, every roll by round, and the luck account."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from typing import ClassVar, Literal

from battles.battle.file_names import file_name
from battles.battle.selectors import KnownBattle, commitment_for, committed_as, known_battle, owed, played
from battles.battle.under_way import is_under_way
from battles.models import OVER, Battle, BroughtRecord, DiceSeal, EntropySource, Play, Resolution
from battles.talon.fought.course import FoughtReport
from config.pages import Page, Part
from engines.seam.sides import SIDE_TITLES, SIDES, Side, as_side
from engines.talon import system as talon
from engines.talon.documents.written import BattleRecord, Rolled
from engines.talon.records.record import RevealedDice
from engines.talon.report.cast import Cast
from engines.talon.report.words import WEAPONS
from engines.talon.state import IMPULSES

Stage = Literal["committed", "uncommitted", "sealed", "before", "brought", "table"]
"""Committed, not fought yet; not fought, nothing committed; fought with sealed dice; fought by the computer before dice
were sealed; uploaded as a record; over without dice of this site."""
AT_ONCE = timedelta(seconds=2)
"""Sooner than anybody could have read the commitment."""


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
class Addition:
    """What a side added to the dice, and where it came from; `own` if the reader's side added it."""

    side: Side
    entropy: str
    source: str
    own: bool
    of_the_seed: bool


@dataclass(frozen=True, slots=True)
class Committed(Part):
    """The dice that follow from a seed; `at_once`: nobody could read the commitment before the first roll."""

    seal: DiceSeal | None = None
    parts: tuple[Addition, ...] = ()
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Revealed(Part):
    """What is known once every order is: the rolls, their seal, and the luck of both sides.

    `rolls` and `orders` are how many there were, `between` compares the luck of both sides; `file` is what the record
    is called as JSON. Of an uploaded record: `bringer` is who uploaded it, `committed_as` what this site calls the
    battle whose seed it names.
    """

    report: FoughtReport | None = None
    sealed: RevealedDice | None = None
    brought: BroughtRecord | None = None
    rounds: tuple[RoundOfRolls, ...] = ()
    rolls: int = 0
    orders: int = 0
    between: str = ""
    file: str = ""
    bringer: str = ""
    committed_as: str = ""


@dataclass(frozen=True, slots=True)
class DicePage(Page):
    """The dice of a battle, before, while and after it is fought; the seed only when it was fought with it.

    `owed`: what the computer still owes the battle; `play`: the battle in the browser, if it is played there now.
    """

    template: ClassVar = "battles/dice.html"
    battle: Battle
    stage: Stage
    owed: Resolution | None
    play: Play | None
    in_browser: bool
    being_fought: bool
    committed: Committed
    revealed: Revealed


def dice_page(battle: Battle, seats: tuple[Side, ...]) -> DicePage:
    """The page for the player of these sides."""
    known = known_battle(battle)
    seal = known.seal if known is not None and known.seal is not None else commitment_for(battle)
    pending, play = owed(battle), played(battle)
    stage = stage_of(battle, known, seal, pending)
    return DicePage(
        battle=battle,
        stage=stage,
        owed=pending,
        play=play,
        in_browser=play is not None,
        being_fought=is_under_way(battle, pending),
        committed=_committed(battle, seal, seats, stage),
        revealed=_revealed(battle, known) if known is not None else Revealed(),
    )


def _committed(battle: Battle, seal: DiceSeal | None, seats: tuple[Side, ...], stage: Stage) -> Committed:
    if seal is None or stage not in ("committed", "sealed"):
        return Committed()
    parts = parts_of(battle, seal, seats, over=stage == "sealed")
    return Committed(seal, tuple(parts), at_once=_at_once(battle, seal))


def _at_once(battle: Battle, seal: DiceSeal) -> bool:
    """Whether the computer had the battle as soon as its dice were committed."""
    asked = battle.resolutions.filter(seal=seal).order_by("pk").values_list("asked_at", flat=True).first()
    return asked is not None and asked - seal.promised_at < AT_ONCE


def _revealed(battle: Battle, known: KnownBattle) -> Revealed:
    record = talon.own(known.fought)
    report, written = FoughtReport(record), record.written
    rounds = rounds_of(written, report.cast)
    return Revealed(
        report=report,
        sealed=record.sealed,
        brought=known.brought,
        rounds=tuple(rounds),
        rolls=sum(len(one.rolls) for one in rounds),
        orders=len(written.given),
        between=between_them(report),
        file=file_name(battle, "json"),
        bringer=_bringer(battle, known),
        committed_as=committed_as(written.headers) if known.brought is not None else "",
    )


def _bringer(battle: Battle, known: KnownBattle) -> str:
    """Who uploaded the record."""
    if known.brought is None:
        return ""
    side = as_side(known.brought.side)
    return side.title() if battle.one_screen else battle.name_of(side)


def stage_of(
    battle: Battle, known: KnownBattle | None, seal: DiceSeal | None, owed: Resolution | None
) -> Stage:
    """How far the dice of the battle are."""
    if known is not None and known.brought is not None:
        return "brought"
    if known is not None:
        return "before" if talon.own(known.fought).sealed is None else "sealed"
    if battle.status in OVER:
        return "table"
    return "uncommitted" if seal is None or (owed is not None and owed.seal_id is None) else "committed"


def parts_of(battle: Battle, seal: DiceSeal, seats: tuple[Side, ...], *, over: bool) -> list[Addition]:
    """What both sides added; before it is over, only what the reader may know."""
    return [_part(battle, seal, side, seats, over=over) for side in SIDES]


def _part(battle: Battle, seal: DiceSeal, side: Side, seats: tuple[Side, ...], *, over: bool) -> Addition:
    own, entropy = side in seats, seal.entropies[side]
    if not entropy or not (over or own):
        return Addition(side, "", "", own, of_the_seed=False)
    of_the_seed = seal.sources[side] == EntropySource.SITE
    if not of_the_seed:
        source = "added by the player"
    elif battle.user_of(side).is_computer:
        source = "follows from the seed: the computer adds nothing"
    else:
        source = "follows from the seed: the player added nothing"
    return Addition(side, entropy, source, own, of_the_seed)


def rounds_of(written: BattleRecord, cast: Cast) -> list[RoundOfRolls]:
    """Every roll with its number, by round."""
    lines = list(_lines(written, cast))
    return [
        RoundOfRolls(number, tuple(line for _round, line in group))
        for number, group in groupby(lines, key=lambda pair: pair[0])
    ]


def _lines(written: BattleRecord, cast: Cast) -> Iterator[tuple[int, RollLine]]:
    rolled: list[Rolled] = [*written.opening, *(die for given in written.given for die in given.dice)]
    for number, one in enumerate(rolled, 1):
        label = one.label
        if label is None:
            raise ValueError(f"roll {number} does not say for what it was rolled")
        role, cause = cast[label.unit], WEAPONS.get(label.cause, label.cause)
        letter = IMPULSES[label.impulse]
        yield label.round, RollLine(number, letter, role.side, cast.name(label.unit), cause, one.die)


def between_them(report: FoughtReport) -> str:
    """A sentence that compares the luck of both sides' fire."""
    luck = {fire.side: fire.total.luck for fire in report.fire}
    terran, talon = (luck[side] for side in SIDES)
    apart = abs(terran - talon)
    if apart < 0.5:
        return "Luck was about even."
    lucky: Side = "terran" if terran > talon else "talon"
    return f"{SIDE_TITLES[lucky]} was luckier, by {apart:.1f} damage."
