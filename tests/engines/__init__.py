"""The engines as a library of their own."""
