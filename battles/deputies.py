"""Deputies of a player in a war or a campaign game: who can be one, and what is written about it (S70)."""

from dataclasses import dataclass
from typing import Final

from accounts.deliveries.owing import owe
from accounts.models import MessageKind, User
from accounts.selectors import person_called
from battles.models import AskedDeputy, DeputyTerm
from engines.seam.refusals import Refused, refuse

RULE: Final = "S70"
GONE: Final = "Nobody asks you to be a deputy here any more."
TOO_MANY: Final = "You asked 10 people in an hour to be your deputy. Wait an hour, then ask another."


@dataclass(frozen=True, slots=True)
class DeputyPlace:
    """Where somebody is a deputy: a war or a campaign game, by its `name`; its messages' keys begin with `key`.

    `question` is the page on which a request is answered, `time` that of the player about deputies, and `home` where
    somebody goes who is a deputy no more.
    """

    name: str
    key: str
    question: str
    time: str
    home: str

    def request_key(self, row: AskedDeputy) -> str:
        """The key of the message to whoever is asked."""
        return f"{self.key}:deputy-asked:{row.pk}"

    def term_key(self, row: DeputyTerm) -> str:
        """The key of the message to a new deputy."""
        return f"{self.key}:deputy:{row.pk}"


@dataclass(frozen=True, slots=True)
class DeputiesHere:
    """Who acts for the reader and for the other player, None if nobody does, and whom the reader asks.

    `closed` says why nobody can be asked, "" if somebody can.
    """

    mine: DeputyTerm | None
    rival: DeputyTerm | None
    asked: AskedDeputy | None
    closed: str = ""


def person_named(callsign: str) -> User:
    """The person whom a player names; `Refused` if nobody is called that."""
    callsign = callsign.strip()
    if not callsign:
        raise refuse(RULE, "Enter your deputy's callsign.", "callsign")
    user = person_called(callsign)
    if user is None or not user.is_active:
        raise refuse(RULE, f"There is no player called {callsign}. Check the callsign.", "callsign")
    return user


def check_account(user: User) -> None:
    """Raise `Refused` for whoever can be nobody's deputy."""
    if user.is_computer or user.is_guest or not user.is_active:
        raise refuse(RULE, "A deputy needs an account on this site.", "callsign")


def check_player(user: User, *, player: bool, plays: bool, whole: str) -> None:
    """Raise `Refused` for the `player` who asks, and for anybody else who `plays`; `whole` is "war", for instance."""
    if player:
        raise refuse(RULE, "That is you. Name somebody else.", "callsign")
    if plays:
        raise refuse(RULE, f"{user.username} is your opponent in this {whole}.", "callsign")


def knows_too_much(user: User, whose: str, whole: str) -> Refused:
    """The refusal of somebody who has seen the secrets of the other; `whose`: "the other side's", for instance."""
    reason = f"{user.username} has seen {whose} secrets in this {whole}. Name somebody else."
    return refuse(RULE, reason, "callsign")


def tell_asked(place: DeputyPlace, row: AskedDeputy, player: User, where: str) -> None:
    """Owe somebody the request; `where` says in what they would act, as the end of a sentence."""
    said = f"{player.username} asks you to be their deputy"
    owe(
        user=row.user,
        kind=MessageKind.INVITATION,
        key=place.request_key(row),
        subject=f"{place.name}: {said}",
        body=f"{said} {where}. You can accept or decline.",
        path=place.question,
    )


def tell_answered(place: DeputyPlace, row: AskedDeputy, player: User, *, accepted: bool) -> None:
    """Owe the player the answer to a request."""
    said = f"{row.user.username} {'is now' if accepted else 'will not be'} your deputy"
    owe(
        user=player,
        kind=MessageKind.NEWS,
        key=f"{place.key}:deputy-answer:{row.asked_at:%Y%m%d%H%M%S%f}",
        subject=f"{place.name}: {said}",
        body=f"{said} ({place.name}).",
        path=place.time,
    )


def tell_ended(place: DeputyPlace, row: DeputyTerm, player: User, *, left: bool) -> None:
    """Tell the deputy who was revoked, or the player whose deputy has `left`."""
    said = (
        f"{row.user.username} is no longer your deputy"
        if left
        else f"You are no longer {player.username}'s deputy"
    )
    owe(
        user=player if left else row.user,
        kind=MessageKind.NEWS,
        key=f"{place.term_key(row)}:over",
        subject=f"{place.name}: {said}",
        body=f"{said} ({place.name}).",
        path=place.time if left else place.home,
    )
