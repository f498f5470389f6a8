"""Sealed dice: every roll follows from a seed committed beforehand, what the players added, and all that went before.

    commitment  SHA-256 of the seed and the battle's name: shown before the first roll
    chain       SHA-256 over the beginning, then over every order with its entropy and every roll with its label
    roll        HMAC-SHA256 under the seed over the roll's number, its label and the chain so far
    seal        HMAC-SHA256 under the seed over the chain at the end: it names the whole battle

Whatever is hashed is canonical JSON: keys sorted, no blanks, nothing but ASCII. `static/verify/talon_dice.py` is the
same once more, written to be read by itself; docs/decisions/0008-sealed-dice.md says what it proves.
"""

import hmac
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256

from engines.seam.commitments import FORMAT, SEED_BYTES, DiceCommitment, DiceMark, canonical, commitment_of
from engines.seam.sides import SIDES

FAIR = 252
"""Bytes below this fall on the six faces evenly, 42 on each."""
_quoted = lru_cache(256)(canonical)


def dice_of(promise: DiceCommitment, position: object) -> "CommittedDice":
    """The dice of a commitment for the battle that begins with this position, a document."""
    return CommittedDice(promise.name, promise.seed, position, promise.entropies)


class CommittedDice:
    """The dice of one battle: `give` every order before it is carried out, then `roll` what it needs.

    `seed` is hex of 32 bytes, ValueError if it is not; `position` the document of the battle's beginning.
    """

    __slots__ = ("_chain", "_head", "_key", "commitment", "name", "orders", "rolls")

    def __init__(self, name: str, seed: str, position: object, entropies: Mapping[str, str]) -> None:
        self._key = bytes.fromhex(seed)
        if len(self._key) != SEED_BYTES or seed != self._key.hex():
            raise ValueError(f"a seed is {SEED_BYTES} bytes, in small hex digits")
        self.name = name
        self._head = canonical([FORMAT, "roll", name])[:-1]
        self.commitment = commitment_of(name, seed)
        self.orders = self.rolls = 0
        begun = [
            FORMAT,
            "begin",
            name,
            self.commitment,
            {side: entropies.get(side, "") for side in SIDES},
            position,
        ]
        self._chain = sha256(canonical(begun).encode()).hexdigest()

    @classmethod
    def resumed(cls, name: str, seed: str, mark: DiceMark) -> "CommittedDice":
        """The dice of a battle as they were when the mark was taken; ValueError if the seed is none."""
        dice = cls(name, seed, None, {})
        dice.orders, dice.rolls, dice._chain = mark
        return dice

    def mark(self) -> DiceMark:
        """How far they have come, to go on from there later."""
        return DiceMark(self.orders, self.rolls, self._chain)

    def give(self, order: object, entropy: str = "") -> None:
        """The next order, as a document, with what the player who gives it adds to the dice."""
        self.orders += 1
        text = canonical([FORMAT, "order", self.orders, order, entropy, self._chain])
        self._chain = sha256(text.encode()).hexdigest()

    def roll(self, label: tuple[int, int, int, str]) -> int:
        """The next roll, 1 to 6, for what the label says: round, impulse or phase, unit, and why."""
        self.rolls += 1
        turn, step, unit, cause = label
        roll = f'{self._head},{self.rolls},{turn},{step},{unit},{_quoted(cause)},"{self._chain}"]'
        die = self._die(roll)
        self._chain = sha256(f"{roll}={die}".encode()).hexdigest()
        return die

    def seal(self) -> str:
        """The name of all that was given and rolled so far."""
        end = canonical([FORMAT, "seal", self.name, self.orders, self.rolls, self._chain])
        return hmac.digest(self._key, end.encode(), "sha256").hex()

    def _die(self, roll: str) -> int:
        """The face from the first byte below 252; if none of the 32 is, hashed again with a count."""
        text, again = roll, 0
        while True:
            for byte in hmac.digest(self._key, text.encode(), "sha256"):
                if byte < FAIR:
                    return byte % 6 + 1
            again += 1
            text = f"{roll}#{again}"
