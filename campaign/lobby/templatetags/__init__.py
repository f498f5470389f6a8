"""What pages say about one's wars."""
