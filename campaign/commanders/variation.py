"""A commander's whim: a secret number that tilts its choices a little, so that no two wars begin alike."""

import zlib


def tilt(whim: int, strength: float, *about: object) -> float:
    """A factor about 1, at most `strength` away from it, the same for the same whim and the same words."""
    words = ":".join(map(str, (whim, *about)))
    drawn = zlib.crc32(words.encode()) / 2**32
    return 1 + strength * (2 * drawn - 1)
