"""A war as a file: what it holds, and how it is read strictly."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from accounts.callsigns import is_the_computers
from campaign.rules import state as core
from campaign.rules.corrections.log_correction import Changed
from campaign.rules.events import AnyEvent
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.orders import AnyOrder, CorrectLog
from campaign.rules.settings import CommanderLevel, Settings
from campaign.war.log.documents import Renamed, encoded
from campaign.war.log.upgrades import upgraded_file
from engines.seam.document_errors import describe_error
from engines.seam.documents import Doctrine
from engines.seam.own_documents import read_own
from engines.seam.refusals import Refusal, refuse, refuse_all
from engines.seam.sides import Side
from engines.seam.words.names import LONGEST, fault, tidy
from engines.seam.words.plain_text import Wanted, kind_of_text, text_of

MOST_BYTES = 5 * 1024 * 1024
MOST_ENTRIES = 5000
WAR_FILE = Wanted("a war file", "Export a war on its page and import that file, which ends in .json.")
Words = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
Callsign = Annotated[str, Meta(min_length=1, max_length=24)]
Seat = Literal["terran", "talon", "both"]


class FiledEntry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of the log: the order where it may be read, or the entry from which results were withdrawn.

    `retells` is the entry whose result `corrects` corrects in the log, and `retold` are by entry the events that are
    others by it (S69). `renames` is a ship's new name, which all earlier entries of the file have.
    """

    number: Annotated[int, Meta(ge=1, le=MOST_ENTRIES)]
    turn: Annotated[int, Meta(ge=0, le=MOST_ENTRIES)]
    seat: Seat
    kind: Annotated[str, Meta(max_length=20)]
    events: tuple[AnyEvent, ...] = ()
    order: AnyOrder | None = None
    withdraws: Annotated[int, Meta(ge=2, le=MOST_ENTRIES)] | None = None
    retells: Annotated[int, Meta(ge=2, le=MOST_ENTRIES)] | None = None
    corrects: CorrectLog | None = None
    retold: tuple[Changed, ...] = ()
    renames: Renamed | None = None


class FiledDoctrine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a side wants a battle fought that is not over; `by_hand`: it plays the battle itself once that begins."""

    battle: Annotated[int, Meta(ge=1, le=MOST_ENTRIES)]
    side: Side
    doctrine: Doctrine
    by_hand: bool = False


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

    Of a war under way also the doctrines given for battles that are not over, what settles the one being fought, and
    the pace of its deadlines if its players have agreed on another than that of the settings (S65).
    """

    computer: dict[Side, CommanderLevel] = {}
    doctrines: tuple[FiledDoctrine, ...] = ()
    settled_by: Literal["table", "worker", "hand"] | None = None
    pace: Annotated[str, Meta(max_length=60)] | None = None


class SeenWar(WarFile, frozen=True, forbid_unknown_fields=True, tag="seen-war", kw_only=True):
    """What one side had seen of a war under way: its own orders, and the events it may read."""

    side: Side


_decoder: msgspec.json.Decoder[WholeWar | SeenWar] = msgspec.json.Decoder(
    WholeWar | SeenWar, dec_hook=read_own
)


def read_whole(data: bytes) -> WholeWar:
    """The whole war in a file; `Refused` with the place and the reason if it is anything else."""
    if len(data) > MOST_BYTES:
        raise refuse("", "The file is larger than 5 MB. No war file is that large.")
    found = _decoded(text_of(data, WAR_FILE))
    if isinstance(found, SeenWar):
        reason = (
            f"This file holds only what the {found.side.title()} side saw during the war. "
            "Import the file of the finished war instead."
        )
        raise refuse("", reason)
    return _of_today(_named(found))


def _named(file: WholeWar) -> WholeWar:
    """The file with tidy names of the war and its players; `Refused` with what is wrong with one."""
    named = replace(
        file,
        name=tidy(file.name),
        callsigns={side: tidy(callsign) for side, callsign in file.callsigns.items()},
    )
    names = [
        ("name of the war", named.name),
        *((f"{side.title()} callsign", one) for side, one in named.callsigns.items()),
    ]
    refuse_all(Refusal("", wrong, "name") for what, one in names if (wrong := fault(one, what=what)))
    return named


def _decoded(text: str) -> WholeWar | SeenWar:
    try:
        return _of_any_version(text)
    except RecursionError as error:
        raise WAR_FILE.broken("it has too many brackets inside each other") from error
    except msgspec.DecodeError as error:
        kind = kind_of_text(text)
        if not text.strip() or (kind and kind != "the file of a war"):
            raise WAR_FILE.refusal(kind or "empty") from error
        raise WAR_FILE.broken(describe_error(error, "a war file", text)) from error


def _of_any_version(text: str) -> WholeWar | SeenWar:
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError:
        data = text.encode()
        upgraded = upgraded_file(data)
        if upgraded == data:
            raise
        return _decoder.decode(upgraded)


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


def unfinished(state: core.War) -> list[core.Battle]:
    """The turn's battles that are still to be fought, or being fought."""
    if state.phase == "over":
        return []
    return [battle for battle in state.battles if battle.status not in ("closing", "closed")]
