"""What the page of a war shows: what waits, the map, this turn's battles, fleets and losses."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

from accounts.models import LifetimeLine
from battles.chat import Chat
from battles.selectors import commitments
from campaign import difficulty
from campaign.at import At
from campaign.log.fold import live, log_of
from campaign.map import picture as map_picture
from campaign.map.fronts import own_fleet
from campaign.map.shapes import MapDrawing
from campaign.map.zone import ZoneLinks, ZoneSheet, zone_links, zone_sheet
from campaign.rules.settings import DIFFICULTIES, DifficultyName, difficulty_of
from campaign.rules.sight import WarView, seen
from campaign.services.consequences import dice_name
from campaign.telling import annals, war_room
from campaign.telling import calls as war_calls
from campaign.telling.aftermath import aftermath
from campaign.telling.chat import chat_of, has_chat, unread_in
from campaign.telling.chronicle import of_turn
from campaign.telling.computing import FightUnderWay, commander_is_silent, fighting
from campaign.telling.ending import Ending, ending
from campaign.telling.headlines import Headlines, since_last_visit
from campaign.telling.last_battles import BattleOutcome, last_battles
from campaign.telling.lines import Line
from campaign.telling.turn_replay import TurnStep, turn_step
from config.pages import Page, Part
from engines.seam.refusals import Refusal
from engines.seam.sides import Side, opponent

UNDECIDED = ("hidden", "revealed", "asking", "joined")
ORDER_PAGES = {"bases": "bases/", "planning": "plan/"}


@dataclass(frozen=True, slots=True)
class WarHead:
    """The war as every page of it names it."""

    id: int
    name: str
    version: int
    turn: int
    map: str
    one_screen: bool
    frozen: bool
    over: bool


@dataclass(frozen=True, slots=True)
class Rival:
    """The other side, and who plays it."""

    side: Side
    name: str


@dataclass(frozen=True, slots=True)
class WarFrame(Part):
    """What all pages of a war have around them; `path` is where the side's pages are, `since` the latest notice.

    `since_aside` is the latest notice of the player's own topic. `unread` is how many chat lines the player has not
    read; `watched`: there is a link for onlookers.
    """

    war: WarHead
    side: Side
    path: str
    me: str
    rival: Rival
    since: int
    since_aside: int
    has_chat: bool
    unread: int
    watched: bool


def frame(at: At, chat: Chat | None = None) -> WarFrame:
    """The frame of a side's pages; no query, or one in a war with a chat that the page does not show itself."""
    rival = opponent(at.side)
    return WarFrame(
        war=WarHead(
            id=at.war.pk,
            name=at.war.name,
            version=at.war.version,
            turn=at.view.turn,
            map=at.war.map_name,
            one_screen=at.war.one_screen,
            frozen=at.war.frozen,
            over=at.view.phase == "over",
        ),
        side=at.side,
        path=at.path,
        me=at.name_of(at.side),
        rival=Rival(rival, at.name_of(rival)),
        since=at.since,
        since_aside=at.since_aside,
        has_chat=has_chat(at),
        unread=chat.unread if chat is not None else unread_in(at),
        watched=at.war.watch_token is not None,
    )


@dataclass(frozen=True, slots=True)
class LevelNow:
    """How well the computer plays: in a word and a sentence, its difficulty if it has one, and those to choose from."""

    title: str
    words: str
    chosen: DifficultyName | None
    choices: tuple[tuple[DifficultyName, str], ...]


def _level(at: At, view: WarView) -> LevelNow:
    """How well the computer plays now; nothing to choose from once the war is over, or while it is frozen."""
    words = tuple((key, f"{title}: {difficulty.WORDS[key]}") for key, title in difficulty.TITLES.items())
    fixed = view.phase == "over" or at.war.frozen
    return LevelNow(
        title=difficulty.title(view.settings),
        words=difficulty.in_words(view.settings),
        chosen=difficulty_of(view.settings),
        choices=() if fixed else words,
    )


@dataclass(frozen=True, slots=True)
class Pending(Part):
    """What waits for whom, and what may be offered.

    `committed` is the commitment of the dice of the battle in question, `engaging`: this side may engage in it;
    `asks_again`: the page asks for itself, as the computer does something; `level`: how well it plays,
    `unanswered`: nothing is heard of the computer that plays the other side; `order_page` is where the secret orders
    are, "" without any; `goes_on`: the first thing to do is to go on, which offers a withdrawal itself.
    """

    calls: list[war_calls.Call]
    committed: str
    engaging: bool
    elsewhere: list[war_calls.Elsewhere]
    fighting: FightUnderWay | None
    asks_again: bool
    level: LevelNow | None
    unanswered: bool
    sealed: bool
    rival_sealed: bool
    order_page: str
    goes_on: bool
    may_withdraw: bool
    asked_withdrawal: bool
    offered_draw: bool
    may_offer_draw: bool


def _pending(at: At, view: WarView) -> Pending:
    """What waits; three queries at most."""
    waiting = annals.waiting_of(at.war)
    asked_by = at.war.withdrawal_asked_by
    rival = at.seats[opponent(at.side)].user
    by_computer = rival is not None and rival.is_computer
    fought = fighting(at.war) if any(one.status == "joined" for one in view.battles) else None
    sealed = annals.sealed_now(at.war) if view.phase in ("bases", "planning") else frozenset()
    calls = war_calls.calls(view, at.side, waiting, asked_by)
    asked = view.question.battle if view.question is not None and view.question.kind == "engage" else None
    settled = not asked_by and not at.war.frozen and not at.war.imported
    return Pending(
        calls=calls,
        committed=next(iter(commitments([dice_name(at.war, asked)])), "") if asked is not None else "",
        engaging=any(call.asked is not None and call.asked.battle.doctrine is not None for call in calls),
        elsewhere=war_calls.elsewhere(at.side, waiting, at.name_of(opponent(at.side))),
        fighting=fought,
        asks_again=fought is not None or by_computer,
        level=_level(at, view) if by_computer else None,
        unanswered=by_computer and commander_is_silent(waiting, opponent(at.side)),
        sealed=at.side in sealed,
        rival_sealed=opponent(at.side) in sealed,
        order_page=ORDER_PAGES.get(view.phase, ""),
        goes_on=bool(calls) and calls[0].kind == "go-on",
        may_withdraw=settled and _may_withdraw(at, view),
        asked_withdrawal=asked_by == at.side,
        offered_draw=view.draw_offered_by == at.side,
        may_offer_draw=view.draw_offered_by is None,
    )


def _may_withdraw(at: At, view: WarView) -> bool:
    return view.paused or (view.phase in ("planning", "over") and annals.may_withdraw(at.war))


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


def _fleets(view: WarView, side: Side) -> Fleets:
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
class WarPage(Page):
    """The war as one side may see it.

    `replay` is the step of a turn that the map shows, `replay_turn` the last turn that can be shown again, 0 for none.
    `zone` is the sheet of the zone that was asked for, with its `zone_links` and `zone_fights`; `last` are the
    battles of the last turn, `news` the same if there is a report of any; `ending` and `lifetime` are of a war that
    is over, and `easier`: a rematch can be easier to win; `headlines` is what happened while the player was away, None
    for nothing; `chat` is None in a war without one. Of an order that was not taken: `said` and `refusals` say why,
    `chosen` is what was ticked. `part` is the part of the page that was asked for.
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
    last: list[BattleOutcome]
    news: list[BattleOutcome]
    ending: Ending | None
    lifetime: list[LifetimeLine]
    easier: bool
    headlines: Headlines | None
    chat: Chat | None
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


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a map is drawn from; the view follows from the state and the side."""

    state: bytes
    side: Side
    path: str
    moves: tuple[tuple[int, str, int], ...]
    view: WarView = field(compare=False)


@lru_cache(maxsize=128)
def _picture(seen: _Seen) -> MapDrawing:
    """The map, drawn once for a state: pages load it again whenever something changes beside it."""
    stood = map_picture.visits(seen.moves, seen.view.turn)
    return map_picture.picture(seen.view, seen.side, stood, seen.path)


def _board(at: At, replay: ReplayBar | None, moves: list[tuple[int, str, int]]) -> MapDrawing:
    """The map as it is, or as it was at the step that is shown again."""
    if replay is None:
        return _picture(_Seen(bytes(at.war.state or b""), at.side, at.path, tuple(moves), at.view))
    turn = replay.step.turn
    stood = map_picture.visits(moves, turn)
    return map_picture.picture(replay.step.view, at.side, stood, at.path, since=turn, lit=replay.step.place)


def war_page(at: At, zone: str, replayed: Replayed | None = None) -> WarPage:
    """Everything the page shows, from the side's view and its own rows."""
    view, over = at.view, at.view.phase == "over"
    turn = view.turn - 1 if view.phase == "planning" else view.turn
    fights = annals.fights(at.war, turn=None if over else turn, place=zone)
    moves = annals.front_moves(at.war)
    stood = map_picture.visits(moves, view.turn)
    replay = _replay(at, replayed)
    sheet = zone_sheet(view, own_fleet(view, at.side), stood, zone) if zone else None
    before = [one for one in fights if one["turn"] == turn] if turn < view.turn else []
    last = last_battles(before, at.side)
    ids = {fight["number"]: fight["battle_id"] for fight in fights}
    over_with = [fight for fight in fights if fight["outcome"] in annals.ENDED]
    chat = chat_of(at)
    return WarPage(
        frame=frame(at, chat),
        pending=_pending(at, view),
        fleets=_fleets(view, at.side),
        board=_board(at, replay, moves),
        replay=replay,
        replay_turn=max((fight["turn"] for fight in over_with), default=0),
        zone=sheet,
        zone_links=zone_links(at.path, sheet) if sheet is not None else None,
        zone_fights=[fight for fight in over_with if fight["place"] == zone],
        battles=war_room.battle_cards(view, ids, _aftermath(at, view), at.name_of(opponent(at.side))),
        last=last,
        news=[] if over else _news(last),
        ending=ending(view, at.side, fights, moves, one_screen=at.war.one_screen) if over else None,
        easier=over and _may_be_easier(at, view),
        lifetime=annals.lifetime_lines(at.war, filter(None, ids.values())) if over else [],
        headlines=since_last_visit(at),
        chat=chat,
    )


def _may_be_easier(at: At, view: WarView) -> bool:
    """Whether a rematch against the computer can be easier: it is not at the lowest difficulty already."""
    rival = at.seats[opponent(at.side)].user
    return (
        rival is not None and rival.is_computer and difficulty_of(view.settings) != next(iter(DIFFICULTIES))
    )


def _news(last: list[BattleOutcome]) -> list[BattleOutcome]:
    """The battles of the last turn, those first of which there is a report to be read; none if there is no report."""
    reported = [battle for battle in last if battle.has_report]
    return [*reported, *(battle for battle in last if not battle.has_report)] if reported else []


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
