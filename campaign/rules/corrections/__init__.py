"""Results and positions corrected afterwards, and the war replayed from there (S67 to S72)."""
