"""Battles tried out from one of their moments."""
