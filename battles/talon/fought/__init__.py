"""How a battle was fought, step by step."""
