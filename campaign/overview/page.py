"""What the page of a war shows: the map, this turn's battles, fleets and losses."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

from campaign.corrections.gone_back import GoneBack, gone_back
from campaign.history.aftermath import aftermath
from campaign.history.chances import chances_of
from campaign.history.ending import Ending, ending
from campaign.history.headlines import Headlines, since_last_visit
from campaign.history.points_by_place import Move
from campaign.history.turn_replay import TurnStep, turn_step
from campaign.overview.pending import Pending, pending
from campaign.rules.events import AnyEvent
from campaign.rules.settings import DIFFICULTIES, difficulty_of
from campaign.rules.sight import WarView, seen
from campaign.seats.moved_words import HandedOver, handed_over
from campaign.war.at import At, Stand
from campaign.war.chart import picture as map_picture
from campaign.war.chart.fronts import own_fleet
from campaign.war.chart.shapes import MapDrawing
from campaign.war.chart.zone import ZoneLinks, ZoneSheet, zone_links, zone_sheet
from campaign.war.frame import WarFrame, frame
from campaign.war.hooks import PANELS, Panel
from campaign.war.log.fold import events_so_far, in_force, log_of
from campaign.war.words import history_rows, past, war_room
from campaign.war.words.event_lines import HistoryLine
from campaign.war.words.history_chapters import of_turn
from campaign.war.words.last_battles import BattleOutcome, income_of, last_battles
from config.pages import Page, Part
from engines.seam.refusals import Refusal
from engines.seam.sides import opponent
from engines.seam.words.names import proposed, unwritable

UNDECIDED = ("hidden", "revealed", "asking", "joined")


@dataclass(frozen=True, slots=True)
class Fleets(Part):
    """The own fleet and treasury, the enemy as last seen; the enemy's own only when the war is over."""

    treasury: int
    active_lp: int
    minimum: int
    fleet: list[war_room.ShipsAtPlace]
    enemy_fleet: list[war_room.ShipsAtPlace]
    enemy_treasury: int | None
    seen: list[war_room.LastSeen]
    tallies: list[war_room.Tally]
    incomes: list[tuple[str, str, int, int]]


@lru_cache(maxsize=64)
def _fleets(stand: Stand) -> Fleets:
    view, side = stand.view, stand.side
    rival = opponent(side)
    own, enemy, order = view.own, view.enemy, view.chart.order
    return Fleets(
        treasury=own.treasury if own is not None else 0,
        active_lp=own.active_lp if own is not None else 0,
        minimum=own.minimum if own is not None else 0,
        fleet=war_room.berths(side, own, order) if own is not None else [],
        enemy_fleet=war_room.berths(rival, enemy, order) if enemy is not None else [],
        enemy_treasury=enemy.treasury if enemy is not None else None,
        seen=war_room.last_seen(view, rival),
        tallies=war_room.tallies(view),
        incomes=map_picture.incomes_now(view),
    )


@dataclass(frozen=True, slots=True)
class ReplayBar:
    """What stands beside the map while a turn is shown again; `before` and `after` are addresses, "" at an end."""

    step: TurnStep
    before: str
    after: str
    close: str


@dataclass(frozen=True, slots=True)
class Misnamed:
    """A ship that has to be renamed: `wrong` says why, and `typed` is what was typed, or a name that is proposed."""

    name: str
    wrong: str
    typed: str


def _misnamed(view: WarView) -> tuple[Misnamed, ...]:
    """The side's ships whose names can stand in no battle record."""
    own = view.own
    if own is None or view.phase == "over":
        return ()
    return tuple(
        Misnamed(name, wrong, proposed(name)) for name in sorted(own.ships) if (wrong := unwritable(name))
    )


@dataclass(frozen=True, slots=True)
class OpenZone:
    """The zone that was asked for."""

    sheet: ZoneSheet
    links: ZoneLinks
    """The zones beside it."""
    fights: list[history_rows.Fight]
    """The battles that were fought there."""


@dataclass(frozen=True, slots=True)
class WarMap:
    """The map, and what stands beside it."""

    picture: MapDrawing
    replay: ReplayBar | None
    """The step of a turn that the map shows, None if it is as it is now."""
    last_turn: int
    """The last turn that can be shown again, 0 for none."""
    zone: OpenZone | None


@dataclass(frozen=True, slots=True)
class TurnBattles:
    """The battles of this turn and of the last one."""

    now: list[war_room.BattleCard]
    last: list[BattleOutcome]
    """Those of the last turn, in the order in which they are fought."""
    over: bool
    """Whether the war is."""
    income: int | None = None
    """What this turn was paid, None where no turn has ended."""

    @property
    def decided(self) -> war_room.BattleCard | None:
        """The battle of this turn that ended last."""
        return None if self.over else next((card for card in reversed(self.now) if card.outcome), None)

    @property
    def first_report(self) -> int | None:
        """The number of the first battle of the last turn that has a report."""
        return next((battle.number for battle in self.last if battle.has_report), None)

    @property
    def news(self) -> list[BattleOutcome]:
        """Those of the last turn, while the war goes on."""
        return [] if self.over else self.last


@dataclass(frozen=True, slots=True)
class WarEnd:
    """How a war ended."""

    ending: Ending | None
    lifetime: list[history_rows.LifetimePoints]
    easier: bool
    """Whether a rematch can be easier to win."""


@dataclass(frozen=True, slots=True)
class Notices:
    """What the player is to know or to put right first."""

    headlines: Headlines | None
    """What happened while the player was away, None for nothing."""
    gone_back: GoneBack | None
    """Said while the war is before the turn from which it has gone back."""
    moved_seats: tuple[HandedOver, ...]
    """The seats that the host gave to somebody else."""
    misnamed: tuple[Misnamed, ...]
    """The ships that have to be renamed."""


@dataclass(frozen=True, slots=True)
class WarReply:
    """Of an order that was not taken: why, and what was ticked."""

    said: str = ""
    refusals: tuple[Refusal, ...] = ()
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WarPage(Page):
    """The war as one side may see it."""

    template: ClassVar = "campaign/war.html"
    frame: WarFrame
    pending: Pending
    fleets: Fleets
    on_map: WarMap
    battles: TurnBattles
    end: WarEnd | None
    """None while the war goes on."""
    notices: Notices
    panels: tuple[Panel, ...]
    """What features bring."""
    reply: WarReply = field(default_factory=WarReply)
    part: str = ""
    """The part of the page that was asked for."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """Which step of which turn is to be shown again."""

    turn: int
    step: int


def _replay(at: At, asked: Replayed | None) -> ReplayBar | None:
    """The step that was asked for; one query, and the war's log is read from the start."""
    if asked is None:
        return None
    step = turn_step(history_rows.events_of(in_force(log_of(at.war.pk))), at.side, asked.turn, asked.step)
    if step is None:
        return None

    def address(number: int) -> str:
        return f"{at.path}?replay={step.turn}&step={number}#board" if 0 <= number <= step.last else ""

    return ReplayBar(step, address(step.number - 1), address(step.number + 1), f"{at.path}#board")


@lru_cache(maxsize=128)
def _picture(stand: Stand, path: str, moves: tuple[tuple[int, str, int], ...]) -> MapDrawing:
    """The map, drawn once for a state: pages load it again whenever something changes beside it."""
    stood = map_picture.visits(moves, stand.view.turn)
    return map_picture.picture(stand.view, stand.side, stood, path)


def _picture_at(at: At, replay: ReplayBar | None, moves: list[tuple[int, str, int]]) -> MapDrawing:
    """The map as it is, or as it was at the step that is shown again."""
    if replay is None:
        return _picture(at.stand, at.path, tuple(moves))
    turn = replay.step.turn
    stood = map_picture.visits(moves, turn)
    return map_picture.picture(replay.step.view, at.side, stood, at.path, since=turn, lit=replay.step.place)


@dataclass(frozen=True, slots=True)
class _History:
    """A war's battles and front moves; `values` tells one history from another."""

    values: tuple[object, ...]
    fights: list[history_rows.Fight] = field(compare=False)
    moves: list[Move] = field(compare=False)

    @classmethod
    def of(cls, fights: list[history_rows.Fight], moves: list[Move]) -> "_History":
        return cls((*(tuple(fight.values()) for fight in fights), *moves), fights, moves)


@lru_cache(maxsize=64)
def _ending(stand: Stand, history: _History, war_id: int, *, by_name: bool, is_own: bool) -> Ending | None:
    """How the war ended, worked out once: the points of all its turns are added up, and every battle is estimated."""
    winner = stand.view.winner
    chances = chances_of(events_so_far(war_id), opponent(winner)) if winner is not None else {}
    fights, moves = history.fights, history.moves
    return ending(stand.view, stand.side, fights, moves, chances, by_name=by_name, is_own=is_own)


def war_page(at: At, zone: str, replayed: Replayed | None = None) -> WarPage:
    """Everything the page shows, from the side's view and its own rows."""
    view, over = at.view, at.view.phase == "over"
    turn = view.turn - 1 if view.phase == "planning" else view.turn
    fights = history_rows.fights(at.war, turn=None if over else turn, place=zone)
    moves = [*past.front_moves(past.log_at(at.war))]
    on_map = _on_map(at, fights, moves, zone, replayed)
    before = [one for one in fights if one["turn"] == turn] if turn < view.turn else []
    ids = {fight["number"]: fight["battle_id"] for fight in fights}
    happened = _happened(at, turn) if before else []
    panels = tuple(one for one in PANELS.ask(at) if one is not None)
    return WarPage(
        frame=frame(at),
        pending=pending(at, view, ids),
        fleets=_fleets(at.stand),
        on_map=on_map,
        battles=TurnBattles(
            now=war_room.battle_cards(view, ids, _aftermath(at, view), at.name_of(opponent(at.side))),
            last=last_battles(before, at.side, happened, view.chart),
            over=over,
            income=income_of(happened, at.side),
        ),
        end=_end(at, _History.of(fights, moves), ids) if over else None,
        notices=Notices(
            headlines=since_last_visit(at),
            gone_back=gone_back(at.war),
            moved_seats=handed_over(at),
            misnamed=_misnamed(view),
        ),
        panels=panels,
    )


def _happened(at: At, turn: int) -> list[AnyEvent]:
    """What the side saw of a turn that is over, and of the beginning of the next one; one query."""
    return list(seen(history_rows.events_of(history_rows.entries_of_turn(at.war, turn)), at.side, over=False))


def _on_map(
    at: At, fights: list[history_rows.Fight], moves: list[Move], zone: str, replayed: Replayed | None
) -> WarMap:
    """The map; `fights` are the battles of this turn and those over the `zone`."""
    replay = _replay(at, replayed)
    over_with = [fight for fight in fights if fight["outcome"] in history_rows.ENDED]
    return WarMap(
        picture=_picture_at(at, replay, moves),
        replay=replay,
        last_turn=max((fight["turn"] for fight in over_with), default=0),
        zone=_open_zone(at, over_with, moves, zone),
    )


def _open_zone(at: At, fights: list[history_rows.Fight], moves: list[Move], zone: str) -> OpenZone | None:
    if not zone:
        return None
    stood = map_picture.visits(moves, at.view.turn)
    sheet = zone_sheet(at.view, own_fleet(at.view, at.side), stood, zone)
    if sheet is None:
        return None
    return OpenZone(sheet, zone_links(at.path, sheet), [one for one in fights if one["place"] == zone])


def _end(at: At, history: _History, battle_ids: Mapping[int, int | None]) -> WarEnd:
    return WarEnd(
        ending=_ended(at, history),
        lifetime=history_rows.lifetime_points(at.war, filter(None, battle_ids.values())),
        easier=_may_be_easier(at, at.view),
    )


def _ended(at: At, history: _History) -> Ending | None:
    """How the war ended; one that was imported is not the reader's own, whichever side it is looked at from."""
    imported = at.war.imported
    by_name = at.war.one_screen or imported
    return _ending(at.stand, history, at.war.pk, by_name=by_name, is_own=not imported)


def _may_be_easier(at: At, view: WarView) -> bool:
    """Whether a rematch against the computer can be easier: it is not at the lowest difficulty already."""
    rival = at.seats[opponent(at.side)].user
    return (
        rival is not None and rival.is_computer and difficulty_of(view.settings) != next(iter(DIFFICULTIES))
    )


def _aftermath(at: At, view: WarView) -> dict[int, tuple[HistoryLine, ...]]:
    """What the battles of this turn did to the war; one query once a battle has been decided."""
    if all(battle.status in UNDECIDED for battle in view.battles):
        return {}
    entries = history_rows.entries_of_turn(at.war, view.turn)
    happened = seen(history_rows.events_of(entries), at.side, over=view.phase == "over")
    return aftermath(of_turn(happened, view.turn), view.chart)


@dataclass(frozen=True, slots=True)
class SurrenderPage(Page):
    """The question whether the side means it."""

    template: ClassVar = "campaign/surrender.html"
    frame: WarFrame
