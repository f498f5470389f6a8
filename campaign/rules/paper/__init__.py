"""Wars taken over from paper: the lines and tables that players enter."""
