"""What players agree on about the time of a war, and what happens when it has passed."""
