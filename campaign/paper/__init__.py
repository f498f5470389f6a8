"""Wars taken over from paper."""
