"""A battle record: headers, the position at the beginning, then every order with its dice; and its JSON form."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engines.talon.dice import Label
from engines.talon.documents.positions import Die, PositionDocument
from engines.talon.orders import AnyOrder
from engines.talon.orders import Unit as UnitNumber
from engines.talon.rules.victory import LAST_ROUND

HEADER_KEY = r"(?!(?:record|position|orders)(?![a-z-]))[a-z][a-z-]{0,29}"
"""The word a header begins with: none with which a line of another kind begins."""
HEADER = Annotated[str, Meta(pattern=rf"\A{HEADER_KEY}\Z")]
LONGEST_LINE = 200
LINE = Annotated[str, Meta(max_length=LONGEST_LINE)]
"""The text of a header, a remark, or the cause of a die; `line_fault` says what else it may not be."""
ENTROPY = Annotated[str, Meta(pattern=r"\A[0-9a-zA-Z_-]{0,64}\Z")]
RoundNumber = Annotated[int, Meta(ge=0, le=LAST_ROUND)]
ImpulseNumber = Annotated[int, Meta(ge=0, le=5)]
MOST_HEADERS = 100
MOST_ORDERS = 20_000
MOST_DICE = 500


def line_fault(words: str) -> tuple[int, str]:
    """The place of the first sign that a header or remark cannot have, and the reason; "" if there is none.

    They are printable signs and blanks, with no blank at either end, so that text and JSON can say the same.
    """
    if len(words) > LONGEST_LINE:
        return LONGEST_LINE, f"a header or remark has {LONGEST_LINE} signs at most"
    for at, sign in enumerate(words):
        if not sign.isprintable():
            return (
                at,
                f"U+{ord(sign):04X} is no printable sign; a header or remark has only those, and blanks",
            )
    if words != words.strip(" "):
        return 0, "a header or remark has no blanks at its ends"
    return 0, ""


class Rolled(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A die: what it showed, the unit it was rolled by or for, why, and when.

    Between rounds the impulse is that of the last one. In a record that was replayed nothing of it is missing.
    """

    die: Die
    unit: UnitNumber | None = None
    cause: LINE | None = None
    round: RoundNumber | None = None
    impulse: ImpulseNumber | None = None

    @property
    def label(self) -> Label | None:
        """What it was rolled for; None if the record does not say all of it."""
        if self.round is None or self.impulse is None or self.unit is None or self.cause is None:
            return None
        return Label(self.round, self.impulse, self.unit, self.cause)


class Given(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order, the `dice` rolled before the next decision, in turn, and what was remarked before it.

    `entropy` is what the player who gave it added to the dice.
    """

    order: AnyOrder
    dice: Annotated[tuple[Rolled, ...], Meta(max_length=MOST_DICE)] = ()
    entropy: ENTROPY = ""
    comment: tuple[LINE, ...] = ()


class BattleRecord(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="document",
    tag="battle record",
):
    """A whole battle, or its beginning.

    `opening` are dice rolled before anything had to be decided, `closing` what was remarked after the last order.
    """

    headers: Annotated[dict[HEADER, LINE], Meta(max_length=MOST_HEADERS)]
    position: PositionDocument
    given: Annotated[tuple[Given, ...], Meta(max_length=MOST_ORDERS)] = ()
    opening: Annotated[tuple[Rolled, ...], Meta(max_length=MOST_DICE)] = ()
    closing: tuple[LINE, ...] = ()
    format: Literal[1] = 1
