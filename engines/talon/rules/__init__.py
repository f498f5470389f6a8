"""The rules of the tactical game, one module a section."""
