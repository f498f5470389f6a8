"""A new war: its form, its map, who is invited, and how it begins."""
