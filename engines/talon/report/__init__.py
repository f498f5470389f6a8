"""A battle that was fought, told again: frames, sentences, turning points, tallies and drawings, from its record."""
