"""Two clubs meet as teams: a challenge, the teams, the boards, and what they come to."""
