"""The report of a fought battle from its record: frames, sentences, turning points, tallies and drawings."""
