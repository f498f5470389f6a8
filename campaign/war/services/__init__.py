"""What changes a war, one module a verb group. Only services write."""
