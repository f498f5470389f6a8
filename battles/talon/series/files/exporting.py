"""A campaign game of this site as a file."""

from typing import Literal, cast

from django.utils.text import slugify

from accounts.models import User
from battles.battle.selectors import known_battle
from battles.models import OVER, Battle, Leg, Series, Status
from battles.talon.series.designs import design_of
from battles.talon.series.files.document import (
    FiledBattle,
    FiledLeg,
    FiledNote,
    FiledPlayers,
    FiledScore,
    Fought,
    GameFile,
    How,
    instant,
    written,
)
from battles.talon.series.reading import state_of
from engines.seam.documents import Level
from engines.seam.refusals import refuse
from engines.seam.series import Player
from engines.seam.sides import as_side


def export(series: Series) -> tuple[str, bytes]:
    """A file's name and bytes: all of it, but of battles that are not over only that they go on."""
    if series.stage not in (Series.Stage.ON, Series.Stage.OVER):
        raise refuse("", "This campaign game has not begun, so there is nothing to export.")
    return f"{slugify(series.name) or 'campaign-game'}.json", written(game_file(series))


def game_file(series: Series) -> GameFile:
    """The campaign game as a file."""
    found, rival = state_of(series), cast("User", series.rival)
    total = found.standings.total
    return GameFile(
        name=series.name,
        players=FiledPlayers(series.user.username, rival.username),
        computer=cast("Level", series.level) if rival.is_computer else None,
        way=cast('Literal["table", "worker", "hand"]', series.way),
        tempo=cast('Literal["step", "impulse", "round"]', series.tempo),
        clock=series.clock,
        pace=series.pace,
        begun=instant(series.made_at),
        over=None if series.over_at is None else instant(series.over_at),
        conceded=cast("Player", series.conceded_by) if series.conceded_by else None,
        left=series.left,
        legs=tuple(_leg(leg) for leg in series.legs.order_by("number")),
        score=FiledScore(total.user, total.rival),
        format=1,
    )


def _leg(leg: Leg) -> FiledLeg:
    rows = leg.battles.select_related("battle__terran_user", "battle__talon_user").order_by("half", "attempt")
    return FiledLeg(
        title=leg.title,
        scenario=leg.scenario,
        setup=leg.setup_document if leg.setup else None,
        design=design_of(leg),
        side=as_side(leg.user_side),
        pair=leg.pair,
        way=cast('Literal["", "table", "worker", "hand"]', leg.way),
        pace=leg.pace,
        battles=tuple(_battle(row.battle, leg, 2 if row.half == 2 else 1) for row in rows),
    )


def _battle(battle: Battle, leg: Leg, half: Literal[1, 2]) -> FiledBattle:
    setup = battle.setup_document
    other = None if setup == leg.setup_document else setup
    if battle.status not in OVER:
        return FiledBattle(opened=instant(battle.opened_at), status="going", half=half, setup=other)
    settled = battle.status == Status.SETTLED
    return FiledBattle(
        opened=instant(battle.opened_at),
        status=cast("Fought", battle.status),
        half=half,
        setup=other,
        settled=instant(battle.settled_at) if settled and battle.settled_at is not None else None,
        how=cast("How", battle.settled_how) if settled else None,
        result=battle.result_document if settled else None,
        record=_record(battle) if settled else None,
        notes=tuple(
            FiledNote(
                instant(note.at), note.kind, "" if note.user_id is None else as_side(note.side), note.text
            )
            for note in battle.notes.order_by("pk")
        ),
    )


def _record(battle: Battle) -> str | None:
    """The battle order by order, as text; None where only its result is known."""
    known = known_battle(battle)
    return None if known is None else battle.engine.download(known.fought, {}, "txt").decode()
