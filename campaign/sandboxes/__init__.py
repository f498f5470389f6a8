"""Wars tried out from one of their moments."""
