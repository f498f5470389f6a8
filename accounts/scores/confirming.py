"""Past results of any system: entered, answered, corrected and taken back, each in one transaction (S85)."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.deliveries.owing import cancel_owed, owe
from accounts.live import publish, topic_of
from accounts.models import MessageKind, PastResult, User
from accounts.scores import lifetime
from accounts.scores.told import COUNTING, Told, facts_of, told_by
from engines.seam.refusals import Refused, refuse

Stage, Asks = PastResult.Stage, PastResult.Asks
HOLDING: Final = (Stage.ASKED, Stage.COUNTED)
MOST_ASKED: Final = 400
"""How many results of a player may wait to be confirmed."""
MOST_ENTERED: Final = 4000
"""How many results a player can have entered, whatever became of them."""
RULE: Final = "S85"


class Entered(NamedTuple):
    """A result, and whether it was entered or confirmed just now, or known before."""

    row: PastResult
    fresh: bool

    @property
    def words(self) -> str:
        """What its player is told."""
        if self.row.stage == Stage.COUNTED:
            return "Both of you have entered it: it counts." if self.fresh else "This result counts already."
        if self.fresh:
            return f"{self.row.other.username} is asked to confirm it. It counts from then on."
        return f"You have entered this result already. It waits for {self.row.other.username}."


@transaction.atomic
def enter(*, user: User, other: User, told: Told) -> Entered:
    """The result that the user has entered, which the other is asked to confirm.

    The same one entered twice is one. If the other has entered it too, it is confirmed. `Refused` if they tell the game
    differently, or if there is no room.
    """
    _hold(user, other)
    known = _same_game(user, other, told)
    if known is not None:
        return _known(known, user, told)
    if user.past_results.count() >= MOST_ENTERED:
        raise refuse(RULE, f"You have entered {MOST_ENTERED} results. Delete some that do not count first.")
    if user.past_results.filter(stage=Stage.ASKED).count() >= MOST_ASKED:
        raise refuse(RULE, f"{MOST_ASKED} of your results wait to be confirmed. Wait until some are.")
    row = PastResult.objects.create(by=user, other=other, **told.stored)
    _tell(row)
    return Entered(row, fresh=True)


@transaction.atomic
def correct(*, result_id: int, user: User, told: Told) -> PastResult:
    """The user's result, told otherwise, which the other is asked to confirm anew.

    `Refused` if it is confirmed, or if another result tells of the same game.
    """
    row = _locked(result_id, user)
    if row.by_id != user.pk:
        raise refuse(RULE, "Only who entered a result can correct it.")
    if row.stage == Stage.COUNTED:
        raise refuse(RULE, "This result is confirmed. Take it back together first, then correct it.")
    other = _same_game(row.by, row.other, told)
    if other is not None and other.pk != row.pk:
        raise refuse(RULE, _otherwise(other, user))
    if row.stage == Stage.ASKED and told_by(row) == told:
        return row
    for name, value in told.stored.items():
        setattr(row, name, value)
    row.stage, row.version, row.answered_at = Stage.ASKED, row.version + 1, None
    row.save()
    _tell(row)
    return row


@transaction.atomic
def confirm(*, result_id: int, user: User, version: int) -> PastResult:
    """The result, which counts from now on; harmless when done twice.

    `Refused` if it was corrected since it was read, or does not wait for the user.
    """
    row = _locked(result_id, user)
    if row.stage == Stage.COUNTED:
        return row
    _check_asked(row, user)
    if row.version != version:
        raise refuse(RULE, f"{row.by.username} has corrected this result. Read it again.")
    return _count(row)


@transaction.atomic
def turn_down(*, result_id: int, user: User) -> PastResult:
    """The result, refused by the user; it stays with who entered it, who may correct it."""
    row = _locked(result_id, user)
    if row.stage == Stage.REFUSED:
        return row
    _check_asked(row, user)
    _set(row, Stage.REFUSED)
    _say(
        row,
        row.by,
        f"{user.username} does not confirm a result of {row.played_on:%d %b %Y}. You can correct it.",
    )
    return row


@transaction.atomic
def withdraw(*, result_id: int, user: User) -> PastResult:
    """The result that the user had entered, asked of nobody any more; it stays to be corrected or deleted."""
    row = _locked(result_id, user)
    if row.by_id != user.pk or row.stage == Stage.COUNTED:
        raise refuse(RULE, "A result that is confirmed is taken back by both together.")
    if row.stage == Stage.ASKED:
        _set(row, Stage.WITHDRAWN)
        cancel_owed(user=row.other, key=_key(row))
        publish(topic_of(row.other_id))
    return row


@transaction.atomic
def delete(*, result_id: int, user: User) -> None:
    """Forgets a result that the user had entered and that does not count; harmless when done twice."""
    row = PastResult.objects.filter(pk=result_id, by=user).first()
    if row is None:
        return
    if row.stage in HOLDING:
        raise refuse(RULE, "Withdraw the result before you delete it.")
    row.delete()


@transaction.atomic
def take_back(*, result_id: int, user: User) -> PastResult:
    """The confirmed result, which counts no more once both have asked for it, as any result at a table (S35)."""
    row = _locked(result_id, user)
    me, them = (Asks.BY, Asks.OTHER) if row.by_id == user.pk else (Asks.OTHER, Asks.BY)
    rival = row.other if row.by_id == user.pk else row.by
    if row.stage != Stage.COUNTED:
        raise refuse(RULE, "This result does not count.")
    if row.asks_back == them:
        _set(row, Stage.WITHDRAWN)
        lifetime.remove(row.source)
        _say(row, rival, f"{user.username} agreed: a result of {row.played_on:%d %b %Y} counts no more.")
    elif row.asks_back != me:
        row.asks_back = me
        row.save(update_fields=["asks_back"])
        _say(
            row,
            rival,
            f"{user.username} asks to take a result of {row.played_on:%d %b %Y} back.",
            MessageKind.PROPOSAL,
        )
    return row


@transaction.atomic
def leave(*, result_id: int, user: User) -> PastResult:
    """The confirmed result as it is: nobody asks to take it back any more."""
    row = _locked(result_id, user)
    if row.asks_back:
        row.asks_back = ""
        row.save(update_fields=["asks_back"])
        publish(topic_of(row.by_id))
        publish(topic_of(row.other_id))
    return row


def asked_of(user: User) -> QuerySet[PastResult]:
    """The results that wait for the user's answer, who asked first first; none of a closed account."""
    found = PastResult.objects.filter(
        Q(other=user, stage=Stage.ASKED, by__is_active=True)
        | Q(by=user, asks_back=Asks.OTHER, other__is_active=True)
        | Q(other=user, asks_back=Asks.BY, by__is_active=True)
    )
    return found.select_related("by", "other").order_by("pk")


def between(user: User) -> QuerySet[PastResult]:
    """The results that the user has entered or was asked about."""
    return PastResult.objects.filter(Q(by=user) | Q(other=user)).select_related("by", "other")


def _hold(*people: User) -> None:
    """Lock both players' rows, in one order: whoever else enters a result of theirs waits."""
    list(User.objects.select_for_update().filter(pk__in=[one.pk for one in people]).order_by("pk"))


def _locked(result_id: int, user: User) -> PastResult:
    """The result of one of its two players, for nobody else to change; PastResult.DoesNotExist for anybody else."""
    row = between(user).get(pk=result_id)
    _hold(row.by, row.other)
    return PastResult.objects.select_related("by", "other").get(pk=result_id)


def _same_game(one: User, two: User, told: Told) -> PastResult | None:
    """A result of the same game between the two that counts or waits: of one day, class, scenario and number."""
    pair = Q(by=one, other=two) | Q(by=two, other=one)
    found = PastResult.objects.filter(
        pair,
        stage__in=HOLDING,
        played_on=told.played_on,
        system=told.system,
        kind=told.kind,
        game=told.game,
    )
    same = (
        row for row in found.select_related("by", "other") if row.scenario.lower() == told.scenario.lower()
    )
    return next(same, None)


def _known(row: PastResult, user: User, told: Told) -> Entered:
    """The same game, already there: the same result is one, and of both it is confirmed."""
    mine = row.by_id == user.pk
    again = told if mine else told.turned
    before = bytes(row.details)
    both = (again.details, before) if mine else (before, again.details)
    details = COUNTING[row.system].joined(*both)
    if again.agreed != told_by(row).agreed or details is None or (mine and details != before):
        raise refuse(RULE, _otherwise(row, user))
    if details != before:
        row.details = details
        row.save(update_fields=["details"])
    fresh = not mine and row.stage == Stage.ASKED
    return Entered(_count(row) if fresh else row, fresh)


def _otherwise(row: PastResult, user: User) -> str:
    who = "You have" if row.by_id == user.pk else f"{row.by.username} has"
    settled = "and it is confirmed" if row.stage == Stage.COUNTED else "and it waits to be confirmed"
    return (
        f"{who} entered a result of this game already, {settled}. If you played another one that day, say that it was "
        f"game {row.game + 1}."
    )


def _check_asked(row: PastResult, user: User) -> None:
    if row.other_id != user.pk or row.stage != Stage.ASKED:
        raise refuse(RULE, "This result does not wait for you.")


def _count(row: PastResult) -> PastResult:
    """The result, confirmed, with its line in the lifetime score."""
    _set(row, Stage.COUNTED)
    told, counting = told_by(row), COUNTING[row.system]
    won = told.outcome != PastResult.Outcome.LOST
    lifetime.book(
        source=row.source,
        winner=row.by if won else row.other,
        loser=row.other if won else row.by,
        points=counting.counted(told).points,
        words=counting.words(told),
        path=row.get_absolute_url(),
        facts=facts_of(told),
        drawn=told.outcome == PastResult.Outcome.DRAWN,
    )
    cancel_owed(user=row.other, key=_key(row))
    if not PastResult.objects.filter(by=row.by, other=row.other, stage=Stage.ASKED).exists():
        _say(row, row.by, f"{row.other.username} has confirmed what you had entered.")
    else:
        publish(topic_of(row.by_id))
    return row


def _set(row: PastResult, stage: PastResult.Stage) -> None:
    row.stage, row.asks_back, row.answered_at = stage, "", timezone.now()
    row.save(update_fields=["stage", "asks_back", "answered_at"])


def _key(row: PastResult) -> str:
    return f"past:{row.pk}:{row.version}"


def _tell(row: PastResult) -> None:
    """Asks the other to confirm; a message for the first that waits from the same player, and a notice for each."""
    publish(topic_of(row.other_id))
    waiting = PastResult.objects.filter(by=row.by, other=row.other, stage=Stage.ASKED).exclude(pk=row.pk)
    if not waiting.exists():
        owe(
            user=row.other,
            kind=MessageKind.PROPOSAL,
            key=_key(row),
            subject="Past results to confirm",
            body=f"{row.by.username} has entered results of the two of you. They count once you confirm them.",
            path="/past-results/",
        )


def _say(row: PastResult, user: User, words: str, kind: MessageKind = MessageKind.NEWS) -> None:
    publish(topic_of(user.pk))
    key = f"past:{row.pk}:{row.version}:{row.stage}:{row.asks_back}"
    owe(user=user, kind=kind, key=key, subject="Past result", body=words, path=row.get_absolute_url())


def confirm_all(*, user: User, read: Iterable[tuple[int, int]]) -> tuple[int, list[str]]:
    """How many of these results, by number and version as read, were confirmed, and why the others were not."""
    done, why = 0, []
    for result_id, version in read:
        try:
            confirm(result_id=result_id, user=user, version=version)
        except Refused as refused:
            why += [one.reason for one in refused.refusals]
        else:
            done += 1
    return done, why
