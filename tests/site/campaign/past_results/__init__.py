"""Past results, entered and confirmed."""
