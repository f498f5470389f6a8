"""Whole wars between computer players, without a database: every battle fought by two captains."""

from dataclasses import dataclass, field
from typing import Protocol

from msgspec.structs import replace

from campaign.commanders.playing_out import PlayOuts
from campaign.rules import events as e
from campaign.rules.battles.conceding import gives_up_unfought
from campaign.rules.decide import decide
from campaign.rules.dice import Dice
from campaign.rules.evolve import evolve, fold
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.orders import AcceptResult, AnyOrder, Engage, RevealNext
from campaign.rules.settings import Settings
from campaign.rules.sight import WarView, view
from campaign.rules.state import RULES, War
from engines.native.builds import is_compiled
from engines.seam.documents import Doctrine, Level
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import FoughtBattle, system
from engines.seeded import SeededDice

MOST_TURNS = 200
"""A war that is not over by then is broken off without a winner."""


class GameDice(Dice):
    """The war's dice of a game, which follow from its seed."""

    def __init__(self, seed: str) -> None:
        self._dice = SeededDice(seed)

    def roll(self, cause: str, place: str = "") -> int:  # noqa: ARG002 - one row of dice for the whole war
        """The next roll."""
        return self._dice.roll(cause)


PLAIN_SHARE = 0.5
"""The part of the usual play-outs for which plain Python has time: a decision takes about a second at most."""


def play_outs() -> PlayOuts:
    """The play-outs of a commander that decides here, as many as the engine that runs has time for."""
    return PlayOuts(SeededDice, 1.0 if is_compiled() else PLAIN_SHARE)


class Player(Protocol):
    """Whoever commands a side."""

    def decide(self, view: WarView) -> AnyOrder | None:
        """The order that the side owes, or None if nothing waits for it."""

    def doctrine(self, view: WarView, number: int) -> Doctrine:
        """How a battle is to be fought for the side."""


def order_of(player: Player, side: Side, seen: WarView) -> tuple[AnyOrder | None, Doctrine | None]:
    """The order that a side owes, None if nothing waits for it, and its doctrine if it engages.

    It declines a battle that its captain would concede before anybody fires: so nobody sets it up for nothing.
    """
    order = player.decide(seen)
    if not isinstance(order, Engage) or not order.engage:
        return order, None
    doctrine, battle = doctrine_of(player, side, seen, order.battle), seen.battle(order.battle)
    fought = battle.answers.get(opponent(side)) is not False
    if fought and gives_up_unfought(seen, battle, side, doctrine):
        return replace(order, engage=False), None
    return order, doctrine


def doctrine_of(player: Player, side: Side, seen: WarView, number: int) -> Doctrine:
    """How a battle is fought for a side: as it says; but in turn 1, in which newcomers want to see one, never unfought.

    To withdraw is the only stance by which no captain concedes before anybody fires.
    """
    doctrine = player.doctrine(seen, number)
    if seen.turn == 1 and gives_up_unfought(seen, seen.battle(number), side, doctrine):
        return replace(doctrine, stance="withdraw")
    return doctrine


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn of a war that was played.

    By side: the `treasury` once ships are bought, `active_lp` and `minimum_lp` as they were counted for the turn (S16),
    and the names of what was lost in it; `markers` by sector, zones counted from 1 at the Terran home, as they stand
    after the turn's battles.
    """

    turn: int
    treasury: dict[Side, int]
    active_lp: dict[Side, int]
    minimum_lp: dict[Side, int]
    markers: dict[str, int]
    losses: dict[Side, list[str]]


@dataclass(frozen=True, slots=True)
class GivenOrder:
    """An order that was given in a turn, and the events that followed; `side` None if it came from no single side."""

    turn: int
    side: Side | None
    order: AnyOrder
    events: tuple[e.AnyEvent, ...]


@dataclass
class Game:
    """A war that is being played: what follows from the seed and the two players.

    `given` are all orders so far, `records` the fought battles by number; `levels` are those of sides whose captains
    are not of the usual level.
    """

    seed: int
    players: dict[Side, Player]
    war: War
    dice: Dice
    battles: int = 0
    history: list[PlayedTurn] = field(default_factory=list)
    events: list[e.AnyEvent] = field(default_factory=list)
    given: list[GivenOrder] = field(default_factory=list)
    records: dict[int, FoughtBattle] = field(default_factory=dict)
    levels: dict[Side, Level] = field(default_factory=dict)

    def play(self) -> None:
        """Play to the end."""
        while self.war.phase != "over" and self.war.turn <= MOST_TURNS:
            self.step()

    def step(self) -> None:
        """Do the next thing: both sides' sealed orders, an answer, or a battle."""
        if self.war.phase in ("bases", "planning"):
            self._both()
        elif self.war.question is not None:
            side = self.war.question.side
            self._give(side, self._order_of(side))
        elif self.war.paused:
            self._give("terran", RevealNext())
        else:
            self._fight()

    def _both(self) -> None:
        orders = [self._order_of(side) for side in SIDES]
        for side, order in zip(SIDES, orders, strict=True):
            self._give(side, order)

    def _order_of(self, side: Side) -> AnyOrder:
        order, _ = order_of(self.players[side], side, view(self.war, side))
        if order is None:
            raise RuntimeError(f"the {side} player has no order where one is owed")
        return order

    def _give(self, side: Side | None, order: AnyOrder) -> None:
        followed = tuple(decide(self.war, side, order, self.dice))
        self.given.append(GivenOrder(self.war.turn, side, order, followed))
        for event in followed:
            self.events.append(event)
            if isinstance(event, e.TurnBegan) and event.turn > 1:
                self._note_turn()
            self.war = evolve(self.war, event)
        if self.war.phase == "over":
            self._note_turn()

    def _note_turn(self) -> None:
        war = self.war
        fleets = {side: war.fleet(side) for side in SIDES}
        lost = [loss for loss in war.losses if loss.turn == war.turn]
        self.history.append(
            PlayedTurn(
                turn=war.turn,
                treasury={side: fleets[side].treasury for side in SIDES},
                active_lp={side: fleets[side].active_lp for side in SIDES},
                minimum_lp={side: fleets[side].minimum for side in SIDES},
                markers={sector: index + 1 for sector, index in war.markers.items()},
                losses={side: [loss.name for loss in lost if loss.side == side] for side in SIDES},
            )
        )

    def _fight(self) -> None:
        battle = self.war.current_battle()
        if battle is None or battle.setup is None:
            raise RuntimeError("the war waits for nobody")
        doctrines = {
            side: doctrine_of(self.players[side], side, view(self.war, side), battle.number) for side in SIDES
        }
        record = system(battle.setup.system).fight(
            battle.setup, doctrines, SeededDice(f"{self.seed}:{battle.number}"), levels=self.levels
        )
        self.battles += 1
        self.records[battle.number] = record
        self._give(None, AcceptResult(battle.number, record.result.report))


def new_game(
    seed: int,
    players: dict[Side, Player],
    settings: Settings,
    chart: StrategicMap,
    levels: dict[Side, Level] | None = None,
) -> Game:
    """A war that is about to begin."""
    began = e.WarBegan(settings, chart, RULES)
    war, dice = fold([began]), GameDice(f"{seed}:war")
    return Game(seed, players, war, dice, events=[began], levels=levels or {})
