"""Results and positions corrected afterwards, and the war told on from there (S67 to S72)."""
