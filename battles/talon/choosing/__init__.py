"""Battles of no war whose fleets both sides choose for themselves: in secret, or in turn from one box."""
