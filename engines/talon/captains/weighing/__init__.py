"""What a captain weighs: what it sees of both fleets, what fire is worth, and how the fleets lie."""
