"""Marks on the strategic map."""
