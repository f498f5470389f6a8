"""Battles written down: record, text and JSON, replayed order by order (`docs/notation.md`)."""
