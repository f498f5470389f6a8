"""What is each system's own in documents of the seam, and how it is read."""

from importlib import import_module
from typing import Any, Final

import msgspec

from engines.seam.documents import (
    Damage,
    NoDamage,
    OpenSpace,
    OwnDocument,
    Terms,
    Terrain,
    UsualTerms,
)
from engines.seam.registry import DEFAULT, MODULES

OWN: Final[dict[type, tuple[str, type[OwnDocument]]]] = {
    Damage: ("damage", NoDamage),
    Terrain: ("terrain", OpenSpace),
    Terms: ("terms", UsualTerms),
}
"""How a system calls its own document of a kind, and what an empty one is."""


def read_own(kind: type, found: Any) -> Any:
    """A document as its system reads it; for `dec_hook` of msgspec, wherever one of a system's own may stand.

    ValueError says what is wrong with it, NotImplementedError if `kind` is not read here.
    """
    if kind not in OWN:
        raise NotImplementedError
    name, nothing = OWN[kind]
    if found == {}:
        return nothing()  # not the default itself, which msgspec leaves out: it is stored again as it was
    key = found.get("system", DEFAULT) if isinstance(found, dict) else DEFAULT
    if not isinstance(key, str) or key not in MODULES:
        raise ValueError(f"Invalid value {key!r}")
    own: type[OwnDocument] = getattr(import_module(MODULES[key]).SYSTEM, name)
    try:
        return msgspec.convert(found, own)
    except msgspec.ValidationError as wrong:
        raise ValueError(str(wrong)) from wrong  # msgspec adds where, but only to a plain one
