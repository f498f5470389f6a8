"""Draft lines: what a side orders before it is published, and how far it can be taken back."""
