"""Whole wars of computer players, and the estimate that they decide by."""
