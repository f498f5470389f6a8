"""A record cut into frames: one for each turn of an impulse, and one for each phase before and between."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from engines.seam.sides import Side
from engines.talon import events as e
from engines.talon.hexes import Hex, at
from engines.talon.orders import AnyOrder, Concede, Order
from engines.talon.records.record import FoughtBattle
from engines.talon.report.board import Board, Flight, Stand
from engines.talon.report.cast import Cast, Role, cast_of
from engines.talon.state import IMPULSES

Stage = Literal["set-up", "turn", "power", "arrivals", "jumps", "pull"]
TITLES: dict[Stage, str] = {
    "set-up": "Set-up",
    "power": "Power Phase",
    "arrivals": "Reinforcement Phase",
    "jumps": "Retreat Phase",
    "pull": "Black hole pull",
}
DECISIVE = (e.Struck, e.FighterStruck, e.Critical, e.Lost, e.Gone, e.Put)
"""Events by which the captains' estimate changes."""
BETWEEN: tuple[Stage, ...] = ("power", "arrivals", "jumps", "pull")
Entry = AnyOrder | e.AnyEvent


@dataclass(frozen=True, slots=True)
class Frame:
    """One turn or phase: its orders and events in order, and the board before and after it.

    `chance` is Terran's to hold the field when it is over, as the captains reckon it; `wrecks` are all so far and
    `fates` how everybody who is gone went; `launchers` who launched the missiles that hit, in their order.
    `planet` is one that is fired at, and `planet_damage` all that has been done to it. `player` is whose turn it is of
    a side with several players, counted from 1, and 0 of any other (25).
    """

    number: int
    round: int
    stage: Stage
    impulse: int | None
    side: Side | None
    log: tuple[Entry, ...]
    before: dict[int, Stand]
    stands: dict[int, Stand]
    flying: dict[int, Flight]
    flights: dict[int, Flight]
    terrain: dict[Hex, str]
    wrecks: dict[int, Hex]
    fates: dict[int, str]
    launchers: tuple[int, ...]
    chance: float
    planet: Hex | None = None
    planet_damage: int = 0
    player: int = 0

    @property
    def letter(self) -> str:
        """The impulse's letter; "" between rounds."""
        return "" if self.impulse is None else IMPULSES[self.impulse]

    @property
    def moment(self) -> str:
        """The part of the round, as "Impulse C, Terran", "Impulse C, Terran, player 2" or "Power Phase"."""
        if self.impulse is None or self.side is None:
            return TITLES[self.stage]
        return f"Impulse {self.letter}, {self.side.title()}{f', player {self.player}' if self.player else ''}"

    @property
    def short(self) -> str:
        """The same where the letter stands before it: "Terran", "Terran 2" or "Power Phase"."""
        if self.side is None:
            return TITLES[self.stage]
        return f"{self.side.title()} {self.player}" if self.player else self.side.title()

    @property
    def title(self) -> str:
        """When it was, as "Round 3, impulse C, Terran"."""
        if not self.round:
            return TITLES[self.stage]
        moment = self.moment.replace("Impulse", "impulse")
        return f"Round {self.round}, {moment}"

    @property
    def events(self) -> tuple[e.AnyEvent, ...]:
        """The events alone."""
        return tuple(entry for entry in self.log if not isinstance(entry, Order))


@dataclass(slots=True)
class _Open:
    """A frame that is still being filled."""

    round: int
    stage: Stage
    impulse: int | None
    side: Side | None
    before: dict[int, Stand]
    flying: dict[int, Flight]
    log: list[Entry] = field(default_factory=list)
    launchers: list[int] = field(default_factory=list)
    player: int = 0


@dataclass(slots=True)
class _Cutter:
    """Books a record's steps and cuts them into frames; `began` is the frame in which each order was given."""

    board: Board
    grounds: list[dict[Hex, str]]
    open: _Open
    done: list[Frame] = field(default_factory=list)
    began: list[int] = field(default_factory=list)

    def step(self, order: AnyOrder, events: Sequence[e.AnyEvent], chances: tuple[float, float]) -> None:
        """Book one step; `chances` are what the captains reckon before and after it."""
        self.began.append(len(self.done))
        self.open.log.append(order)
        decisive = [place for place, event in enumerate(events) if isinstance(event, DECISIVE)]
        odds = self.board.odds() if decisive else 0.0
        for place, event in enumerate(events):
            opened = None if isinstance(order, Concede) else self._opened_by(event)
            if opened is not None:
                change = self.board.odds() - odds if decisive else 0.0
                self.next(opened, _between(chances, decisive, place, change))
            self.book(event)

    def open_and_book(self, event: e.AnyEvent, chance: float) -> None:
        """Book an event of before the first order, in a frame of its own if it begins one."""
        opened = self._opened_by(event)
        if opened is not None:
            self.next(opened, chance)
        self.book(event)

    def book(self, event: e.AnyEvent) -> None:
        """Let an event happen in the frame that is open."""
        self.open.log.append(event)
        if isinstance(event, e.Struck | e.FighterStruck) and event.cause == "missile":
            missile = self.board.detonating(event.unit)
            self.open.launchers.append(-1 if missile is None else self.board.flights[missile].unit)
        if isinstance(event, e.Bombarded) and event.missile is not None:
            self.open.launchers.append(self.board.flights[event.missile].unit)
        self.board.book(event)

    def _ground_of(self, number: int) -> dict[Hex, str]:
        """The terrain of a round; where nobody was asked in it, the battle having ended, that of the round before."""
        return dict(self.grounds[min(number, len(self.grounds)) - 1])

    def _opened_by(self, event: e.AnyEvent) -> "_Open | None":
        """The frame of which the event is the first; None if it goes on with the one that is open."""
        now, board = self.open, self.board
        if isinstance(event, e.Turn):
            if event.round != now.round or now.stage == "set-up":
                board.terrain = self._ground_of(event.round)
            opened = _Open(
                event.round, "turn", event.impulse, event.side, dict(board.stands), dict(board.flights)
            )
            if board.cast.players.get(event.side, 1) > 1:
                opened.player = event.player + 1
            return opened
        stage = now.stage if now.stage == "set-up" else stage_of(event, now.stage)
        if stage == now.stage:
            return None
        return _Open(now.round, stage, None, None, dict(board.stands), dict(board.flights))

    def next(self, opened: "_Open", chance: float) -> None:
        """Close the frame that is open; another is."""
        self.close(chance)
        self.open = opened

    def close(self, chance: float) -> None:
        """Close the frame that is open."""
        now, board = self.open, self.board
        self.done.append(
            Frame(
                number=len(self.done),
                round=now.round,
                stage=now.stage,
                impulse=now.impulse,
                side=now.side,
                log=tuple(now.log),
                before=now.before,
                stands=dict(board.stands),
                flying=now.flying,
                flights=dict(board.flights),
                terrain=dict(board.terrain),
                wrecks=dict(board.wrecks),
                fates=dict(board.fates),
                launchers=tuple(now.launchers),
                chance=chance,
                planet=None if board.cast.planet is None else board.cast.planet.place,
                planet_damage=board.planet_damage,
                player=now.player,
            )
        )


def _between(chances: tuple[float, float], decisive: list[int], place: int, change: float) -> float:
    """The chance within a step: the one before it until a decisive event, then the one after it."""
    before, after = chances
    if not decisive or place <= decisive[0]:
        return before
    return after if place > decisive[-1] else min(0.99, max(0.01, before + change))


def stage_of(event: e.AnyEvent, now: Stage) -> Stage:
    """The stage in which an event after a turn's end happens; phases follow one another and never go back."""
    if isinstance(event, e.Phase):
        return "power"
    if now == "turn":
        return now
    found: Stage = now
    if isinstance(event, e.Put):
        found = "arrivals"
    elif isinstance(event, e.Gone) and event.how == "jumped":
        found = "jumps"
    elif isinstance(event, e.Went) and event.how == "pull":
        found = "pull"
    return max(now, found, key=BETWEEN.index)


def frames_of(record: FoughtBattle, cast: Cast | None = None) -> tuple[Frame, ...]:
    """The whole battle, set-up first."""
    chances = (*record.prospects, final_chance(record))
    steps = [(step.order, step.events) for step in record.steps]
    cutter = _cut(steps, chances, record.positions, cast or cast_of(record.setup))
    for role in cutter.board.cast:
        if role.number in cutter.board.stands and _landed_after(record, role):
            cutter.book(e.Gone(role.number, "landed-after"))
    cutter.close(chances[-1])
    return tuple(cutter.done)


Step = tuple[AnyOrder, Sequence[e.AnyEvent]]


def frames_so_far(
    steps: Sequence[Step], positions: Sequence[str], cast: Cast
) -> tuple[tuple[Frame, ...], list[int]]:
    """A battle that is not over, without anybody's chance, and for each order the number of the frame it is given in.

    `positions` are the board in the notation at the beginning of each round.
    """
    cutter = _cut(steps, [EVEN] * (len(steps) + 1), positions, cast)
    cutter.close(EVEN)
    return tuple(cutter.done), cutter.began


def orders_by(steps: Sequence[Step], positions: Sequence[str], cast: Cast, number: int) -> int:
    """How many orders had been given by the end of a frame: the next one is given in a later frame."""
    _, began = frames_so_far(steps, positions, cast)
    return sum(frame <= number for frame in began)


EVEN = 0.5
"""Instead of a chance that nobody is told."""


def _cut(steps: Sequence[Step], chances: Sequence[float], positions: Sequence[str], cast: Cast) -> _Cutter:
    """All steps booked, the last frame still open; `chances` are before each step and after the last."""
    grounds = [dict(_ground(position)) for position in positions]
    cutter = _Cutter(Board(cast), grounds, _Open(0, "set-up", None, None, {}, {}))
    for event in cast.opening:
        cutter.open_and_book(event, chances[0])
    for (order, events), around in zip(steps, pairwise(chances), strict=True):
        cutter.step(order, events, around)
    return cutter


def _landed_after(record: FoughtBattle, role: Role) -> bool:
    """Whether the unit landed unopposed once the battle was won (S23); records of before that was an event."""
    fates = record.result.report.fates(role.side)
    return any(fate.name == role.name and fate.fate == "landed_after" for fate in fates)


def final_chance(record: FoughtBattle) -> float:
    """Terran's chance when all is over: 1, 0, or what it last was if nobody won."""
    if record.result.winner is None:
        return record.prospects[-1]
    return 1.0 if record.result.winner == "terran" else 0.0


def _ground(position: str) -> Iterator[tuple[Hex, str]]:
    """The terrain of a written position; what a shift of the map leaves behind is gone (7.5, R6)."""
    for line in position.splitlines():
        word, _, rest = line.partition(" ")
        if word == "terrain":
            kind, *places = rest.split()
            for place in places:
                q, r = place.split(",")
                yield at(int(q), int(r)), kind
