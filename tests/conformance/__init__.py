"""Numbered cases of the tactical rules as plain text, for any program that plays them (`README.md`)."""
