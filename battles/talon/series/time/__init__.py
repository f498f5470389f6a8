"""What the players of a campaign game agree on about its time, and their holidays (S65, S66)."""
