"""Scenarios that people write: read from TOML, judged with line and reason, changed, and written again."""
