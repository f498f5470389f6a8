"""The dice of a real war."""

import secrets


class SecretDice:
    """Dice nobody can foresee."""

    def roll(self, cause: str) -> int:  # noqa: ARG002 - the caller books the cause
        """The next roll, 1 to 6."""
        return secrets.randbelow(6) + 1
