"""From what players entered to the battle itself: told, troops put aboard in secret, and begun (32.3)."""

from hashlib import sha256
from secrets import randbelow
from typing import Final, cast

from django.db import transaction
from django.utils import timezone

from accounts.deliveries.owing import owe
from accounts.live import publish, topic_of
from accounts.models import MessageKind, User
from battles.models import Battle, SealedTroops, SpaceEmpiresBattle, SpaceEmpiresGame, Status, Tempo, Way
from battles.talon.skirmish.beginning import open_skirmish
from battles.talon.space_empires.access import other_of, player_of
from battles.talon.space_empires.entering import entered_in
from engines.seam.documents import Level
from engines.seam.refusals import refuse, refuse_all
from engines.seam.sides import Side
from engines.talon.space_empires.brief import Brief, Troops, refusals, transports_of, troops_refusals
from engines.talon.space_empires.chart import chart_of
from engines.talon.space_empires.setting_up import roll, setup_of
from engines.talon.space_empires.stored import decode_brief, decode_troops, encode, written

TITLE: Final = "Space Empires"


@transaction.atomic
def tell(*, row: SpaceEmpiresBattle, brief: Brief, user: User) -> SpaceEmpiresBattle:
    """The battle as its players have entered it: begun at once, or once troops are aboard, if any can land.

    Harmless once it has begun or waits for troops. `Refused` if it cannot be fought so, or if nobody plays the other
    side yet.
    """
    row = _locked(row)
    if row.brief is not None:
        return row
    if row.game.rival is None:
        raise refuse("", "Nobody plays the other side yet. Send the link on the page of the game.")
    refuse_all(refusals(brief, chart_of(row.game.chart)))
    _check_both_play(row.game, brief, user)
    row.brief = written(brief)
    row.save(update_fields=["brief"])
    waiting = waiting_sides(row)
    if not waiting:
        return _begun(row, brief, user)
    _say(row, user, waiting)
    return row


class BattleChanged(Exception):
    """The battle is not the one any more for which troops were written down."""


def mark_of(row: SpaceEmpiresBattle) -> str:
    """What tells the battle as it is entered now from what it was before; "" while it is being entered."""
    return "" if row.brief is None else sha256(bytes(row.brief)).hexdigest()


def waiting_sides(row: SpaceEmpiresBattle) -> tuple[Side, ...]:
    """The sides whose troops are still to go aboard before the battle begins, the attacker first (32.3, S93)."""
    if row.brief is None or row.battle_id is not None:
        return ()
    brief = decode_brief(bytes(row.brief))
    sealed = {one.side for one in row.troops.all()}
    sides = (brief.attacker, brief.defender)
    return tuple(side for side in sides if side not in sealed and transports_of(brief, side))


@transaction.atomic
def seal_troops(*, row: SpaceEmpiresBattle, troops: Troops, made_from: str, user: User) -> SpaceEmpiresBattle:
    """The battle with these troops aboard, begun if they were the last; harmless once the side has sealed some.

    `made_from` is the mark of the battle for which they were written down: `BattleChanged` if it is another now.
    `Refused` if they cannot be aboard so.
    """
    row = _locked(row)
    if made_from != mark_of(row):
        raise BattleChanged
    if row.battle_id is not None or row.troops.filter(side=troops.side).exists():
        return row
    brief = decode_brief(bytes(cast("bytes", row.brief)))
    refuse_all(troops_refusals(brief, troops))
    _check_both_play(row.game, brief, user)
    SealedTroops.objects.create(told=row, side=troops.side, troops=encode(troops))
    return row if waiting_sides(row) else _begun(row, brief, user)


@transaction.atomic
def change(*, row: SpaceEmpiresBattle) -> SpaceEmpiresBattle:
    """The battle, to be entered anew: one that has not begun, or that was called off. `Refused` otherwise."""
    row = _locked(row)
    if row.battle is not None and row.battle.status != Status.VOID:
        raise refuse("", "This battle has begun. Call it off on its own page first.")
    row.troops.all().delete()
    row.battle, row.brief, row.rolled = None, None, None
    row.save(update_fields=["battle", "brief", "rolled"])
    return row


def troops_in(row: SpaceEmpiresBattle) -> dict[Side, Troops]:
    """What is aboard on each side, for pages that may tell."""
    found = [decode_troops(bytes(one.troops)) for one in row.troops.all()]
    return {one.side: one for one in found}


def _locked(row: SpaceEmpiresBattle) -> SpaceEmpiresBattle:
    rows = SpaceEmpiresBattle.objects.select_for_update(of=("self",))
    return rows.select_related("game__user", "game__rival", "battle").get(pk=row.pk)


def _begun(row: SpaceEmpiresBattle, brief: Brief, user: User) -> SpaceEmpiresBattle:
    """The dice of the place are rolled, and the battle is opened."""
    rolled = roll(brief, _die)
    how = entered_in(row, "how")
    first, second = _seats(row.game, brief, user)
    row.rolled = encode(rolled)
    row.battle = open_skirmish(
        setup=setup_of(brief, rolled, chart_of(row.game.chart)),
        user=first,
        rival=second,
        side=row.game.users_side,
        level=cast("Level", how.get("level", "captain")),
        tempo=how.get("tempo") or Tempo.STEP,
        clock=how.get("clock", ""),
        way=Way(brief.way),
        title=f"{TITLE}: {row.game.name}",
        path=row.get_absolute_url(),
    )
    row.save(update_fields=["rolled", "battle"])
    _tell_other(row, user, f"{user.username} has begun the battle {brief.place}.", "begun", row.battle)
    return row


def _seats(game: SpaceEmpiresGame, brief: Brief, user: User) -> tuple[User, User]:
    """Who plays the side of the game's user, and who the other; at a table whoever is there alone enters for both."""
    rival = cast("User", game.rival)
    alone = rival.is_computer or not (rival.is_active and game.user.is_active)
    return (user, user) if alone and brief.way == "table" else (game.user, rival)


def _check_both_play(game: SpaceEmpiresGame, brief: Brief, user: User) -> None:
    """`Refused` if an opponent who has closed the account would have to play."""
    other = other_of(game, user)
    if other is not None and not other.is_active and brief.way != "table":
        words = "Fight the battle at a table: then you enter its result for both sides."
        raise refuse("", f"{other.username} does not play here any more. {words}")


def _say(row: SpaceEmpiresBattle, user: User, sides: tuple[Side, ...]) -> None:
    """Tells the other player that troops are to go aboard, each time that a battle waits for theirs."""
    other = other_of(row.game, user)
    if other is not None and other in [player_of(row.game, side) for side in sides]:
        words = f"{user.username} has entered a battle at a planet. Put your troops aboard, then it begins."
        _tell_other(row, user, words, f"troops:{timezone.now().isoformat()}", None)


def _tell_other(row: SpaceEmpiresBattle, user: User, words: str, what: str, battle: Battle | None) -> None:
    other = other_of(row.game, user)
    if other is None:
        return
    key = f"space empires:{row.pk}:{what}:{battle.pk if battle else ''}"
    path = row.get_absolute_url() if battle is None else battle.get_absolute_url()
    owe(user=other, kind=MessageKind.NEWS, key=key, subject=row.game.name, body=words, path=path)
    publish(topic_of(other.pk))


def _die() -> int:
    return randbelow(6) + 1
