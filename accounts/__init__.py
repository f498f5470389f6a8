"""People, notices, messages."""
