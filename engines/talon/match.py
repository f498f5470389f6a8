"""A battle under way, order by order, with rolled or given dice; and taking orders back."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from engines.seam.refusals import Refusal, Refused, refuse
from engines.seam.sides import SIDES, Side
from engines.talon import game, teams
from engines.talon.dice import Dice, Label
from engines.talon.documents import codec
from engines.talon.documents.written import BattleRecord, Given, Rolled
from engines.talon.events import AnyEvent
from engines.talon.orders import AnyOrder
from engines.talon.refusals.explain import explain
from engines.talon.state import IMPULSES, Battle, Seat
from engines.talon.text import write_ending
from engines.talon.view import View

RULES = {"critical": "8.5", "weapon group": "8.5", "random arc": "8.6", "missile": "13.5"}
"""The rule by which a die is rolled, by its cause; a weapon's is 8, a repair's 8.7, that of a jury rig 24."""


@dataclass(slots=True)
class RecordedDie:
    """A die as a record has it: all but `die` may be left out; `where` is its place in the record."""

    die: int
    where: str
    unit: int | None = None
    cause: str | None = None
    round: int | None = None
    impulse: int | None = None

    def fits(self, label: Label) -> bool:
        """Whether the die may have been rolled for what the label says."""
        wanted = (self.round, self.impulse, self.unit, self.cause)
        return all(mine in (None, its) for mine, its in zip(wanted, label, strict=True))


@dataclass(slots=True)
class DiceOfRecord:
    """Given dice in their order; `Refused` if one is missing or belongs to something else."""

    battle: Battle
    recorded: list[RecordedDie]
    where: str
    rolled: list[Rolled] = field(default_factory=list)

    def roll(self, label: Label) -> int:
        """The next die."""
        name = self.battle.units[label.unit].name
        if len(self.rolled) == len(self.recorded):
            raise _at(self.where, _rule_of(label), f"a die is missing, for {name}: {label.cause}.")
        die = self.recorded[len(self.rolled)]
        if not die.fits(label):
            when = f" in round {label.round}, impulse {IMPULSES[label.impulse]}"
            reason = f"this die is rolled for {name}: {label.cause}{when}, not for what the record says."
            raise _at(die.where, _rule_of(label), reason)
        self.rolled.append(Rolled(die.die, label.unit, label.cause, label.round, label.impulse))
        return die.die

    def finish(self) -> tuple[Rolled, ...]:
        """The dice used; `Refused` if more were given."""
        if len(self.rolled) < len(self.recorded):
            where = self.recorded[len(self.rolled)].where
            raise _at(where, "", "this die is not rolled: the record has one too many.")
        return tuple(self.rolled)


@dataclass(slots=True)
class KeptDice:
    """Dice of which every roll is kept with its label."""

    dice: Dice
    rolled: list[Rolled] = field(default_factory=list)

    def roll(self, label: Label) -> int:
        """The next die."""
        die = self.dice.roll(label)
        self.rolled.append(Rolled(die, label.unit, label.cause, label.round, label.impulse))
        return die


@dataclass(slots=True)
class Match:
    """A battle under way: its orders and dice so far; `events` are those of each order, of the opening first.

    `begin` comes first, then each order: `play` rolls its dice, `give` takes recorded dice. `begun` is the
    position it began with, as a document.
    """

    battle: Battle
    given: list[Given] = field(default_factory=list)
    opening: tuple[Rolled, ...] = ()
    events: list[list[AnyEvent]] = field(default_factory=list)
    begun: bytes = b""

    def begin(self, recorded: Iterable[RecordedDie] = (), where: str = "The beginning") -> None:
        """Go on to the first decision, with the given dice."""
        self.begun = codec.encode_position(self.battle)
        dice = DiceOfRecord(self.battle, list(recorded), where)
        events, self.opening = game.run_to_decision(self.battle, dice), dice.finish()
        self.events.append(events)

    def give(
        self,
        order: AnyOrder,
        recorded: list[RecordedDie],
        where: str,
        entropy: str = "",
        comment: Iterable[str] = (),
    ) -> None:
        """Give the next order; `Refused` with its place if it is illegal, or its dice are not those it rolls."""
        dice = DiceOfRecord(self.battle, recorded, where)
        if order not in game.legal_orders(self.battle):
            refusal = explain(self.battle, order)
            raise _at(where, refusal.rule, refusal.reason)
        events, rolled = game.apply(self.battle, order, dice), dice.finish()
        self.events.append(events)
        self.given.append(Given(order, rolled, entropy, tuple(comment)))

    def play(self, order: AnyOrder, dice: Dice) -> list[AnyEvent]:
        """Give the next order and roll its dice; what happened. `Refused` if it is illegal, with nothing changed."""
        kept = KeptDice(dice)
        events = game.apply(self.battle, order, kept)
        self.events.append(events)
        self.given.append(Given(order, tuple(kept.rolled)))
        return events

    def take_back(self, side: Side, player: int | None = None) -> Given:
        """Take back the last order, which that side gave; what it was. Of a team it is one `player`'s (25).

        `Refused`, and nothing has changed, if the battle is over, the other side has decided since, a die was rolled
        for it, or it has uncovered counters that nobody may forget again (R37).
        """
        last = self.given[-1] if self.given else None
        if last is None:
            raise refuse("", "No order has been given yet.")
        if self.battle.ending:
            raise refuse("20", "The battle is over.")
        if last.order.side != side:
            raise refuse(
                "", f"The last order is not {side.title()}'s: who decides later has seen what was ordered."
            )
        if last.dice:
            raise refuse("", "A die has been rolled since: only what chance has not answered is taken back.")
        former = self._through(len(self.given) - 1)
        if player is not None and teams.seat_of(former, last.order) != Seat(side, player):
            raise refuse("25", f"The last order is not that of player {player + 1} of {side.title()}.")
        if any(View(former, one).veiled and not View(self.battle, one).veiled for one in SIDES):
            raise refuse("R37", "Covered counters have been shown since.")
        self.battle = former
        self.events.pop()
        return self.given.pop()

    def written(self, headers: dict[str, str], closing: Iterable[str] = ()) -> BattleRecord:
        """The battle so far as a record, with nothing missing of its dice."""
        position = codec.document_of(codec.recall_position(self.begun))
        return BattleRecord(dict(headers), position, tuple(self.given), self.opening, tuple(closing))

    def up_to_fault(self) -> Battle:
        """The battle after the orders that were taken, also when the next one stopped in its middle."""
        return self._through(len(self.given))

    def _through(self, many: int) -> Battle:
        """The battle after so many of the orders given."""
        earlier = Match(codec.recall_position(self.begun))
        earlier.begin(_recorded(self.opening), "the opening")
        for number, given in enumerate(self.given[:many], 1):
            earlier.give(given.order, _recorded(given.dice), f"order {number}")
        return earlier.battle

    def check_result(self, headers: dict[str, str], where: str) -> None:
        """`Refused` if the record says that the battle ended otherwise than it does."""
        stated, found = headers.get("result"), write_ending(self.battle) or "unfinished"
        if stated is not None and stated != found:
            raise _at(where, "20.1", f"the record says {stated!r}, but the result is {found!r}.")


def _recorded(dice: tuple[Rolled, ...]) -> list[RecordedDie]:
    return [RecordedDie(one.die, "a die", one.unit, one.cause) for one in dice]


def _at(where: str, rule: str, reason: str) -> Refused:
    """The refusal of what stands at a place of the record, "Line 3, column 1" or "At $.given[0]"."""
    short = where.removeprefix("At ").replace("Line ", "").replace(", column ", ":")
    return Refused(Refusal(rule, f"{where}: {reason}", short))


def _rule_of(label: Label) -> str:
    if label.cause == "repair of jury rig":
        return "24"
    return "8.7" if label.cause.startswith("repair") else RULES.get(label.cause, "8")
