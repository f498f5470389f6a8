"""A war's past: history, charts, tracking sheets, the ledger, how it ended."""
