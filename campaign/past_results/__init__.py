"""Results of before: entered by one player for the lifetime score, and confirmed by the other (S85)."""
