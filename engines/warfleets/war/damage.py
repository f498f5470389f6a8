"""What a ship carries from battle to battle in a war in miniatures: upgrades that stay disabled (WF55)."""

from typing import Annotated

from msgspec import Meta, Struct

from engines.seam.documents import UNDAMAGED, Damage


class WarfleetsDamage(
    Damage, Struct, frozen=True, forbid_unknown_fields=True, tag_field="system", tag="warfleets"
):
    """How many of a ship's upgrades are disabled, weapons among them: from its last slot back."""

    disabled: Annotated[int, Meta(ge=0, le=3)] = 0

    @property
    def in_brief(self) -> str:
        """All of it in a few words: "2 upgrades disabled"."""
        if not self.disabled:
            return ""
        return f"{self.disabled} upgrade{'' if self.disabled == 1 else 's'} disabled"

    def __bool__(self) -> bool:
        """Whether there is any damage at all."""
        return self.disabled > 0


def damage_of(disabled: int) -> Damage:
    """The damage of so many disabled upgrades."""
    return WarfleetsDamage(disabled) if disabled else UNDAMAGED


def disabled_in(damage: Damage) -> int:
    """How many upgrades a unit comes with that do not work; ValueError if it is damage of another system."""
    if isinstance(damage, WarfleetsDamage):
        return damage.disabled
    if damage:
        raise ValueError("this is damage of another system")
    return 0
