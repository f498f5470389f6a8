"""Legs added to a campaign game, and taken out, while they can be arranged (28)."""

from collections.abc import Collection

from django.db import transaction

from accounts.models import User
from battles.models import MOST_LEGS, Leg, Series
from battles.talon.series.arranging import (
    MOVED,
    PlannedLeg,
    against_computer,
    check_arranges,
    check_leg,
    locked,
    row_of,
    tell,
)
from battles.talon.series.manners import check_manner, read_manner
from battles.talon.series.planning import in_options, options_of
from engines.seam import codec
from engines.seam.refusals import refuse


@transaction.atomic
def add_leg(*, series_id: int, user: User, leg: PlannedLeg) -> int:
    """The number of the leg, which is the last one now and counts double until it is moved.

    `Refused` for anybody but who set the campaign game up, once the legs are settled, if there are as many as there can
    be, and for a battle that cannot be fought.
    """
    row = locked(pk=series_id)
    check_arranges(row, user)
    number = row.legs.count() + 1
    if number > MOST_LEGS:
        raise refuse("28", f"A campaign game has at most {MOST_LEGS} legs. Take one out first.")
    check_leg(leg, computer=against_computer(row))
    row_of(row, number, leg).save(force_insert=True)
    tell(row)
    return number


@transaction.atomic
def drop_leg(*, series_id: int, user: User, number: int) -> Series:
    """The campaign game without the leg of that number; the next ones move up, and who plays which side stays.

    Harmless if there is none. `Refused` as `add_leg`, and for the only leg.
    """
    row = locked(pk=series_id)
    check_arranges(row, user)
    legs = list(row.legs.order_by("number"))
    if not 1 <= number <= len(legs):
        return row
    if len(legs) == 1:
        raise refuse("28", "A campaign game has at least one leg. Add another one first.")
    moved = legs[number - 1 : -1]
    for leg, after in zip(moved, legs[number:], strict=True):
        for field in MOVED:
            setattr(leg, field, getattr(after, field))
    Leg.objects.bulk_update(moved, MOVED)
    legs[-1].delete()
    tell(row)
    return row


@transaction.atomic
def play_leg(
    *, series_id: int, user: User, number: int, manner: str, options: Collection[str] = ()
) -> Series:
    """The campaign game with another way to play the leg of that number, as forms name it, and those options (S101).

    Harmless if there is none. `Refused` once the legs are settled, and for what the leg cannot be.
    """
    row = locked(pk=series_id)
    check_arranges(row, user)
    way, pace = read_manner(manner)
    check_manner(way, pace, computer=against_computer(row))
    leg = row.legs.filter(number=number).first()
    if leg is None:
        return row
    leg.way, leg.pace = way, pace
    if leg.scenario is None:
        if options:
            raise refuse("26", "Only a printed scenario has options.")
    elif options or options_of(leg.scenario):
        leg.title, setup = in_options(leg.scenario, options)
        leg.setup = codec.encode(setup)
    leg.save(update_fields=["way", "pace", "title", "setup"])
    tell(row)
    return row
