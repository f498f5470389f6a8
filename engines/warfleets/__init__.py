"""Warfleets: FTL: what its fleets are made of, and which of them may be played."""

from engines.native.builds import take

take()
