"""Ships, rules and words in templates."""
