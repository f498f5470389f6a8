"""A commander's whim: a secret that tilts its choices a little, so that nobody can predict its plan."""

from hashlib import blake2b

DRAWN = 8
"""Bytes of each number that is drawn."""


def tilt(whim: str, strength: float, *about: object) -> float:
    """A factor about 1, at most `strength` away from it, the same for the same whim and the same words.

    The whim is the key of a hash: who knows any number of factors cannot tell another from them.
    """
    return 1 + strength * (2 * drawn(whim, *about) - 1)


def drawn(whim: str, *about: object) -> float:
    """A number from 0 to 1, the same for the same whim and the same words."""
    words = repr(tuple(map(str, about))).encode()
    key = blake2b(whim.encode()).digest()
    number = int.from_bytes(blake2b(words, key=key, digest_size=DRAWN).digest())
    return number / float(1 << 8 * DRAWN)
