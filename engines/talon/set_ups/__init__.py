"""Ways to set a battle up: scenarios, modes, terrain by agreement, fleets chosen in secret or in turn."""
