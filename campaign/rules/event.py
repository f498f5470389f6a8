"""What every event of a war is: frozen, tagged, stored for ever."""

from msgspec import Struct


class Event(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="event"):
    """Anything that has happened."""
