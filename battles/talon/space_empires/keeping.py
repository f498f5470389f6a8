"""Games of Space Empires: begun, taken on, shared, with the values of their table; and their battles in a list."""

import secrets
from typing import Final

from django.db import transaction
from django.db.models import Max

from accounts.live import publish, topic_of
from accounts.models import User
from accounts.people.special_users import computer_user
from battles.models import MOST_BATTLES, SpaceEmpiresBattle, SpaceEmpiresGame
from engines.seam.refusals import refuse
from engines.seam.sides import Side
from engines.talon.space_empires.chart import chart_of

TOKEN_BYTES: Final = 24
MOST_GAMES: Final = 100
"""The most games of one player."""


class GameTaken(Exception):
    """Somebody else plays the game already; the sentence says so."""


@transaction.atomic
def make_game(*, user: User, name: str, side: Side, opponent: str) -> SpaceEmpiresGame:
    """A game of the user's; a rival by link is still to come. `Refused` if the user has too many."""
    _check_most(user)
    rivals = {"one_screen": lambda: user, "computer": computer_user}
    rival = rivals[opponent]() if opponent in rivals else None
    return SpaceEmpiresGame.objects.create(
        token=secrets.token_urlsafe(TOKEN_BYTES), name=name, user=user, rival=rival, side=side
    )


def _check_most(user: User) -> None:
    if user.space_empires.count() + user.space_empires_accepted.exclude(user=user).count() >= MOST_GAMES:
        raise refuse(
            "", f"You have {MOST_GAMES} games of Space Empires. Enter further battles in one of them."
        )


def closed_words(game: SpaceEmpiresGame) -> str:
    """Why nobody can take a game on any more; "" if somebody can."""
    if game.rival_id is not None:
        return "Somebody else plays this game already."
    return "" if game.user.is_active else "Whoever set this game up does not play here any more."


@transaction.atomic
def accept_game(*, token: str, user: User) -> SpaceEmpiresGame:
    """The game, taken on by the user; harmless when done twice.

    `GameTaken` if somebody was faster, or whoever set it up has closed the account; `Refused` for one's own,
    SpaceEmpiresGame.DoesNotExist if there is none.
    """
    rows = SpaceEmpiresGame.objects.select_for_update(of=("self",)).select_related("user", "rival")
    row = rows.get(token=token)
    if row.rival_id == user.pk and row.user_id != user.pk:
        return row
    if row.user_id == user.pk:
        raise refuse("", "This is your own game. Send its link to your opponent.")
    if closed := closed_words(row):
        raise GameTaken(closed)
    _check_most(user)
    row.rival = user
    row.save(update_fields=["rival"])
    publish(topic_of(row.user_id))
    return row


def set_chart(*, game: SpaceEmpiresGame, text: str) -> None:
    """The values of the players' own file for the next battles, "" for ours alone; `Refused` if the file is none."""
    chart_of(text)
    SpaceEmpiresGame.objects.filter(pk=game.pk).update(chart=text)


def share(*, game: SpaceEmpiresGame, shown: bool) -> None:
    """Make the link that shows the game to whoever has it, or take it back; harmless when done twice."""
    if not shown:
        SpaceEmpiresGame.objects.filter(pk=game.pk).update(share_token=None)
        return
    rows = SpaceEmpiresGame.objects.filter(pk=game.pk, share_token=None)
    rows.update(share_token=secrets.token_urlsafe(TOKEN_BYTES))


def shared_game(token: str) -> SpaceEmpiresGame | None:
    """The game that a link shows; None if it leads nowhere."""
    return SpaceEmpiresGame.objects.select_related("user", "rival").filter(share_token=token).first()


@transaction.atomic
def new_battle(*, game: SpaceEmpiresGame) -> SpaceEmpiresBattle:
    """One more battle, to be entered; the last one again if nothing of it has been. `Refused` if there are too many."""
    SpaceEmpiresGame.objects.select_for_update(of=("self",)).get(pk=game.pk)
    empty = game.battles.filter(brief=None, entered=b"{}").first()
    if empty is not None:
        return empty
    last = game.battles.aggregate(last=Max("number"))["last"] or 0
    if last >= MOST_BATTLES:
        raise refuse("", f"This game has {MOST_BATTLES} battles. Begin another game.")
    return SpaceEmpiresBattle.objects.create(game=game, number=last + 1)


def remove_battle(*, row: SpaceEmpiresBattle) -> None:
    """A battle that has not begun, dropped; harmless when done twice. `Refused` once it has begun."""
    deleted, _ = SpaceEmpiresBattle.objects.filter(pk=row.pk, battle=None).delete()
    if not deleted and SpaceEmpiresBattle.objects.filter(pk=row.pk).exists():
        raise refuse("", "This battle has begun. Call it off on its own page.")
