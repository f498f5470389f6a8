"""What waits for whom: the first lines of "my wars", and the messages. Known here and nowhere else."""

from dataclasses import dataclass, replace

from accounts.deliveries.owing import cancel_owed, owe
from accounts.live.notices import publish, topic_of
from accounts.models import User
from battles.engine.catalogue import SIDES, Side, opponent
from battles.selectors import awaited, wait_key, waits_for
from campaign.models import Entry, SealedOrder, Seat, Waiting, War
from campaign.replay import WITHDRAW
from campaign.rules import state as core
from campaign.rules.strategic_map import place_title
from campaign.services.bell import ring


@dataclass(frozen=True)
class Wait:
    """One thing a side has to do: `key` names it within the war."""

    key: str
    sentence: str
    path: str


def refresh(war: War, state: core.War | None, *, sealed: frozenset[str] | None = None) -> None:
    """Write anew what a war waits for, and tell whoever has something new to do; inside the transaction.

    `sealed`: the sides that have sealed in this phase, asked for if it is not known.
    """
    wanted: dict[str, list[Wait]] = {}
    if state is not None:
        again = Entry.objects.filter(war=war, kind=WITHDRAW).count()
        sealed = _sealed(war, state) if sealed is None else sealed
        wanted = {side: [_anew(wait, again) for wait in waits(war, state, side, sealed)] for side in SIDES}
    seats = {seat.side: seat for seat in war.seats.select_related("user")}
    known = {(row.side, row.key): row for row in war.waiting.select_related("user")}
    new = [
        (seat, seat.user, wait)
        for side, seat in seats.items()
        for wait in wanted.get(side, [])
        if known.pop((side, wait.key), None) is None and seat.user is not None
    ]
    _begin(war, new)
    for row in known.values():
        _end(war, row)
    concerned = {user.pk for _, user, _ in new} | {row.user_id for row in known.values()}
    publish(*(topic_of(number) for number in sorted(concerned)))


def leave(war: War, side: str) -> None:
    """Nothing waits any more for who plays the side now: they give the seat up."""
    for row in war.waiting.filter(side=side).select_related("user"):
        _end(war, row)
        publish(topic_of(row.user_id))


def _end(war: War, row: Waiting) -> None:
    cancel_owed(user=row.user, key=_owed_key(war, row.key))
    row.delete()


def _anew(wait: Wait, again: int) -> Wait:
    """After a result was withdrawn the same thing is a new one, of which its player has not been told."""
    if not again or wait.key.startswith("battle:"):
        return wait
    return replace(wait, key=f"{wait.key}:again-{again}")


def _owed_key(war: War, key: str) -> str:
    """The key of the message; a battle's own is the one that battles use, so that nobody is told twice."""
    return key if key.startswith("battle:") else f"war:{war.pk}:{key}"


def _begin(war: War, new: list[tuple[Seat, User, Wait]]) -> None:
    Waiting.objects.bulk_create(
        Waiting(war=war, side=seat.side, user=user, key=wait.key, sentence=wait.sentence, path=wait.path)
        for seat, user, wait in new
    )
    if any(user.is_computer for _, user, _ in new):
        ring(war.pk)
    for seat, user, wait in new:
        if user.is_computer:
            continue
        body = f"{wait.sentence} — {war.name}, {seat.side.title()} side."
        subject = f"{war.name}: {wait.sentence}"
        owe(user=user, key=_owed_key(war, wait.key), subject=subject, body=body, path=wait.path)


def _sealed(war: War, state: core.War) -> frozenset[str]:
    """The sides that have sealed in this phase; asked only where orders are sealed at all."""
    if state.phase not in ("bases", "planning"):
        return frozenset()
    rows = SealedOrder.objects.filter(war=war, turn=state.turn, phase=state.phase)
    return frozenset(rows.values_list("seat", flat=True))


def waits(war: War, state: core.War, side: Side, sealed: frozenset[str]) -> list[Wait]:
    """Everything the war waits for from one side, the most pressing first; `sealed`: who has sealed."""
    if war.frozen:
        return []
    if state.phase == "over":
        return _withdrawal(war, side)
    return [
        *([] if side in sealed else _orders(war, state, side)),
        *_battle(war, state, side),
        *_withdrawal(war, side),
        *_draw(war, state, side),
    ]


def _orders(war: War, state: core.War, side: Side) -> list[Wait]:
    if state.phase not in ("bases", "planning"):
        return []
    key = f"turn:{state.turn}:{state.phase}"
    if state.phase == "bases":
        return [Wait(key, "Place your bases", f"/wars/{war.pk}/{side}/bases/")]
    return [Wait(key, f"Plan turn {state.turn}", f"/wars/{war.pk}/{side}/plan/")]


QUESTIONS = {
    "engage": "Engage or decline at {place}?",
    "first": "Which home is fought over first?",
    "land": "Which transports land at {place}?",
    "strand": "Which squadrons are left behind at {place}?",
}


def _battle(war: War, state: core.War, side: Side) -> list[Wait]:
    question = state.question
    path = f"/wars/{war.pk}/{side}/"
    if question is not None:
        if question.side != side:
            return []
        battle = state.battle(question.battle)
        place = place_title(battle.place) if battle is not None else ""
        key = f"turn:{state.turn}:{question.kind}:{question.battle}"
        return [Wait(key, QUESTIONS[question.kind].format(place=place), path)]
    if state.paused:
        return [Wait(f"turn:{state.turn}:go-on:{_settled(state)}", "Go on to the next battle", path)]
    return _recording(war, state, side)


def _settled(state: core.War) -> int:
    return sum(battle.status == "closed" for battle in state.battles)


def _recording(war: War, state: core.War, side: Side) -> list[Wait]:
    current = state.current_battle()
    if current is None or current.status != "joined":
        return []
    battle = awaited().filter(engagement__war=war, engagement__number=current.number).first()
    sentence = waits_for(battle).get(side) if battle is not None else None
    if battle is None or not sentence:
        return []
    key = wait_key(battle.pk, battle.status, battle.turns)
    return [Wait(key, f"{sentence} ({place_title(current.place)})", f"/battles/{battle.pk}/")]


def _withdrawal(war: War, side: Side) -> list[Wait]:
    if war.withdrawal_asked_by != opponent(side):
        return []
    return [
        Wait(
            f"withdraw:{war.version}", "Withdraw the last result, or let it stand?", f"/wars/{war.pk}/{side}/"
        )
    ]


def _draw(war: War, state: core.War, side: Side) -> list[Wait]:
    if state.draw_offered_by != opponent(side):
        return []
    return [Wait(f"draw:{state.turn}", "Answer the offer of a draw", f"/wars/{war.pk}/{side}/")]
