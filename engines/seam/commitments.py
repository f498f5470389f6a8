"""What the dice of a battle follow from, committed to before the first roll: a seed, and what each side adds.

    commitment  SHA-256 of the seed and the battle's name: shown before the first roll

Whatever is hashed is canonical JSON: keys sorted, no blanks, nothing but ASCII. How dice are made of it is each
engine's own; docs/decisions/0008-sealed-dice.md says what it proves.
"""

import hmac
import json
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

FORMAT = "talon-dice-1"
SEED_BYTES = 32
ENTROPY_DIGITS = 12
PART_DIGITS = 32
canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode


def commitment_of(name: str, seed: str) -> str:
    """The commitment of a battle's dice: it binds to the seed, in hex, without showing it."""
    return sha256(canonical([FORMAT, "commitment", name, seed]).encode()).hexdigest()


def part_of_seed(name: str, seed: str, side: str) -> str:
    """What stands for the entropy of a side that adds none: fixed with the seed, so that nobody chooses it later."""
    part = canonical([FORMAT, "part", name, side])
    return hmac.digest(bytes.fromhex(seed), part.encode(), "sha256").hex()[:PART_DIGITS]


def entropy_of_order(entropy: str, number: int) -> str:
    """What a side's entropy adds to the order of that number, counted from 1 over the battle; "" if it has none."""
    if not entropy:
        return ""
    return hmac.digest(entropy.encode(), f"order {number}".encode(), "sha256").hex()[:ENTROPY_DIGITS]


class DiceCommitment(NamedTuple):
    """What the dice of one battle follow from, apart from its orders: name, seed, and each side's entropy or ""."""

    name: str
    seed: str
    entropies: Mapping[str, str]

    def entropy(self, side: str, number: int) -> str:
        """What the side adds to the order of that number."""
        return entropy_of_order(self.entropies.get(side, ""), number)


class DiceMark(NamedTuple):
    """How far the dice of a battle have come: orders given, rolls made, and the chain so far."""

    orders: int
    rolls: int
    chain: str
