"""What anybody may look up: How to play, ship classes, rulings."""
