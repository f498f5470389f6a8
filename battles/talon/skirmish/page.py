"""The pages on which a single battle is set up, and on which a challenge is accepted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from accounts.models import User
from battles.clocks import clock_words
from battles.models import Challenge
from battles.talon.play.playing import DesignLine, FinishedLine, SkirmishLine
from battles.talon.skirmish.beginning import closed_words
from battles.talon.skirmish.form import SkirmishForm
from battles.talon.skirmish.hooks import SeriesLine
from battles.under_way import BattleLine
from config.pages import Page
from engines.seam import codec
from engines.seam.documents import BattleSetup
from engines.seam.sheets import Rule
from engines.seam.sides import SIDES, Side, as_side, opponent
from engines.talon.catalogue import class_of
from engines.talon.fleets.lists import points
from engines.talon.sheets.aims import aims_in_words
from engines.talon.sheets.sheet import options_in_words, sheet_of


@dataclass(frozen=True, slots=True)
class SkirmishPage(Page):
    """The form of a single battle; `mine` are the player's challenges that wait, `skirmishes` the battles under way.

    `tried` are battles that the player tries out in a sandbox, `finished` the last single battles with a result,
    `designs` those whose seats or fleets are still being chosen, `series` the campaign games that are not over, and
    `others` the battles of other systems that are not over.
    """

    template: ClassVar = "battles/skirmish.html"
    form: SkirmishForm
    mine: tuple[Challenge, ...]
    skirmishes: list[SkirmishLine]
    tried: Sequence[SkirmishLine] = ()
    finished: Sequence[FinishedLine] = ()
    designs: Sequence[DesignLine] = ()
    series: Sequence[SeriesLine] = ()
    others: Sequence[BattleLine] = ()


@dataclass(frozen=True, slots=True)
class Fleet:
    """One side of a single battle in words."""

    side: Side
    units: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class ChallengePage(Page):
    """A challenge; `link` is its address, `own` says whether the reader made it, `closed` why it cannot be accepted.

    `at` is the number of the reader's latest notice, `aims` say what decides a battle with terms of its own and what is
    agreed, `steps` how it is set up.
    """

    template: ClassVar = "battles/challenge.html"
    challenge: Challenge
    fleets: tuple[Fleet, ...]
    clock: str
    yours: Side
    link: str
    own: bool
    closed: str
    at: int
    aims: tuple[Rule, ...]
    steps: tuple[Rule, ...]


def fleets_in(setup: BattleSetup) -> tuple[Fleet, ...]:
    """Both sides of a single battle; each unit is named with its class, as "CL Asgard"."""
    return tuple(
        Fleet(
            one,
            tuple(f"{class_of(one, unit).abbreviation} {unit.name}" for unit in setup.force(one)),
            points(setup.force(one), one),
        )
        for one in SIDES
    )


def challenge_page(challenge: Challenge, user: User | None, link: str, at: int) -> ChallengePage:
    """The page as this user sees it."""
    setup = codec.decode_setup(bytes(challenge.setup))
    side = as_side(challenge.side)
    own = user is not None and user.pk == challenge.user_id
    over = challenge.withdrawn or challenge.battle_id is not None
    return ChallengePage(
        challenge=challenge,
        fleets=fleets_in(setup),
        clock=clock_words(challenge.clock),
        yours=side if own else opponent(side),
        link=link,
        own=own,
        closed=closed_words(challenge) if over else "",
        at=at,
        aims=(*aims_in_words(setup), *options_in_words(setup)),
        steps=sheet_of(setup).steps,
    )
