"""What every feature of a war stands on: its log, its map, its past in words, its time, and who may see it."""
