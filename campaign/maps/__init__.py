"""Maps that players draw."""
