"""One battle of the fuzzer, from a seed to its end: played at random, and looked at after each order."""

from collections import Counter
from dataclasses import dataclass, field
from math import inf
from random import Random
from time import monotonic

import msgspec

from battles.battle.rulings import ruling_titles, section_titles
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side, opponent
from engines.talon import game, text
from engines.talon.aim_documents import Unhurt
from engines.talon.dice import ScriptedDice
from engines.talon.documents import codec, positions
from engines.talon.documents.unit_documents import unit_document, unit_of
from engines.talon.documents.validity import position_errors
from engines.talon.documents.written import BattleRecord, Given, Rolled
from engines.talon.events import AnyEvent, Window
from engines.talon.match import Match, RecordedDie
from engines.talon.orders import AnyOrder
from engines.talon.records.json_form import read_json, write_json
from engines.talon.records.text_form import read_text, write_text
from engines.talon.results.check import refusals
from engines.talon.results.degree import result_for
from engines.talon.rules.victory import standing_orders
from engines.talon.terms import aims_of
from engines.talon.text.unit_lines import read_unit
from engines.talon.text.words import words_of
from engines.talon.units import Unit
from engines.talon.view import View
from tests.fuzz import invariants
from tests.fuzz.constructible import Arguments
from tests.fuzz.play import FuzzDice, Player
from tests.fuzz.reached import Reached
from tests.fuzz.secrets import betrayed
from tests.fuzz.setups import random_setup
from tests.fuzz.staging import staged
from tests.oracle.compare import compare

MOST_ORDERS = 5000
MIDST = 0.3
"""The share of battles that begin in their midst."""
LISTED_AT_ONCE = 40
"""Listed orders that are given on a copy, at most, when all constructible ones are tried."""


@dataclass(frozen=True)
class Shares:
    """How often the costly looks are taken: at one order in so many; `records` at the end of one battle in so many.

    `alike` are the constructible orders tried after each order that are as a listed one but for one argument.
    """

    positions: int = 75
    units: int = 4
    complete: int = 6000
    records: int = 3
    alike: int = 2


BESIDE_ORACLE = Shares(positions=10, units=1, complete=150, records=1)
"""The oracle takes its time anyway."""
EVERY = Shares(positions=1, units=1, complete=1, records=1)
"""Every look after each order; by lot only which listed orders are also given on a copy."""


@dataclass
class Tally:
    """What was done: orders given, and how often each look was taken."""

    reached: Reached = field(default_factory=Reached)
    done: Counter[str] = field(default_factory=Counter)


class Fault(AssertionError):
    """Something that must not be."""


def _ask(holds: object, what: str) -> None:
    if not holds:
        raise Fault(what)


class FuzzedBattle:
    """A battle under way, with the record of it since the last position that was stored."""

    def __init__(self, seed: int, tally: Tally, shares: Shares, *, oracle: bool = False) -> None:
        self.tally, self._shares, self._oracle = tally, shares, oracle
        self._look = Random(f"looks {seed}")
        random = Random(seed)
        self._setup = random_setup(random)
        self.battle = game.new_battle(self._setup)
        self._player = Player(random, self._setup.mode)
        self._dice = FuzzDice(random)
        self._opening: tuple[Rolled, ...] = ()
        midst = staged(self.battle, random) if random.random() < MIDST else None
        self._midst = midst is not None
        self._start = codec.document_of(midst or self.battle)
        if midst is not None:
            self.battle = midst
            game.run_to_decision(midst, self._dice)
            self._opening = self._dice.take()
        self._all: list[Given] = []
        self._stored = codec.encode_position(self.battle)
        self._since: list[Given] = []
        self._snapshots = [invariants.snapshot(unit) for unit in self.battle.units]
        self._rules = {*ruling_titles(), *section_titles()}
        self.giving: AnyOrder | None = None

    def play(self, deadline: float = inf) -> None:
        """To the end, or until the clock passes the deadline.

        `Fault`, or whatever the engine raises, as soon as something is wrong.
        """
        self._look_around([])
        while not self.battle.ending and len(self._all) < MOST_ORDERS:
            if monotonic() > deadline:
                self.tally.done["battles broken off, the time being up"] += 1
                return
            self.step()
        self._finish()

    def step(self) -> None:
        """One order, drawn by the players, and all that is looked at before it and after."""
        battle, look, tally = self.battle, self._look, self.tally
        tally.reached.decision(battle)
        order = self.giving = self._player.choose(battle)
        self._both_ways(order)
        thorough = not look.randrange(self._shares.positions)
        former = codec.encode_position(battle) if thorough else b""
        veiled = [View(battle, side).veiled for side in SIDES] if thorough else []
        window = battle.window
        events = game.apply(battle, order, self._dice)
        given = Given(order, self._dice.take())
        self._all.append(given)
        self._since.append(given)
        self.giving = None
        tally.done["orders"] += 1
        tally.reached.order(order, battle)
        tally.reached.happened(events)
        shifted = any(isinstance(event, Window) for event in events)
        _ask(shifted or battle.window == window, "the map has changed, and no event tells it")
        if given.dice:
            self._stays(given)
        self._look_around(events)
        if thorough or battle.ending:
            self._store(former, veiled)

    def _both_ways(self, order: AnyOrder) -> None:
        """The order as text and as JSON, and back."""
        written = text.write_order(order, self.battle)
        _ask(text.read_order(written, self.battle) == order, f"{written!r} is read otherwise")
        _ask(codec.decode_order(codec.encode_orders([order])[1:-1]) == order, f"{order} is stored otherwise")

    def _look_around(self, events: list[AnyEvent]) -> None:
        """What is looked at after each order."""
        battle, tally = self.battle, self.tally
        for reason in invariants.of_battle(battle):
            raise Fault(reason)
        self._changed_units()
        if events:
            _ask(codec.decode_events(codec.encode_events(events)) == events, f"stored otherwise: {events}")
            for event in events:
                tag = type(event).__struct_config__.tag
                _ask(text.write_event(event, battle).startswith(f"{tag}"), f"told without its kind: {event}")
        refused = self._unlisted()
        if battle.step == "deploy":
            tried, found = betrayed(battle, self._look, refused)
            _ask(not found, f"a secret is told: {found[:1]}")
            tally.done["views compared"] += tried
            tally.reached.counts["secret kept"] += tried
        if not self._look.randrange(self._shares.complete):
            self._every_order()
        if self._oracle:
            told = compare(battle)
            _ask(not told, f"the oracle lists others: {told[:10]}")
            tally.done["lists compared with the oracle's"] += 1

    def _changed_units(self) -> None:
        """Every unit the order has changed: its ranges, and what it was.

        By their share also document and line of one of them; with a share of 1 those of each.
        """
        changed: list[Unit] = []
        for at, unit in enumerate(self.battle.units):
            now = invariants.snapshot(unit)
            before = self._snapshots[at]
            if now != before:
                for reason in invariants.of_unit(unit, before):
                    raise Fault(f"{unit.name}: {reason}")
                self._snapshots[at] = now
                changed.append(unit)
        if not changed or self._look.randrange(self._shares.units):
            return
        for unit in changed if self._shares.units == 1 else [self._look.choice(changed)]:
            self._stored_alike(unit)
            self._written_alike(unit)
            self.tally.done["units stored and written"] += 1

    def _stored_alike(self, unit: Unit) -> None:
        raw = codec._encoder.encode(unit_document(unit))
        found = unit_of(unit.number, unit.kind, _unit_decoder.decode(raw))
        _ask(found == unit, f"{unit.name} is stored otherwise")

    def _written_alike(self, unit: Unit) -> None:
        """The line is read as it was written, but for what it names, which only the whole position knows."""
        if unit.status == "destroyed":
            return
        written = text.write_unit(self.battle, unit)
        line = read_unit(words_of(written))
        line.unit.carrier, line.unit.home = unit.carrier, unit.home
        if unit.status != "map":
            line.unit.place, line.unit.facing = unit.place, unit.facing
        found, expected = invariants.snapshot(line.unit), invariants.snapshot(unit)
        _ask(found == expected, f"{written!r} is read otherwise")

    def _unlisted(self) -> list[AnyOrder]:
        """Some constructible orders that are not listed: each is refused, with a rule that can be looked up."""
        battle, look = self.battle, self._look
        orders = Arguments(battle).some(look, self._shares.alike)
        standing = standing_orders(battle)
        refused = [order for order in orders if order not in battle.options and order not in standing]
        for order in refused:
            self._refused(order)
        self.tally.done["constructible orders by lot"] += len(orders)
        return refused

    def _refused(self, order: AnyOrder) -> None:
        before = self.battle.options
        try:
            game.apply(self.battle, order, ScriptedDice([]))
        except Refused as refused:
            for one in refused.refusals:
                _ask(one.rule in self._rules and one.reason, f"refused without a rule: {order}: {one}")
                self.tally.reached.refused(one)
        else:
            raise Fault(f"not listed, and taken: {order}")
        _ask(self.battle.options is before, f"a refused order has changed something: {order}")

    def _every_order(self) -> None:
        """Every constructible order: listed and taken, or not listed and refused."""
        battle, tally = self.battle, self.tally
        by_lot = self._shares.complete > 1
        before = codec.encode_position(battle)
        listed = set(game.legal_orders(battle))
        met: set[AnyOrder] = set()
        many = 0
        for order in Arguments(battle).all(self._look, by_lot=by_lot):
            many += 1
            if order in listed:
                met.add(order)
            else:
                self._refused(order)
        drawn = by_lot and battle.step in {"deploy", "launch", "arrivals", "undock"}
        _ask(drawn or met == listed, f"listed and not constructible: {[*(listed - met)][:3]}")
        for order in self._look.sample(sorted(listed, key=repr), min(LISTED_AT_ONCE, len(listed))):
            self._taken(before, order)
        _ask(codec.encode_position(battle) == before, "something has changed with no order given")
        tally.done["positions with every order tried"] += 1
        tally.done["constructible orders, every one"] += many

    def _taken(self, raw: bytes, order: AnyOrder) -> None:
        """A listed order, given on a copy, leads to a position that can be."""
        copy = codec.decode_position(raw)
        game.run_to_decision(copy, ScriptedDice([]))
        game.apply(copy, order, FuzzDice(self._look))
        found = position_errors(copy)
        _ask(not found, f"{text.write_order(order, self.battle)} leads to what cannot be: {found[:3]}")

    def _store(self, former: bytes, veiled: list[bool]) -> None:
        """The position as JSON and text, the orders since the last one played again, the last one taken back."""
        battle = self.battle
        found = position_errors(battle)
        _ask(not found, f"this cannot be: {found[:3]}")
        raw, written = codec.encode_position(battle), text.write_position(battle)
        stored, read = codec.decode_position(raw), text.read_position(written)
        _ask(codec.encode_position(stored) == raw, "the position is stored otherwise")
        _ask(text.write_position(read) == written, "the position is read otherwise than written")
        _ask(text.write_position(stored) == written, "the position stored is another than the one written")
        for again in (stored, read):
            events = game.run_to_decision(again, ScriptedDice([]))
            _ask(not events, f"the position goes on by itself: {events}")
            _ask(again.options == battle.options or again is read, "other orders in the position stored")
            _ask(len(again.options) == len(battle.options), "other orders in the position read")
        replay = _again(self._stored, self._since)
        _ask(codec.encode_position(replay.battle) == raw, "played again, the orders lead elsewhere")
        if former:
            self._take_back(former, raw, veiled)
        self._stored, self._since = raw, []
        self.tally.done["positions stored, written, played again and taken back"] += 1

    def _take_back(self, former: bytes, raw: bytes, veiled: list[bool]) -> None:
        """The last order is taken back exactly if it may be: by its side, without a die or anything uncovered."""
        battle, last = self.battle, self._since[-1]
        replay = _again(former, [last])
        uncovered = any(
            was and not View(battle, side).veiled for side, was in zip(SIDES, veiled, strict=True)
        )
        other: Side = opponent(last.order.side)
        name = "over" if battle.ending else "die" if last.dice else "uncovered" if uncovered else "done"
        for side in (other, last.order.side):
            try:
                replay.take_back(side)
            except Refused:
                _ask(side == other or name != "done", "an order could not be taken back")
                _ask(
                    codec.encode_position(replay.battle) == raw, "a refused taking back has changed something"
                )
            else:
                _ask(side != other and name == "done", f"an order was taken back: {name}")
                _ask(codec.encode_position(replay.battle) == former, "taken back, it is another position")
        self.tally.reached.counts[f"taking back {name}"] += 1
        self.tally.reached.counts["taking back other side"] += not battle.ending

    def _stays(self, given: Given) -> None:
        """What chance has answered is not taken back, which costs next to nothing to ask after every die."""
        replay = Match(self.battle, [given])
        try:
            replay.take_back(given.order.side)
        except Refused as refused:
            told = refused.refusals[0]
            kept = (
                told.rule == "20" if self.battle.ending else told.reason.startswith("A die has been rolled")
            )
            _ask(kept, f"not taken back for another reason: {told}")
        else:
            raise Fault("an order is taken back after a die")
        self.tally.reached.counts["taking back die"] += not self.battle.ending

    def _finish(self) -> None:
        """The end: the report, and the whole battle as a record, read and played again."""
        battle, tally = self.battle, self.tally
        tally.done["battles"] += 1
        tally.done["battles to their end"] += bool(battle.ending)
        if battle.ending and not self._midst:
            self._result()
        if not self._look.randrange(self._shares.records):
            told = self.record()
            written = write_text(told)
            read, replay = read_text(written)
            _ask(read == told, "the record is read otherwise than written")
            _ask(read_json(write_json(told)) == told, "the record is stored otherwise")
            _ask(
                codec.encode_position(replay.battle) == codec.encode_position(battle),
                "its record leads elsewhere",
            )
            tally.done["records read and played again"] += 1

    def _result(self) -> None:
        """Each unit has one fate, the result can be, and the points are those of who is gone."""
        battle, setup = self.battle, self._setup
        report = game.report(battle)
        for side in SIDES:
            names = [unit.name for unit in setup.force(side)]
            _ask([fate.name for fate in report.fates(side)] == names, "fates of others than came")
        found = refusals(setup, report)
        _ask(not found, f"the report is refused: {found[:3]}")
        result = result_for(setup, report)
        _ask(result.report.winner == battle.winner, "another winner in the report")
        half = any(isinstance(aim, Unhurt) for aim in aims_of(setup))
        for side in SIDES:
            dead = sum(unit.kind.points for unit in battle.force(side) if unit.status == "destroyed")
            _ask((2 if half else 1) * result.lost(side) >= dead, "fewer points than were destroyed")
            _ask(bool(aims_of(setup)) or result.lost(side) == dead, "other points than were destroyed")

    def record(self, *, since: bool = False) -> BattleRecord:
        """The battle so far, or since the last position that was stored."""
        start = codec.document_of(codec.decode_position(self._stored)) if since else self._start
        given = self._since if since else self._all
        headers = {"title": "A battle of the fuzzer"}
        remarks = (
            [f"{type(self.giving).__name__} was being given: {self.giving}"[:200].strip()]
            if self.giving
            else []
        )
        opening = () if since else self._opening
        return BattleRecord(headers, start, tuple(given), opening, tuple(remarks))


_unit_decoder = msgspec.json.Decoder(positions.UnitDocument)


def _again(raw: bytes, given: list[Given]) -> Match:
    """The orders, given from a stored position with the dice that were rolled."""
    replay = Match(codec.decode_position(raw))
    replay.begin([], "the opening")
    for number, one in enumerate(given):
        replay.give(one.order, [_told(die) for die in one.dice], f"order {number}")
    return replay


def _told(die: Rolled) -> RecordedDie:
    return RecordedDie(die.die, "a die", die.unit, die.cause)
