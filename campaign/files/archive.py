"""Wars out to files, and in from them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from django.db import transaction
from django.utils.text import slugify

from accounts.models import User
from battles.battle.services.resolving import way_of
from battles.models import Battle, Way
from battles.pace import read_pace
from campaign.commanders.temper import TEMPERS
from campaign.files.document import FiledDoctrine, FiledEntry, SeenWar, WholeWar, unfinished, written
from campaign.files.verifying import verify
from campaign.models import Entry, Seat, War
from campaign.rules import state as core
from campaign.rules.corrections.log_correction import Changed
from campaign.rules.events import AnyEvent, BattleJoined, TakenOver
from campaign.rules.settings import CommanderLevel
from campaign.rules.sight import seen
from campaign.war.log.documents import (
    RULES_VERSION,
    decode_chart,
    decode_events,
    decode_order,
    decode_settings,
    decode_state,
    encoded,
)
from campaign.war.log.fold import (
    BEGIN,
    CORRECT_LOG,
    RENAME,
    WITHDRAW,
    LogCorrection,
    Withdrawal,
    as_named_now,
    fold_entries,
    log_correction_in,
    log_of,
    renamed_in,
    rewinds,
)
from campaign.war.log.projections import Rows
from campaign.war.log.projections import write as write_rows
from campaign.war.services import consequences, doctrines
from campaign.war.services.log import notify, snapshot
from campaign.war.services.seating import seat_computer
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side


def export(war: War, side: Side) -> tuple[str, bytes]:
    """A file's name and bytes for one side: the whole war once it is over, before that what the side may see."""
    if war.state is None:
        raise refuse("", "This war has not begun, so there is nothing to export.")
    stem = slugify(war.name) or "war"
    if war.status == War.Status.OVER:
        return f"{stem}.json", whole(war)
    return f"{stem}-{side}-turn-{war.turn}.json", seen_by(war, side)


def whole(war: War) -> bytes:
    """Everything about a war, both sides' secrets included: for a war that is over, or for its host's safe."""
    entries = tuple(filed(entry, None) for entry in as_named_now(log_of(war.pk)))
    state = decode_state(bytes(war.state or b""))
    file = WholeWar(
        **_head(war),
        entries=entries,
        computer=_commanders(war),
        doctrines=tuple(_doctrines(war, state)),
        settled_by=_settled_by(war, state),
        pace=war.pace if war.pace != state.settings.pace else None,
    )
    return written(file)


def _commanders(war: War) -> dict[Side, CommanderLevel]:
    seats = {seat.side: seat.commander for seat in war.seats.all()}
    return {side: name for side in SIDES for name in TEMPERS if name == seats.get(side)}


def _doctrines(war: War, state: core.War) -> Iterator[FiledDoctrine]:
    for battle in unfinished(state):
        by_hand = doctrines.kept_by_hand(war, battle.number)
        for side, doctrine in doctrines.doctrines_kept(war, battle.number).items():
            yield FiledDoctrine(battle.number, side, doctrine, side in by_hand)


def _settled_by(war: War, state: core.War) -> Literal["table", "worker", "hand"] | None:
    """What settles the battle that is being fought, if there is one (S35)."""
    if not any(battle.status == "joined" for battle in unfinished(state)):
        return None
    battle = Battle.objects.filter(engagement__war=war, engagement__outcome="joined").first()
    if battle is None:
        return None
    ways: dict[str, Literal["table", "worker", "hand"]] = {Way.WORKER: "worker", Way.HAND: "hand"}
    return ways.get(way_of(battle), "table")


def seen_by(war: War, side: Side) -> bytes:
    """What one side may see of a war under way (S15): open events, its own, and its own orders."""
    entries = tuple(filed(entry, side) for entry in as_named_now(log_of(war.pk)))
    return written(SeenWar(**_head(war), entries=entries, side=side))


def _head(war: War) -> dict[str, Any]:
    seats = war.seats.select_related("user")
    return {
        "name": war.name,
        "callsigns": {seat.side: seat.title or f"{seat.side.title()} player" for seat in seats},
        "settings": decode_settings(bytes(war.settings)),
        "chart": decode_chart(bytes(war.chart)),
        "rules_version": war.rules_version,
        "one_screen": war.one_screen,
    }


def filed(entry: Entry, viewer: Side | None) -> FiledEntry:
    """An entry as it goes into a file: for one side without what only the other may know."""
    events = _for(decode_events(bytes(entry.events)), viewer)
    order = withdraws = retells = corrects = renames = None
    retold: tuple[Changed, ...] = ()
    if entry.kind == WITHDRAW:
        withdraws = msgspec.json.decode(bytes(entry.document), type=Withdrawal).entry
    elif entry.kind == CORRECT_LOG:
        document = log_correction_in(entry)
        retells, corrects = document.entry, document.order
        retold = tuple(Changed(one.entry, _for(one.events, viewer)) for one in document.events)
    elif entry.kind == RENAME:
        renames = renamed_in(entry)
    elif entry.kind != BEGIN and viewer in (None, entry.seat):
        order = decode_order(bytes(entry.document))
    return FiledEntry(
        number=entry.number,
        turn=entry.turn,
        seat=_seat(entry.seat),
        kind=entry.kind,
        events=events,
        order=order,
        withdraws=withdraws,
        retells=retells,
        corrects=corrects,
        retold=retold,
        renames=renames,
    )


def _for(events: tuple[AnyEvent, ...], viewer: Side | None) -> tuple[AnyEvent, ...]:
    """The events of an entry that one side may read; all of them for the whole war."""
    return events if viewer is None else tuple(seen(events, viewer, over=False))


def _seat(word: str) -> Any:
    return word if word in SIDES else "both"


@dataclass(frozen=True)
class JudgedWar:
    """The war of a file in which every order fits, with its entries and rows, not stored yet."""

    file: WholeWar
    state: core.War
    war: War
    entries: list[Entry]
    rows: Rows


def judged(file: WholeWar, beat: Callable[[int], None] = lambda _number: None) -> JudgedWar:
    """The war of a file; `Refused` if it does not fit. `beat` hears the number of each entry before it is judged."""
    state = verify(file, beat)
    war = War(
        name=file.name,
        settings=encoded(file.settings),
        chart=encoded(file.chart),
        rules_version=file.rules_version,
        map_name=file.chart.name,
        imported=state.phase == "over",
        pace=_pace(file),
    )
    for event in file.entries[0].events:
        if isinstance(event, TakenOver):
            war.taken, war.taken_turn = encoded(event.taken), event.taken.turn
    snapshot(war, state, version=file.entries[-1].number)
    entries = [_entry(war, filed) for filed in file.entries]
    war.generation = rewinds(entries)
    return JudgedWar(file, state, war, entries, fold_entries(entries)[1])


def _pace(file: WholeWar) -> str:
    """The pace of the war's deadlines; `Refused` if nobody can have chosen it."""
    pace = file.settings.pace if file.pace is None else file.pace
    try:
        read_pace(pace)
    except ValueError as error:
        raise refuse("S63", "No war has these deadlines.", "pace") from error
    return pace


def judged_finished(file: WholeWar, beat: Callable[[int], None] = lambda _number: None) -> JudgedWar:
    """The same for a war that is over; `Refused` if it is not."""
    found = judged(file, beat)
    if not found.war.imported:
        reason = (
            "This war is not over. Only the host of this site can restore it, "
            "because the file holds both sides' secrets."
        )
        raise refuse("", reason)
    return found


def store_finished(found: JudgedWar, *, importer: User, side: Side) -> War:
    """The war, stored to be looked at by the importer from one side."""
    return _stored(found, users={side: importer}, host=importer)


def bring_in(*, file: WholeWar, importer: User, side: Side) -> War:
    """A finished war from a file, to be looked at by the importer from one side; `Refused` if it does not fit."""
    return store_finished(judged_finished(file), importer=importer, side=side)


def restore(*, file: WholeWar) -> War:
    """A war from a file, at whatever point: its players are those of the same callsigns here, if there are any.

    Where the computer played it plays on, under a commander of the same level, whoever has its callsign here.
    """
    found = judged(file)
    people = User.objects.filter(is_computer=False)
    users = {
        side: people.filter(username__iexact=name).first()
        for side, name in file.callsigns.items()
        if side not in file.computer
    }
    missing = [file.callsigns[side] for side in users if users[side] is None]
    if missing and not found.war.imported:
        raise refuse(
            "", f"Nobody here is called {' or '.join(missing)}: a war under way needs both its players."
        )
    host = users.get("terran") or users.get("talon")
    return _stored(found, users=users, host=host)


@transaction.atomic
def _stored(found: JudgedWar, *, users: Mapping[Side, User | None], host: User | None) -> War:
    war, file = found.war, found.file
    war.host, war.one_screen = host, file.one_screen and not war.imported
    war.save()
    Seat.objects.bulk_create(_seat_of(war, file, side, users.get(side)) for side in SIDES)
    Entry.objects.bulk_create(found.entries)
    write_rows(war.pk, found.rows)
    if not war.imported:
        _take_up(war, found.state, file)
    return war


def _seat_of(war: War, file: WholeWar, side: Side, user: User | None) -> Seat:
    """The seat as it goes on; in a war that is over it keeps the names it came with, and nobody plays on."""
    seat = Seat(war=war, side=side, user=user)
    if war.imported:
        seat.label, seat.commander = file.callsigns[side], file.computer.get(side, "")
    elif side in file.computer:
        seat_computer(seat, file.computer[side])
    return seat


def _entry(war: War, filed: FiledEntry) -> Entry:
    document: Any = filed.order
    if filed.kind == BEGIN:
        document = decode_settings(bytes(war.settings))
    elif filed.withdraws is not None:
        document = Withdrawal(filed.withdraws)
    elif filed.retells is not None and filed.corrects is not None:
        document = LogCorrection(filed.retells, filed.corrects, filed.retold)
    elif filed.renames is not None:
        document = filed.renames
    return Entry(
        war=war,
        number=filed.number,
        seat=filed.seat,
        kind=filed.kind,
        turn=filed.turn,
        document=encoded(document),
        events=encoded(filed.events),
        rules_version=war.rules_version or RULES_VERSION,
    )


def _take_up(war: War, state: core.War, file: WholeWar) -> None:
    """Go on with a restored war: the battle being fought starts again, and its players get a message."""
    for found in file.doctrines:
        doctrines.give(war, found.battle, found.side, found.doctrine, by_hand=found.by_hand)
    battle = state.current_battle()
    if battle is not None and battle.status == "joined" and battle.setup is not None:
        way = Way(file.settled_by) if file.settled_by else None
        consequences.open_battle_of(war, BattleJoined(battle.number, battle.setup), way)
    notify(war, state)
