"""A war as a file: what it holds, how it is read strictly, and the check that it could have happened so."""

from functools import reduce
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from accounts.callsigns import is_the_computers
from campaign.log.documents import encoded
from campaign.log.fold import BEGIN, WITHDRAW, still_open
from campaign.rules import state as core
from campaign.rules.decide import decide
from campaign.rules.events import AnyEvent, DieRolled, ResultAccepted, WarBegan
from campaign.rules.evolve import evolve, fold
from campaign.rules.orders import AnyOrder
from campaign.rules.record import clone
from campaign.rules.settings import CommanderLevel, Settings
from campaign.rules.strategic_map import StrategicMap, check_map
from campaign.services.beginning import settings_refusals
from engines.seam.documents import Doctrine
from engines.seam.refusals import Refused, refuse
from engines.seam.sides import SIDES, Side

MOST_BYTES = 5 * 1024 * 1024
MOST_ENTRIES = 5000
Words = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"\A[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*\Z")]
Callsign = Annotated[
    str, Meta(min_length=1, max_length=24, pattern=r"\A[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*\Z")
]
Seat = Literal["terran", "talon", "both"]
FAULTS = (LookupError, ValueError, TypeError, ArithmeticError, AttributeError)


class FiledEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of the log: the order where it may be read, or the entry from which results were withdrawn."""

    number: Annotated[int, Meta(ge=1, le=MOST_ENTRIES)]
    turn: Annotated[int, Meta(ge=0, le=MOST_ENTRIES)]
    seat: Seat
    kind: Annotated[str, Meta(max_length=20)]
    events: tuple[AnyEvent, ...] = ()
    order: AnyOrder | None = None
    withdraws: Annotated[int, Meta(ge=2, le=MOST_ENTRIES)] | None = None


class FiledDoctrine(Struct, frozen=True, forbid_unknown_fields=True):
    """How a side wants a battle fought that is not over."""

    battle: Annotated[int, Meta(ge=1, le=MOST_ENTRIES)]
    side: Side
    doctrine: Doctrine


class WarFile(Struct, frozen=True, forbid_unknown_fields=True, tag_field="document"):
    """A war as a file; the log in order."""

    name: Words
    callsigns: dict[Side, Callsign]
    settings: Settings
    chart: StrategicMap
    rules_version: Annotated[str, Meta(max_length=20, pattern=r"\A[0-9.]*\Z")]
    entries: Annotated[tuple[FiledEntry, ...], Meta(min_length=1, max_length=MOST_ENTRIES)]
    one_screen: bool = False
    format: Literal[1, 2] = 2


class WholeWar(WarFile, frozen=True, forbid_unknown_fields=True, tag="whole-war"):
    """Everything: every order and every event, and the level of the commander that plays a side for the computer.

    Of a war under way also the doctrines given for battles that are not over, and what settles the one being fought.
    """

    computer: dict[Side, CommanderLevel] = {}
    doctrines: tuple[FiledDoctrine, ...] = ()
    settled_by: Literal["table", "worker"] | None = None


class SeenWar(WarFile, frozen=True, forbid_unknown_fields=True, tag="seen-war", kw_only=True):
    """What one side had seen of a war under way: its own orders, and the events it may read."""

    side: Side


_decoder: msgspec.json.Decoder[WholeWar | SeenWar] = msgspec.json.Decoder(WholeWar | SeenWar)


def read_whole(data: bytes) -> WholeWar:
    """The whole war in a file; `Refused` with the place and the reason if it is anything else."""
    if len(data) > MOST_BYTES:
        raise refuse("", "The file is larger than 5 MB. No war file is that large.")
    try:
        found = _decoder.decode(data)
    except msgspec.ValidationError as error:
        raise refuse("", f"This is not a war file: {error}.") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise refuse("", "The file is not valid JSON, or it is incomplete.") from error
    if isinstance(found, SeenWar):
        reason = (
            f"This file holds only what the {found.side.title()} side saw during the war. "
            "Import the file of the finished war instead."
        )
        raise refuse("", reason)
    return _of_today(found)


def _of_today(file: WholeWar) -> WholeWar:
    """The file in the form of today: the first one did not tell the computer from a person of its callsign."""
    if file.format > 1 or file.one_screen:
        return replace(file, format=2)
    played: dict[Side, CommanderLevel] = {
        side: "steady" for side, callsign in file.callsigns.items() if is_the_computers(callsign)
    }
    return replace(file, computer=played, format=2)


def written(file: WarFile) -> bytes:
    """The file's bytes, the same for the same war."""
    return encoded(file) + b"\n"


class RecordedDice:
    """The recorded dice of an entry, in their order; LookupError when another die is asked for."""

    def __init__(self, events: tuple[AnyEvent, ...]) -> None:
        self._rolls = [event for event in events if isinstance(event, DieRolled)]

    def roll(self, cause: str) -> int:
        """The value recorded for that cause."""
        if not self._rolls or self._rolls[0].cause != cause or not 1 <= self._rolls[0].value <= 6:
            raise LookupError(f"no die of 1 to 6 is recorded for “{cause}”")
        return self._rolls.pop(0).value


def verify(file: WholeWar) -> core.War:
    """The war at the end of the file; `Refused` with the first entry that cannot have happened as it says."""
    _check_beginning(file)
    if set(file.callsigns) != {"terran", "talon"}:
        raise refuse("", "The file must name both players, under “terran” and “talon”.", "callsigns")
    state = fold(file.entries[0].events)
    kept = [file.entries[0]]
    for number, entry in enumerate(file.entries[1:], start=2):
        if entry.number != number:
            raise _mismatch(entry, f"entry {number} should be here")
        if entry.kind == WITHDRAW:
            kept = _taken_back(kept, entry)
            state = fold(event for earlier in kept for event in earlier.events)
        else:
            state = _followed(state, entry)
            kept.append(entry)
    _check_goes_on(file, state)
    return state


def _check_goes_on(file: WholeWar, state: core.War) -> None:
    """Refuse what a file says of battles that are over or never were; the computer does not play alone."""
    if len(file.computer) == len(SIDES):
        raise refuse("", "The computer cannot play both sides.", "computer")
    open_battles = {battle.number for battle in unfinished(state)}
    given = [(found.battle, found.side) for found in file.doctrines]
    for place, (number, _) in enumerate(given):
        if number not in open_battles or given.index(given[place]) != place:
            reason = f"Battle {number} is over, or that side already has a doctrine for it."
            raise refuse("S36", reason, f"doctrines[{place}]")
    if file.settled_by and not any(battle.status == "joined" for battle in unfinished(state)):
        raise refuse("S35", "“settled_by” needs a battle in progress, and there is none.", "settled_by")


def unfinished(state: core.War) -> list[core.Battle]:
    """The turn's battles that are still to be fought, or being fought."""
    if state.phase == "over":
        return []
    return [battle for battle in state.battles if battle.status not in ("closing", "closed")]


def _check_beginning(file: WholeWar) -> None:
    first = file.entries[0]
    try:
        check_map(file.chart)
        faults = [*settings_refusals(file.settings, file.chart)]
    except FAULTS as error:
        raise refuse("31", "The map in the file is not playable.", "chart") from error
    if faults:
        raise Refused(*faults)
    began = [(WarBegan(file.settings, file.chart, rules),) for rules in get_args(core.Rules)]
    if (first.number, first.turn, first.seat, first.kind) != (
        1,
        0,
        "both",
        BEGIN,
    ) or first.events not in began:
        raise _mismatch(first, "the first entry must begin the war with the file's own map and settings")
    if first.order is not None or first.withdraws is not None:
        raise _mismatch(first, "the first entry must have no order")


def _followed(state: core.War, entry: FiledEntry) -> core.War:
    """The war after an entry, decided again and compared; the war given is not changed."""
    order = entry.order
    if order is None or entry.withdraws is not None:
        raise _mismatch(entry, "its order is missing")
    if entry.kind != order.__struct_config__.tag or entry.turn != state.turn:
        raise _mismatch(entry, "its kind or turn does not match its order")
    try:
        side = None if entry.seat == "both" else entry.seat
        events = decide(state, side, order, RecordedDice(entry.events))
    except Refused as refused:
        raise _mismatch(entry, f"that order is not allowed. {refused}") from refused
    except FAULTS as error:
        raise _mismatch(entry, f"that order does not work: {error}") from error
    if tuple(events) != entry.events:
        raise _mismatch(entry, _first_difference(tuple(events), entry.events))
    return reduce(evolve, events, clone(state))


def _first_difference(decided: tuple[AnyEvent, ...], recorded: tuple[AnyEvent, ...]) -> str:
    for place, (one, other) in enumerate(zip(decided, recorded, strict=False), start=1):
        if one != other:
            return f"by the rules event {place} is {_name(one)}, but the file says otherwise"
    return f"by the rules it has {len(decided)} events, but the file says {len(recorded)}"


def _name(event: AnyEvent) -> str:
    return f"“{event.__struct_config__.tag}”"


def _taken_back(kept: list[FiledEntry], entry: FiledEntry) -> list[FiledEntry]:
    """The entries that still count once a result is withdrawn (S42)."""
    from_there = [earlier for earlier in kept if earlier.number >= (entry.withdraws or 0)]
    if entry.withdraws is None or entry.order is not None or entry.events or entry.seat != "both":
        raise _mismatch(entry, "it is not a valid withdrawal")
    first = from_there[0] if from_there else None
    if first is None or first.number != entry.withdraws or first.turn != entry.turn:
        raise _mismatch(entry, "there is no recorded result to withdraw there")
    if not _can_be_taken_back([event for earlier in from_there for event in earlier.events]):
        raise _mismatch(entry, "the result there was already final (S42)")
    return kept[: -len(from_there)]


def _can_be_taken_back(events: list[AnyEvent]) -> bool:
    """Whether these are one result and nothing since that lets it stand for good (S42)."""
    return sum(isinstance(event, ResultAccepted) for event in events) == 1 and bool(still_open(events))


def _mismatch(entry: FiledEntry, why: str) -> Refused:
    return refuse("", f"Entry {entry.number} ({entry.kind}) does not fit: {why}.", f"entry {entry.number}")
