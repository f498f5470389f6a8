"""A battle's position as a document and back, and whether a document describes a possible position."""
