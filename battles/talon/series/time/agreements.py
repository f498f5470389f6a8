"""What both players of a campaign game agree on about its time: other deadlines, or a pause (S65)."""

from django.db import transaction
from django.utils import timezone

from accounts.models import MessageKind, User
from battles.battle.services.opening import hold, release
from battles.models import Series
from battles.pace import PAUSE, WITHOUT, said_words
from battles.proposals import agrees, check_answer
from battles.talon.series.arranging import message, other_of, tell
from battles.talon.series.following import check_on
from battles.talon.series.holding import held
from battles.talon.series.manners import has_deadlines
from battles.talon.series.phases import begin_again
from battles.talon.series.reading import player_in, proposal_of
from battles.talon.series.time.holidays import end_holidays
from engines.seam.refusals import refuse
from engines.seam.series import Player

UNIT = "step"
"""What has a deadline in a campaign game."""
WHOLE = "campaign game"


@transaction.atomic
def ask_for(*, series_id: int, user: User, asked: str) -> Series:
    """The campaign game in which the player asks for other deadlines or a pause.

    It is done at once if the other player has asked the same. `Refused` as `agrees` says.
    """
    row, battles = held(series_id)
    player = check_player(row, user)
    if agrees(proposal_of(row), player, asked, pace=row.pace, whole=WHOLE, patience=True):
        _agree(row, battles, user)
        return row
    row.time_asked, row.time_asked_by, row.time_asked_at = asked, player, timezone.now()
    row.save(update_fields=["time_asked", "time_asked_by", "time_asked_at"])
    tell(row)
    say(row, user, said_words("asked", asked, UNIT))
    return row


@transaction.atomic
def answer(*, series_id: int, user: User, asked: str, agree: bool) -> Series:
    """The campaign game after the player's answer to what the other has asked; `Refused` if that is another by now."""
    row, battles = held(series_id)
    player = check_player(row, user)
    check_answer(proposal_of(row), player, asked)
    if agree:
        _agree(row, battles, user)
        return row
    _forget(row)
    row.save(update_fields=["time_asked", "time_asked_by", "time_asked_at"])
    tell(row)
    say(row, user, said_words("declined", asked, UNIT))
    return row


@transaction.atomic
def drop(*, series_id: int, user: User) -> Series:
    """The campaign game without what the player has asked; harmless when done twice."""
    row, _battles = held(series_id)
    if row.time_asked_by and row.time_asked_by == player_in(row, user):
        _forget(row)
        row.save(update_fields=["time_asked", "time_asked_by", "time_asked_at"])
        tell(row)
    return row


@transaction.atomic
def resume(*, series_id: int, user: User) -> Series:
    """The campaign game going on after its pause, its step with the whole time; harmless when done twice."""
    row, battles = held(series_id)
    if player_in(row, user) is not None and row.paused:
        row.paused = False
        row.save(update_fields=["paused"])
        for number in battles:
            release(battle_id=number)
        begin_again(row.pk)
        tell(row)
        say(row, user, "resumes the campaign game")
    return row


def check_player(row: Series, user: User) -> Player:
    """Which player of a campaign game between two people the user is, who can arrange something about its time now."""
    player = player_in(row, user)
    if player is None:
        raise refuse("", "You do not play this campaign game.")
    check_on(row)
    if other_of(row, user) is None or any(one is None or one.is_computer for one in (row.user, row.rival)):
        raise refuse("S65", "Only two people can agree on deadlines.")
    return player


def say(row: Series, user: User, words: str) -> None:
    """A message to the other player about what the user has done: "Anna resumes the campaign game"."""
    said = f"{user.username} {words}"
    message(
        row,
        other_of(row, user),
        f"time:{timezone.now().isoformat()}",
        f"{said} ({row.name}).",
        subject=f"{row.name}: {said}",
        kind=MessageKind.PROPOSAL,
        page="time/",
    )


def _agree(row: Series, battles: list[int], user: User) -> None:
    """Do what was asked; other deadlines give the step its whole time, and with none at all no holiday goes on."""
    asked = row.time_asked
    _forget(row)
    if asked == PAUSE:
        row.paused = True
    else:
        row.pace = "" if asked == WITHOUT else asked
    row.save(update_fields=["paused", "pace", "time_asked", "time_asked_by", "time_asked_at"])
    if asked == PAUSE:
        for number in battles:
            hold(battle_id=number)
    if asked == WITHOUT and not has_deadlines(row):
        end_holidays(row, battles)
    begin_again(row.pk)
    tell(row)
    say(row, user, said_words("agreed", asked, UNIT))


def _forget(row: Series) -> None:
    row.time_asked, row.time_asked_by, row.time_asked_at = "", "", None
