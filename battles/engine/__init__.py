"""The tactical game's own facts and rules, in plain Python."""

from battles.builds import take

take()
