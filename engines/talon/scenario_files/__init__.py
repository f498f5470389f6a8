"""Scenarios that people write: read from TOML, and judged with line and reason."""
