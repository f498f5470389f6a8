"""The tactical game's own facts and rules, in plain Python."""

from engines.build.builds import take

take()
