"""Battles played by hand: beginning one, giving and publishing orders, captains that play on, the result."""
