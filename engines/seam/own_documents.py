"""What is each system's own in documents of the seam, and how it is read."""

from importlib import import_module
from typing import Any, cast

import msgspec

from engines.seam.documents import Damage, NoDamage
from engines.seam.registry import DEFAULT, MODULES


def read_own(kind: type, found: Any) -> Any:
    """Damage as its system reads it; for `dec_hook` of msgspec, wherever a document may have any.

    ValueError says what is wrong with it, NotImplementedError if `kind` is not read here.
    """
    if kind is not Damage:
        raise NotImplementedError
    if found == {}:
        return NoDamage()
    key = found.get("system", DEFAULT) if isinstance(found, dict) else DEFAULT
    if not isinstance(key, str) or key not in MODULES:
        raise ValueError(f"Invalid value {key!r}")
    try:
        return msgspec.convert(found, cast("type[Damage]", import_module(MODULES[key]).SYSTEM.damage))
    except msgspec.ValidationError as wrong:
        raise ValueError(str(wrong)) from wrong  # msgspec adds where, but only to a plain one
