"""What is stored of a battle whose fleets are being chosen: what is agreed on, who plays it, its dice, the choices."""

from typing import Final

import msgspec

from accounts.models import User
from battles.models import DesignedBattle, SealedFleet
from engines.seam.committed_dice import CommittedDice
from engines.seam.sides import SIDES, Side, as_side, opponent
from engines.talon.fleets.own import OwnFleet
from engines.talon.set_ups.choosing import Choice, Design, Drawn

NAME: Final = "design:"
"""How the name begins under which the dice of a design are committed to."""
_design = msgspec.json.Decoder(Design)
_drawn = msgspec.json.Decoder(Drawn)
_fleet = msgspec.json.Decoder(OwnFleet)


def design_in(row: DesignedBattle) -> Design:
    """What is agreed on."""
    return _design.decode(bytes(row.design))


def drawn_in(row: DesignedBattle) -> Drawn | None:
    """What dice have decided; None until somebody has accepted."""
    return None if row.drawn is None else _drawn.decode(bytes(row.drawn))


def sealed_in(row: SealedFleet) -> OwnFleet:
    """The fleet that is sealed."""
    return _fleet.decode(bytes(row.fleet))


def dice_name(row: DesignedBattle) -> str:
    """The name under which the dice of a design are committed to."""
    return f"{NAME}{row.token}"


def dice_of(row: DesignedBattle, purpose: str) -> CommittedDice:
    """The dice for one purpose: the same whenever they are asked for, and known to nobody before."""
    position = [design_in(row).how, bytes(row.design).decode(), purpose]
    return CommittedDice(dice_name(row), row.seed, position, {opponent(as_side(row.side)): row.entropy})


def seats_in(row: DesignedBattle, user: User | None) -> tuple[Side, ...]:
    """The sides that a user plays in it: none, one, or both at one screen."""
    users = players_of(row)
    return () if user is None else tuple(side for side in SIDES if users.get(side) == user.pk)


def players_of(row: DesignedBattle) -> dict[Side, int | None]:
    """Who plays each side; None while nobody has accepted."""
    mine = as_side(row.side)
    return {mine: row.user_id, opponent(mine): row.rival_id}


def choices_in(row: DesignedBattle) -> list[Choice]:
    """What both have chosen in turn so far; one query."""
    return [Choice(as_side(one.side), one.ship_class) for one in row.choices.order_by("number")]
