"""What the page of a war shows: the map, this turn's battles, fleets and losses."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

from battles.chat import Chat
from campaign.at import At, Stand
from campaign.log.fold import live, log_of
from campaign.map import picture as map_picture
from campaign.map.fronts import own_fleet
from campaign.map.shapes import MapDrawing
from campaign.map.zone import ZoneLinks, ZoneSheet, zone_links, zone_sheet
from campaign.pages.frame import WarFrame, frame
from campaign.pages.pending import Pending, pending
from campaign.rules.settings import DIFFICULTIES, difficulty_of
from campaign.rules.sight import WarView, seen
from campaign.telling import annals, past, war_room
from campaign.telling.aftermath import aftermath
from campaign.telling.chat import chat_of
from campaign.telling.chronicle import of_turn
from campaign.telling.ending import Ending, ending
from campaign.telling.gone_back import GoneBack, gone_back
from campaign.telling.headlines import Headlines, since_last_visit
from campaign.telling.last_battles import BattleOutcome, last_battles
from campaign.telling.lines import Line
from campaign.telling.moved_seats import HandedOver, handed_over
from campaign.telling.reckoning import Move
from campaign.telling.turn_replay import TurnStep, turn_step
from config.pages import Page, Part
from engines.seam.names import proposed, unwritable
from engines.seam.refusals import Refusal
from engines.seam.sides import opponent

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
class Misnamed(Part):
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
class WarPage(Page):
    """The war as one side may see it.

    `replay` is the step of a turn that the map shows, `replay_turn` the last turn that can be shown again, 0 for none.
    `zone` is the sheet of the zone that was asked for, with its `zone_links` and `zone_fights`; `decided` is the
    battle of this turn that ended last; `last` are the battles of the last turn in the order in which they are fought,
    `news` the same if there is a report of any, and `first_report` the number of the first of these; `ending` and
    `lifetime` are of a war that is over, and `easier`: a rematch can be easier to win;
    `gone_back` says so while the war is before the turn from which it has gone back;
    `headlines` is what happened while the player was away, None for nothing; `chat` is None in a war without one;
    `moved_seats` are those that the host gave to somebody else. Of an order that was not taken: `said` and `refusals`
    say why, `chosen` is what was ticked. `part` is the part of the page that was asked for. `misnamed` are ships that
    have to be renamed.
    """

    template: ClassVar = "campaign/war.html"
    frame: WarFrame
    pending: Pending
    fleets: Fleets
    board: MapDrawing
    replay: ReplayBar | None
    replay_turn: int
    zone: ZoneSheet | None
    zone_links: ZoneLinks | None
    zone_fights: list[annals.Fight]
    battles: list[war_room.BattleCard]
    decided: war_room.BattleCard | None
    last: list[BattleOutcome]
    news: list[BattleOutcome]
    first_report: int | None
    ending: Ending | None
    lifetime: list[annals.LifetimePoints]
    easier: bool
    gone_back: GoneBack | None
    headlines: Headlines | None
    chat: Chat | None
    misnamed: tuple[Misnamed, ...]
    moved_seats: tuple[HandedOver, ...]
    said: str = ""
    refusals: tuple[Refusal, ...] = ()
    part: str = ""
    chosen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Replayed:
    """Which step of which turn is to be shown again."""

    turn: int
    step: int


def _replay(at: At, asked: Replayed | None) -> ReplayBar | None:
    """The step that was asked for; one query, and the war's log is read from the start."""
    if asked is None:
        return None
    step = turn_step(annals.events_of(live(log_of(at.war.pk))), at.side, asked.turn, asked.step)
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


def _board(at: At, replay: ReplayBar | None, moves: list[tuple[int, str, int]]) -> MapDrawing:
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
    fights: list[annals.Fight] = field(compare=False)
    moves: list[Move] = field(compare=False)

    @classmethod
    def of(cls, fights: list[annals.Fight], moves: list[Move]) -> "_History":
        return cls((*(tuple(fight.values()) for fight in fights), *moves), fights, moves)


@lru_cache(maxsize=64)
def _ending(stand: Stand, history: _History, *, by_name: bool, is_own: bool) -> Ending | None:
    """How the war ended, worked out once: the points of all its turns are added up for it."""
    return ending(stand.view, stand.side, history.fights, history.moves, by_name=by_name, is_own=is_own)


def war_page(at: At, zone: str, replayed: Replayed | None = None) -> WarPage:
    """Everything the page shows, from the side's view and its own rows."""
    view, over = at.view, at.view.phase == "over"
    turn = view.turn - 1 if view.phase == "planning" else view.turn
    fights = annals.fights(at.war, turn=None if over else turn, place=zone)
    moves = [*past.front_moves(past.log_at(at.war))]
    stood = map_picture.visits(moves, view.turn)
    replay = _replay(at, replayed)
    sheet = zone_sheet(view, own_fleet(view, at.side), stood, zone) if zone else None
    before = [one for one in fights if one["turn"] == turn] if turn < view.turn else []
    last = last_battles(before, at.side)
    first_report = next((battle.number for battle in last if battle.has_report), None)
    ids = {fight["number"]: fight["battle_id"] for fight in fights}
    over_with = [fight for fight in fights if fight["outcome"] in annals.ENDED]
    chat = chat_of(at)
    cards = war_room.battle_cards(view, ids, _aftermath(at, view), at.name_of(opponent(at.side)))
    return WarPage(
        frame=frame(at, chat),
        pending=pending(at, view, ids),
        fleets=_fleets(at.stand),
        board=_board(at, replay, moves),
        replay=replay,
        replay_turn=max((fight["turn"] for fight in over_with), default=0),
        zone=sheet,
        zone_links=zone_links(at.path, sheet) if sheet is not None else None,
        zone_fights=[fight for fight in over_with if fight["place"] == zone],
        battles=cards,
        decided=None if over else next((card for card in reversed(cards) if card.outcome), None),
        last=last,
        news=last if not over and first_report else [],
        first_report=first_report,
        ending=_ended(at, _History.of(fights, moves)) if over else None,
        easier=over and _may_be_easier(at, view),
        lifetime=annals.lifetime_points(at.war, filter(None, ids.values())) if over else [],
        gone_back=gone_back(at.war),
        headlines=since_last_visit(at),
        chat=chat,
        misnamed=_misnamed(view),
        moved_seats=handed_over(at),
    )


def _ended(at: At, history: _History) -> Ending | None:
    """How the war ended; one that was imported is not the reader's own, whichever side it is looked at from."""
    imported = at.war.imported
    return _ending(at.stand, history, by_name=at.war.one_screen or imported, is_own=not imported)


def _may_be_easier(at: At, view: WarView) -> bool:
    """Whether a rematch against the computer can be easier: it is not at the lowest difficulty already."""
    rival = at.seats[opponent(at.side)].user
    return (
        rival is not None and rival.is_computer and difficulty_of(view.settings) != next(iter(DIFFICULTIES))
    )


def _aftermath(at: At, view: WarView) -> dict[int, tuple[Line, ...]]:
    """What the battles of this turn did to the war; one query once a battle has been decided."""
    if all(battle.status in UNDECIDED for battle in view.battles):
        return {}
    entries = annals.entries_of_turn(at.war, view.turn)
    happened = seen(annals.events_of(entries), at.side, over=view.phase == "over")
    return aftermath(of_turn(happened, view.turn), view.chart)


@dataclass(frozen=True, slots=True)
class SurrenderPage(Page):
    """The question whether the side means it."""

    template: ClassVar = "campaign/surrender.html"
    frame: WarFrame
