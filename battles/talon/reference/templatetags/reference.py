"""What the tables of ship classes show."""

from django import template

from engines.talon.catalogue import ShipClass

register = template.Library()


@register.filter
def weapons_in_short(kind: ShipClass) -> str:
    """A class's weapons by name, whatever their arcs, "none" without any: "3 × phaser, wave motion gun".

    {% load reference %}{{ kind|weapons_in_short }}
    """
    counts: dict[str, int] = {}
    for group in kind.weapons:
        name = group.title.rpartition(" x ")[2]
        counts[name] = counts.get(name, 0) + group.count
    return ", ".join(f"{count} × {name}" if count > 1 else name for name, count in counts.items()) or "none"
