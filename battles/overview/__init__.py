"""The page of a battle: its set-up, report, result, dice and record."""
