"""A campaign game as a file: what it holds, and how it is read strictly."""

from datetime import UTC, datetime
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from battles.models import MOST_LEGS
from engines.seam.document_errors import describe_error
from engines.seam.documents import BattleSetup, Level, Result
from engines.seam.own_documents import read_own
from engines.seam.refusals import Refusal, refuse, refuse_all
from engines.seam.series import Player
from engines.seam.sides import Side
from engines.seam.words.names import LONGEST, fault, tidy
from engines.seam.words.plain_text import Wanted, kind_of_text, text_of
from engines.talon.set_ups.choosing import Design

MOST_BYTES: Final = 5 * 1024 * 1024
MOST_BATTLES: Final = 20
"""The most battles in one leg."""
MOST_NOTES: Final = 500
GAME_FILE: Final = Wanted(
    "the file of a campaign game",
    "Export a campaign game on its page and import that file, which ends in .json.",
)
Words = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
Callsign = Annotated[str, Meta(min_length=1, max_length=24)]
Instant = Annotated[datetime, Meta(tz=True)]
Total = Annotated[int, Meta(ge=0, le=3 * (MOST_LEGS + 1))]
Fought = Literal["settled", "void", "going"]
How = Literal["confirmed", "stood", "agreed", "fought", "played"]


class FiledNote(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of a battle's history: what happened and when, and the side whose player did it."""

    at: Instant
    kind: Annotated[str, Meta(min_length=1, max_length=10)]
    side: Literal["", "terran", "talon"] = ""
    text: Annotated[str, Meta(max_length=2000)] = ""


class FiledBattle(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A battle in which a leg was fought, or a `half` of a pair; of one that is "going" no more is told.

    `setup` is there if it is another than that of the leg, and `record` if the battle is known order by order.
    """

    opened: Instant
    status: Fought
    half: Literal[1, 2] = 1
    setup: BattleSetup | None = None
    settled: Instant | None = None
    how: How | None = None
    result: Result | None = None
    record: str | None = None
    notes: Annotated[tuple[FiledNote, ...], Meta(max_length=MOST_NOTES)] = ()


class FiledLeg(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A leg with its battles in their order; `side` is that of who set the campaign game up, in its first battle.

    `way` and `pace` are there if it is played in another way than the rest. With a `design` the fleets are chosen in
    secret, and the set-up is there once both are.
    """

    title: Annotated[str, Meta(min_length=1, max_length=120)]
    setup: BattleSetup | None = None
    side: Side
    scenario: Annotated[int, Meta(ge=1, le=99)] | None = None
    pair: bool = False
    way: Literal["", "table", "worker", "hand"] = ""
    pace: Annotated[str, Meta(max_length=60)] = ""
    design: Design | None = None
    battles: Annotated[tuple[FiledBattle, ...], Meta(max_length=MOST_BATTLES)] = ()


class FiledPlayers(Struct, frozen=True, forbid_unknown_fields=True):
    """The callsigns of who set it up and of the opponent."""

    user: Callsign
    rival: Callsign


class FiledScore(Struct, frozen=True, forbid_unknown_fields=True):
    """The points of both."""

    user: Total
    rival: Total


class GameFile(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="document",
    tag="campaign-game",
):
    """A campaign game as a file: its terms, its legs in their order, and the score, doubled in the last leg.

    `computer` is the level of its captains if the opponent is the computer. `over` is when it ended, None if it goes
    on; `conceded` has given up, and has `left` if that is because the account was closed.
    """

    name: Words
    players: FiledPlayers
    way: Literal["table", "worker", "hand"]
    tempo: Literal["step", "impulse", "round"]
    begun: Instant
    legs: Annotated[tuple[FiledLeg, ...], Meta(min_length=1, max_length=MOST_LEGS)]
    score: FiledScore
    format: Literal[1]
    computer: Level | None = None
    clock: Annotated[str, Meta(max_length=24)] = ""
    pace: Annotated[str, Meta(max_length=60)] = ""
    over: Instant | None = None
    conceded: Player | None = None
    left: bool = False


_decoder: Final = msgspec.json.Decoder(GameFile, dec_hook=read_own)


def read_game(data: bytes) -> GameFile:
    """The campaign game in a file; `Refused` with the place and the reason if it is anything else."""
    if len(data) > MOST_BYTES:
        raise refuse("", "The file is larger than 5 MB. No campaign game is that large.")
    return _named(_decoded(text_of(data, GAME_FILE)))


def written(file: GameFile) -> bytes:
    """The file's bytes, the same for the same campaign game."""
    return msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n"


def instant(at: datetime) -> datetime:
    """The instant as files have it."""
    return at.astimezone(UTC)


def _decoded(text: str) -> GameFile:
    try:
        return _decoder.decode(text)
    except RecursionError as error:
        raise GAME_FILE.broken("it has too many brackets inside each other") from error
    except msgspec.DecodeError as error:
        kind = kind_of_text(text)
        if not text.strip() or kind:
            raise GAME_FILE.refusal(kind or "empty") from error
        raise GAME_FILE.broken(describe_error(error, "a campaign game", text)) from error


def _named(file: GameFile) -> GameFile:
    """The file with tidy names of the campaign game and its players; `Refused` with what is wrong with one."""
    players = FiledPlayers(tidy(file.players.user), tidy(file.players.rival))
    named = replace(file, name=tidy(file.name), players=players)
    names = (
        ("name of the campaign game", named.name),
        ("callsign of who set it up", players.user),
        ("callsign of the opponent", players.rival),
    )
    refuse_all(Refusal("", wrong, "name") for what, one in names if (wrong := fault(one, what=what)))
    if players.user.casefold() == players.rival.casefold():
        raise refuse("28", "Both players have the same callsign.", "players")
    return named
