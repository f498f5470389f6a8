"""Results of before: entered by one player for the score for life, and confirmed by the other (S85)."""
