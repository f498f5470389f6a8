"""Single battles, of no war: begun, challenged for, and fought again."""

import secrets
from collections.abc import Mapping

from django.db import transaction

from accounts.live import publish, topic_of
from accounts.models import User
from battles.battle.services.opening import open_battle
from battles.models import Battle, Challenge, Play, SettledHow, Status, Tempo, Way
from battles.talon.play.services.beginning import begin
from engines.seam import codec
from engines.seam.documents import BattleSetup, Level
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side, as_side, opponent
from engines.talon import game

TOKEN_BYTES = 24
TITLE = "Single battle"
MOST_OPEN = 20
"""The most challenges of one player that wait for somebody."""


class ChallengeClosed(Exception):
    """The challenge can no longer be accepted; the sentence says why."""


@transaction.atomic
def open_skirmish(
    *,
    setup: BattleSetup,
    user: User,
    rival: User,
    side: Side,
    level: Level = "captain",
    tempo: str = Tempo.STEP,
    clock: str = "",
    way: Way = Way.HAND,
    title: str = TITLE,
    path: str = "",
    deputies: Mapping[Side, User] | None = None,
    begun_by: tuple[Side, User] | None = None,
) -> Battle:
    """A battle between the two, which goes that way from now on; `level` is that of the captains.

    `path` is the page to go back to, if it is a part of something. `deputies` act for the two, and its log says who has
    begun it for a side.
    `Refused` if no battle can be fought from the set-up.
    """
    game.new_battle(setup)
    users = {side: user, opponent(side): rival}
    battle = open_battle(
        setup=setup,
        title=title,
        place=setup.place,
        owner_path=path,
        terran_user=users["terran"],
        talon_user=users["talon"],
        levels=dict.fromkeys(SIDES, level),
        clock=clock if way == Way.HAND else "",
        way=Way.WORKER if way == Way.WORKER else Way.TABLE,
        deputies=deputies,
        begun_by=begun_by,
    )
    if way == Way.HAND:
        begin(battle, tempo)
    return battle


def challenge(
    *,
    setup: BattleSetup,
    user: User,
    side: Side,
    tempo: str = Tempo.STEP,
    clock: str = "",
    way: Way = Way.HAND,
) -> Challenge:
    """A single battle that begins when somebody accepts it by its link; `Refused` if it could not be fought."""
    game.new_battle(setup)
    if user.challenges.filter(battle=None, withdrawn=False, rematch_of=None).count() >= MOST_OPEN:
        raise refuse("", f"You have {MOST_OPEN} open challenges. Withdraw one first.")
    return Challenge.objects.create(
        token=_token(),
        user=user,
        side=side,
        title=setup.place,
        setup=codec.encode(setup),
        tempo=tempo,
        clock=clock,
        way=way,
    )


@transaction.atomic
def accept(*, token: str, user: User) -> Battle:
    """The battle, begun by the user who accepts; the same battle if it was this user who accepted before.

    `ChallengeClosed` if somebody was faster or it was withdrawn, Challenge.DoesNotExist if there is none.
    """
    row = Challenge.objects.select_for_update(of=("self",)).select_related("user", "battle").get(token=token)
    side = as_side(row.side)
    if row.battle is not None and row.battle.user_of(opponent(side)).pk == user.pk:
        return row.battle
    if row.battle is not None or row.withdrawn:
        raise ChallengeClosed(closed_words(row))
    if row.user_id == user.pk:
        raise refuse("", "This is your own challenge. Send its link to your opponent.")
    setup = codec.decode_setup(bytes(row.setup))
    battle = open_skirmish(
        setup=setup,
        user=row.user,
        rival=user,
        side=side,
        tempo=row.tempo,
        clock=row.clock,
        way=Way(row.way),
    )
    if not Challenge.objects.filter(pk=row.pk, battle=None, withdrawn=False).update(battle=battle):
        raise ChallengeClosed("Somebody else has accepted this challenge.")
    publish(topic_of(row.user_id))
    return battle


def closed_words(row: Challenge) -> str:
    """Why a challenge can no longer be accepted."""
    if row.withdrawn:
        return "This challenge was withdrawn. Ask for a new one."
    return "Somebody else has accepted this challenge."


def withdraw(*, token: str, user: User) -> None:
    """Withdraw one's own challenge; harmless when done twice or when it was accepted."""
    Challenge.objects.filter(token=token, user=user, battle=None).update(withdrawn=True)


@transaction.atomic
def rematch(*, battle: Battle, user: User) -> Battle | None:
    """The next battle of the same fleets with sides swapped; None while it waits for the other player to ask too.

    It goes the way the last one went.

    `Refused` if the battle is one of a war, or is not over.
    """
    if battle.owner_path or battle.status != Status.SETTLED:
        raise refuse("", "There is a rematch only after a single battle.")
    mine: Side = "terran" if battle.terran_user_id == user.pk else "talon"
    played = Play.objects.filter(battle=battle, stage=Play.Stage.OVER).first()
    tempo, way = played.tempo if played is not None else Tempo.STEP, _way_it_went(battle)
    rival, setup = battle.user_of(opponent(mine)), battle.setup_document
    if battle.one_screen or rival.is_computer:
        level = battle.levels[mine]
        return open_skirmish(
            setup=setup, user=user, rival=rival, side=opponent(mine), level=level, tempo=tempo, way=way
        )
    asked = {
        "token": _token(),
        "user": user,
        "side": opponent(mine),
        "title": setup.place,
        "setup": battle.setup,
        "clock": battle.clock,
        "tempo": tempo,
        "way": way,
    }
    row, made = Challenge.objects.get_or_create(rematch_of=battle, defaults=asked)
    if made:
        publish(battle.topic)
    if made or (row.user_id == user.pk and row.battle is None):
        return None
    if row.battle is not None:
        return row.battle
    begun = accept(token=row.token, user=user)
    publish(battle.topic)
    return begun


def _way_it_went(battle: Battle) -> Way:
    """How a battle that is settled was fought."""
    how = {SettledHow.PLAYED: Way.HAND, SettledHow.FOUGHT: Way.WORKER}
    return how.get(SettledHow(battle.settled_how), Way.TABLE)


def _token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)
