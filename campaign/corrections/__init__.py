"""Results of earlier turns corrected."""
