"""What a side asks of a battle, and what it supposes of an enemy it has not seen."""
