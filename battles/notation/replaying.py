"""Replaying: a battle from its first position, order by order, with dice that were told."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from battles.engine import game
from battles.engine.dice import Label
from battles.engine.events import AnyEvent
from battles.engine.orders import AnyOrder
from battles.engine.refusals import explain
from battles.engine.state import Battle
from battles.engine.text import write_ending
from battles.notation.written import Given, Rolled
from battles.seam.refusal import Refusal, Refused, refuse


@dataclass(slots=True)
class Told:
    """A die as a record tells it: `unit` and `cause` may be left out; `where` is its place in the record."""

    die: int
    where: str
    unit: int | None = None
    cause: str | None = None


@dataclass(slots=True)
class ToldDice:
    """Dice in the order in which they are told; `Refused` if one is missing, or is told for something else."""

    battle: Battle
    told: list[Told]
    where: str
    rolled: list[Rolled] = field(default_factory=list)

    def roll(self, label: Label) -> int:
        """The next die."""
        name = self.battle.units[label.unit].name
        if len(self.rolled) == len(self.told):
            raise refuse("", f"{self.where}: a die is missing, for {name}: {label.cause}.", self.where)
        told = self.told[len(self.rolled)]
        if told.unit not in (None, label.unit) or told.cause not in (None, label.cause):
            reason = f"{told.where}: this die is rolled for {name}: {label.cause}, not for what is told."
            raise refuse("", reason, told.where)
        self.rolled.append(Rolled(told.die, label.unit, label.cause))
        return told.die

    def finish(self) -> tuple[Rolled, ...]:
        """What was rolled; `Refused` if more was told."""
        if len(self.rolled) < len(self.told):
            where = self.told[len(self.rolled)].where
            raise refuse("", f"{where}: this die is not rolled.", where)
        return tuple(self.rolled)


@dataclass(slots=True)
class Replay:
    """A battle under way as its record tells it; `events` are those of each order, of the opening first."""

    battle: Battle
    given: list[Given] = field(default_factory=list)
    opening: tuple[Rolled, ...] = ()
    events: list[list[AnyEvent]] = field(default_factory=list)

    def open(self, told: list[Told], where: str) -> None:
        """Go on to the first decision."""
        dice = ToldDice(self.battle, told, where)
        self.events.append(game.settle(self.battle, dice))
        self.opening = dice.finish()

    def give(
        self, order: AnyOrder, told: list[Told], where: str, entropy: str = "", comment: Iterable[str] = ()
    ) -> None:
        """Give the next order; `Refused` with its place if it is illegal, or its dice are not those it rolls."""
        dice = ToldDice(self.battle, told, where)
        if order not in game.legal_orders(self.battle):
            raise _placed(Refused(explain(self.battle, order)), where)
        events = game.apply(self.battle, order, dice)
        self.events.append(events)
        self.given.append(Given(order, dice.finish(), entropy, tuple(comment)))

    def check_result(self, headers: dict[str, str], where: str) -> None:
        """`Refused` if the record says that the battle ended otherwise than it does."""
        told, found = headers.get("result"), write_ending(self.battle) or "unfinished"
        if told is not None and told != found:
            raise refuse("20.1", f"{where}: the result told is {told!r}, but it is {found!r}.", where)


def _placed(refused: Refused, where: str) -> Refused:
    """The same, with the place in the record."""
    return Refused(*(Refusal(one.rule, f"{where}: {one.reason}", where) for one in refused.refusals))
