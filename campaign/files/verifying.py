"""The check that a war in a file could have happened so: every order is followed again with the recorded dice."""

from collections.abc import Callable, Mapping
from functools import reduce

from msgspec.structs import replace

from campaign.files.document import FiledEntry, WholeWar, unfinished
from campaign.new_war.settings import settings_refusals
from campaign.rules import state as core
from campaign.rules.corrections.log_correction import LogEntry, correct_log
from campaign.rules.corrections.recorded_dice import RecordedDice
from campaign.rules.decide import carry_out
from campaign.rules.events import AnyEvent, ResultAccepted, TakenOver, WarBegan
from campaign.rules.evolve import evolve, fold
from campaign.rules.map.map_files import check_names
from campaign.rules.map.strategic_map import check_map
from campaign.rules.orders import AcceptResult, Amend, CorrectLog
from campaign.rules.paper.taken import Taken
from campaign.rules.paper.taking_over import taken_over
from campaign.rules.record import clone
from campaign.war.log.amended_before import is_of_before
from campaign.war.log.fold import AMEND, BEGIN, CORRECT_LOG, RENAME, WITHDRAW, still_open
from engines.seam.refusals import Refused, refuse
from engines.seam.sides import SIDES
from engines.seam.words.names import fault, unwritable

FAULTS = (LookupError, ValueError, TypeError, ArithmeticError, AttributeError)


def verify(file: WholeWar, beat: Callable[[int], None] = lambda _number: None) -> core.War:
    """The war at the end of the file; `Refused` with the first entry that cannot have happened as it says.

    `beat` is called with the number of each entry before it is judged.
    """
    _check_beginning(file)
    if set(file.callsigns) != {"terran", "talon"}:
        raise refuse("", "The file must name both players, under “terran” and “talon”.", "callsigns")
    log = Log(file.entries[0])
    for number, entry in enumerate(file.entries[1:], start=2):
        beat(number)
        if entry.number != number:
            raise _mismatch(entry, f"entry {number} should be here")
        if entry.kind == WITHDRAW:
            log.take_back(entry)
        elif entry.kind == CORRECT_LOG:
            log.correct_log(entry)
        elif entry.kind == RENAME:
            log.rename(entry)
        else:
            log.follow(entry)
    _check_goes_on(file, log.state)
    return log.state


class Log:
    """The entries that count so far, and the war after them."""

    def __init__(self, first: FiledEntry) -> None:
        self.state = fold(first.events)
        self._kept = [first]
        self._before: tuple[int, core.War] | None = None
        """The number of the entry with the last result, and the war before it: only that one can be withdrawn."""

    def follow(self, entry: FiledEntry) -> None:
        """One more entry."""
        past = [event for earlier in self._kept for event in earlier.events] if entry.kind == AMEND else []
        after = _followed(self.state, entry, past)
        if any(isinstance(event, ResultAccepted) for event in entry.events):
            self._before = entry.number, self.state
        self.state = after
        self._kept.append(entry)

    def keep(self, entry: FiledEntry) -> None:
        """One more entry as it is recorded, whatever the rules say of it; a withdrawal that cannot be is left out."""
        if entry.kind == CORRECT_LOG:
            self._kept = [*_corrected(self._kept, entry), entry]
            self.state = fold(event for earlier in self._kept for event in earlier.events)
        elif entry.kind != WITHDRAW:
            self.state = reduce(evolve, entry.events, clone(self.state))
            self._kept.append(entry)

    def rename(self, entry: FiledEntry) -> None:
        """A ship has another name since; the file has that one throughout."""
        if entry.renames is None or entry.order is not None or entry.events or entry.turn != self.state.turn:
            raise _mismatch(entry, "the new name is missing")
        if not unwritable(entry.renames.name) or fault(entry.renames.new):
            raise _mismatch(entry, "only a ship whose name cannot be written gets another")
        self._kept.append(entry)

    def correct_log(self, entry: FiledEntry) -> None:
        """The war is replayed from an earlier result (S69)."""
        if entry.corrects is None or entry.order is not None or entry.seat != "both":
            raise _mismatch(entry, "its corrected result is missing")
        try:
            found = correct_log([_log_entry(earlier) for earlier in self._kept], entry.corrects, self.state)
        except Refused as refused:
            raise _mismatch(entry, f"that correction is not allowed. {refused}") from refused
        except FAULTS as error:
            raise _mismatch(entry, f"that correction does not work: {error}") from error
        said = (entry.retells, entry.retold, entry.events, entry.turn)
        if said != (found.entry, found.changed, (found.event,), found.war.turn):
            raise _mismatch(entry, "by the rules something else follows from that correction")
        self._kept = [*_corrected(self._kept, entry), entry]
        self.state, self._before = found.war, None

    def take_back(self, entry: FiledEntry) -> None:
        """A result and all since are withdrawn (S42)."""
        self._kept = _taken_back(self._kept, entry)
        if self._before is not None and self._before[0] == entry.withdraws:
            self.state = self._before[1]
        else:
            self.state = fold(event for earlier in self._kept for event in earlier.events)
        self._before = None


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


def _check_beginning(file: WholeWar) -> None:
    first = file.entries[0]
    try:
        check_map(file.chart)
        faults = [*settings_refusals(file.settings, file.chart)]
    except FAULTS as error:
        raise refuse("31", "The map in the file is not playable.", "chart") from error
    if faults:
        raise Refused(*faults)
    taken = next((event.taken for event in first.events if isinstance(event, TakenOver)), None)
    began = WarBegan(file.settings, file.chart, _rules_of(first))
    if began.rules > 2:
        check_names(file.chart)
    if (first.number, first.turn, first.seat, first.kind) != (
        1,
        0 if taken is None else taken.turn,
        "both",
        BEGIN,
    ) or first.events != _began(began, taken):
        raise _mismatch(first, "the first entry must begin the war with the file's own map and settings")
    if first.order is not None or first.withdraws is not None:
        raise _mismatch(first, "the first entry must have no order")


def _rules_of(first: FiledEntry) -> core.Rules:
    """The rules by which the war began, as its first entry says."""
    return next((event.rules for event in first.events if isinstance(event, WarBegan)), core.RULES)


def _began(began: WarBegan, taken: Taken | None) -> tuple[AnyEvent, ...]:
    """The events with which a war begins, or goes on from paper; `Refused` if it cannot have stood there like that."""
    return (began,) if taken is None else taken_over(began, taken)


def _followed(state: core.War, entry: FiledEntry, past: list[AnyEvent]) -> core.War:
    """The war after an entry, decided again and compared; the war given is not changed.

    A correction that an earlier version made by its own rules stays as it was made: the log is what happened.
    `past` are the events before, where the order needs them.
    """
    order = entry.order
    if order is None or entry.withdraws is not None:
        raise _mismatch(entry, "its order is missing")
    if entry.kind != order.__struct_config__.tag or entry.turn != state.turn:
        raise _mismatch(entry, "its kind or turn does not match its order")
    try:
        side = None if entry.seat == "both" else entry.seat
        judged = carry_out(clone(state), side, order, RecordedDice(entry.events), past)
    except Refused as refused:
        raise _mismatch(entry, f"that order is not allowed. {refused}") from refused
    except FAULTS as error:
        raise _mismatch(entry, f"that order does not work: {error}") from error
    if tuple(judged.events) == entry.events:
        return judged.war
    if isinstance(order, Amend) and is_of_before(entry.events, state, order, past):
        return reduce(evolve, entry.events, clone(state))
    raise _mismatch(entry, _first_difference(tuple(judged.events), entry.events))


def _first_difference(decided: tuple[AnyEvent, ...], recorded: tuple[AnyEvent, ...]) -> str:
    for place, (one, other) in enumerate(zip(decided, recorded, strict=False), start=1):
        if one != other:
            return f"by the rules event {place} is {_name(one)}, but the file says otherwise"
    return f"by the rules it has {len(decided)} events, but the file says {len(recorded)}"


def _name(event: AnyEvent) -> str:
    return f"“{event.__struct_config__.tag}”"


def _log_entry(entry: FiledEntry) -> LogEntry:
    return LogEntry(entry.number, None if entry.seat == "both" else entry.seat, entry.order, entry.events)


def _corrected(kept: list[FiledEntry], entry: FiledEntry) -> list[FiledEntry]:
    """The entries that still count, as the log reads from now on."""
    if entry.corrects is None or entry.retells is None:
        return kept
    last = entry.retells if entry.corrects.way == "rewind" else entry.number
    now = {changed.entry: changed.events for changed in entry.retold}
    return [
        _as_corrected(one, entry, entry.corrects, now)
        if one.number in now or one.number == entry.retells
        else one
        for one in kept
        if one.number <= last
    ]


def _as_corrected(
    one: FiledEntry, entry: FiledEntry, by: CorrectLog, now: Mapping[int, tuple[AnyEvent, ...]]
) -> FiledEntry:
    """One entry as the correction makes it."""
    order = AcceptResult(by.battle, by.report) if one.number == entry.retells else one.order
    return replace(one, events=now.get(one.number, one.events), order=order)


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
