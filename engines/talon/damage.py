"""What a ship, squadron or base of Talon carries from battle to battle (S13)."""

from typing import Final

from msgspec import Struct

from engines.seam.documents import Boxes, Damage, Few, GroupIndex
from engines.talon.catalogue import ShipClass

HULL_LEFT: Final = 0.45
"""The share of its worth that is left of a ship whose hull is all but gone: shields, guns and power are whole (S13)."""


class TalonDamage(Damage, Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The damage of a unit of Talon.

    `hull` boxes marked; `weapons_lost` the indices of destroyed groups (criticals 5 and 9); `thrusters` and
    `relays` criticals 6 and 8, at most two each; `fighters` the boxes marked on each fighter of a squadron.
    """

    hull: Boxes = 0
    weapons_lost: tuple[GroupIndex, ...] = ()
    thrusters: Few = 0
    relays: Few = 0
    fighters: tuple[Few, ...] = ()

    @property
    def lasting(self) -> int:
        """How many lasting criticals there are."""
        return len(self.weapons_lost) + self.thrusters + self.relays

    @property
    def fighters_lost(self) -> int:
        """How many fighters of the squadron are gone."""
        return sum(boxes == 2 for boxes in self.fighters)

    @property
    def in_brief(self) -> str:
        """All of it in a few words: "2 hull boxes, 1 critical"."""
        counted = (
            (self.hull, "hull box", "hull boxes"),
            (self.lasting, "critical", "criticals"),
            (sum(boxes > 0 for boxes in self.fighters), "fighter hit", "fighters hit"),
        )
        return ", ".join(
            f"{number} {one if number == 1 else many}" for number, one, many in counted if number
        )

    def __bool__(self) -> bool:
        """Whether there is any damage at all."""
        return bool(self.hull or self.lasting or any(self.fighters))


WHOLE: Final = TalonDamage()


def is_of_talon(damage: Damage) -> bool:
    """Whether a unit of Talon can have it: its own, or none."""
    return isinstance(damage, TalonDamage) or not damage


def in_talon(damage: Damage) -> TalonDamage:
    """A unit's damage as Talon reads it; ValueError if it is damage of another system."""
    if isinstance(damage, TalonDamage):
        return damage
    if damage:
        raise ValueError("this is damage of another system")
    return WHOLE


def condition(kind: ShipClass, damage: TalonDamage) -> float:
    """The share of a unit's worth that is left, from 0 to 1."""
    if kind.fighters:
        return 1.0 - sum(damage.fighters) / (2 * kind.fighters)
    hull = 1.0 - (1 - HULL_LEFT) * damage.hull / kind.boxes
    armed = 1.0 - len(damage.weapons_lost) / max(1, len(kind.weapons))
    crippled = 0.06 * (damage.thrusters + damage.relays)
    return max(0.0, hull * (0.6 + 0.4 * armed) - crippled)
