"""Battles without the site: what every engine shares (`seam`), and the engines themselves."""
