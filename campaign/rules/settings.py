"""The settings of a war, agreed before it starts (S32)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engines.seam.documents import Level

Hours = Annotated[int, Meta(ge=1, le=24 * 30)]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What both players agree on at the start (S32), with the published defaults.

    `treasury` and `reserve` are Ship Points; `boxes` of the game at the table limit the counters (31.6);
    `confirm_hours` is how long a recorded result may wait for the other side before it stands (S35). `computer` is the
    level of the captains of the computer's side, if it plays one.
    """

    treasury: Annotated[int, Meta(ge=1000, le=20_000)] = 2000
    reserve: Annotated[int, Meta(ge=0, le=10_000)] = 500
    free_bases: Annotated[int, Meta(ge=0, le=20)] = 3
    boxes: Annotated[int, Meta(ge=1, le=9)] = 1
    black_holes: bool = False
    transports_are_a_class: bool = True
    lifetime_score: bool = False
    reveal: Literal["one_by_one", "together"] = "one_by_one"
    settled_by: Literal["table", "worker"] = "table"
    confirm_hours: Hours = 72
    computer: Level = "captain"
    format: Literal[1] = 1
