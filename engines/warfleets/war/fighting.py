"""A battle of a war fought by captains of miniatures, with what their doctrines add: when they break off (WF60)."""

from collections.abc import Callable, Mapping
from typing import Final, Literal
from zlib import crc32

from msgspec import Struct

from engines.chance.prng import mixed
from engines.seam.commitments import DiceCommitment
from engines.seam.documents import BattleSetup, Doctrine, Level, Result, Stance
from engines.seam.refusals import refuse_all
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import NamedDice
from engines.warfleets.captains.levels import player_of
from engines.warfleets.captains.match import Player
from engines.warfleets.events import AnyEvent
from engines.warfleets.game import apply, asked, begin
from engines.warfleets.orders import AnyOrder
from engines.warfleets.records.document import Record
from engines.warfleets.records.match import Match, SealedMatch
from engines.warfleets.state import Battle
from engines.warfleets.war.by_hand import resumed
from engines.warfleets.war.results import report_of, result_of, unfought
from engines.warfleets.war.setting_up import refusals_of, set_up_of, shipless
from engines.warfleets.war.strength import strength, strength_left

RULES_VERSION: Final = "1"
"""Which state of the rules and captains fought a battle: raised with every change to what they do."""
BREAKS_OFF: Final[dict[Stance, int]] = {"hold": 0, "withdraw": 50, "preserve": 80}
"""A side breaks off between rounds if it has less than so much of 100 of the enemy's strength left (WF60)."""
UNFOUGHT: Final[dict[Stance, int]] = {"hold": 0, "withdraw": 20, "preserve": 35}
"""A side gives up before the first shot if it comes with less than so much (WF60)."""
MOST: Final = 20_000
"""Orders in a battle; one of a hundred models takes about 2,000."""
Beat = Callable[[int], None]


class GivenUp(Struct, frozen=True, forbid_unknown_fields=True):
    """Which side broke off, at the beginning of which round."""

    side: Side
    round: int


class Fought(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="document", tag="warfleets battle of a war"
):
    """A battle with everything needed to play it again; `record` is None where a side did not fight at all.

    `doctrines` and `levels` are empty where people fought it.
    """

    setup: BattleSetup
    doctrines: dict[str, Doctrine]
    levels: dict[str, Level]
    rules_version: str
    record: Record | None
    given_up: GivenUp | None
    result: Result
    format: Literal[1] = 1


def fight(
    setup: BattleSetup,
    doctrines: Mapping[Side, Doctrine],
    chance: DiceCommitment | NamedDice,
    beat: Beat | None = None,
    levels: Mapping[Side, Level] | None = None,
) -> Fought:
    """The battle fought by captains with its record; `Refused` if the set-up is not possible."""
    refuse_all(refusals_of(setup))
    told, led = {str(side): doctrine for side, doctrine in doctrines.items()}, dict(levels or {})
    stored: dict[str, Level] = {side: level for side, level in led.items() if level != "captain"}
    loser = given_up_unfought(setup, doctrines)
    if loser is not None:
        return Fought(setup, told, stored, RULES_VERSION, None, GivenUp(loser, 1), _unfought(setup, loser))
    players = _captains(chance.name, led)
    if isinstance(chance, DiceCommitment):
        sealed = SealedMatch.of(set_up_of(setup), chance)
        given_up = _to_the_end(sealed.match.battle, sealed.play, players, doctrines, beat)
        battle, record = sealed.match.battle, sealed.record()
    else:
        match = Match.of(set_up_of(setup))
        given_up = _to_the_end(
            match.battle, lambda order: match.play(order, chance), players, doctrines, beat
        )
        battle, record = match.battle, match.record(chance.name)
    result = result_of(setup, report_of(setup, battle, given_up.side if given_up else None))
    return Fought(setup, told, stored, RULES_VERSION, record, given_up, result)


def play_out(
    setup: BattleSetup,
    doctrines: Mapping[Side, Doctrine],
    dice: NamedDice,
    levels: Mapping[Side, Level],
    position: bytes = b"",
) -> Result:
    """The result that `fight` comes to with the same dice; `Refused` if the set-up is not possible.

    With a position, captains play on from there.
    """
    refuse_all(refusals_of(setup))
    loser = None if position else given_up_unfought(setup, doctrines)
    if loser is not None:
        return _unfought(setup, loser)
    battle = resumed(setup, position).battle if position else begin(set_up_of(setup))
    players = _captains(dice.name, levels)
    given_up = _to_the_end(battle, lambda order: apply(battle, order, dice), players, doctrines, None)
    return result_of(setup, report_of(setup, battle, given_up.side if given_up else None))


def _captains(name: str, levels: Mapping[Side, Level]) -> dict[Side, Player]:
    """Who leads each side; the name of the dice decides how they lay markers and set up."""
    seed = crc32(name.encode())
    return {side: player_of(levels.get(side, "captain"), mixed(seed, at)) for at, side in enumerate(SIDES)}


def _to_the_end(
    battle: Battle,
    play: Callable[[AnyOrder], list[AnyEvent]],
    players: Mapping[Side, Player],
    doctrines: Mapping[Side, Doctrine],
    beat: Beat | None,
) -> GivenUp | None:
    """Play a battle on until it is over, or a side breaks off: then which and when."""
    told = battle.round
    for _ in range(MOST):
        question = asked(battle)
        if question is None:
            return None
        if battle.step == "fighting" and battle.round != told:
            told = battle.round
            if told > 1 and (side := breaks_off(battle, doctrines)) is not None:
                return GivenUp(side, told)
        if beat is not None:
            beat(max(1, told))
        play(players[question.side].decide(battle, question))
    raise RuntimeError("the battle does not end")


def fought_by_people(setup: BattleSetup, record: Record, battle: Battle, gave_up: Side | None) -> Fought:
    """The battle as people fought it on a table, to its end or until a side gave it up."""
    given_up = None if gave_up is None else GivenUp(gave_up, max(1, battle.round))
    result = result_of(setup, report_of(setup, battle, gave_up))
    return Fought(setup, {}, {}, RULES_VERSION, record, given_up, result)


def breaks_off(battle: Battle, doctrines: Mapping[Side, Doctrine]) -> Side | None:
    """The side that gives the field up before the next round, the weaker one if both would (WF60)."""
    left = {side: strength_left(battle, side) for side in SIDES}
    for side in sorted(SIDES, key=left.__getitem__):
        enough = BREAKS_OFF[doctrines.get(side, Doctrine()).stance]
        if 100 * left[side] < enough * left[opponent(side)]:
            return side
    return None


def gives_up_unfought(setup: BattleSetup, side: Side, doctrine: Doctrine) -> bool:
    """Whether the side's captain concedes before anybody fires, by the forces alone (WF60)."""
    own, theirs = strength(setup, side), strength(setup, opponent(side))
    return 100 * own < UNFOUGHT[doctrine.stance] * theirs


def given_up_unfought(setup: BattleSetup, doctrines: Mapping[Side, Doctrine]) -> Side | None:
    """The side that does not fight at all: it has no ship, or its captain gives up at once (WF59, WF60)."""
    for side in shipless(setup):
        return side
    for side in SIDES:
        if gives_up_unfought(setup, side, doctrines.get(side, Doctrine())):
            return side
    return None


def _unfought(setup: BattleSetup, loser: Side) -> Result:
    return result_of(setup, unfought(setup, loser))
