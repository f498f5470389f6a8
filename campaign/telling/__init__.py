"""What has happened and what stands, as one side may read it: chronicle, tally, ledger, calls, endings."""
