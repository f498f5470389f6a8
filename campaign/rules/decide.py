"""Judging orders: known? this war still on? your turn? legal? Then the events that follow, and nothing else changes."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from campaign.rules import orders, start, turn
from campaign.rules.battles import aftermath
from campaign.rules.battles import opening as battles
from campaign.rules.corrections import amending
from campaign.rules.dice import Dice, ScriptedDice
from campaign.rules.events import (
    Answered,
    AnsweredAhead,
    AnyEvent,
    DeadlinePassed,
    DrawDeclined,
    DrawOffered,
    FleetAssigned,
    HopelessSettled,
    Instructed,
    LevelsChanged,
    Paused,
    Resumed,
    SeatLent,
    SeatTakenBack,
    ShipsBought,
    ShipsScrapped,
    ShipsStranded,
    WarEnded,
)
from campaign.rules.fleets import assignment, building
from campaign.rules.position import Position
from campaign.rules.record import Record, clone
from campaign.rules.state import Battle, Question, QuestionKind, War
from engines.seam.refusals import Refusal, refuse, refuse_all
from engines.seam.sides import Side, opponent


def decide(
    war: War, side: Side | None, order: orders.AnyOrder, dice: Dice, past: Sequence[AnyEvent] = ()
) -> list[AnyEvent]:
    """The events that follow from an order; `Refused` with every reason if it may not be given.

    `side` is None only for a result and its correction, which come from both players together, and for a deadline of
    both. A correction needs the `past`: all events of the war that count. The war given is not changed.
    """
    return carry_out(clone(war), side, order, dice, past).events


def carry_out(
    war: War, side: Side | None, order: orders.AnyOrder, dice: Dice, past: Sequence[AnyEvent] = ()
) -> Record:
    """The same with the war after the events; the war given becomes that one, and is of no use after a refusal."""
    if war.phase == "over":
        raise refuse("31.1", "This war is over.")
    record = Record(war, dice, past=past)
    _HANDLERS[type(order)](record, side, order)
    _go_on(record)
    return record


def begin_turn(war: War, number: int) -> list[AnyEvent]:
    """The events with which turn `number` begins from this position (31.3)."""
    record = Record(clone(war), ScriptedDice())
    turn.begin_turn(record, number)
    return record.events


def plan_refusals(war: Position, side: Side, plan: orders.Plan) -> Iterator[Refusal]:
    """Every reason why a plan may not be given now; the same judge for preview, seal and reveal."""
    fleet = war.fleet(side)
    if war.phase != "planning":
        rule, reason = _WHY_NO_PLAN[war.phase]
        yield Refusal(rule, reason)
    elif fleet.planned:
        yield Refusal("31.3", f"The {side.title()} plan for this turn is already sealed.")
    else:
        yield from building.building_refusals(war, side, plan)
        yield from assignment.assignment_refusals(war, side, plan)


_WHY_NO_PLAN = {
    "bases": ("31.2", "Place your bases before you buy ships."),
    "battles": ("31.3", "This turn's battles are not over. You can plan again next turn."),
    "over": ("31.1", "This war is over."),
}


def bases_refusals(war: Position, side: Side, order: orders.PlaceBases) -> Iterator[Refusal]:
    """Every reason why the first bases may not be placed so now."""
    if war.phase != "bases" or war.fleet(side).bases_placed:
        yield Refusal("31.2", "Your bases are already placed.")
    else:
        yield from start.base_refusals(war, side, order)


def _own(side: Side | None) -> Side:
    if side is None:
        raise refuse("", "This order must come from one of the two sides.")
    return side


def _place_bases(record: Record, side: Side | None, order: orders.PlaceBases) -> None:
    side = _own(side)
    refuse_all(bases_refusals(record.war, side, order))
    start.place_bases(record, side, order)


def _plan(record: Record, side: Side | None, plan: orders.Plan) -> None:
    side = _own(side)
    refuse_all(plan_refusals(record.war, side, plan))
    purchases = building.purchases_of(record.war, side, plan)
    if plan.scrap:
        record.book(ShipsScrapped(side, tuple(sorted(set(plan.scrap)))))
    if purchases:
        record.book(ShipsBought(side, purchases))
    record.book(FleetAssigned(side, plan.assign, plan.standing))
    if record.war.turn == 1:
        turn.count_fleet(record, side)
    if record.war.phase == "battles":
        _open_battles(record)


def _open_battles(record: Record) -> None:
    if record.war.turn > 1 or not turn.surrender_the_spent(record):
        battles.plan_battles(record)


_QUESTION_RULES: dict[QuestionKind, str] = {"engage": "31.6", "first": "S19", "land": "S3", "strand": "S26"}


def _asked(record: Record, side: Side, kind: QuestionKind) -> Question:
    question = record.war.question
    if question is None or question.kind != kind:
        raise refuse(_QUESTION_RULES[kind], "That question is not open now.")
    if question.side != side:
        raise refuse(_QUESTION_RULES[kind], f"This is for the {question.side.title()} side to answer.")
    return question


def _asked_about(record: Record, side: Side, kind: QuestionKind, number: int) -> tuple[Question, Battle]:
    question = _asked(record, side, kind)
    battle = record.war.battle(number)
    if battle is None or question.battle != number:
        raise refuse(_QUESTION_RULES[kind], "That is not the current battle.")
    return question, battle


def _engage(record: Record, side: Side | None, order: orders.Engage) -> None:
    side = _own(side)
    _asked_about(record, side, "engage", order.battle)
    refuse_all(battles.extra_refusals(record.war, order))
    if order.standing:
        record.book(Instructed(side, order.standing))
    if order.later:
        record.book(AnsweredAhead(side, order.later))
    if order.hopeless is not None:
        record.book(HopelessSettled(side, order.hopeless))
    record.book(Answered(order.battle, side, order.engage))
    battles.ask_next(record, order.battle)


def _choose_first(record: Record, side: Side | None, order: orders.ChooseFirst) -> None:
    _asked(record, _own(side), "first")
    battles.order_homes(record, order.home)


def _chosen(question: Question, names: tuple[str, ...], rule: str) -> tuple[str, ...]:
    unknown = sorted(set(names) - set(question.options))
    if unknown:
        raise refuse(rule, f"{unknown[0]} is not one of the ships you can choose.")
    if len(set(names)) != question.count or len(names) != question.count:
        raise refuse(rule, f"Choose exactly {question.count} of them.")
    return tuple(sorted(names))


def _land(record: Record, side: Side | None, order: orders.Land) -> None:
    side = _own(side)
    question, battle = _asked_about(record, side, "land", order.battle)
    aftermath.land(record, battle, side, _chosen(question, order.ships, "S3"))
    aftermath.finish_forfeit(record, battle, side)


def _strand(record: Record, side: Side | None, order: orders.Strand) -> None:
    side = _own(side)
    question, _ = _asked_about(record, side, "strand", order.battle)
    names = _chosen(question, order.ships, "S26")
    record.book(ShipsStranded(order.battle, side, names))
    aftermath.close(record, order.battle)


def _accept(record: Record, side: Side | None, order: orders.AcceptResult) -> None:
    battle = record.war.current_battle()
    if side is not None:
        raise refuse("S35", "One side alone cannot set a result.")
    if battle is None or battle.number != order.battle or battle.status != "joined":
        raise refuse("S35", "That is not the current battle.")
    aftermath.accept(record, battle, order.report, fought=order.fought)


def _amend(record: Record, side: Side | None, order: orders.Amend) -> None:
    if side is not None:
        raise refuse("S67", "One side alone cannot correct a result.")
    if record.war.phase != "planning":
        raise refuse(
            "S67", "A result is corrected while a turn is planned. Finish this turn's battles first."
        )
    amending.amend(record, order)


def _reveal_next(record: Record, side: Side | None, _order: orders.RevealNext) -> None:
    _own(side)
    if not record.war.paused:
        raise refuse("S42", "There is no next battle to open now.")
    record.book(Resumed())


def _surrender(record: Record, side: Side | None, _order: orders.Surrender) -> None:
    record.book(WarEnded(opponent(_own(side)), "surrender"))


def _offer_draw(record: Record, side: Side | None, _order: orders.OfferDraw) -> None:
    side = _own(side)
    if record.war.draw_offered_by == opponent(side):
        record.book(WarEnded(None, "agreed"))
    elif record.war.draw_offered_by is None:
        record.book(DrawOffered(side))
    else:
        raise refuse("S33", "You have already offered a draw. Your opponent has to answer.")


def _answer_draw(record: Record, side: Side | None, order: orders.AnswerDraw) -> None:
    side = _own(side)
    if record.war.draw_offered_by != opponent(side):
        raise refuse("S33", "Your opponent has not offered a draw.")
    record.book(WarEnded(None, "agreed") if order.accept else DrawDeclined(side))


def _change_levels(record: Record, side: Side | None, order: orders.ChangeLevels) -> None:
    settings = record.war.settings
    if (settings.commander, settings.computer) == (order.commander, order.captains):
        raise refuse("S32", "The computer already plays at that difficulty.")
    record.book(LevelsChanged(_own(side), order.commander, order.captains))


def _let_pass(record: Record, side: Side | None, order: orders.LetPass) -> None:
    """Note that a deadline has passed; what is done then is an order of its own (S63)."""
    war, asked = record.war, record.war.question
    battle = war.current_battle()
    due = {
        "bases": war.phase == "bases",
        "plan": war.phase == "planning",
        "go_on": war.paused,
        "fight": battle is not None and battle.status == "joined",
        "play": battle is not None and battle.status == "joined",
    }
    asks = asked is not None and (asked.kind, asked.side) == (order.doing, side)
    if not due.get(order.doing, asks) or (side is None) != (order.doing in ("go_on", "fight")):
        raise refuse("S63", "Nothing is due that a deadline could end.")
    number = asked.battle if asks and asked is not None else battle.number if battle is not None else 0
    record.book(DeadlinePassed(order.doing, side, number))


def _lend(record: Record, side: Side | None, _order: orders.LendSeat) -> None:
    side = _own(side)
    if side in record.war.lent:
        raise refuse("S64", f"The computer already plays the {side.title()} side.")
    record.book(SeatLent(side))


def _take_back(record: Record, side: Side | None, _order: orders.TakeSeatBack) -> None:
    side = _own(side)
    if side not in record.war.lent:
        raise refuse("S64", "You already command your side.")
    record.book(SeatTakenBack(side))


_HANDLERS: dict[type[orders.Order], Callable[[Record, Side | None, Any], None]] = {
    orders.PlaceBases: _place_bases,
    orders.Plan: _plan,
    orders.Engage: _engage,
    orders.ChooseFirst: _choose_first,
    orders.Land: _land,
    orders.Strand: _strand,
    orders.AcceptResult: _accept,
    orders.RevealNext: _reveal_next,
    orders.Surrender: _surrender,
    orders.OfferDraw: _offer_draw,
    orders.AnswerDraw: _answer_draw,
    orders.ChangeLevels: _change_levels,
    orders.LetPass: _let_pass,
    orders.LendSeat: _lend,
    orders.TakeSeatBack: _take_back,
    orders.Amend: _amend,
}


def _go_on(record: Record) -> None:
    """Take every step that waits for nobody: the next battle, what follows from one, the next turn."""
    while _step(record):
        pass


def _step(record: Record) -> bool:
    war = record.war
    if war.phase != "battles" or war.question is not None or war.paused:
        return False
    battle = war.current_battle()
    if battle is not None:
        return _follow(record, battle)
    waiting = next((battle for battle in war.battles if battle.status in ("hidden", "revealed")), None)
    if waiting is None:
        turn.begin_turn(record, war.turn + 1)
    elif _may_still_be_withdrawn(record, waiting):
        record.book(Paused())
    else:
        _open_battle(record, waiting)
    return True


def _open_battle(record: Record, battle: Battle) -> None:
    if battle.status == "hidden":
        battles.reveal(record, battle)
    current = record.war.battle(battle.number)
    if current is not None:
        battles.call_on(record, current)


def _may_still_be_withdrawn(record: Record, waiting: Battle) -> bool:
    """Whether the battle before was recorded at a table and nobody has gone on since."""
    position = record.war.battles.index(waiting)
    fresh = not any(isinstance(event, Resumed) for event in record.events)
    if not fresh or position == 0:
        return False
    before = record.war.battles[position - 1]
    return before.result is not None and not before.fought


def _follow(record: Record, battle: Battle) -> bool:
    """Carry a battle given up or not fought to its end; False if it waits for a result."""
    if battle.status != "closing":
        return False
    if battle.forfeited_by is not None:
        aftermath.follow_forfeit(record, battle, battle.forfeited_by)
    else:
        aftermath.close(record, battle.number)
    return True
