"""How a process that answers requests collects garbage."""

import gc
from typing import Final

YOUNG: Final = 20_000
"""How many more objects there have to be before the collector looks for garbage among them.

A request that reads a long log holds thousands of objects at once. With Python's own figure of 700 the collector runs
again and again meanwhile and takes them for lasting ones. After a few such requests it goes through all there are.
"""


def settle() -> None:
    """Exempt what is loaded by now from garbage collection, and seldom interrupt a request for it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)
