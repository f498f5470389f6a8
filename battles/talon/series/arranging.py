"""Setting a campaign game up: its legs and their order, and who takes it on (28)."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import msgspec
from django.db import transaction
from django.db.models import Q

from accounts.deliveries.owing import owe
from accounts.live import publish, topic_of
from accounts.models import MessageKind, User
from battles.models import MOST_LEGS, Leg, Series, Way
from battles.talon.series.acting import deputies_of
from battles.talon.series.designs import check_design
from battles.talon.series.hooks import arranged_for
from battles.talon.series.manners import check_manner
from engines.seam import codec
from engines.seam.documents import BattleSetup, Level
from engines.seam.refusals import refuse
from engines.seam.sides import Side
from engines.talon import game
from engines.talon.set_ups.choosing import Design

TOKEN_BYTES: Final = 24
MOST_GOING: Final = 12
"""The most campaign games of one player that are not over."""
MOVED: Final = ("title", "scenario", "setup", "design", "pair", "way", "pace")
"""What of a leg is moved; the sides stay in their order."""
UNFINISHED: Final = (Series.Stage.WAITING, Series.Stage.ON)


class SeriesClosed(Exception):
    """The campaign game can no longer be taken on; the sentence says why."""


@dataclass(frozen=True, slots=True)
class PlannedLeg:
    """A leg to be: its battle, and the side that the one who sets the campaign game up plays in it.

    `scenario` is the number of a printed scenario; `pair`: two battles with sides changed (R68). `way` and `pace` are
    there if it is played in another way than the rest. With a `design` the fleets are chosen later, in secret (27).
    """

    title: str
    setup: BattleSetup | None
    user_side: Side
    scenario: int | None = None
    pair: bool = False
    way: str = ""
    pace: str = ""
    design: Design | None = None


@transaction.atomic
def make_series(
    *,
    user: User,
    name: str,
    legs: Sequence[PlannedLeg],
    computer: User | None = None,
    level: Level = "captain",
    way: Way = Way.HAND,
    tempo: str = "step",
    clock: str = "",
    pace: str = "",
) -> Series:
    """A campaign game of these legs: against the computer it goes on at once, otherwise once somebody accepts its link.

    `Refused` without legs, with too many, and for a battle that cannot be fought.
    """
    if not legs:
        raise refuse("28", "Choose at least one scenario.")
    if len(legs) > MOST_LEGS:
        raise refuse("28", f"Choose at most {MOST_LEGS} legs. These are {len(legs)}.")
    _check_most(user)
    for leg in legs:
        check_leg(leg, computer=computer is not None)
    terms: dict[str, Any] = {"name": name, "level": level, "way": way, "tempo": tempo}
    if computer is None:
        return stored(legs, user=user, clock=clock, pace=pace, stage=Series.Stage.WAITING, **terms)
    return stored(legs, user=user, rival=computer, stage=Series.Stage.ON, **terms)


def stored(legs: Sequence[PlannedLeg], **columns: Any) -> Series:
    """A campaign game with these columns and legs."""
    series = Series.objects.create(token=secrets.token_urlsafe(TOKEN_BYTES), **columns)
    Leg.objects.bulk_create(row_of(series, number, leg) for number, leg in enumerate(legs, 1))
    return series


def check_leg(leg: PlannedLeg, *, computer: bool) -> None:
    """Refuse a battle that cannot be fought, or not in this way; `computer`: the opponent is the computer."""
    if leg.design is not None:
        check_design(leg.design)
    if leg.setup is not None:
        game.new_battle(leg.setup)
    check_manner(leg.way, leg.pace, computer=computer)


def _check_most(user: User) -> None:
    mine = Series.objects.filter(Q(user=user) | Q(rival=user), stage__in=UNFINISHED)
    if mine.count() >= MOST_GOING:
        raise refuse("", f"You have {MOST_GOING} campaign games that are not over. Finish one first.")


def row_of(series: Series, number: int, leg: PlannedLeg) -> Leg:
    """The row of a leg, which is not stored yet."""
    return Leg(
        series=series,
        number=number,
        title=leg.title,
        scenario=leg.scenario,
        setup=b"" if leg.setup is None else codec.encode(leg.setup),
        design=None if leg.design is None else msgspec.json.encode(leg.design),
        user_side=leg.user_side,
        pair=leg.pair,
        way=leg.way,
        pace=leg.pace,
    )


@transaction.atomic
def accept_series(*, token: str, user: User, seen: str | None = None) -> Series:
    """The campaign game, taken on by the user; harmless when done twice.

    `seen` is the mark of the legs that the user has read, None for whoever was shown none. `SeriesClosed` if somebody
    was faster or it was withdrawn, `Refused` for one's own and if the legs were changed since, Series.DoesNotExist if
    there is none.
    """
    row = locked(token=token)
    if row.rival_id == user.pk:
        return row
    if row.stage != Series.Stage.WAITING or not row.user.is_active:
        raise SeriesClosed(closed_words(row))
    if row.user_id == user.pk:
        raise refuse("", "This is your own campaign game. Send its link to your opponent.")
    if seen is not None and seen != mark_of(row):
        raise refuse("28", "The legs have been changed since you opened this page. Read them again.")
    _check_most(user)
    row.rival, row.stage = user, Series.Stage.ON
    row.save(update_fields=["rival", "stage"])
    tell(row)
    words = f"{user.username} plays the campaign game {row.name} with you."
    message(row, row.user, "accepted", words)
    return row


def mark_of(row: Series) -> str:
    """A mark of the legs, which is another one after every change of them."""
    found = hashlib.sha256()
    columns = ("title", "user_side", "pair", "way", "pace", "setup", "design")
    for *said, setup, design in row.legs.order_by("number").values_list(*columns):
        found.update(repr((*said, bytes(setup), bytes(design or b""))).encode())
    return found.hexdigest()[:16]


def closed_words(row: Series) -> str:
    """Why a campaign game cannot be taken on."""
    if row.stage == Series.Stage.CALLED_OFF:
        return "This campaign game was called off. Ask for a new one."
    if not row.user.is_active:
        return "Whoever set this campaign game up does not play here any more."
    return "Somebody else has accepted this campaign game."


@transaction.atomic
def call_off(*, series_id: int, user: User) -> Series:
    """Calls it off before its first leg has begun, which either player may do; harmless when done twice.

    `Refused` once a leg has begun, and for one that was arranged for the two while it counts as it is played.
    """
    row = locked(pk=series_id)
    if row.stage == Series.Stage.CALLED_OFF:
        return row
    for arranged in [one for one in arranged_for(row, user) if not one.decided]:
        raise refuse(
            "28", f"This campaign game belongs to {arranged.name}. You can concede it, but not call it off."
        )
    if row.stage == Series.Stage.OVER or row.legs.filter(battles__isnull=False).exists():
        raise refuse("28", "The first leg has begun. You can concede the campaign game, but not call it off.")
    row.stage = Series.Stage.CALLED_OFF
    row.save(update_fields=["stage"])
    tell(row)
    words = f"{user.username} has called the campaign game {row.name} off."
    message(row, other_of(row, user), "called off", words, subject="Called off")
    return row


@transaction.atomic
def move_leg(*, series_id: int, user: User, number: int, by: int) -> Series:
    """The campaign game with a leg moved up (`by` -1) or down (1); harmless at the ends. Who plays which side stays.

    Only who set it up may do so, and only before somebody has accepted it or, against the computer, before the first
    leg has begun: `Refused` otherwise.
    """
    row = locked(pk=series_id)
    check_arranges(row, user)
    legs = {leg.number: leg for leg in row.legs.all()}
    moved, other = legs.get(number), legs.get(number + by)
    if moved is not None and other is not None:
        for field in MOVED:
            one, two = getattr(moved, field), getattr(other, field)
            setattr(moved, field, two)
            setattr(other, field, one)
        Leg.objects.bulk_update([moved, other], MOVED)
        tell(row)
    return row


def check_arranges(row: Series, user: User) -> None:
    """`Refused` unless the user can still change the legs."""
    if not arranges(row, user):
        raise refuse("28", "The legs are settled. They cannot be changed any more.")


def against_computer(row: Series) -> bool:
    """Whether the opponent is the computer."""
    return row.rival is not None and row.rival.is_computer


def arranges(row: Series, user: User) -> bool:
    """Whether the user can still change the legs; one query for a campaign game against the computer."""
    if row.user_id != user.pk:
        return False
    if row.stage == Series.Stage.WAITING:
        return True
    return (
        against_computer(row)
        and row.stage == Series.Stage.ON
        and not row.legs.filter(Q(battles__isnull=False) | Q(designed__isnull=False)).exists()
    )


def locked(**which: object) -> Series:
    """The row with its people and deadline, locked until the transaction ends; Series.DoesNotExist if there is none."""
    rows = Series.objects.select_for_update(of=("self",)).select_related(
        "user", "rival", "user_deputy", "rival_deputy", "deadline"
    )
    return rows.get(**which)


def other_of(row: Series, user: User) -> User | None:
    """Against whom the user plays; None while nobody has accepted."""
    return row.rival if row.user_id == user.pk else row.user


def tell(row: Series) -> None:
    """Wakes the pages of both players, of their deputies, and of onlookers if there is a link for them."""
    acting = {deputy.pk for deputy in deputies_of(row).values()}
    people = {row.user_id, row.rival_id, *acting} - {None}
    onlookers = [row.topic] if row.watch_token else []
    publish(*sorted(topic_of(cast("int", one)) for one in people), *onlookers)


def message(
    row: Series,
    user: User | None,
    what: str,
    words: str,
    *,
    subject: str = "Campaign game",
    kind: MessageKind = MessageKind.NEWS,
    page: str = "",
) -> None:
    """Owes a person a message about the campaign game, once for each thing; none to the computer, nor to nobody.

    It leads to the campaign game's own page, or to another `page` of it.
    """
    if user is not None and not user.is_computer:
        owe(
            user=user,
            kind=kind,
            key=f"series:{row.pk}:{what}",
            subject=subject,
            body=words,
            path=f"{row.get_absolute_url()}{page}",
        )
