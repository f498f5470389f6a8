"""Battles written down: what was ordered and rolled, played again order by order, with dice that can be checked."""
