"""Battles that wait for another player: by a link for whoever has it, or for somebody by name."""

from typing import Final

from django.db import transaction

from accounts.deliveries import cancel_owed, owe
from accounts.live import publish as publish_notice
from accounts.live import topic_of
from accounts.models import MessageKind, User
from battles.models import WarfleetsBattle
from battles.warfleets.tables.positions import begun, encode, match_to_play
from battles.warfleets.tables.services.beginning import Stage, Terms, documents_of
from battles.warfleets.tables.services.publishing import change, publish
from battles.warfleets.tables.stale import StaleTable
from engines.seam.refusals import refuse, refuse_all
from engines.warfleets.building import refusals
from engines.warfleets.fleet import Fleet
from engines.warfleets.game import begin
from engines.warfleets.set_ups import table_refusals

MOST_OPEN: Final = 20
"""The most battles of a player that wait for somebody."""
MOST_TO_ONE: Final = 3
"""The most of them to which one person is invited."""
OTHERS: Final = "This battle waits for somebody else."


class TableClosed(Exception):
    """The battle waits for nobody any more; the sentence says why."""


@transaction.atomic
def challenge(*, user: User, terms: Terms, fleet: Fleet, invited: User | None = None) -> WarfleetsBattle:
    """A battle that begins when somebody joins it by its link, or the player who is invited.

    `Refused` if the fleet may not be played, if too many battles wait, or too many for that player.
    """
    refuse_all((*refusals(fleet, terms.points), *table_refusals(tuple(terms.terrain))))
    waiting = user.warfleets_battles.filter(stage=Stage.WAITING)
    if waiting.count() >= MOST_OPEN:
        raise refuse("", f"You have {MOST_OPEN} battles that wait for somebody. Withdraw one first.")
    if invited is not None and waiting.filter(invited=invited).count() >= MOST_TO_ONE:
        reason = f"{invited.username} has not answered your invitations to {MOST_TO_ONE} other battles."
        raise refuse("", f"{reason} Wait for an answer, or withdraw one.")
    row = WarfleetsBattle.objects.create(
        terran_user=user, invited=invited, stage=Stage.WAITING, **documents_of(fleet, terms)
    )
    if invited is not None:
        owe(
            user=invited,
            kind=MessageKind.INVITATION,
            key=_key(row),
            subject=f"{user.username} invites you to a battle of Warfleets",
            body=f"{user.username} invites you to a battle of Warfleets: FTL of {row.points} points. Bring a fleet.",
            path=row.path_to_join,
        )
        publish_notice(topic_of(invited.pk))
    return row


@transaction.atomic
def join(*, token: str, user: User, fleet: Fleet) -> WarfleetsBattle:
    """The battle, begun with the fleet that the user brings; the same battle if it was this user who joined before.

    `TableClosed` if it waits for nobody, `Refused` if the user or the fleet may not play,
    WarfleetsBattle.DoesNotExist if there is none.
    """
    row = _locked(token)
    if row.talon_user_id == user.pk and row.terran_user_id != user.pk:
        return row
    if row.stage != Stage.WAITING:
        raise TableClosed(closed_words(row))
    if row.terran_user_id == user.pk:
        raise refuse("", "This is your own battle. Send its link to your opponent.")
    if row.invited_id not in (None, user.pk):
        raise refuse("", OTHERS)
    row.talon_fleet = encode(fleet)
    begin(begun(row).set_up())
    try:
        change(row, talon_user=user, talon_fleet=row.talon_fleet, stage=Stage.ON, decider="terran")
    except StaleTable:
        raise TableClosed("Somebody else has joined this battle.") from None
    publish(row, match_to_play(row), user)
    _called_back(row)
    publish_notice(topic_of(row.terran_user_id))
    return row


@transaction.atomic
def drop(*, token: str, user: User) -> bool:
    """Withdraw one's own battle, or decline one to which one is invited; harmless once it waits for nobody.

    False if it is neither, WarfleetsBattle.DoesNotExist if there is none.
    """
    row = _locked(token)
    if user.pk not in (row.terran_user_id, row.invited_id):
        return False
    if row.stage != Stage.WAITING:
        return True
    change(row, stage=Stage.OFF)
    _called_back(row)
    publish_notice(topic_of(row.terran_user_id))
    if row.invited_id is not None:
        publish_notice(topic_of(row.invited_id))
    return True


def closed_words(row: WarfleetsBattle) -> str:
    """Why a battle waits for nobody any more."""
    if row.stage == Stage.OFF:
        return "This battle was withdrawn or declined."
    return "Somebody else has joined this battle."


def _locked(token: str) -> WarfleetsBattle:
    rows = WarfleetsBattle.objects.select_for_update(of=("self",))
    return rows.select_related("terran_user", "talon_user", "invited").get(token=token)


def _called_back(row: WarfleetsBattle) -> None:
    """The message that invited somebody is not sent any more."""
    if row.invited is not None:
        cancel_owed(user=row.invited, key=_key(row))


def _key(row: WarfleetsBattle) -> str:
    return f"warfleets:{row.pk}:invited"
