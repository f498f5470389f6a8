"""Battles that are played by hand on the site, many at once."""
