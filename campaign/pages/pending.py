"""What of a war waits for whom, and what may be offered."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from battles.selectors import commitments
from campaign import difficulty
from campaign.at import At
from campaign.models import Waiting
from campaign.rules.settings import DifficultyName, difficulty_of
from campaign.rules.sight import WarView
from campaign.rules.state import Battle
from campaign.services.acting import OF_THE_PLAYER
from campaign.services.consequences import dice_name
from campaign.services.doctrines import chosen_by_hand, may_play
from campaign.services.waiting import OF_A_BATTLE
from campaign.telling import annals, past
from campaign.telling import calls as war_calls
from campaign.telling.computing import FightUnderWay, commander_is_silent, fighting
from campaign.telling.deadlines import DeadlineNow, deadline_now
from campaign.telling.odds import latest_odds
from campaign.telling.questions import NO_PLAY, OwnPlay, plays_itself
from campaign.telling.time import AwayNow, away_now
from config.pages import Part
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
class Pending(Part):
    """What waits for whom, and what may be offered.

    `deadline` is that of the phase, None without one; `lent` are the sides that the computer plays while their players
    are away, and `away` the players on holiday; `committed` is the commitment of the dice of the battle in question,
    `engaging`: this side may engage in it, `by_hand`: it waits for the enemy's answer, and plays the battle itself;
    `handed_over` is the board on which a captain gives the side's orders now, "" for none; `asks_again`: the page asks
    for itself, as the computer does something; `level`: how well it plays, `unanswered`: nothing is heard of the
    computer that plays the other side; `order_page` is where the secret orders are, "" without any; `goes_on`: the
    first thing to do is to go on, which offers a withdrawal itself.
    """

    calls: list[war_calls.Call]
    handed_over: str
    deadline: DeadlineNow | None
    lent: tuple[Side, ...]
    away: tuple[AwayNow, ...]
    committed: str
    engaging: bool
    by_hand: bool
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


def pending(at: At, view: WarView, battle_ids: Mapping[int, int | None]) -> Pending:
    """What waits; `battle_ids` are the pages of this turn's battles.

    Two queries at most, two more with deadlines, and while the side may engage those of its odds; one more while it is
    asked about a battle that a side may play itself, and while one is played.
    """
    waiting = [row for row in annals.waiting_of(at.war) if not at.acts_for or row.kind not in OF_THE_PLAYER]
    asked_by = at.war.withdrawal_asked_by
    rival = at.seats[opponent(at.side)].user
    by_computer = rival is not None and rival.is_computer
    joined = next((one for one in view.battles if one.status == "joined"), None)
    fought = fighting(joined.place, battle_ids.get(joined.number)) if joined is not None else None
    sealed = annals.sealed_now(at.war) if view.phase in ("bases", "planning") else frozenset()
    asked = view.question.battle if view.question is not None and view.question.kind == "engage" else None
    mine = asked is not None and view.question is not None and view.question.side == at.side
    odds = latest_odds(at, view, [one.number for one in view.battles]) if mine else {}
    play = own_play(at, view) if asked is not None else NO_PLAY
    by_hand = any(row.kind == Waiting.Kind.PLAY and row.side == at.side for row in waiting)
    decides = annals.decides_now(at.war) if by_hand and not at.war.one_screen else ""
    others = at.name_of(opponent(at.side)) if decides == opponent(at.side) else ""
    calls = war_calls.calls(
        view, at.side, waiting, asked_by, odds, play=play, decides=others, level=at.captains
    )
    if at.acts_for:
        calls = [call for call in calls if call.kind not in ("draw", "withdraw")]
    settled = not at.acts_for and not asked_by and not at.war.frozen and not at.war.imported
    number = battle_ids.get(joined.number) if joined is not None and fought is None else None
    handed = _handed_over(number, at.side, waiting)
    return Pending(
        calls=calls,
        handed_over=handed,
        deadline=deadline_now(at, waiting),
        lent=() if view.phase == "over" else view.lent,
        away=() if view.phase == "over" else away_now(at),
        committed=next(iter(commitments([dice_name(at.war, asked)])), "") if asked is not None else "",
        engaging=any(call.asked is not None and call.asked.battle.doctrine is not None for call in calls),
        by_hand=not mine
        and any(_by_hand(at, view, one, play) for one in view.battles if one.number == asked),
        elsewhere=war_calls.elsewhere(at.side, waiting, at.name_of(opponent(at.side))),
        fighting=fought,
        asks_again=fought is not None or by_computer or bool(handed),
        level=_level(at, view) if by_computer else None,
        unanswered=by_computer and commander_is_silent(waiting, opponent(at.side)),
        sealed=at.side in sealed,
        rival_sealed=opponent(at.side) in sealed,
        order_page=ORDER_PAGES.get(view.phase, ""),
        goes_on=bool(calls) and calls[0].kind == "go-on",
        may_withdraw=settled and _may_withdraw(at, view),
        asked_withdrawal=asked_by == at.side,
        offered_draw=view.draw_offered_by == at.side,
        may_offer_draw=view.draw_offered_by is None and not at.acts_for,
    )


def _handed_over(battle: int | None, side: Side, waiting: Iterable[Waiting]) -> str:
    """The board of the battle if a captain gives the side's orders there; one query at most."""
    kinds = {row.side: row.kind for row in waiting if row.kind in OF_A_BATTLE}
    if side in kinds or kinds.get(opponent(side), Waiting.Kind.PLAY) != Waiting.Kind.PLAY:
        return ""
    return f"/battles/{battle}/play/" if annals.is_played(battle) else ""


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
