"""How a battle is likely to end, at once: a formula fitted to battles that captains played out."""
