"""What has happened and what stands, told to one side: chronicle, tally, ledger, calls, endings."""
