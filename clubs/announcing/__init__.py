"""What organisers announce to all members."""
