"""The tactical game's own facts and rules, in plain Python."""

from engines.native.builds import take

take()
