"""Fleets that players put together and keep."""
