"""A battle record: headers, the position at the beginning, then every order with its dice; and its JSON form."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from battles.engine.documents import Die, PositionDocument
from battles.engine.orders import AnyOrder
from battles.engine.orders import Unit as UnitNumber

HEADER = Annotated[str, Meta(pattern=r"\A[a-z][a-z-]{0,29}\Z")]
LINE = Annotated[str, Meta(max_length=200, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
ENTROPY = Annotated[str, Meta(pattern=r"\A[0-9a-zA-Z_-]{0,64}\Z")]
MOST_ORDERS = 20_000
MOST_DICE = 500


class Rolled(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A die: what it showed, the unit it was rolled by or for, and why."""

    die: Die
    unit: UnitNumber
    cause: LINE


class Given(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order, the `dice` rolled before the next decision, in turn, and what was remarked before it.

    `entropy` is what the player who gave it added to the dice.
    """

    order: AnyOrder
    dice: Annotated[tuple[Rolled, ...], Meta(max_length=MOST_DICE)] = ()
    entropy: ENTROPY = ""
    comment: tuple[LINE, ...] = ()


class WrittenBattle(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="document",
    tag="battle record",
):
    """A whole battle, or the part of it told.

    `opening` are dice rolled before anything had to be decided, `closing` what was remarked after the last order.
    """

    headers: dict[HEADER, LINE]
    position: PositionDocument
    given: Annotated[tuple[Given, ...], Meta(max_length=MOST_ORDERS)] = ()
    opening: Annotated[tuple[Rolled, ...], Meta(max_length=MOST_DICE)] = ()
    closing: tuple[LINE, ...] = ()
    format: Literal[1] = 1
