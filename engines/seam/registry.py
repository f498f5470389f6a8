"""Which systems there are, by key, and to which of them a class of unit belongs."""

from typing import Final

MODULES: Final = {"talon": "engines.talon.system", "warfleets": "engines.warfleets.system"}
"""By the key of a system the module whose SYSTEM plays it."""
DEFAULT: Final = "talon"
"""The system where none is named."""


def check_system(key: str) -> None:
    """ValueError if there is no system of that key."""
    if key not in MODULES:
        raise ValueError(f"there is no system {key[:40]!r}")


def system_key_of(class_key: str) -> str:
    """The system that a class belongs to: the keys of the first have no stroke, others begin with their system's.

    >>> system_key_of("heavy_cruiser"), system_key_of("dice/raider")
    ('talon', 'dice')
    """
    system_key, stroke, _ = class_key.partition("/")
    return system_key if stroke else DEFAULT
