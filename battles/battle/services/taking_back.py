"""Taking back the result of a single battle at a table: by whoever recorded it alone, or by both players (S35)."""

from django.db import transaction

from accounts.deliveries import owe
from accounts.models import MessageKind, User
from battles.battle.services.opening import reopen
from battles.battle.services.scoring import unscore_single
from battles.battle.services.step import Kind, StaleBattle, note, read, step
from battles.models import Battle, LegBattle, SettledHow, Status, Wish
from engines.seam import codec
from engines.seam.documents import Doctrine
from engines.seam.refusals import refuse
from engines.seam.sides import Side, as_side, opponent

BY_TWO = (SettledHow.CONFIRMED, SettledHow.STOOD)
"""How a result was settled that both players can take back."""


def can_be_taken_back(battle: Battle) -> bool:
    """Whether the result of a battle may be taken back by whoever looks at it: one person recorded it for both sides.

    It counts in no score, and nobody else has been told of it.
    """
    if not _was_recorded(battle) or battle.settled_how != SettledHow.AGREED or not battle.one_screen:
        return False
    return len({*battle.people_of("terran"), *battle.people_of("talon")}) == 1


def both_can_take_back(battle: Battle) -> bool:
    """Whether the two players of a battle may take its result back together."""
    if not (_was_recorded(battle) and battle.settled_how in BY_TWO and battle.two_people) or battle.teams:
        return False
    return not _was_fought_again(battle)


def asked_back_by(battle: Battle) -> set[Side]:
    """The sides that ask to take the result back; one query where it can be."""
    if not both_can_take_back(battle):
        return set()
    return {as_side(one) for one in battle.wishes.filter(asks_back=True).values_list("side", flat=True)}


@transaction.atomic
def take_back(*, battle_id: int, side: Side, seen_version: int, by: User | None = None) -> Battle:
    """The battle open again, with its report as a draft; of two players, once both have asked for it (S35).

    Harmless when done twice. `StaleBattle` if the page was older than the battle, `Refused` if the result stays.
    """
    battle = read(battle_id, lock=True)
    if battle.status == Status.OPEN:
        return battle
    if battle.version != seen_version:
        raise StaleBattle(battle)
    if can_be_taken_back(battle):
        return reopen(battle_id=battle_id)
    if not both_can_take_back(battle):
        raise refuse("S35", "Only what was entered for a single battle at a table can be taken back.")
    asked = asked_back_by(battle)
    if opponent(side) in asked:
        battle = reopen(battle_id=battle_id)
        unscore_single(battle)
        _tell(
            battle,
            opponent(side),
            f"{battle.user_of(side).username} agreed: the result is taken back. Enter it again.",
        )
        return battle
    if side in asked:
        return battle
    _ask(battle, side)
    battle = step(battle, only=(Status.SETTLED,))
    note(battle, Kind.ASKED_BACK, side, by=by)
    return battle


@transaction.atomic
def leave_as_it_is(*, battle_id: int, side: Side, seen_version: int, by: User | None = None) -> Battle:
    """The battle whose result nobody asks to take back any more: withdrawn by who asked, or declined by the other.

    Harmless when done twice; `StaleBattle` if the page was older than the battle.
    """
    battle = read(battle_id, lock=True)
    asked = asked_back_by(battle)
    if not asked:
        return battle
    if battle.version != seen_version:
        raise StaleBattle(battle)
    battle.wishes.update(asks_back=False)
    battle = step(battle, only=(Status.SETTLED,))
    note(battle, Kind.LEFT, side, by=by)
    if opponent(side) in asked:
        _tell(battle, opponent(side), f"{battle.user_of(side).username} leaves the result as it is.")
    return battle


def _was_fought_again(battle: Battle) -> bool:
    """Whether it is a leg of a campaign game that was fought again since, as nobody had won it."""
    leg = LegBattle.objects.filter(battle=battle).first()
    later = LegBattle.objects.filter(leg=leg.leg_id, half=leg.half, attempt__gt=leg.attempt) if leg else None
    return later is not None and later.exists()


def _was_recorded(battle: Battle) -> bool:
    """Whether it is a single battle with a result that somebody entered."""
    return not (battle.owner_topic or battle.sandbox) and battle.status == Status.SETTLED


def _tell(battle: Battle, side: Side, words: str) -> None:
    """Owes the player of a side a message about what was asked."""
    owe(
        user=battle.user_of(side),
        kind=MessageKind.NEWS,
        key=f"battle:{battle.pk}:back:{battle.version}",
        subject=f"{battle.place}: wrong result?",
        body=f"{battle.title}, {battle.place}: {words}",
        path=battle.get_absolute_url(),
    )


def _ask(battle: Battle, side: Side) -> None:
    fresh = {"doctrine": codec.encode(Doctrine())}
    Wish.objects.get_or_create(battle=battle, side=side, defaults=fresh)
    Wish.objects.filter(battle=battle, side=side).update(asks_back=True)
