"""The one way a battle changes: a conditional update of its version, a note, notices for open pages."""

from typing import Any

from accounts.after_commit import after_commit
from accounts.live import publish
from accounts.models import User
from accounts.seats import SeatLost
from battles.battle.services.scoring import score_single
from battles.battle.services.team_news import tell_teams
from battles.battle.signals import battle_changed, battle_settled
from battles.models import Battle, BattleNote, Status
from engines.seam.refusals import refuse
from engines.seam.sides import Side

Kind = BattleNote.Kind


class StaleBattle(Exception):
    """The battle has changed since the page was loaded; nothing was written. `battle` is the current one."""

    def __init__(self, battle: Battle) -> None:
        super().__init__("This battle has changed since you loaded the page. The current state is shown.")
        self.battle = battle


def read(battle_id: int, *, lock: bool = False) -> Battle:
    """The battle with its players as it is now; Battle.DoesNotExist if there is none.

    `lock`: other locking reads wait until this transaction ends.
    """
    found = Battle.objects.select_related("terran_user", "talon_user")
    return (found.select_for_update(of=("self",)) if lock else found).get(pk=battle_id)


def check_going_on(battle: Battle) -> None:
    """Raise `Refused` while its war or campaign game stands still."""
    if battle.held_at is not None:
        whole = "war" if battle.owner_topic else "campaign game"
        input_kept = f"Your input is saved. You can enter it when the {whole} goes on."
        raise refuse("", f"{battle.why_held} {input_kept}")


def step(battle: Battle, *, only: tuple[Status, ...], **changes: Any) -> Battle:
    """The battle with `changes` made, if it is in the version read and in one of `only`; else `StaleBattle`.

    When the status changes, the sides' requests are dropped: they asked about the battle as it was (S35).
    """
    row = Battle.objects.filter(pk=battle.pk, version=battle.version, status__in=only)
    if not row.update(version=battle.version + 1, **changes):
        raise StaleBattle(read(battle.pk))
    if "status" in changes:
        forget_asking(battle)
    return read(battle.pk)


def forget_asking(battle: Battle) -> None:
    """Drop both sides' requests; the doctrines they gave stay."""
    battle.wishes.exclude(way="", asks_back=False).update(way="", asks_back=False)


def note(
    battle: Battle,
    kind: BattleNote.Kind,
    side: Side | None = None,
    text: str = "",
    *,
    by: User | None = None,
) -> None:
    """Write a line of the log, and tell open pages and the battle's owner that it changed.

    `by` is who acted: the side's player or deputy, None for the player; in a team any of its players. `SeatLost` for a
    deputy who was revoked meanwhile.
    """
    user = (by if battle.teams and by is not None else battle.user_of(side)) if side else None
    deputy = by if user is not None and by != user else None
    if deputy is not None and side is not None and battle.deputy_of(side) != deputy.pk:
        raise SeatLost
    BattleNote.objects.create(battle=battle, kind=kind, side=side or "", user=user, deputy=deputy, text=text)
    for topic in (battle.topic, battle.owner_topic):
        if topic:
            publish(topic)
    tell_teams(battle, kind, side, user.username if user is not None else "")
    battle_changed.send(Battle, battle_id=battle.pk)


def signal_settled(battle: Battle) -> None:
    """Send `battle_settled` once this transaction has committed; a single battle counts at once."""
    score_single(battle)
    after_commit(battle_settled.send, Battle, battle_id=battle.pk)
