"""What a side may order now, what an order costs and risks, and why another is not possible."""
