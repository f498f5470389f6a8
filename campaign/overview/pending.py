"""What of a war waits for whom, and what may be offered."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from battles.battle.selectors import commitments
from campaign.deadlines.words import AwayNow, away_now
from campaign.engaging.questions import NO_PLAY, OwnPlay, plays_itself
from campaign.models import Waiting
from campaign.odds.words import latest_odds
from campaign.overview import calls_to_action
from campaign.rules.settings import DifficultyName, difficulty_of
from campaign.rules.sight import WarView
from campaign.rules.state import Battle
from campaign.war.at import At
from campaign.war.services.consequences import dice_name
from campaign.war.services.doctrines import chosen_by_hand, may_play
from campaign.war.time.words import DeadlineNow, deadline_now
from campaign.war.waiting import TASKS
from campaign.war.words import difficulty, history_rows, past
from campaign.war.words.computing import FightUnderWay, commander_is_silent, fighting
from engines.seam.sides import Side, opponent

ORDER_PAGES = {"bases": "bases/", "planning": "plan/"}


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
class PhaseTime:
    """How long the phase goes on, and who is away meanwhile."""

    deadline: DeadlineNow | None
    """That of the phase, None without one."""
    lent: tuple[Side, ...]
    """The sides that the computer plays while their players are away."""
    away: tuple[AwayNow, ...]
    """The players on holiday."""


@dataclass(frozen=True, slots=True)
class BattleAsked:
    """The battle in which somebody is asked whether to engage."""

    committed: str
    """The commitment of its dice, "" without one."""
    engaging: bool
    """Whether this side may engage in it."""
    by_hand: bool
    """Whether this side waits for the enemy's answer, and plays the battle itself."""


@dataclass(frozen=True, slots=True)
class ComputerNow:
    """What the computer does."""

    fighting: FightUnderWay | None
    level: LevelNow | None
    """How well it plays the other side, None if a person plays that."""
    silent: bool
    """Whether nothing is heard of it."""


@dataclass(frozen=True, slots=True)
class OrdersNow:
    """The secret orders of the phase."""

    page: str
    """Where they are, "" without any."""
    sealed: bool
    rival_sealed: bool


@dataclass(frozen=True, slots=True)
class Offers:
    """What one player may offer to the other, and has offered."""

    may_withdraw: bool
    asked_withdrawal: bool
    may_draw: bool
    offered_draw: bool


@dataclass(frozen=True, slots=True)
class Pending:
    """What waits for whom, and what may be offered."""

    calls: list[calls_to_action.CallToAction]
    """What waits for the reader."""
    elsewhere: list[calls_to_action.Elsewhere]
    """What waits for the other side."""
    handed_over: str
    """The board on which a captain gives the side's orders now, "" for none."""
    time: PhaseTime
    asked: BattleAsked
    computer: ComputerNow
    orders: OrdersNow
    offers: Offers

    @property
    def goes_on(self) -> bool:
        """Whether the first thing to do is to go on, which offers a withdrawal itself."""
        return bool(self.calls) and self.calls[0].kind == "go-on"

    @property
    def answers_first(self) -> bool:
        """Whether the first thing to do is to answer about a battle."""
        return bool(self.calls) and self.calls[0].asked is not None

    @property
    def asks_again(self) -> bool:
        """Whether the page asks for itself, as the computer does something."""
        computer = self.computer
        return computer.fighting is not None or computer.level is not None or bool(self.handed_over)


def pending(at: At, view: WarView, battle_ids: Mapping[int, int | None]) -> Pending:
    """What waits; `battle_ids` are the pages of this turn's battles.

    Two queries at most, two more with deadlines, and while the side may engage those of its odds; one more while it is
    asked about a battle that a side may play itself, and while one is played.
    """
    waiting = [
        row for row in history_rows.waiting_of(at.war) if not at.acts_for or not TASKS[row.kind].of_the_player
    ]
    joined = next((one for one in view.battles if one.status == "joined"), None)
    fought = fighting(joined.place, battle_ids.get(joined.number)) if joined is not None else None
    orders = _orders(at, view)
    asked = view.question.battle if view.question is not None and view.question.kind == "engage" else None
    mine = asked is not None and view.question is not None and view.question.side == at.side
    odds = latest_odds(at, view, [one.number for one in view.battles]) if mine else {}
    play = own_play(at, view) if asked is not None else NO_PLAY
    calls = calls_to_action.calls_to_action(
        view,
        at.side,
        waiting,
        at.war.withdrawal_asked_by,
        odds,
        play=play,
        decides=_decides(at, waiting),
        level=at.captains,
    )
    if at.acts_for:
        calls = [call for call in calls if call.kind not in ("draw", "withdraw")]
    number = battle_ids.get(joined.number) if joined is not None and fought is None else None
    return Pending(
        calls=calls,
        elsewhere=calls_to_action.elsewhere(at.side, waiting, at.name_of(opponent(at.side))),
        handed_over=_handed_over(number, at.side, waiting),
        time=PhaseTime(
            deadline=deadline_now(at, waiting),
            lent=() if view.phase == "over" else view.lent,
            away=() if view.phase == "over" else away_now(at),
        ),
        asked=BattleAsked(
            committed=next(iter(commitments([dice_name(at.war, asked)])), "") if asked is not None else "",
            engaging=any(call.asked is not None and call.asked.battle.doctrine is not None for call in calls),
            by_hand=not mine
            and any(_by_hand(at, view, one, play) for one in view.battles if one.number == asked),
        ),
        computer=_computer(at, view, waiting, fought),
        orders=orders,
        offers=_offers(at, view),
    )


def _decides(at: At, waiting: Iterable[Waiting]) -> str:
    """The name of the other player while they decide in a battle that this side plays on a board; else ""."""
    by_hand = any(row.kind == Waiting.Kind.PLAY and row.side == at.side for row in waiting)
    decides = history_rows.decides_now(at.war) if by_hand and not at.war.one_screen else ""
    return at.name_of(opponent(at.side)) if decides == opponent(at.side) else ""


def _computer(at: At, view: WarView, waiting: list[Waiting], fought: FightUnderWay | None) -> ComputerNow:
    rival = at.seats[opponent(at.side)].user
    by_computer = rival is not None and rival.is_computer
    return ComputerNow(
        fighting=fought,
        level=_level(at, view) if by_computer else None,
        silent=by_computer and commander_is_silent(waiting, opponent(at.side)),
    )


def _orders(at: At, view: WarView) -> OrdersNow:
    page = ORDER_PAGES.get(view.phase, "")
    sealed = history_rows.sealed_now(at.war) if page else frozenset()
    return OrdersNow(page, sealed=at.side in sealed, rival_sealed=opponent(at.side) in sealed)


def _offers(at: At, view: WarView) -> Offers:
    asked_by = at.war.withdrawal_asked_by
    settled = not at.acts_for and not asked_by and not at.war.frozen and not at.war.imported
    return Offers(
        may_withdraw=settled and _may_withdraw(at, view),
        asked_withdrawal=asked_by == at.side,
        may_draw=view.draw_offered_by is None and not at.acts_for,
        offered_draw=view.draw_offered_by == at.side,
    )


def _handed_over(battle: int | None, side: Side, waiting: Iterable[Waiting]) -> str:
    """The board of the battle if a captain gives the side's orders there; one query at most."""
    kinds = {row.side: row.kind for row in waiting if TASKS[row.kind].of_a_battle}
    if side in kinds or kinds.get(opponent(side), Waiting.Kind.PLAY) != Waiting.Kind.PLAY:
        return ""
    return history_rows.board_path(battle)


def own_play(at: At, view: WarView) -> OwnPlay:
    """Which battles the side plays itself; none where the war is set otherwise or the side is lent, without a query."""
    offered = at.side not in view.lent and may_play(at.war, view.settings, at.seats[opponent(at.side)].user)
    return OwnPlay(offered, chosen_by_hand(at.war, at.side)) if offered else NO_PLAY


def _by_hand(at: At, view: WarView, battle: Battle, play: OwnPlay) -> bool:
    """Whether the side has not declined the battle, and plays it itself."""
    return battle.answers.get(at.side) is not False and plays_itself(view, battle, play)


def _may_withdraw(at: At, view: WarView) -> bool:
    """Whether the last result can be withdrawn; not once the war has gone back to it (S69)."""
    if view.phase not in ("planning", "over") and not view.paused:
        return False
    return past.may_withdraw(past.log_at(at.war))
