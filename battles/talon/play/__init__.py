"""Battles played by hand in the browser."""
